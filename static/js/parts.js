/**
 * A page whose parts are read again: when the house says a part has changed, htmx fetches it.
 *
 * A part is an element with data-part="<row>" whose hx-trigger is "part-changed".
 */

import { followRows } from "./rowstream.js";

/** @param {string} selector */
function renew(selector) {
  for (const part of document.querySelectorAll(selector)) part.dispatchEvent(new CustomEvent("part-changed"));
}

/** @param {string} kind of the page's stream: "tournament" or "table" */
export function followParts(kind) {
  followRows(kind, {
    // Also the first one: the page was drawn a moment before its socket opened.
    onSnapshot: () => renew("[data-part]"),
    onChanges(changes) {
      for (const { row } of changes) renew(`[data-part="${CSS.escape(row)}"]`);
    },
  });
}
