/**
 * The bell: how much of what one was told has not been read. It is drawn by the house and read again
 * when something new comes; what leads to the page one is on is read, and so is what the list shows.
 */

import { onMessage } from "./live.js";

/** The messages that tell one person something he also finds written. */
const TELLING = ["reminder", "report", "sanction", "lobby.challenge", "summons"];

/** Thousands hear of an event at once; their pages must not all ask in the same moment. */
const SPREAD_MS = 2_000;

let timer = 0;
let hasBeenWelcomed = false;
let isStale = false;

/** @returns {HTMLElement | null} */
function bell() {
  return document.querySelector("[data-bell]");
}

function renew() {
  clearTimeout(timer);
  isStale = document.hidden;
  if (!isStale) timer = setTimeout(() => bell()?.dispatchEvent(new CustomEvent("notices-changed")), Math.random() * SPREAD_MS);
}

/**
 * Those that lead to `url` are read, or all that were told `until` then; the bell is drawn anew.
 * @param {{url?: string, until?: string}} values
 */
export function markRead(values) {
  const source = bell();
  if (source) /** @type {any} */ (window).htmx.ajax("POST", source.dataset.read, { source, values, target: source, swap: "outerHTML" });
}

function readWhatIsShown() {
  if (document.hidden) return;
  const list = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-notices-read]"));
  if (list && !list.hidden) {
    list.hidden = true;
    markRead({ until: String(new FormData(list).get("until")) });
  } else if (bell()?.hasAttribute("data-here")) {
    markRead({ url: location.pathname });
  }
}

for (const type of TELLING) onMessage(type, renew);

// Also what came while the connection was lost.
onMessage("welcome", () => {
  if (hasBeenWelcomed) renew();
  hasBeenWelcomed = true;
});

document.addEventListener("visibilitychange", () => {
  if (isStale || bell()?.querySelector(".bell-count")) renew();
  readWhatIsShown();
});

readWhatIsShown();
