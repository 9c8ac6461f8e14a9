/**
 * The page's one socket, and where modules of the page hook in.
 *
 * A signed-in page keeps exactly one socket. `site.js` opens the one named by <body data-socket>;
 * a page whose socket needs more than that (the board) opens its own and gives it to `adopt`.
 */

import { LiveSocket } from "./socket.js";

/** @type {LiveSocket | null} */
let pageSocket = null;

/** @type {((socket: LiveSocket) => void)[]} */
const waiting = [];

/**
 * Calls `use` with the page's socket, now or as soon as there is one; never on a page without.
 * @param {(socket: LiveSocket) => void} use
 */
export function withSocket(use) {
  if (pageSocket) use(pageSocket);
  else waiting.push(use);
}

/** @param {LiveSocket} socket */
export function adopt(socket) {
  pageSocket = socket;
  for (const use of waiting.splice(0)) use(socket);
}

/**
 * Listens to one kind of server message. @param {string} type @param {(message: any) => void} listener
 */
export function onMessage(type, listener) {
  withSocket((socket) => {
    socket.addEventListener(type, (event) => listener(/** @type {CustomEvent} */ (event).detail));
  });
}

/** Opens the socket the page asks for, if it asks for one. */
export function openPageSocket() {
  const path = document.body.dataset.socket;
  if (path && !pageSocket) adopt(new LiveSocket(path));
}
