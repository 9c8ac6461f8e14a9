/**
 * What the page does for a player who has asked for it: rolls where rolling is all there is, plays a
 * forced turn and confirms it after a pause. It never answers a double or a resignation.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 * @typedef {import("../turn.js").Turn} Turn
 * @typedef {"roll" | "confirm"} Deed
 */

import { turnChoices } from "./choices.js";

/** Long enough to see what led here; a forced turn long enough to be stopped. */
export const PAUSE_MS = { roll: 600, confirm: 2_500 };

/**
 * Whether there is nothing to decide but the roll: no double that could be offered, and no
 * resignation, of either side, that a roll would leave behind. Pure.
 * @param {View} view @param {Side | null} me
 */
export function onlyRolls(view, me) {
  const open = turnChoices(view, me, null).filter(({ isOff }) => !isOff);
  return open.length === 1 && open[0].action === "roll" && !view.state.game?.offer;
}

/**
 * The one play there is, where every legal way of playing the roll ends alike. Pure.
 * @param {View} view @param {Turn | null} turn @returns {import("../types.js").Play | null}
 */
export function forcedPlay({ state, legal }, turn) {
  const isForced = turn !== null && legal.length === 1 && legal[0].length > 0 && !state.game?.offer;
  return isForced ? legal[0] : null;
}

/** Does it, once for each position, and not where the player has taken it back. */
export class Auto {
  /**
   * @param {(deed: Deed) => boolean} isWanted what the player has asked for, as it is now
   * @param {(deed: Deed) => boolean} act whether it could be done
   * @param {(steps: import("../types.js").Play) => void} lay makes the forced play on the board
   */
  constructor(isWanted, act, lay) {
    this.isWanted = isWanted;
    this.act = act;
    this.lay = lay;
    /** @type {Turn | null} the turn whose forced play was laid, and the one of which it was taken back */
    this.laid = null;
    /** @type {Turn | null} */
    this.stopped = null;
    /** Where it has acted: what the house refuses is not asked for again and again. */
    this.doneAt = -1;
    /** @type {{deed: Deed, seq: number, timer: number} | null} */
    this.pending = null;
  }

  /** A forced turn lies on the board and will go out by itself. */
  get isCounting() {
    return this.pending?.deed === "confirm";
  }

  /**
   * Something changed. @param {View} view @param {Side | null} me @param {Turn | null} turn
   * @param {boolean} isFree nothing is on its way, nothing covers the board, somebody can look
   */
  consider(view, me, turn, isFree) {
    if (turn && turn === this.laid && !turn.isComplete) this.stopped = turn;
    const deed = isFree && this.doneAt !== view.seq ? this.deed(view, me, turn) : null;
    if (this.pending && (this.pending.deed !== deed || this.pending.seq !== view.seq)) this.stop();
    if (!deed || this.pending) return;
    const timer = setTimeout(() => this.due(), PAUSE_MS[deed]);
    this.pending = { deed, seq: view.seq, timer };
  }

  /** @returns {Deed | null} */
  deed(view, me, turn) {
    if (this.isWanted("roll") && onlyRolls(view, me)) return "roll";
    const play = this.isWanted("confirm") ? forcedPlay(view, turn) : null;
    if (!play || turn === this.stopped) return null;
    if (turn !== this.laid && turn.made.length === 0) {
      this.laid = turn;
      this.lay(play);
    }
    return turn === this.laid && turn.isComplete ? "confirm" : null;
  }

  due() {
    const { deed, seq } = this.pending;
    this.pending = null;
    if (this.act(deed)) this.doneAt = seq;
  }

  stop() {
    clearTimeout(this.pending?.timer);
    this.pending = null;
  }
}
