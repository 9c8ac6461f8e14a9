/**
 * What every page does: open its socket, show the connection, answer a summons, show challenges and
 * reminders, say whether anybody looks, show what is under way.
 *
 * Knows nothing of lobbies, events or boards; their modules hook in through `live.js`.
 */

import { call } from "./attention.js";
import "./away.js";
import "./challenges.js";
import "./connection.js";
import "./installable.js";
import { onMessage, openPageSocket } from "./live.js";
import "./look.js";
import "./notices.js";
import { tellZone } from "./preferences.js";
import "./progress.js";
import "./reminders.js";
import "./reports.js";
import { play } from "./sounds.js";
import "./standing.js";

const GO_AT_ONCE_MS = 1_500;

/** @param {string} template @param {Record<string, string | number>} values */
function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @param {string} url @returns {boolean} whether it leads somewhere on this site */
function isOurs(url) {
  return new URL(url, location.href).origin === location.origin;
}

/**
 * Counts down to a match and goes to its board. A hidden page goes at once: nobody is reading it.
 * @param {HTMLElement} banner @param {{url: string, starts_in_ms: number}} summons
 */
function answerSummons(banner, summons) {
  if (!isOurs(summons.url)) return;
  const path = new URL(summons.url, location.href).pathname;
  if (path === location.pathname) return;
  const link = /** @type {HTMLAnchorElement} */ (banner.querySelector("[data-summons-link]"));
  const text = /** @type {HTMLElement} */ (banner.querySelector("[data-summons-text]"));
  const goAt = Date.now() + summons.starts_in_ms;
  link.href = path;
  banner.hidden = false;
  const go = () => location.assign(path);
  play("turn");
  const called = call("match_ready", { url: path });
  if (document.hidden || summons.starts_in_ms <= GO_AT_ONCE_MS) {
    text.textContent = banner.dataset.textNow ?? "";
    called.then(go);
    return;
  }
  const tick = () => {
    const seconds = Math.ceil((goAt - Date.now()) / 1000);
    text.textContent = seconds > 0 ? fill(banner.dataset.textSeconds ?? "", { seconds }) : banner.dataset.textNow ?? "";
    if (seconds > 0) return;
    clearInterval(timer);
    go();
  };
  clearInterval(Number(banner.dataset.timer));
  const timer = setInterval(tick, 250);
  banner.dataset.timer = String(timer);
  tick();
}

onMessage("summons", (summons) => {
  const banner = /** @type {HTMLElement | null} */ (document.querySelector("[data-summons]"));
  if (banner) answerSummons(banner, summons);
});

// Only then every module listens and htmx knows the parts it may be told to read again: what changed
// since the page was drawn is told with the first word of the house, and would be missed.
if (document.readyState === "complete") openPageSocket();
else document.addEventListener("DOMContentLoaded", openPageSocket);
tellZone();

// A menu left open covers the page; a press elsewhere or Escape folds it.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute("open");
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.removeAttribute("open");
    /** @type {HTMLElement | null} */ (menu.querySelector("summary"))?.focus();
  }
});
