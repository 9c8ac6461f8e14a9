/**
 * The field for a play in writing: shows on the board what is typed while it is typed, says on Enter
 * what is wrong, and then leaves Confirm to the player. It sends nothing.
 */

import { diceLeft, readPlay } from "./typed.js";

export class Typing {
  /**
   * @param {HTMLElement} element @param {import("../board.js").Board} board
   * @param {import("./words.js").Words} words @param {() => void} finished a whole play lies on the board
   */
  constructor(element, board, words, finished) {
    this.element = element;
    this.board = board;
    this.words = words;
    this.finished = finished;
    /** Enter has taken a whole play and is still down. */
    this.isWhole = false;
    const form = /** @type {HTMLFormElement} */ (element.querySelector("form"));
    this.field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
    this.fault = /** @type {HTMLElement} */ (form.querySelector("[data-fault]"));
    this.field.addEventListener("input", () => this.preview());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.field.addEventListener("keyup", (event) => this.keyUp(event));
    this.field.addEventListener("blur", () => (this.isWhole = false));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.finish();
    });
  }

  get isBusy() {
    return !this.element.hidden && this.field.value.trim() !== "";
  }

  get hasFocus() {
    return document.activeElement === this.field;
  }

  /** Opens the field and goes there. */
  open() {
    this.element.hidden = false;
    this.field.focus();
    this.field.select();
  }

  /** A turn is over: what was typed for it is gone. */
  clear() {
    this.field.value = "";
    this.isWhole = false;
    this.explain("");
  }

  /** @returns {{bar: string, off: string, pass: string}} */
  get vocabulary() {
    return { bar: this.words.say("bar"), off: this.words.say("off"), pass: this.words.say("pass") };
  }

  /** What stands there lies on the board as far as it can be played. */
  preview() {
    this.isWhole = false;
    this.explain("");
    const { turn } = this.board;
    if (!turn) return;
    const reading = readPlay(this.field.value, turn, this.vocabulary);
    this.board.lay("steps" in reading ? reading.steps : []);
  }

  finish() {
    const { turn } = this.board;
    if (!this.field.value.trim()) return;
    if (!turn) {
      this.explain(this.words.say("typed_not_now"));
      return;
    }
    const reading = readPlay(this.field.value, turn, this.vocabulary);
    if ("fault" in reading) this.explain(this.words.say(reading.fault, reading.values));
    else this.accept(turn, reading);
  }

  /** @param {import("../turn.js").Turn} turn @param {import("./typed.js").Reading} reading */
  accept(turn, { steps, isComplete }) {
    this.board.lay(steps);
    if (!isComplete) {
      this.explain(this.words.say("typed_more", { dice: diceLeft(turn, steps).join(" ") }));
      return;
    }
    // Enter is still down, and held down it would press the button that is given the focus.
    this.isWhole = true;
  }

  /** Some keyboards of phones do not name their keys. @param {KeyboardEvent} event */
  keyUp({ key }) {
    if (!this.isWhole || !["Enter", "Unidentified"].includes(key)) return;
    this.isWhole = false;
    this.finished();
  }

  /** Shown and spoken. @param {string} sentence */
  explain(sentence) {
    this.fault.textContent = sentence;
    this.field.toggleAttribute("aria-invalid", sentence !== "");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    // The key that leads here; no play begins with it.
    if (event.key === "/" && this.field.selectionStart === 0) event.preventDefault();
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (this.field.value) {
      this.clear();
      this.board.lay([]);
    } else {
      this.field.blur();
    }
  }
}
