/** A message and its answer. */

import { randomHex } from "../socket.js";

/** @typedef {{type: "ack" | "error", re: string, seq?: number, code?: string, message?: string, data?: any}} Answer */

/**
 * Sends what must arrive. The answer comes when the house has given it, be that after a reconnection.
 * @param {import("../socket.js").LiveSocket} socket @param {object} message @returns {Promise<Answer>}
 */
export function ask(socket, message) {
  const id = socket.send(message);
  return new Promise((resolve) => whenAnswered(socket, id, ["ack", "error"], resolve));
}

/**
 * Asks for what is of no use later: nobody repeats it. `refused` hears of a no.
 * @param {import("../socket.js").LiveSocket} socket @param {object} message @param {(answer: Answer) => void} refused
 */
export function askNow(socket, message, refused) {
  const id = randomHex(12);
  whenAnswered(socket, id, ["error"], refused);
  socket.write({ ...message, id });
}

/** @param {EventTarget} socket @param {string} id @param {string[]} types @param {(answer: Answer) => void} use */
function whenAnswered(socket, id, types, use) {
  const hear = (/** @type {Event} */ event) => {
    const answer = /** @type {CustomEvent} */ (event).detail;
    if (answer.re !== id) return;
    for (const type of types) socket.removeEventListener(type, hear);
    use(answer);
  };
  for (const type of types) socket.addEventListener(type, hear);
}
