/**
 * Where the keyboard stands after a decision: at the turn that is to be made, at the result, or at the
 * group of decisions. Never on an answer to a double or a resignation, and never taken from somebody
 * who is elsewhere on the page or uses no keyboard.
 *
 * @typedef {import("../types.js").View} View
 */

export class Focus {
  /** @param {import("../board.js").Board} board @param {(name: string) => any} part */
  constructor(board, part) {
    this.board = board;
    this.decisions = /** @type {HTMLElement} */ (part("buttons").closest("[tabindex]"));
    this.result = /** @type {HTMLElement} */ (part("result"));
    this.after = /** @type {HTMLElement} */ (part("result-buttons").closest("[tabindex]"));
    this.byKey = false;
    this.occasion = "";
    window.addEventListener("keydown", () => (this.byKey = true), true);
    window.addEventListener("pointerdown", () => (this.byKey = false), true);
  }

  /** What happened has been shown. @param {View} view @param {import("./typing.js").Typing} typing */
  settled({ seq }, typing) {
    const isOver = !this.result.hidden;
    const occasion = `${seq}/${this.board.turn !== null}/${isOver}`;
    if (occasion === this.occasion) return;
    this.occasion = occasion;
    if (!this.byKey || !this.isAdrift) return;
    if (isOver) this.after.focus({ preventScroll: true });
    else if (!this.board.turn) this.toDecisions();
    else if (typing.element.hidden) this.toBoard();
    else typing.field.focus();
  }

  /** Nothing that matters has the focus: the page, a group that waits, a point that does nothing now. */
  get isAdrift() {
    const at = document.activeElement;
    if (!at || at === document.body || at === this.decisions || at === this.after || !at.checkVisibility()) return true;
    return this.board.contains(at) && !at.matches("[role=button]");
  }

  /** To the first point from which a checker can be moved; to the decisions where there is none. */
  toBoard() {
    const spot = /** @type {SVGElement | null} */ (this.board.querySelector(".spot.is-live"));
    if (spot) spot.focus({ preventScroll: true });
    else this.toDecisions();
  }

  toDecisions() {
    this.decisions.focus({ preventScroll: true });
  }
}
