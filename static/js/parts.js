/**
 * A page whose parts are read again: when the house says a part has changed, htmx fetches it.
 *
 * A part is an element with data-part="<row>" whose hx-trigger is "part-changed"; data-part-with names
 * other rows it follows from. The first change is
 * shown at once. Where one follows another they are shown together, and a page that nobody sees waits
 * until somebody does: a thousand pages of one event must not ask for every change.
 */

import { followRows } from "./rowstream.js";

const APART_MS = 2_000;

/** From so many players on, pages do not all ask at once: each takes its turn at random. */
const CROWD = 64;
const MS_A_PLAYER = 8;
const players = Number(document.querySelector("[data-players]")?.getAttribute("data-players") ?? 0);
const spreadMs = players > CROWD ? players * MS_A_PLAYER : 0;

/** @type {WeakMap<Element, {shownAt: number, timer: number}>} */
const marks = new WeakMap();

/** @type {Set<Element>} what changed while nobody looked */
const unseen = new Set();

/** @param {Element} part */
function show(part) {
  marks.set(part, { shownAt: Date.now(), timer: 0 });
  part.dispatchEvent(new CustomEvent("part-changed"));
}

/** @param {Element} part */
function renewPart(part) {
  if (document.hidden) {
    unseen.add(part);
    return;
  }
  const mark = marks.get(part) ?? { shownAt: 0, timer: 0 };
  if (mark.timer) return;
  const waitMs = Math.max(0, mark.shownAt + APART_MS - Date.now()) + Math.random() * spreadMs;
  if (waitMs === 0) show(part);
  else marks.set(part, { ...mark, timer: setTimeout(() => show(part), waitMs) });
}

/** @param {string} selector */
function renew(selector) {
  for (const part of document.querySelectorAll(selector)) renewPart(part);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const part of unseen) renewPart(part);
  unseen.clear();
});

/** @param {string} kind of the page's stream: "tournament" or "table" */
export function followParts(kind) {
  followRows(kind, {
    // Also the first one: the page was drawn a moment before its socket opened.
    onSnapshot: () => renew("[data-part]"),
    onChanges(changes) {
      for (const { row } of changes) {
        const name = CSS.escape(row);
        renew(`[data-part="${name}"], [data-part-with~="${name}"]`);
      }
    },
  });
}
