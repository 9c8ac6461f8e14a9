/** A table's page: its live part, and the link that is copied by one press. */

import { followParts } from "./parts.js";

const SAY_SO_MS = 2_000;

followParts("table");

/**
 * Copies the link. Where the browser keeps its clipboard to itself, the link is marked to be copied
 * by hand. @param {HTMLButtonElement} button @param {HTMLInputElement} link
 */
async function copy(button, link) {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    return;
  }
  const words = button.textContent;
  button.textContent = button.dataset.copied ?? "";
  button.disabled = true;
  setTimeout(() => {
    button.textContent = words;
    button.disabled = false;
  }, SAY_SO_MS);
}

// The button is inside the live part and comes anew with it.
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest("[data-copy]"));
  const link = button && document.getElementById(button.dataset.copy ?? "");
  if (button && link) copy(button, /** @type {HTMLInputElement} */ (link));
});
