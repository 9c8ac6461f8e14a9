/**
 * An event's page: its parts are read again when the house says that they have changed. What the
 * reader has unfolded stays unfolded, and a part he writes in waits until he is done.
 */

import "./moments.js";
import { followParts } from "./parts.js";

followParts("tournament");

/** @type {Set<string>} the rounds the reader has unfolded, by the id of their element */
const unfolded = new Set();

document.addEventListener("htmx:beforeSwap", (event) => {
  const part = /** @type {HTMLElement} */ (event.target);
  if (!part.matches("[data-part]")) return;
  for (const round of part.querySelectorAll("details[id]")) {
    if (round.hasAttribute("open")) unfolded.add(round.id);
    else unfolded.delete(round.id);
  }
});

// Opening a round again has it read again.
document.addEventListener("htmx:afterSettle", (event) => {
  const part = /** @type {HTMLElement} */ (event.target);
  if (!part.matches("[data-part]")) return;
  for (const round of part.querySelectorAll("details[id]")) {
    if (unfolded.has(round.id)) round.setAttribute("open", "");
    // A reader may have been quicker than htmx, which hears of it once and only from now on.
    if (round.matches("[open][hx-get]")) round.dispatchEvent(new Event("toggle"));
  }
});
