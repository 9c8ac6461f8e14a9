/**
 * The queue of the director's desk, read again by itself. It waits while somebody is busy in the
 * list, has marked text or looks elsewhere, so nothing moves under a hand that is about to press.
 */

const EVERY_MS = 20_000;

/** @param {Element} queue */
function isBusy(queue) {
  const marked = document.getSelection();
  return (
    document.hidden ||
    queue.contains(document.activeElement) ||
    queue.matches(":hover") ||
    (marked !== null && !marked.isCollapsed)
  );
}

/** @param {Element} queue */
async function readAgain(queue) {
  const answer = await fetch(window.location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-desk]");
  if (fresh && !isBusy(queue)) queue.replaceChildren(...fresh.childNodes);
}

const queue = document.querySelector("[data-desk]");
if (queue) {
  setInterval(() => {
    // A look that fails is followed by the next one.
    if (!isBusy(queue)) readAgain(queue).catch(() => undefined);
  }, EVERY_MS);
}
