/**
 * A turn that was begun and not confirmed, kept by this tab of the browser: a reload or the way back
 * finds the checkers where the hand left them, as long as it is the same roll.
 *
 * @typedef {import("../board.js").Board} Board
 * @typedef {import("../types.js").Play} Play
 * @typedef {{roll: string, dice: number[], steps: Play}} Unfinished
 */

/** @param {string} place @returns {Unfinished | null} */
function kept(place) {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "null");
  } catch {
    return null; // storage may be closed to us; then a reload begins the turn anew
  }
}

/** @param {string} place @param {Unfinished | null} unfinished */
function keep(place, unfinished) {
  try {
    if (unfinished) sessionStorage.setItem(place, JSON.stringify(unfinished));
    else sessionStorage.removeItem(place);
  } catch {
    // As above.
  }
}

/** Lays the steps of a kept turn one by one, as far as each is still one of the turn's. @param {Board} board @param {Unfinished} unfinished */
function takeUp(board, { dice, steps }) {
  const turn = /** @type {import("../turn.js").Turn} */ (board.turn);
  if (String(turn.dice) !== String(dice)) board.swap();
  /** @type {Play} */
  const laid = [];
  for (const step of steps) {
    if (!turn.steps.some((possible) => String(possible) === String(step))) break;
    laid.push(step);
    turn.lay([...laid]);
  }
  if (laid.length) board.lay(laid);
}

/** @param {Board} board @param {string} matchId */
export function keepTurn(board, matchId) {
  const place = `turn:${matchId}`;
  /** @type {import("../turn.js").Turn | null} */
  let known = null;
  board.addEventListener("turn", () => {
    const { turn, turnKey } = board;
    const isNew = turn !== known;
    known = turn;
    if (!turn) return;
    const unfinished = isNew ? kept(place) : null;
    if (unfinished?.roll === turnKey) takeUp(board, unfinished);
    else keep(place, turn.made.length || turn.canSwap ? { roll: turnKey, dice: turn.dice, steps: turn.made } : null);
  });
}
