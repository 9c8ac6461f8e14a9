/**
 * Whether the cube can be turned now. The server decides; this keeps buttons honest and says why not.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").MatchState} MatchState
 * @typedef {import("../types.js").Rules} Rules
 */

import { OFFER_FACTORS } from "../reducer.js";

/** Reasons a player may wonder about. The others are plain to see, or nothing to be sorry for. */
const WORTH_A_WORD = ["holland", "stake_covered", "cap_reached"];

/** Where even an uncapped cube stops. */
const HIGHEST_VALUE = 2 ** 30;

/** Who may turn a cube that is offered to him, by phase. */
const TURNED_BACK = { doubled: "beavers", beavered: "raccoons" };

/**
 * The reasons in the order of `backgammon/cube.py`, by their code; `value` is what the cube shows.
 * @type {Record<string, (state: MatchState, rules: Rules, side: Side, value: number) => boolean>}
 */
const REASONS = {
  cube_disabled: (_state, { cube }) => cube?.enabled === false,
  not_owner: ({ phase, game }, _rules, side) => phase === "to_roll" && game.cube.owner !== null && game.cube.owner !== side,
  crawford: ({ game }) => game.crawford,
  dead_cube: ({ phase, score }, { length, cube }, side, value) =>
    phase === "to_roll" && length?.kind === "match" && cube?.dead_cube !== false && length.points - score[side] <= value,
  holland: ({ game, crawford_played }, { cube }) => {
    const applies = cube?.holland === "all_games" || (cube?.holland === "post_crawford" && crawford_played);
    return applies && Math.min(game.rolls.white, game.rolls.black) < 2;
  },
  stake_covered: ({ score }, { length }, _side, value) =>
    length?.kind === "table" && value * length.stake >= Math.min(score.white, score.black),
  cap_reached: (_state, { cube }, _side, value) => value * 2 > (cube?.cap ?? HIGHEST_VALUE),
  beavers_off: ({ phase }, { cube }) => phase !== "to_roll" && !cube?.[TURNED_BACK[phase]],
};

/**
 * Why the side may not turn the cube now, by the code of the rules; null where nothing stands in the
 * way, "" where it is not his to decide.
 * @param {MatchState} state @param {Rules} rules @param {Side | null} side @returns {string | null}
 */
export function cubeFault(state, rules, side) {
  const isAsked = state.phase === "to_roll" || state.phase in TURNED_BACK;
  if (!side || !state.game || state.to_act !== side || !isAsked) return "";
  const value = state.game.cube.value * (OFFER_FACTORS[state.phase] ?? 1);
  const found = Object.entries(REASONS).find(([, stands]) => stands(state, rules, side, value));
  return found ? found[0] : null;
}

/** The reason, if the player should read it. @param {MatchState} state @param {Rules} rules @param {Side | null} side */
export function toldFault(state, rules, side) {
  const fault = cubeFault(state, rules, side);
  return fault && WORTH_A_WORD.includes(fault) ? fault : null;
}
