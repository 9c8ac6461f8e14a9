/**
 * Whether to offer the player a double at all. The server decides; this keeps buttons honest.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").MatchState} MatchState
 */

/** @param {MatchState} state @param {import("../types.js").Rules} rules @param {Side | null} side */
export function mayDouble(state, rules, side) {
  if (!side || state.phase !== "to_roll" || state.to_act !== side || !state.game) return false;
  const { cube, crawford } = state.game;
  const isMine = cube.owner === null || cube.owner === side;
  return rules.cube?.enabled !== false && isMine && !crawford && !isDead(state, rules, side);
}

/** In a match: whoever needs no more points than the cube shows gains nothing by turning it. */
function isDead(state, rules, side) {
  const { length, cube } = rules;
  if (length?.kind !== "match" || cube?.dead_cube === false) return false;
  return length.points - state.score[side] <= state.game.cube.value;
}
