/**
 * What the house tells in good time, on whatever page one is: check-in, a start, a changed card, a ticket.
 *
 * A reminder is sent once. It is kept for this tab until it is dismissed or out of date, and not drawn
 * on the page it leads to, which says it itself. Behind the bell (notices.js) it stands for a month.
 */

import { call } from "./attention.js";
import { onMessage } from "./live.js";
import { momentText } from "./moments.js";
import { markRead } from "./notices.js";
import { readTexts, say } from "./texts.js";

/** @typedef {{kind: string, event: string, name: string, url: string, at: number, zone: string}} Reminder */

const HOUR_MS = 3_600_000;

/** How long after its moment a reminder is still shown; others are kept for a day after they came. */
const STALE_MS = /** @type {Record<string, number>} */ ({ check_in: 0, soon: 0, starts: HOUR_MS / 4, seated: 0, ticket_expires: 0 });
const KEPT_MS = 24 * HOUR_MS;

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-reminders]"));
const texts = readTexts("reminder-texts");
const storeKey = `reminders:${document.body.dataset.user ?? ""}`;

/** @returns {(Reminder & {cameAt: number})[]} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(storeKey) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {(Reminder & {cameAt: number})[]} reminders */
function keep(reminders) {
  try {
    sessionStorage.setItem(storeKey, JSON.stringify(reminders));
  } catch {
    // A browser that keeps nothing shows a reminder on the page it came to.
  }
}

/** @param {Reminder} reminder @returns {string} */
function keyOf({ kind, event, at }) {
  return `${kind}:${event}:${at}`;
}

/** @param {Reminder & {cameAt: number}} reminder */
function isTimely({ kind, at, cameAt }) {
  return kind in STALE_MS ? Date.now() < at + STALE_MS[kind] : Date.now() < cameAt + KEPT_MS;
}

/** @param {Reminder} reminder @returns {URL | null} where it leads, if that is one of our pages */
function addressOf({ url }) {
  const address = new URL(url, location.href);
  return address.origin === location.origin ? address : null;
}

/** @param {Reminder} reminder @returns {string} "" for one without a sentence */
function textOf({ kind, name, at, zone }) {
  const key = name ? kind : `${kind}_any`;
  return key in texts ? say(texts, key, { name, at: momentText(at, zone) }) : "";
}

/** @param {Reminder} reminder */
function draw(reminder) {
  const address = addressOf(reminder);
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("reminder-item"));
  if (!place || !template || !address || address.pathname === location.pathname || !textOf(reminder)) return;
  if (place.querySelector(`[data-reminder="${CSS.escape(keyOf(reminder))}"]`)) return;
  const item = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  item.dataset.reminder = keyOf(reminder);
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (item.querySelector(`[data-reminder-${name}]`));
  part("text").textContent = textOf(reminder);
  /** @type {HTMLAnchorElement} */ (part("link")).href = address.pathname;
  part("dismiss").addEventListener("click", () => {
    keep(kept().filter((each) => keyOf(each) !== keyOf(reminder)));
    markRead({ url: address.pathname });
    item.remove();
  });
  place.append(item);
}

onMessage("reminder", (reminder) => {
  const others = kept().filter((each) => keyOf(each) !== keyOf(reminder));
  keep([...others, { ...reminder, cameAt: Date.now() }]);
  draw(reminder);
  call("notice", { text: textOf(reminder) || undefined, url: reminder.url });
});

keep(kept().filter(isTimely));
for (const reminder of kept()) draw(reminder);
