/**
 * Says that something is under way when it takes longer than a moment: a line at the top, aria-busy
 * on what is read again, and a line of its own where it did not come. A form that has been sent is
 * not sent twice. Without scripts the browser says all this itself.
 */

const SHOWN_AFTER_MS = 300;

/** A page that was to be left and is still here by then is not left any more. */
const LEFT_WITHIN_MS = 30_000;

const line = /** @type {HTMLElement | null} */ (document.querySelector("[data-progress]"));
const trouble = /** @type {HTMLElement | null} */ (document.querySelector("[data-trouble]"));

/** Forms whose answer is awaited. @type {Set<HTMLFormElement>} */
const sent = new Set();

let running = 0;
let timer = 0;

/** @returns {() => void} tells that it is over, once */
export function begin() {
  running += 1;
  if (running === 1) timer = setTimeout(() => line && (line.hidden = false), SHOWN_AFTER_MS);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    running -= 1;
    if (running > 0) return;
    clearTimeout(timer);
    if (line) line.hidden = true;
  };
}

/** @template T @param {Promise<T>} work @returns {Promise<T>} the same, shown while it lasts */
export async function during(work) {
  const end = begin();
  try {
    return await work;
  } finally {
    end();
  }
}

// --- parts that htmx reads again -------------------------------------------------------------

/** Parts whose last reading failed. @type {Set<Element>} */
const stale = new Set();

/** @type {WeakMap<XMLHttpRequest, () => void>} */
const requests = new WeakMap();

/** A form that asks what it may offer, after each choice, has not been sent. */
const isSubmission = (requestConfig) => requestConfig?.triggeringEvent?.type === "submit";

document.addEventListener("htmx:beforeRequest", (event) => {
  const { xhr, target, elt, requestConfig } = /** @type {CustomEvent} */ (event).detail;
  requests.set(xhr, begin());
  target?.setAttribute("aria-busy", "true");
  if (isSubmission(requestConfig)) sent.add(elt);
});

document.addEventListener("htmx:afterRequest", (event) => {
  const { xhr, target, elt, requestConfig, successful } = /** @type {CustomEvent} */ (event).detail;
  requests.get(xhr)?.();
  target?.removeAttribute("aria-busy");
  if (isSubmission(requestConfig)) sent.delete(elt);
  if (successful) stale.delete(target);
  else stale.add(target);
  for (const part of stale) if (!part.isConnected) stale.delete(part);
  if (trouble) trouble.hidden = stale.size === 0;
});

trouble?.querySelector("button")?.addEventListener("click", () => location.reload());

// --- leaving the page ------------------------------------------------------------------------

/** @type {Set<() => void>} */
const leavings = new Set();

/** @param {HTMLElement | null} [pressed] the button that was */
function leave(pressed) {
  const end = begin();
  const stay = () => {
    leavings.delete(stay);
    pressed?.removeAttribute("aria-busy");
    end();
  };
  pressed?.setAttribute("aria-busy", "true");
  leavings.add(stay);
  setTimeout(stay, LEFT_WITHIN_MS);
}

function stayHere() {
  for (const stay of leavings) stay();
  sent.clear();
}

document.addEventListener("submit", (event) => {
  if (!sent.has(/** @type {HTMLFormElement} */ (event.target))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, { capture: true });

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.method === "dialog" || form.target || form.hasAttribute("data-download")) return;
  sent.add(form);
  setTimeout(() => sent.delete(form), LEFT_WITHIN_MS);
  leave(event.submitter);
});

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.hasAttribute("download")) return;
  const isElsewhere = link.origin !== location.origin;
  const isHere = link.pathname === location.pathname && link.search === location.search && link.hash !== "";
  if (!isElsewhere && !isHere) leave();
});

// Somebody who was asked whether to leave, and stays.
addEventListener("beforeunload", (event) => setTimeout(() => event.defaultPrevented && stayHere()));
addEventListener("pageshow", (event) => event.persisted && stayHere());
