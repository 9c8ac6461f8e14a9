/**
 * Moments in the reader's own time, and how long it is until them.
 *
 * The server writes what the clock of an event shows (tournaments/templatetags/moments.py). Where the
 * reader's clock shows something else on that day, his own time is put before it.
 */

import { withSocket } from "./live.js";

const DAY_S = 86_400;
const HOUR_S = 3_600;

/** @type {() => number} the house's clock as soon as there is a socket, till then the reader's */
let nowMs = () => Date.now();
withSocket((socket) => (nowMs = () => socket.serverNowMs));

/**
 * A wall clock as the server writes it: Sat 5 Dec, 20:00, with the year only where it is another one.
 * @param {number} ms @param {string} [zone] the reader's without one @param {boolean} [hasDay]
 */
export function clockText(ms, zone, hasDay = true) {
  const isOtherYear = new Date(ms).getFullYear() !== new Date(nowMs()).getFullYear();
  const written = new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    timeZone: zone || undefined,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(new Date(ms));
  const part = Object.fromEntries(written.map(({ type, value }) => [type, value]));
  const time = `${part.hour}:${part.minute}`;
  if (!hasDay) return time;
  const date = [part.weekday, part.day, part.month, ...(isOtherYear ? [part.year] : [])].join(" ");
  return `${date}, ${time}`;
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
  own.hidden = offsetAt(ms, element.dataset.zone) === offsetAt(ms);
  own.textContent = (element.dataset.text ?? "").replace("{own}", clockText(ms, undefined, element.dataset.style !== "time"));
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
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (seconds >= DAY_S) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (seconds >= HOUR_S) return `${hours} h ${two(minutes % 60)} min`;
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
document.addEventListener("htmx:afterSwap", (event) => showMoments(/** @type {HTMLElement} */ (event.target)));
setInterval(() => {
  for (const element of document.querySelectorAll("[data-until]")) showLeft(/** @type {HTMLElement} */ (element));
}, 1000);
