/**
 * Calls whoever is elsewhere: while the tab is hidden its title and its icon say that something waits,
 * and the device says it too, if he has asked for that. All is taken back once he looks.
 */

import { preferences } from "./preferences.js";
import { readTexts, say } from "./texts.js";

const texts = readTexts("attention-texts");
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel~='icon']"));
const plain = { title: "", icon: icon?.href ?? "" };
let isCalling = false;

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
 * Calls the reader, if he does not look. A later call takes the place of an earlier one.
 * @param {"your_turn" | "match_ready" | "notice"} kind @param {{text?: string, url?: string}} [about]
 */
export function call(kind, { text = say(texts, kind), url = location.href } = {}) {
  if (!document.hidden) return;
  if (!isCalling) plain.title = document.title;
  isCalling = true;
  document.title = `● ${text} · ${plain.title}`;
  if (icon?.dataset.called) icon.href = icon.dataset.called;
  if (preferences.isOn("browser_notices")) notify(kind, text, url);
}

/** Nothing waits any more, or it is seen. */
export function rest() {
  if (!isCalling) return;
  isCalling = false;
  document.title = plain.title;
  if (icon) icon.href = plain.icon;
}

/** @param {string} kind @param {string} text @param {string} url */
async function notify(kind, text, url) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const about = { body: text, tag: kind, icon: plain.icon, data: { url } };
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
