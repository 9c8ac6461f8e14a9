/** Telling staff of a line or a player: why, a note, and what the house answers. */

import { ask } from "./ask.js";
import { lineText, say } from "./words.js";

export class ReportDialog {
  /** @param {HTMLDialogElement} dialog @param {import("../socket.js").LiveSocket} socket */
  constructor(dialog, socket) {
    this.dialog = dialog;
    this.socket = socket;
    this.form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
    this.form.addEventListener("submit", (event) => this.submit(event));
    for (const button of dialog.querySelectorAll("[data-close]")) button.addEventListener("click", () => dialog.close());
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.dialog.querySelector(`[data-${name}]`));
  }

  /** @param {import("./types.js").Line} line @param {boolean} isOfPlayer not of the line, but of whoever said it */
  open(line, isOfPlayer) {
    this.subject = isOfPlayer ? { message: null, player: line.name } : { message: line.id, player: "" };
    this.form.reset();
    this.part("title").textContent = say(isOfPlayer ? "report_player" : "report_line", { name: line.name });
    this.part("quote").textContent = lineText(line);
    this.part("quote").hidden = isOfPlayer;
    this.part("of-line").hidden = isOfPlayer;
    this.part("of-player").hidden = !isOfPlayer;
    this.turn(false, "");
    this.dialog.showModal();
  }

  /** @param {boolean} isDone @param {string} refusal */
  turn(isDone, refusal) {
    this.form.hidden = isDone;
    this.part("done").hidden = !isDone;
    this.part("refusal").textContent = refusal;
    this.part("refusal").hidden = !refusal;
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    const fields = new FormData(this.form);
    const message = { type: "chat.report", ...this.subject, reason: String(fields.get("reason")), note: String(fields.get("note")).trim() };
    const send = /** @type {HTMLButtonElement} */ (this.part("send"));
    send.disabled = true;
    const answer = await ask(this.socket, message);
    send.disabled = false;
    if (answer.type === "ack") {
      this.turn(true, "");
      this.part("done").focus();
    } else this.turn(false, answer.message ?? "");
  }
}
