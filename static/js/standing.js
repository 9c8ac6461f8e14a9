/**
 * Where one stands with the house, on top of whatever page one is: read again when staff impose or lift
 * something, when something runs out, and when the connection was lost meanwhile.
 */

import { onMessage, withSocket } from "./live.js";

/** Told a little late, so that the house agrees that it is over. */
const AFTER_END_MS = 500;
/** The close code of a socket whose person is kept out of the house. */
const BARRED = 4410;
/** What a timer can wait for. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

const banner = /** @type {HTMLElement | null} */ (document.querySelector("[data-house-standing]"));
/** @type {() => number} the house's clock as soon as there is a socket */
let nowMs = () => Date.now();
let timer = 0;
let hasBeenWelcomed = false;
let isBarred = false;

function renew() {
  if (!isBarred) banner?.dispatchEvent(new CustomEvent("standing-changed"));
}

/** Sets the clock for the first line that runs out. */
function waitForEnd() {
  clearTimeout(timer);
  const ends = [...(banner?.querySelectorAll("[data-ends]") ?? [])].map((line) =>
    Date.parse(/** @type {HTMLElement} */ (line).dataset.ends ?? ""),
  );
  if (ends.length === 0) return;
  const waitMs = Math.max(0, Math.min(...ends) - nowMs()) + AFTER_END_MS;
  timer = setTimeout(waitMs > LONGEST_WAIT_MS ? waitForEnd : renew, Math.min(waitMs, LONGEST_WAIT_MS));
}

/** The session is over: what follows can be read after signing in only. */
function sayBarred() {
  if (!banner) return;
  isBarred = true;
  const line = document.createElement("div");
  line.className = "standing";
  const link = document.createElement("a");
  link.href = "/accounts/login/";
  link.textContent = banner.dataset.textBarred ?? "";
  const text = document.createElement("p");
  text.append(link);
  line.append(text);
  banner.replaceChildren(line);
}

withSocket((socket) => {
  nowMs = () => socket.serverNowMs;
  socket.addEventListener("state", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.code === BARRED) sayBarred();
  });
});

onMessage("sanction", renew);

onMessage("welcome", () => {
  if (hasBeenWelcomed) renew();
  hasBeenWelcomed = true;
});

banner?.addEventListener("htmx:afterSwap", waitForEnd);
waitForEnd();
