/**
 * The buttons under the board. They appear with the decision they are for and ask for nothing else.
 *
 * Emits `press` (detail: the action). A decision about the cube or a resignation has no main button,
 * takes no focus by itself and cannot be answered by a key or finger that is still down from before.
 *
 * @typedef {import("./choices.js").Choice} Choice
 */

import { arm, watchPresses } from "./guard.js";

/** How long a new set of buttons stays deaf, by the weight of the decision. */
const QUIET_MS = { roll: 300, double: 300, take: 1_000, resign_accept: 1_000, next: 300, leave: 700 };

export class Controls extends EventTarget {
  /** @param {HTMLElement} row @param {import("./words.js").Words} words */
  constructor(row, words) {
    super();
    this.row = row;
    this.words = words;
    this.key = "";
    this.isArmed = true;
    this.isBusy = false;
    /** @type {Choice[]} */
    this.choices = [];
    watchPresses();
    row.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("[data-action]");
      if (button) this.press(button.getAttribute("data-action"));
    });
  }

  /** Does what a button does, if that button could be pressed now. @param {string | null} action */
  press(action) {
    const choice = this.choices.find((candidate) => candidate.action === action);
    if (!choice || choice.isOff || !this.isArmed || this.isBusy) return;
    this.dispatchEvent(new CustomEvent("press", { detail: action }));
  }

  /**
   * @param {Choice[]} choices @param {string} occasion the same decision keeps its buttons
   * @param {boolean} isBusy an order is on its way
   */
  show(choices, occasion, isBusy) {
    this.choices = choices;
    this.isBusy = isBusy;
    const key = `${occasion}:${choices.map(({ action }) => action)}`;
    if (key !== this.key) this.rebuild(key);
    this.update();
  }

  rebuild(key) {
    this.key = key;
    const hadFocus = this.row.contains(document.activeElement);
    const buttons = this.choices.map((choice) => this.makeButton(choice));
    this.row.replaceChildren(...buttons);
    this.row.hidden = buttons.length === 0;
    if (hadFocus) this.keepFocus();
    const quiet = Math.max(0, ...this.choices.map(({ action }) => QUIET_MS[action] ?? 0));
    this.isArmed = quiet === 0;
    if (this.isArmed || buttons.length === 0) return;
    arm(buttons, quiet, () => {
      this.isArmed = true;
      this.update();
    });
  }

  /** @param {Choice} choice */
  makeButton({ action, isMain }) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = isMain ? "button button-primary" : "button";
    button.dataset.action = action;
    return button;
  }

  /** The pressed button is gone or deaf; whoever uses the keyboard stays where he was. */
  keepFocus() {
    /** @type {HTMLElement | null} */ (this.row.closest("[tabindex]"))?.focus({ preventScroll: true });
  }

  update() {
    for (const [index, choice] of this.choices.entries()) {
      const button = /** @type {HTMLButtonElement} */ (this.row.children[index]);
      const label = this.words.say(`do_${choice.action}`, choice.values);
      if (button.textContent !== label) button.textContent = label;
      const isDeaf = Boolean(choice.isOff) || !this.isArmed || this.isBusy;
      // A browser drops the focus of a disabled button, sooner or later, to nowhere.
      if (isDeaf && button === document.activeElement) this.keepFocus();
      button.disabled = isDeaf;
    }
  }
}
