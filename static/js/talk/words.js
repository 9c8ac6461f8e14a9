/** The words of talk and the quick phrases in the reader's language, as the page brings them. */

import { clockText, wallOf } from "../moments.js";
import { readTexts, say as fillIn } from "../texts.js";

const texts = readTexts("talk-texts");
const phrases = readTexts("talk-phrase-texts");
const language = document.documentElement.lang || undefined;
const DAY_MS = 86_400_000;
const dayFormat = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

/** @param {string} key @param {Record<string, string | number>} [values] */
export function say(key, values = {}) {
  return fillIn(texts, key, values);
}

/** What a line says to this reader. @param {import("./types.js").Line} line */
export function lineText({ phrase, text }) {
  return phrases[phrase] ?? text;
}

/** @param {number} ms @returns {string} a word for the reader's day of that moment, equal for equal days */
export function dayText(ms) {
  const dayOf = (/** @type {number} */ moment) => wallOf(moment).toISOString().slice(0, "2026-12-31".length);
  if (dayOf(ms) === dayOf(Date.now())) return say("today");
  if (dayOf(ms) === dayOf(Date.now() - DAY_MS)) return say("yesterday");
  return dayFormat.format(wallOf(ms));
}

/** Writes when something was said: the time, and the date for whoever wonders. @param {HTMLTimeElement} place @param {number} ms */
export function writeTime(place, ms) {
  place.dateTime = new Date(ms).toISOString();
  place.textContent = clockText(ms, undefined, false);
  place.title = clockText(ms);
}

/** @param {string} id of a <template> with one element @returns {HTMLElement} */
export function copyOf(id) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(id));
  return /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
}
