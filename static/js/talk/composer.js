/** What the reader says: a line, an answer, a quick phrase. What is refused comes back with the reason. */

import { ask } from "./ask.js";
import { openMenu } from "./menus.js";
import { say } from "./words.js";

/** Refusals a quick phrase would meet too. */
const NO_PHRASE_EITHER = new Set(["chat.muted", "chat.flood", "chat.slow", "chat.blocked", "auth.required", "auth.forbidden"]);

/** Emits `said` when something was said, `refused` (detail: the answer) when it was not. */
export class Composer extends EventTarget {
  /** @param {HTMLElement} root @param {import("../socket.js").LiveSocket} socket @param {string} room */
  constructor(root, socket, room) {
    super();
    this.socket = socket;
    this.room = room;
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));
    this.root = root;
    this.form = /** @type {HTMLFormElement} */ (part("form"));
    this.input = /** @type {HTMLInputElement} */ (part("input"));
    this.refused = part("refused");
    this.refusal = part("refusal");
    this.instead = part("instead");
    this.giveBack = part("give-back");
    this.replying = part("replying");
    this.waiting = part("waiting");
    this.unanswered = 0;
    /** @type {import("./types.js").Line | null} */
    this.answers = null;
    this.returned = "";
    this.form.addEventListener("submit", (event) => this.submit(event));
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.answers) return;
      event.preventDefault(); // the drawer stays
      this.reply(null);
    });
    part("reply-cancel").addEventListener("click", () => this.reply(null));
    this.giveBack.addEventListener("click", () => this.take());
    for (const button of [part("phrases"), this.instead]) {
      button.addEventListener("click", () => openMenu("talk-phrases", button, (key) => this.phrase(key)));
    }
    socket.addEventListener("state", () => this.showWaiting());
  }

  /** Whether only quick phrases may be said here now. @param {boolean} isOnlyPhrases */
  restrict(isOnlyPhrases) {
    if (isOnlyPhrases !== this.input.disabled) this.clearRefusal(); // it was of another state of the room
    this.form.classList.toggle("is-only-phrases", isOnlyPhrases);
    this.input.disabled = isOnlyPhrases;
    if (isOnlyPhrases) this.reply(null);
  }

  /** The next line answers this one, or none. @param {import("./types.js").Line | null} line */
  reply(line) {
    if (line && this.input.disabled) return;
    this.answers = line;
    this.replying.hidden = line === null;
    if (!line) return;
    const text = /** @type {HTMLElement} */ (this.replying.querySelector("[data-text]"));
    text.textContent = say("replying", { name: line.name });
    this.input.focus();
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    const { answers } = this;
    this.input.value = "";
    this.reply(null);
    this.send({ type: "chat.say", room: this.room, text, reply_to: answers?.id ?? null }, () => this.comeBack(text, answers));
  }

  /** @param {string} phrase */
  phrase(phrase) {
    this.send({ type: "chat.phrase", room: this.room, phrase }, () => {});
  }

  /** @param {object} message @param {() => void} undo what it took from the reader */
  async send(message, undo) {
    this.clearRefusal();
    this.unanswered += 1;
    this.showWaiting();
    const answer = await ask(this.socket, message);
    this.unanswered -= 1;
    this.showWaiting();
    if (answer.type === "ack") {
      this.dispatchEvent(new Event("said"));
      return;
    }
    undo();
    this.refuse(answer);
  }

  /** Words that were not said. They never replace what is being written. @param {string} text @param {import("./types.js").Line | null} answers */
  comeBack(text, answers) {
    this.returned = text;
    if (!this.input.value) this.take();
    if (answers && !this.answers) this.reply(answers);
  }

  take() {
    this.input.value = this.returned;
    this.returned = "";
    this.giveBack.hidden = true;
    this.input.focus();
  }

  /** @param {import("./ask.js").Answer} answer */
  refuse(answer) {
    this.refused.hidden = false;
    this.refusal.textContent = answer.message ?? "";
    this.instead.hidden = NO_PHRASE_EITHER.has(answer.code ?? "");
    this.giveBack.hidden = !this.returned;
    this.input.setAttribute("aria-invalid", "true");
    this.dispatchEvent(new CustomEvent("refused", { detail: answer }));
  }

  clearRefusal() {
    this.refused.hidden = true;
    this.refusal.textContent = "";
    this.input.removeAttribute("aria-invalid");
  }

  /** Nothing is lost while the connection is; it says so. */
  showWaiting() {
    this.waiting.hidden = this.unanswered === 0 || this.socket.state === "open";
  }
}
