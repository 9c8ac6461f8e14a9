/** Why the reader may not speak, and for how long still. When the time is over the room is asked again. */

import { leftText } from "../moments.js";
import { say } from "./words.js";

const SECOND_MS = 1000;

export class Standing {
  /**
   * @param {HTMLElement} root @param {import("../socket.js").LiveSocket} socket
   * @param {() => void} renew called when what kept him from speaking has ended
   */
  constructor(root, socket, renew) {
    this.root = root;
    this.text = /** @type {HTMLElement} */ (root.querySelector("[data-text]"));
    this.left = /** @type {HTMLElement} */ (root.querySelector("[data-left]"));
    this.signIn = /** @type {HTMLElement | null} */ (root.querySelector("[data-sign-in]"));
    this.socket = socket;
    this.renew = renew;
    this.untilMs = 0;
    this.timer = 0;
  }

  /** @param {import("./types.js").Refusal | null} refusal */
  show(refusal) {
    clearInterval(this.timer);
    this.root.hidden = refusal === null;
    if (!refusal) return;
    if (this.text.textContent !== refusal.message) this.text.textContent = refusal.message;
    if (this.signIn) this.signIn.hidden = refusal.code !== "auth.required";
    this.untilMs = Date.parse(refusal.data?.until ?? "") || 0;
    this.left.hidden = this.untilMs === 0;
    if (!this.untilMs) return;
    this.timer = setInterval(() => this.tick(), SECOND_MS);
    this.tick();
  }

  tick() {
    const leftMs = this.untilMs - this.socket.serverNowMs;
    this.left.textContent = say("left", { time: leftText(Math.max(0, Math.ceil(leftMs / SECOND_MS))) });
    if (leftMs > 0) return;
    clearInterval(this.timer);
    this.renew();
  }
}
