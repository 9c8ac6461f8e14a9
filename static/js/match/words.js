/**
 * What happened and what is awaited, as sentences from the page's texts. Pure.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 * @typedef {import("../texts.js").Texts} Texts
 * @typedef {import("../board/frames.js").Happening} Happening
 */

import { hitsOf, other } from "../moves.js";
import { OFFER_FACTORS } from "../reducer.js";
import { say } from "../texts.js";
import { variantOf } from "../variants.js";
import { formatPlay, spokenPlay } from "./notation.js";

/** Answers awaited in each phase, as text keys for me and for the other side. */
const AWAITED = {
  to_roll: ["your_roll", "their_roll"],
  to_move: ["your_move", "their_move"],
  last_roll: ["your_roll", "their_roll"],
  doubled: ["your_answer", "their_answer"],
  beavered: ["your_answer_beaver", "their_answer"],
  raccooned: ["your_answer_raccoon", "their_answer"],
};

/** The phases whose question has a short form too, where it stands in little room. */
const ASKED_IN_SHORT = new Set(["doubled", "beavered", "raccooned"]);

export class Words {
  /** @param {Texts} texts */
  constructor(texts) {
    this.texts = texts;
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  say(key, values) {
    return say(this.texts, key, values);
  }

  /** A kind of win as its game calls it. @param {string} kind @param {any} rules */
  kind(kind, rules) {
    return this.say(variantOf(rules).wins?.[kind] ?? kind);
  }

  /** The same where many stand in a row. @param {string} kind @param {any} rules */
  kindShort(kind, rules) {
    const named = variantOf(rules).wins?.[kind];
    return this.say(named ?? (kind === "single" ? "single_short" : kind));
  }

  /** A sentence about a side: `key_you` for the viewer, `key_they` with the name for others. */
  about(key, side, me, view, values = {}) {
    if (side === me) return this.say(`${key}_you`, values);
    return this.say(`${key}_they`, { ...values, name: view.match[side].name });
  }

  /**
   * One event as a line to read; empty when nobody needs to know of it.
   * @param {Happening} happening @param {View} view @param {Side | null} me
   */
  line(happening, view, me) {
    return this.lineWith(happening, view, me, { dice: "-", play: formatPlay });
  }

  /** The same as a voice reads it well. @param {Happening} happening @param {View} view @param {Side | null} me */
  spoken(happening, view, me) {
    return this.lineWith(happening, view, me, { dice: " ", play: spokenPlay });
  }

  /** @param {Happening} happening @param {View} view @param {Side | null} me @param {{dice: string, play: any}} manner */
  lineWith({ event, before }, view, me, manner) {
    const about = (key, side, values) => this.about(key, side, me, view, values);
    const { side } = event;
    switch (event.type) {
      case "game_started":
        return this.say(event.crawford ? "game_started_crawford" : "game_started", { number: event.number });
      case "opening_rolled":
        return this.openingLine(event, view);
      case "rolled":
        return about("rolled", side, { dice: event.dice.join(manner.dice) });
      case "played":
        return event.moves.length ? about("played", side, { play: this.play(event, before, view, manner.play) }) : about("danced", side);
      case "doubled":
      case "beavered":
      case "raccooned":
        return about(event.type, side, { value: event.value });
      case "resignation_offered":
      case "resigned":
        return about(event.type, side, { level: this.kind(event.level, view.rules) });
      case "game_won":
        return about("game_won", side, { kind: this.kind(event.kind, view.rules), points: event.points });
      case "cube_turned":
        return this.say("cube_turned", { value: event.value });
      case "clock_shifted":
        return this.say("clock_shifted", { seconds: Math.round(event.by_ms / 1000) });
      case "side_ready":
      case "taken":
      case "dropped":
      case "resignation_declined":
      case "penalty_scored":
      case "flag_fell":
      case "left":
      case "forfeited":
      case "match_won":
        return about(event.type, side);
      case "topped_up":
        return about("topped_up", side, { chips: event.chips });
      case "game_drawn":
      case "match_drawn":
      case "annulled":
        return this.say(event.type);
      default:
        return "";
    }
  }

  openingLine({ white, black }, view) {
    const names = { white_name: view.match.white.name, black_name: view.match.black.name };
    return this.say(white === black ? "opening_tied" : "opening_rolled", { ...names, white, black });
  }

  play({ side, moves }, before, { rules }, format) {
    const hits = hitsOf(variantOf(rules), before.game.position, side, moves);
    return format(moves, hits, this.ofPlays);
  }

  /** The steps of a turn in the making, for the ear. @param {import("../turn.js").Turn} turn */
  spokenTurn({ variant, start, side, made }) {
    return spokenPlay(made, hitsOf(variant, start, side, made), this.ofPlays);
  }

  /** What a play is told with. */
  get ofPlays() {
    return { bar: this.say("bar"), off: this.say("off"), hit: (/** @type {string} */ point) => this.say("spoken_hit", { point }) };
  }

  /** What everybody is waiting for. @param {View} view @param {Side | null} me */
  status({ state, match }, me) {
    if (state.outcome) return this.say("match_over");
    const side = state.to_act;
    if (!side) return state.phase === "between_games" && state.game_number > 0 ? this.say("between_games") : this.say("waiting_to_begin");
    const [mine, theirs] = AWAITED[state.phase] ?? ["your_move", "their_move"];
    if (side !== me) return this.say(theirs, { name: match[side].name });
    return this.say(mine, { name: match[other(side)].name, value: this.offered(state) });
  }

  /** The same in short, where it is a long question to me. @param {View} view @param {Side | null} me */
  statusShort({ state }, me) {
    if (state.outcome || state.to_act !== me || !ASKED_IN_SHORT.has(state.phase)) return "";
    return this.say(`${AWAITED[state.phase][0]}_short`, { value: this.offered(state) });
  }

  /** The value the cube is offered at. */
  offered({ phase, game }) {
    return game.cube.value * (OFFER_FACTORS[phase] ?? 1);
  }

  /** How the match ended. @param {View} view @param {Side | null} me */
  ending(view, me) {
    const { winner, reason } = view.state.outcome;
    if (view.rules.length.kind === "table" && reason !== "annulled") return this.endOfTable(view, me);
    if (!winner) return this.say(reason === "annulled" ? "annulled" : "match_drawn");
    return this.about("match_won", winner, me, view);
  }

  /** A sitting at a table ends with everything on one side, or before that. */
  endOfTable(view, me) {
    const { winner } = view.state.outcome;
    const isAll = winner && view.state.score[other(winner)] === 0;
    return isAll ? this.about("table_won", winner, me, view) : this.say("table_over");
  }

  /** What is being played for. @param {View} view */
  length({ rules }) {
    const { length } = rules;
    if (length.kind === "match") return this.say("length_match", { points: length.points });
    if (length.kind === "fixed") return this.say("length_fixed", { games: length.games });
    return this.say("length_table", { stake: length.stake });
  }
}
