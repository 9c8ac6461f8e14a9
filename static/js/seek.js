/**
 * *Find an opponent*: its panel is read again when the house says that the search has changed, and
 * shows how far the reach has grown meanwhile.
 */

import { onMessage, withSocket } from "./live.js";

const EVERY_MS = 1_000;

function renew() {
  for (const panel of document.querySelectorAll("[data-seek-panel]")) {
    panel.dispatchEvent(new CustomEvent("seek-changed"));
  }
}

onMessage("lobby.seek", renew);

let greeted = false;
onMessage("welcome", () => {
  // After a lost connection nobody knows what was missed.
  if (greeted) renew();
  greeted = true;
});

/** @param {HTMLElement} search @param {number} nowMs by the clock of the house */
function showReach(search, nowMs) {
  const of = (name) => Number(search.dataset[name]);
  const waitedS = Math.max(0, (nowMs - of("postedMs")) / 1000);
  const reach = of("firstReach") + Math.floor(waitedS * of("reachASecond"));
  const show = (name, value) => {
    const place = search.querySelector(`[data-seek-${name}]`);
    if (place) place.textContent = String(value);
  };
  show("lowest", Math.max(0, of("rating") - reach));
  show("highest", of("rating") + reach);
}

withSocket((socket) => {
  setInterval(() => {
    const search = /** @type {HTMLElement | null} */ (document.querySelector("[data-seek]"));
    if (search) showReach(search, socket.serverNowMs);
  }, EVERY_MS);
});
