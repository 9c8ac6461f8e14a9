/**
 * Fingers, mice and keys on the board, turned into three wishes: press, drag, drop.
 *
 * It knows spots by their point number and asks the board what may be lifted.
 *
 * @typedef {object} Wishes
 * @property {(point: number) => void} press a spot was tapped, clicked or confirmed by key
 * @property {(point: number) => boolean} grab may the top checker of this spot be dragged?
 * @property {(point: number, where: {x: number, y: number}) => void} carry
 * @property {(from: number, to: number | null) => void} release null: outside every spot
 * @property {() => void} swap
 * @property {() => void} cube
 * @property {() => void} back undo one step
 */

const DRAG_STARTS_PX = 6;

/** @param {Element | null} element @returns {number | null} */
function pointOf(element) {
  const spot = element?.closest("[data-point]");
  return spot ? Number(spot.getAttribute("data-point")) : null;
}

export class Pointer {
  /** @param {HTMLElement} host the board element @param {Wishes} wishes */
  constructor(host, wishes) {
    this.host = host;
    this.wishes = wishes;
    /** @type {{id: number, point: number, x: number, y: number, dragging: boolean} | null} */
    this.hold = null;
    this.skipClick = false;
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointermove", (event) => this.moved(event));
    host.addEventListener("pointerup", (event) => this.up(event));
    host.addEventListener("pointercancel", () => this.cancel());
    host.addEventListener("touchmove", (event) => this.keepStill(event), { passive: false });
    host.addEventListener("click", (event) => this.click(event));
    host.addEventListener("keydown", (event) => this.key(event));
  }

  /** The press that is going on was meant for something else. */
  swallow() {
    this.skipClick = true;
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.skipClick = false;
    const point = pointOf(/** @type {Element} */ (event.target));
    if (point === null || event.button !== 0 || this.hold || !this.wishes.grab(point)) return;
    this.hold = { id: event.pointerId, point, x: event.clientX, y: event.clientY, dragging: false };
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const { hold } = this;
    if (!hold || event.pointerId !== hold.id) return;
    const far = Math.hypot(event.clientX - hold.x, event.clientY - hold.y);
    if (!hold.dragging && far < DRAG_STARTS_PX) return;
    if (!hold.dragging) {
      hold.dragging = true;
      this.host.setPointerCapture(hold.id);
    }
    event.preventDefault();
    this.wishes.carry(hold.point, this.inDrawing(event));
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { hold } = this;
    if (!hold || event.pointerId !== hold.id) return;
    this.hold = null;
    if (!hold.dragging) return;
    this.skipClick = true;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    this.wishes.release(hold.point, this.host.contains(under) ? pointOf(under) : null);
  }

  /** The page does not scroll under a finger that is on a checker to be moved. @param {TouchEvent} event */
  keepStill(event) {
    if (this.hold && event.cancelable) event.preventDefault();
  }

  cancel() {
    const { hold } = this;
    this.hold = null;
    if (hold?.dragging) this.wishes.release(hold.point, null);
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.skipClick) {
      this.skipClick = false;
      return;
    }
    this.act(/** @type {Element} */ (event.target));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape" || event.key === "Backspace") {
      event.preventDefault();
      this.wishes.back();
    } else if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
      event.preventDefault();
      this.act(/** @type {Element} */ (event.target));
    }
  }

  /** @param {Element} target */
  act(target) {
    if (target.closest("[data-swap]")) this.wishes.swap();
    else if (target.closest(".cube-place[role=button]")) this.wishes.cube();
    else {
      const point = pointOf(target);
      if (point !== null) this.wishes.press(point);
    }
  }

  /** @param {PointerEvent} event @returns {{x: number, y: number}} in the drawing's own units */
  inDrawing(event) {
    const drawing = /** @type {SVGSVGElement} */ (this.host.querySelector("svg"));
    const matrix = /** @type {DOMMatrix} */ (drawing.getScreenCTM()).inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x, y };
  }
}
