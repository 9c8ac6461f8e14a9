/**
 * What the reader has chosen everywhere: whom he has muted, whether he wants any chat. One for all
 * panels of a page; the house tells his other tabs.
 */

/** Emits `change`. */
export class Choices extends EventTarget {
  /** @param {import("../socket.js").LiveSocket} socket */
  constructor(socket) {
    super();
    this.socket = socket;
    this.isOff = false;
    /** @type {Set<string>} */
    this.muted = new Set();
    const on = (/** @type {string} */ type, /** @type {(message: any) => void} */ use) =>
      socket.addEventListener(type, (event) => use(/** @type {CustomEvent} */ (event).detail));
    on("chat.room", (message) => this.learn(message));
    on("chat.choice", (message) => this.learn(message));
  }

  /** What has not changed is left out. @param {{is_off?: boolean, muted?: string[]}} message */
  learn({ is_off: isOff = this.isOff, muted = [...this.muted] }) {
    const isSame = isOff === this.isOff && muted.length === this.muted.size && muted.every((name) => this.muted.has(name));
    this.isOff = isOff;
    this.muted = new Set(muted);
    if (!isSame) this.dispatchEvent(new Event("change"));
  }
}
