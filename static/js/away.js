/**
 * Says whether anybody looks at this page: not while it is hidden, nor when nothing was touched for
 * five minutes. The house forgets it with the connection, so it is said again after each greeting.
 */

import { onMessage, withSocket } from "./live.js";

const IDLE_MS = 5 * 60_000;
const LOOK_EVERY_MS = 15_000;
const SIGNS_OF_LIFE = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"];

let touchedAt = Date.now();
let told = false;
/** @type {import("./socket.js").LiveSocket | null} */
let house = null;

function isAway() {
  return document.hidden || Date.now() - touchedAt >= IDLE_MS;
}

/** Tells the house if it has heard something else last. */
function tell() {
  if (house?.state !== "open" || isAway() === told) return;
  told = isAway();
  house.write({ type: "presence.away", is_away: told });
}

function touched() {
  touchedAt = Date.now();
  if (told) tell();
}

withSocket((socket) => (house = socket));
onMessage("welcome", () => {
  told = false;
  tell();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) touchedAt = Date.now();
  tell();
});
for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, touched, { passive: true });
setInterval(tell, LOOK_EVERY_MS);
