/**
 * A turn while it is being made: steps, undo, the order of the dice. It lives in the browser only.
 *
 * Pure. The server hears of it when the player confirms, and then as one of its own listed plays.
 *
 * @typedef {import("./types.js").Side} Side
 * @typedef {import("./types.js").Step} Step
 * @typedef {import("./types.js").Play} Play
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Variant} Variant
 */

import { OFF, PlayFinder, applyPlay, applyStep, pipsOf, targetOf, without } from "./moves.js";

export class Turn {
  /**
   * @param {Variant} variant @param {Position} position @param {Side} side
   * @param {[number, number]} dice @param {Play[]} legal
   */
  constructor(variant, position, side, dice, legal) {
    this.variant = variant;
    this.start = position;
    this.side = side;
    this.dice = pipsOf(dice);
    this.finder = new PlayFinder(variant, position, side, legal);
    /** @type {Play} */
    this.made = [];
  }

  /** @returns {Position} as the player sees it now */
  get position() {
    return applyPlay(this.variant, this.start, this.side, this.made);
  }

  /** @returns {number[]} dice not used yet, in the order shown */
  get left() {
    return this.made.reduce((dice, [, die]) => without(dice, die), this.dice);
  }

  /** @returns {{die: number, used: boolean}[]} every die of the roll, in the order shown */
  get shown() {
    const used = this.made.map(([, die]) => die);
    return this.dice.map((die) => {
      const spent = used.indexOf(die);
      if (spent >= 0) used.splice(spent, 1);
      return { die, used: spent >= 0 };
    });
  }

  /** @returns {Step[]} */
  get steps() {
    return this.finder.stepsFrom(this.position, this.left, this.made.length);
  }

  /** @returns {number[]} points a checker may leave now */
  get sources() {
    return [...new Set(this.steps.map(([source]) => source))];
  }

  /** @returns {boolean} nothing is left to move, so the turn may be confirmed */
  get isComplete() {
    return this.steps.length === 0 && this.play !== null;
  }

  /** @returns {Play | null} the server's play with the present result, once the turn is complete */
  get play() {
    return this.finder.playEndingAt(this.position);
  }

  get canSwap() {
    return this.made.length === 0 && this.dice.length === 2;
  }

  swap() {
    if (this.canSwap) this.dice.reverse();
  }

  /**
   * Where the checker on a point may go now: with one die, or on with the next ones.
   *
   * A point that can be reached by ways that differ in what they hit is offered only by single
   * steps: whoever is hit must be the one the player chose.
   * @param {number} source @returns {Map<number, Play>} the steps for each target
   */
  targets(source) {
    /** @type {Map<number, {steps: Play, results: Set<string>}>} */
    const ways = new Map();
    this.walk(source, this.position, this.left, [], (steps, position) => {
      const target = targetOf(steps[steps.length - 1]);
      const result = JSON.stringify(position);
      const known = ways.get(target);
      if (!known) ways.set(target, { steps, results: new Set([result]) });
      else if (steps.length <= known.steps.length) known.results.add(result);
    });
    const found = [...ways].filter(([, way]) => way.steps.length === 1 || way.results.size === 1);
    return new Map(found.map(([target, way]) => [target, way.steps]));
  }

  /** Visits every way of one checker, shorter ways first, the first die before the second. */
  walk(source, position, dice, made, visit) {
    let front = [{ source, position, dice, made }];
    while (front.length > 0) {
      const next = [];
      for (const at of front) {
        const count = this.made.length + at.made.length;
        const steps = this.finder.stepsFrom(at.position, at.dice, count);
        for (const step of this.inOrder(steps.filter(([from]) => from === at.source), at.dice)) {
          const after = applyStep(this.variant, at.position, this.side, step);
          const way = [...at.made, step];
          visit(way, after);
          const target = targetOf(step);
          if (target !== OFF) next.push({ source: target, position: after, dice: without(at.dice, step[1]), made: way });
        }
      }
      front = next;
    }
  }

  /** By the order of the dice; a checker that can leave the board by either takes the smaller. */
  inOrder(steps, dice) {
    const rank = ([source, die]) => (source - die <= OFF ? die / 10 : dice.indexOf(die));
    return steps.slice().sort((one, two) => rank(one) - rank(two));
  }

  /** @param {number} source @param {number} target @returns {boolean} whether it moved */
  move(source, target) {
    const steps = this.targets(source).get(target);
    if (!steps) return false;
    this.made.push(...steps);
    return true;
  }

  /** Moves by the first die shown, or by another where that one is blocked. @param {number} source */
  moveByFirstDie(source) {
    const [step] = this.inOrder(this.steps.filter(([from]) => from === source), this.left);
    if (!step) return false;
    this.made.push(step);
    return true;
  }

  /** These steps are the turn so far. @param {Play} steps */
  lay(steps) {
    this.made = steps.slice();
  }

  undo() {
    this.made.pop();
  }

  undoAll() {
    this.made = [];
  }
}
