/** How many people look on, wherever a match is shown. Nothing while nobody does. */

/**
 * @param {HTMLElement} element @param {import("../socket.js").LiveSocket} socket
 * @param {import("./words.js").Words} words
 */
export function showWatchers(element, socket, words) {
  const show = (count) => {
    element.textContent = words.say("watchers", { count });
    element.hidden = count === 0;
  };
  socket.addEventListener("welcome", (event) => show(/** @type {CustomEvent} */ (event).detail.watchers));
  socket.addEventListener("match.watchers", (event) => show(/** @type {CustomEvent} */ (event).detail.count));
}
