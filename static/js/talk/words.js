/** The words of talk and the quick phrases in the reader's language, as the page brings them. */

import { clockText } from "../moments.js";
import { readTexts, say as fillIn } from "../texts.js";

const texts = readTexts("talk-texts");
const phrases = readTexts("talk-phrase-texts");
const language = document.documentElement.lang || undefined;
const dayFormat = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" });

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
  const dayOf = (/** @type {Date} */ moment) => moment.toDateString();
  const yesterday = new Date();
  yesterday.setDate(yesterday.getDate() - 1);
  const moment = new Date(ms);
  if (dayOf(moment) === dayOf(new Date())) return say("today");
  if (dayOf(moment) === dayOf(yesterday)) return say("yesterday");
  return dayFormat.format(moment);
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
