/**
 * The banner of challenges to answer, on whatever page one is: read again when one comes or falls.
 */

import { onMessage } from "./live.js";

const banner = /** @type {HTMLElement | null} */ (document.querySelector("[data-challenges]"));

/** @param {string} table @returns {boolean} */
function isShown(table) {
  return Boolean(banner?.querySelector(`[data-challenge="${CSS.escape(table)}"]`));
}

function renew() {
  banner?.dispatchEvent(new CustomEvent("challenges-changed"));
}

onMessage("lobby.challenge", ({ table, is_open }) => {
  if (isShown(table) !== is_open) renew();
});

// Also those that fell while the connection was lost.
onMessage("welcome", () => {
  if (banner?.querySelector("[data-challenge]")) renew();
});
