/**
 * Moments in the reader's own time, and how long it is until them.
 *
 * The server writes what the clock of an event shows (tournaments/templatetags/moments.py), and the
 * reader's own time before it where it knows his zone. Here it is put right for whom it did not know;
 * names and formats come from the page, so that both write alike.
 */

import { withSocket } from "./live.js";
import { preferences } from "./preferences.js";
import { readTexts, say } from "./texts.js";

const DAY_S = 86_400;
const HOUR_S = 3_600;
const MINUTE_MS = 60_000;

const texts = readTexts("moment-texts");
const [weekdays, months] = ["weekdays", "months"].map((key) => (texts[key] ?? "").split(","));

/** @type {() => number} the house's clock as soon as there is a socket, till then the reader's */
let nowMs = () => Date.now();
withSocket((socket) => (nowMs = () => socket.serverNowMs));

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** The zone he has chosen; undefined is his browser's. */
const ownZone = () => preferences.get("time_zone") || undefined;

/** @param {Date} wall whose UTC fields are a wall clock @param {string} format as of Django's `date` filter */
function written(wall, format) {
  const month = months[wall.getUTCMonth()] ?? "";
  /** @type {Record<string, string | number>} */
  const letters = {
    D: weekdays[(wall.getUTCDay() + 6) % 7] ?? "",
    j: wall.getUTCDate(),
    b: month,
    M: month.charAt(0).toUpperCase() + month.slice(1),
    n: wall.getUTCMonth() + 1,
    m: two(wall.getUTCMonth() + 1),
    Y: wall.getUTCFullYear(),
    G: wall.getUTCHours(),
    H: two(wall.getUTCHours()),
    i: two(wall.getUTCMinutes()),
  };
  return format.replace(/\\(.)|[a-zA-Z]/g, (letter, escaped) => escaped ?? String(letters[letter] ?? letter));
}

/** A clock on the wall at that moment, in the UTC fields of a date. @param {number} ms @param {string} [zone] the reader's without one */
export const wallOf = (ms, zone = ownZone()) => new Date(ms + offsetAt(ms, zone) * MINUTE_MS);

/**
 * A wall clock as the server writes it: Sat 5 Dec, 20:00, with the year only where it is another one.
 * @param {number} ms @param {string} [zone] the reader's without one @param {boolean} [hasDay]
 */
export function clockText(ms, zone = ownZone(), hasDay = true) {
  const [wall, today] = [wallOf(ms, zone), wallOf(nowMs(), zone)];
  const time = written(wall, texts.time_format ?? "H:i");
  if (!hasDay) return time;
  const isThisYear = wall.getUTCFullYear() === today.getUTCFullYear();
  const day = written(wall, (isThisYear ? texts.day_format : texts.date_format) ?? "");
  return say(texts, "day_and_time", { day, time });
}

/**
 * A moment in a sentence, with the clock of an event beside the reader's where they differ.
 * @param {number} ms @param {string} [zone] of the event, if it has one
 */
export function momentText(ms, zone) {
  if (!zone || zone === "UTC") return clockText(ms);
  const name = zoneText(ms, zone);
  if (offsetAt(ms, zone) === offsetAt(ms, ownZone())) return `${clockText(ms, zone)} (${name})`;
  const isSameDay = wallOf(ms, zone).getUTCDate() === wallOf(ms).getUTCDate();
  return say(texts, "two_clocks", { own: clockText(ms), there: clockText(ms, zone, !isSameDay), zone: name });
}

/** @type {Map<string, Intl.DateTimeFormat>} making one is dear, and a list has a hundred moments */
const offsets = new Map();

/** @param {number} ms @param {string} [zone] @returns {number} minutes that a clock is ahead of UTC at that moment */
function offsetAt(ms, zone) {
  const options = /** @type {const} */ ({ timeZone: zone || undefined, timeZoneName: "longOffset" });
  const inZone = offsets.get(zone ?? "") ?? new Intl.DateTimeFormat("en", options);
  offsets.set(zone ?? "", inZone);
  const name = inZone.formatToParts(new Date(ms)).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}

/** @param {number} ms @param {string} zone @returns {string} such as "Tallinn, UTC+2", as `zone_text` of the server */
function zoneText(ms, zone) {
  const minutes = offsetAt(ms, zone);
  const rest = Math.abs(minutes) % 60;
  const hours = `UTC${minutes < 0 ? "−" : "+"}${Math.floor(Math.abs(minutes) / 60)}`;
  const offset = (minutes === 0 ? "UTC" : hours) + (rest ? `:${String(rest).padStart(2, "0")}` : "");
  const city = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return city && city !== "UTC" ? `${city}, ${offset}` : offset;
}

/** @param {HTMLTimeElement} element */
function showOwn(element) {
  const own = /** @type {HTMLElement | null} */ (element.querySelector("[data-moment-own]"));
  if (!own) return;
  const ms = Number(element.dataset.moment);
  own.hidden = offsetAt(ms, element.dataset.zone) === offsetAt(ms, ownZone());
  const text = own.hidden ? "" : (element.dataset.text ?? "").replace("{own}", clockText(ms, undefined, element.dataset.style !== "time"));
  if (own.textContent !== text) own.textContent = text;
  element.classList.toggle("has-own", !own.hidden);
}

/** Another moment in a place that holds one. @param {HTMLElement} place @param {number} ms @param {string} zone */
export function setMoment(place, ms, zone) {
  const element = /** @type {HTMLTimeElement | null} */ (place.querySelector("time[data-moment]"));
  const text = element?.querySelector("[data-moment-zone]");
  if (!element || !text || element.dataset.moment === String(ms)) return;
  element.dateTime = new Date(ms).toISOString();
  element.dataset.moment = String(ms);
  element.dataset.zone = zone;
  const mark = text.querySelector(".zone");
  if (mark) mark.textContent = zoneText(ms, zone);
  text.replaceChildren(`${clockText(ms, zone)} `, ...(mark ? [mark] : []));
  showOwn(element);
}

/** @param {number} seconds @returns {string} as `left_text` of the server writes it */
export function leftText(seconds) {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (seconds >= DAY_S) return say(texts, "left_days", { days: Math.floor(hours / 24), hours: hours % 24 });
  if (seconds >= HOUR_S) return say(texts, "left_hours", { hours, minutes: two(minutes % 60) });
  return `${minutes}:${two(seconds % 60)}`;
}

/** @param {HTMLElement} element */
function showLeft(element) {
  const leftS = Math.max(0, Math.ceil((Number(element.dataset.until) - nowMs()) / 1000));
  const text = (element.dataset.text ?? "{time}").replace("{time}", leftText(leftS));
  if (element.textContent !== text) element.textContent = text;
}

/** @param {ParentNode} root whose moments are to be shown as the reader's */
export function showMoments(root) {
  for (const element of root.querySelectorAll("time[data-moment]")) showOwn(/** @type {HTMLTimeElement} */ (element));
  for (const element of root.querySelectorAll("[data-until]")) showLeft(/** @type {HTMLElement} */ (element));
}

showMoments(document);
preferences.addEventListener("change", () => showMoments(document));
document.addEventListener("htmx:afterSwap", (event) => showMoments(/** @type {HTMLElement} */ (event.target)));
setInterval(() => {
  for (const element of document.querySelectorAll("[data-until]")) showLeft(/** @type {HTMLElement} */ (element));
}, 1000);
