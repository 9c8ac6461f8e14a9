/**
 * What the player must know about the connection, over the board: lost, refused, taken over.
 */

const PATIENCE_MS = 1_200;
const BLOCKED_AFTER = 4;

/** What a final close code means, and what helps. */
const CLOSED = {
  4401: { text: "closed_login", help: "reload" },
  4403: { text: "closed_forbidden", help: null },
  4404: { text: "closed_missing", help: null },
  4406: { text: "closed_version", help: "reload" },
  4409: { text: "closed_taken_over", help: "reopen" },
  4410: { text: "closed_barred", help: null },
};

export class Banner {
  /**
   * @param {HTMLElement} element @param {import("../socket.js").LiveSocket} socket
   * @param {import("./words.js").Words} words
   */
  constructor(element, socket, words) {
    this.element = element;
    this.socket = socket;
    this.words = words;
    this.text = /** @type {HTMLElement} */ (element.querySelector("[data-text]"));
    this.button = /** @type {HTMLButtonElement} */ (element.querySelector("button"));
    this.hasEverOpened = false;
    this.button.addEventListener("click", () => this.help());
    socket.addEventListener("state", (event) => this.changed(/** @type {CustomEvent} */ (event).detail));
  }

  changed({ state, code, attempts }) {
    clearTimeout(this.timer);
    if (state === "open") {
      this.hasEverOpened = true;
      this.element.hidden = true;
    } else if (state === "closed") {
      const { text, help } = CLOSED[code] ?? { text: "closed", help: "reload" };
      this.show(text, help);
    } else if (state === "waiting" && !this.hasEverOpened && attempts >= BLOCKED_AFTER) {
      this.show("socket_blocked", "reload");
    } else if (this.element.hidden) {
      // A connection that is back at once is not worth a word.
      this.timer = setTimeout(() => this.show("connection_lost", null), PATIENCE_MS);
    }
  }

  show(key, help) {
    this.text.textContent = this.words.say(key);
    this.button.hidden = help === null;
    this.button.dataset.help = help ?? "";
    if (help) this.button.textContent = this.words.say(`help_${help}`);
    this.element.hidden = false;
  }

  help() {
    if (this.button.dataset.help === "reopen") this.socket.reopen();
    else location.reload();
  }
}
