/**
 * What there is to watch when something happened: positions and dice, one after the other.
 *
 * @typedef {import("../types.js").MatchEvent} MatchEvent
 * @typedef {import("../types.js").MatchState} MatchState
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {{event: MatchEvent, before: MatchState, after: MatchState}} Happening
 *
 * @typedef {object} Frame
 * @property {Position} [position] what to move the checkers to
 * @property {{side: Side, dice: [number, number]}} [roll] dice to lie on the board from now on
 * @property {number} holdMs how long it stays before the next one
 */

import { applyStep } from "../moves.js";

const SEE_THE_ROLL_MS = 420;
const SEE_A_DANCE_MS = 1_100;
const BETWEEN_STEPS_MS = 60;

/** @param {Position} one @param {Position} two */
export function samePosition(one, two) {
  return `${one.white}|${one.black}` === `${two.white}|${two.black}`;
}

/**
 * @param {Variant} variant @param {Happening[]} story
 * @param {{position: Position | null, viewer: Side | null}} seen what the board shows now, and to which seat
 * @returns {Frame[]}
 */
export function framesOf(variant, story, { position: seen, viewer }) {
  return story.flatMap(({ event, before, after }, index) => {
    if (event.type === "rolled") {
      const next = story[index + 1]?.event;
      const dances = next?.type === "played" && next.moves.length === 0;
      // Nobody is kept waiting for his own roll.
      const holdMs = dances ? SEE_A_DANCE_MS : event.side === viewer ? 0 : SEE_THE_ROLL_MS;
      return [{ roll: { side: event.side, dice: event.dice }, holdMs }];
    }
    if (event.type !== "played" || !before.game || !after.game) return [];
    if (seen && samePosition(seen, after.game.position)) return [];
    return stepFrames(variant, before.game.position, event);
  });
}

function stepFrames(variant, position, { side, moves }) {
  let at = position;
  return moves.map((step) => {
    at = applyStep(variant, at, side, step);
    return { position: at, holdMs: BETWEEN_STEPS_MS };
  });
}
