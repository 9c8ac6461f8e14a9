/**
 * Which sound follows what: from events for what others do, from the board for the player's own steps.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 * @typedef {import("../turn.js").Turn} Turn
 * @typedef {import("../board/frames.js").Happening} Happening
 * @typedef {{name: string, atMs: number}} Noise
 */

import { hitsOf } from "../moves.js";
import { OFFER_FACTORS } from "../reducer.js";
import { play } from "../sounds.js";
import { variantOf } from "../variants.js";

const ROLL_MS = 420;
const STEP_MS = 300;

/**
 * The sounds of a story, one after the other as the board plays it. Pure.
 * @param {Happening[]} story @param {View} view @param {Side | null} me @returns {Noise[]}
 */
export function noisesOf(story, { state, rules }, me) {
  /** @type {Noise[]} */
  const noises = [];
  let atMs = 0;
  const add = (name, forMs) => {
    noises.push({ name, atMs });
    atMs += forMs;
  };
  for (const { event, before } of story) {
    if (event.type === "rolled" || event.type === "opening_rolled") add("dice", ROLL_MS);
    // The player's own steps were heard when he made them.
    if (event.type !== "played" || event.side === me) continue;
    for (const hit of hitsOf(variantOf(rules), before.game.position, event.side, event.moves)) add(hit ? "hit" : "checker", STEP_MS);
  }
  if (story.length === 0) return noises;
  const [{ before: first }] = story;
  if (state.outcome && !first.outcome) add("over", 0);
  else if (me && state.to_act === me && first.to_act !== me) add(state.phase in OFFER_FACTORS ? "cube" : "turn", 0);
  return noises;
}

/** Makes them heard. */
export class Noises {
  constructor() {
    /** @type {Turn | null} */
    this.turn = null;
    this.made = 0;
  }

  /** @param {Happening[]} story @param {View} view @param {Side | null} me */
  happened(story, view, me) {
    for (const { name, atMs } of noisesOf(story, view, me)) play(name, atMs);
  }

  /** Something on the board changed: a step more is a checker set down. @param {Turn | null} turn */
  changed(turn) {
    const made = turn?.made.length ?? 0;
    if (turn && turn === this.turn && made > this.made) {
      const hits = hitsOf(turn.variant, turn.start, turn.side, turn.made);
      play(hits.slice(this.made).includes(true) ? "hit" : "checker");
    }
    this.turn = turn;
    this.made = made;
  }
}
