/**
 * Thirty checkers that know where they stand, and how one of them gets from here to there.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("./geometry.js").Layout} Layout
 * @typedef {Record<Side, "light" | "dark">} Paint which of the two looks each side has
 */

import { BAR, OFF } from "../moves.js";
import { CHECKER_RADIUS, STACK_SHOWN } from "./geometry.js";
import { svg, translate } from "./svg.js";

const SIDES = /** @type {Side[]} */ (["white", "black"]);

/** @param {Side} side @param {"light" | "dark"} look @param {string} paintId of its gradient */
function makeChecker(side, look, paintId) {
  const groove = look === "light" ? [0.66] : [0.74, 0.42];
  return svg(
    "g",
    { class: `checker checker-${side} is-${look}` },
    svg("circle", { r: CHECKER_RADIUS, class: "checker-body", fill: `url(#${paintId})` }),
    ...groove.map((part) => svg("circle", { r: CHECKER_RADIUS * part, class: "checker-groove" })),
    svg("text", { class: "checker-count" }),
  );
}

export class Checkers {
  /** @param {Layout} layout @param {Paint} paint @param {(look: string) => string} paintId */
  constructor(layout, paint, paintId) {
    this.layout = layout;
    this.make = (side) => makeChecker(side, paint[side], paintId(paint[side]));
    this.element = svg("g", { class: "checkers", "aria-hidden": "true" });
    /** @type {Record<Side, SVGElement[][]>} stacks by own point, the lowest checker first */
    this.stacks = { white: [], black: [] };
    /** @type {import("./geometry.js").Spot | null} where the one lifted checker is held */
    this.liftedAt = null;
    for (const side of SIDES) this.stacks[side] = Array.from({ length: 26 }, () => []);
  }

  /**
   * Makes the board show a position; checkers that changed place fly there.
   * @param {Position} position @param {number} flightMs 0: they stand there at once
   * @returns {Promise<void>} when they have landed
   */
  async show(position, flightMs) {
    const flights = SIDES.flatMap((side) => this.rearrange(side, position[side], flightMs));
    await Promise.all(flights);
  }

  rearrange(side, counts, flightMs) {
    const stacks = this.stacks[side];
    const lifted = [];
    for (let point = BAR; point >= OFF; point -= 1) {
      while (stacks[point].length > counts[point]) lifted.push({ checker: stacks[point].pop(), from: this.topSpot(side, point) });
    }
    const flights = [];
    for (let point = BAR; point >= OFF; point -= 1) {
      while (stacks[point].length < counts[point]) {
        const { checker, from } = lifted.shift() ?? { checker: this.make(side), from: null };
        stacks[point].push(checker);
        flights.push(this.land(checker, from, side, point, flightMs));
      }
      this.settle(side, point);
    }
    for (const { checker } of lifted) checker.remove();
    return flights;
  }

  /** Where the checker stood that was just taken from a stack. */
  topSpot(side, point) {
    return this.layout.checkerSpot(side, point, this.stacks[side][point].length);
  }

  async land(checker, from, side, point, flightMs) {
    const to = this.layout.checkerSpot(side, point, this.stacks[side][point].length - 1);
    const start = checker.classList.contains("is-lifted") ? this.liftedAt : from;
    checker.classList.remove("is-lifted", "is-off");
    checker.setAttribute("transform", translate(to));
    this.element.append(checker);
    if (flightMs && start) {
      const path = [start, to].map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
      // A flight that is cut short (page hidden, next move) has landed all the same.
      await checker.animate(path, { duration: flightMs, easing: "cubic-bezier(.3,.1,.2,1)" }).finished.catch(() => {});
    }
    checker.classList.toggle("is-off", this.stacks[side][OFF].includes(checker));
  }

  /** Puts every checker of a stack on its place and writes the count on a tall one. */
  settle(side, point) {
    const stack = this.stacks[side][point];
    const shown = point === BAR ? this.layout.barStackShown : STACK_SHOWN;
    stack.forEach((checker, index) => {
      checker.setAttribute("transform", translate(this.layout.checkerSpot(side, point, index)));
      const isTop = index === stack.length - 1;
      const count = /** @type {SVGElement} */ (checker.lastElementChild);
      count.textContent = isTop && stack.length > shown && point !== OFF ? String(stack.length) : "";
      checker.classList.toggle("has-count", count.textContent !== "");
    });
  }

  /** @returns {SVGElement | undefined} the checker that would move from a point */
  top(side, point) {
    return this.stacks[side][point].at(-1);
  }

  /** Lets the top checker of a point follow the pointer. @param {Side} side @param {number} point */
  lift(side, point, spot) {
    const checker = this.top(side, point);
    if (!checker) return;
    if (!checker.classList.contains("is-lifted")) this.element.append(checker);
    checker.classList.add("is-lifted");
    this.liftedAt = spot;
    checker.setAttribute("transform", translate(spot));
  }

  /** Puts a lifted checker back where it was. */
  drop(side, point) {
    this.top(side, point)?.classList.remove("is-lifted");
    this.settle(side, point);
  }

  /** Ends every flight at once. */
  landAll() {
    for (const animation of this.element.getAnimations({ subtree: true })) animation.finish();
  }
}
