/**
 * How checkers step, and which steps still lead to a play the server has listed.
 *
 * No rule of the game is decided here. The server lists one play for each legal result; the browser
 * only asks, step by step, whether one of those results can still be reached, so a player may move
 * in any order. Pure: no page, no socket, no clock.
 *
 * @typedef {import("./types.js").Side} Side
 * @typedef {import("./types.js").Step} Step
 * @typedef {import("./types.js").Play} Play
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Variant} Variant
 */

export const BAR = 25;
export const OFF = 0;
const HOME = 6;

/** @param {Side} side @returns {Side} */
export function other(side) {
  return side === "white" ? "black" : "white";
}

/** The other side's number of my point. @param {Variant} variant @param {number} point */
export function across(variant, point) {
  if (variant.geometry === "opposed") return 25 - point;
  return point > 12 ? point - 12 : point + 12;
}

/** @param {Step} step @returns {number} where the checker lands; OFF when it leaves the board */
export function targetOf([source, die]) {
  return Math.max(OFF, source - die);
}

/** @param {number[]} checkers @returns {number} */
export function pips(checkers) {
  return checkers.reduce((sum, count, point) => sum + count * point, 0);
}

/** @param {Variant} variant @param {Position} position @param {Side} side @param {number} point own number */
function enemiesOn(variant, position, side, point) {
  return position[other(side)][across(variant, point)];
}

/** @param {number[]} own @param {Step} step */
function mayBearOff(own, [source, die]) {
  const highest = own.findLastIndex((count) => count > 0);
  if (highest > HOME) return false;
  return source === die || source === highest;
}

/**
 * Whether a checker can make the step at all: it is there, nothing waits on the bar, the point is
 * open or the checker may leave the board. Variants forbid more than this; the server's list knows.
 * @param {Variant} variant @param {Position} position @param {Side} side @param {Step} step
 */
export function canStep(variant, position, side, step) {
  const own = position[side];
  if (!own[step[0]]) return false;
  if (own[BAR] > 0 && step[0] !== BAR) return false;
  const target = targetOf(step);
  if (target === OFF) return mayBearOff(own, step);
  if (own[target] >= (variant.most ?? Infinity)) return false;
  return enemiesOn(variant, position, side, target) < variant.closed_by;
}

/**
 * The position after one step, a hit included.
 * @param {Variant} variant @param {Position} position @param {Side} side @param {Step} step
 * @returns {Position}
 */
export function applyStep(variant, position, side, step) {
  const own = position[side].slice();
  const enemy = position[other(side)].slice();
  const target = targetOf(step);
  own[step[0]] -= 1;
  own[target] += 1;
  if (target !== OFF) {
    const theirs = across(variant, target);
    if (enemy[theirs] === 1 && variant.closed_by === 2) {
      enemy[theirs] = 0;
      enemy[BAR] += 1;
    }
  }
  return side === "white" ? { white: own, black: enemy } : { white: enemy, black: own };
}

/** @param {Variant} variant @param {Position} position @param {Side} side @param {Play} play @returns {Position} */
export function applyPlay(variant, position, side, play) {
  return play.reduce((after, step) => applyStep(variant, after, side, step), position);
}

/**
 * Which of the steps of a play hit a blot.
 * @param {Variant} variant @param {Position} position @param {Side} side @param {Play} play
 * @returns {boolean[]}
 */
export function hitsOf(variant, position, side, play) {
  let before = position;
  return play.map((step) => {
    const after = applyStep(variant, before, side, step);
    const hit = after[other(side)][BAR] > before[other(side)][BAR];
    before = after;
    return hit;
  });
}

/** @param {[number, number]} dice @returns {number[]} two dice, or four for a double */
export function pipsOf([first, second]) {
  return first === second ? [first, first, first, first] : [first, second];
}

/** @param {number[]} dice @param {number} die @returns {number[]} the dice without one of that number */
export function without(dice, die) {
  const left = dice.slice();
  left.splice(left.indexOf(die), 1);
  return left;
}

/** @param {Position} position @returns {string} */
function keyOf(position) {
  return `${position.white}|${position.black}`;
}

/** The steps that keep a listed result within reach, for one roll. */
export class PlayFinder {
  /**
   * @param {Variant} variant @param {Position} position before the roll is played
   * @param {Side} side @param {Play[]} legal one play for each legal result
   */
  constructor(variant, position, side, legal) {
    this.variant = variant;
    this.side = side;
    /** @type {Map<string, Play>} */
    this.goals = new Map();
    for (const play of legal) this.goals.set(keyOf(applyPlay(variant, position, side, play)), play);
    this.longest = Math.max(0, ...legal.map((play) => play.length));
    /** @type {Map<string, boolean>} */
    this.known = new Map();
  }

  /** @param {Position} position @returns {Play | null} the server's play that ends here */
  playEndingAt(position) {
    return this.goals.get(keyOf(position)) ?? null;
  }

  /**
   * The steps from here after which a listed result can still be reached.
   * @param {Position} position @param {number[]} dice not used yet @param {number} made steps so far
   * @returns {Step[]}
   */
  stepsFrom(position, dice, made) {
    if (made >= this.longest) return [];
    /** @type {Step[]} */
    const found = [];
    for (const die of new Set(dice)) {
      for (let source = BAR; source > OFF; source -= 1) {
        /** @type {Step} */
        const step = [source, die];
        if (!canStep(this.variant, position, this.side, step)) continue;
        const after = applyStep(this.variant, position, this.side, step);
        if (this.leadsOn(after, without(dice, die), made + 1)) found.push(step);
      }
    }
    return found;
  }

  leadsOn(position, dice, made) {
    const key = `${keyOf(position)}/${dice}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const leads = this.goals.has(keyOf(position)) || this.stepsFrom(position, dice, made).length > 0;
    this.known.set(key, leads);
    return leads;
  }
}
