/**
 * Calls whoever is elsewhere: while the tab is hidden its title and its icon say that something waits,
 * and the device says it too, if he has asked for that. All is taken back once he looks.
 */

import { preferences } from "./preferences.js";
import { readTexts, say } from "./texts.js";

const STORE_KEY = "attention";

const texts = readTexts("attention-texts");
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel~='icon']"));
const plain = { title: document.title, icon: icon?.href ?? "" };
/** What he is called for; "" while nothing waits. */
let calling = "";

/** @param {string} kind @param {string} text for the page that follows as well: a summons leads to another */
function keep(kind, text) {
  calling = kind;
  try {
    sessionStorage.setItem(STORE_KEY, text);
  } catch {
    // A browser that keeps nothing calls on the page where it happened.
  }
}

/** @param {string} text */
function mark(text) {
  document.title = `● ${text} · ${plain.title}`;
  if (icon?.dataset.called) icon.href = icon.dataset.called;
}

/**
 * Asks the browser whether it may notify; only ever at a press.
 * @returns {Promise<"granted" | "denied" | "unknown">}
 */
export async function allowNotices() {
  if (!("Notification" in window)) return "unknown";
  const answer = await Notification.requestPermission();
  return answer === "granted" ? "granted" : "denied";
}

/**
 * Calls the reader, if he does not look. A later call takes the place of an earlier one. Done when the
 * device has been asked to say it, so that a page may go on to another then.
 * @param {"your_turn" | "match_ready" | "notice"} kind @param {{text?: string, url?: string}} [about]
 */
export async function call(kind, { text = say(texts, kind), url = location.href } = {}) {
  if (!document.hidden) return;
  keep(kind, text);
  mark(text);
  if (preferences.isOn("browser_notices")) await notify(kind, text, url).catch(() => {});
}

/** What he was called for has been seen, or waits no more. @param {string} [kind] any without one */
export function rest(kind = calling) {
  if (!calling || kind !== calling) return;
  keep("", "");
  document.title = plain.title;
  if (icon) icon.href = plain.icon;
}

/** @param {string} kind @param {string} text @param {string} url */
async function notify(kind, text, url) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const drawn = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel='apple-touch-icon']"));
  const about = { body: text, tag: kind, icon: drawn?.href, data: { url } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) {
    await worker.showNotification(plain.title, about);
    return;
  }
  const notice = new Notification(plain.title, about);
  notice.addEventListener("click", () => {
    window.focus();
    notice.close();
  });
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) rest();
});

/** A page that was gone to while nobody looked goes on calling. */
function goOn() {
  const text = document.hidden ? sessionStorage.getItem(STORE_KEY) : "";
  if (!text) return;
  calling = "match_ready";
  mark(text);
}

try {
  goOn();
} catch {
  // Nothing was kept.
}
