/**
 * What can be won and lost at a table of chips: the browser's mirror of `backgammon.stakes_at`.
 *
 * Pure. The same golden cases run here and in Python.
 *
 * @typedef {import("../types.js").MatchState} MatchState
 * @typedef {import("../types.js").Rules} Rules
 *
 * @typedef {object} Amounts chips the loser pays at a cube of `value`, by the kind of win
 * @property {number} value
 * @property {number} single
 * @property {number} gammon
 * @property {number | null} backgammon null where the game knows none
 *
 * @typedef {object} CubeOffer a cube that waits for an answer
 * @property {Amounts} taken
 * @property {number} dropped
 * @property {CubeOffer | null} turned what turning it once more would offer; its drop is the other side's
 *
 * @typedef {object} Stakes
 * @property {number} stake chips a point
 * @property {number} covered the most a game can move
 * @property {Amounts} now
 * @property {CubeOffer | null} offer the cube on offer, or the one that may be offered now
 */

import { other } from "../moves.js";
import { OFFER_FACTORS, chipsMoved } from "../reducer.js";
import { variantOf } from "../variants.js";
import { cubeFault } from "./cube.js";

/** The phase after the cube was turned in each phase. */
const TURNED = { to_roll: "doubled", doubled: "beavered", beavered: "raccooned" };

/** @param {MatchState} state @param {Rules} rules @returns {Stakes | null} null where nobody plays for chips, and after the end */
export function stakesAt(state, rules) {
  if (rules.length?.kind !== "table" || state.phase === "over") return null;
  const isRunning = state.phase !== "between_games" && state.phase !== "opening";
  const cube = isRunning ? state.game.cube : { value: 1, owner: null };
  return {
    stake: rules.length.stake,
    covered: Math.min(state.score.white, state.score.black),
    now: amounts(state, rules, cube.value, rules.cube.jacoby && cube.owner === null),
    offer: state.phase in OFFER_FACTORS ? offered(state, rules) : turned(state, rules),
  };
}

/** The cube that lies before the side to act. @returns {CubeOffer} */
function offered(state, rules) {
  const value = state.game.cube.value * OFFER_FACTORS[state.phase];
  return {
    taken: amounts(state, rules, value, false),
    dropped: chipsMoved(state, value / 2, rules),
    turned: turned(state, rules),
  };
}

/** What turning the cube now would offer the other side. @returns {CubeOffer | null} */
function turned(state, rules) {
  const side = state.to_act;
  if (!side || !(state.phase in TURNED) || cubeFault(state, rules, side) !== null) return null;
  return offered({ ...state, phase: TURNED[state.phase], to_act: other(side) }, rules);
}

/** @returns {Amounts} */
function amounts(state, rules, value, isSingle) {
  const { wins } = variantOf(rules);
  const gammon = isSingle || rules.options?.end_setting === "oin" ? 1 : 2;
  const chips = (factor) => chipsMoved(state, value * factor, rules);
  return {
    value,
    single: chips(1),
    gammon: chips(gammon),
    backgammon: wins && !("backgammon" in wins) ? null : chips(isSingle ? 1 : 3),
  };
}
