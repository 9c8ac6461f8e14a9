/**
 * What an event makes of a state: the browser's mirror of `backgammon.evolve`, on plain objects.
 *
 * Pure and without judgement: an event has happened. The same golden cases run here and in Python.
 *
 * @typedef {import("./types.js").Side} Side
 * @typedef {import("./types.js").MatchState} MatchState
 * @typedef {import("./types.js").MatchEvent} MatchEvent
 * @typedef {import("./types.js").View} View
 * @typedef {import("./board/frames.js").Happening} Happening
 */

import { OFF, applyPlay, other } from "./moves.js";
import { variantOf } from "./variants.js";

/** The value on offer in each phase, in units of the cube as last accepted. */
export const OFFER_FACTORS = { doubled: 2, beavered: 4, raccooned: 8 };

/** @typedef {(state: MatchState, event: MatchEvent, rules: import("./types.js").Rules) => MatchState} Rule */

/** @type {Record<string, Rule>} */
const REDUCERS = {
  side_ready: (state, { side }) => ({ ...state, ready: [...new Set([...state.ready, side])].sort() }),
  game_started: gameStarted,
  opening_rolled: openingRolled,
  cube_turned: (state, { value }) => withGame(state, { cube: { value, owner: null } }),
  rolled,
  played,
  doubled: (state, event, rules) => asked(lapsed(state, event.side), "doubled", event, rules),
  beavered: (state, event, rules) => asked(state, "beavered", event, rules),
  raccooned: (state, event, rules) => asked(state, "raccooned", event, rules),
  taken,
  dropped: (state) => ({ ...state, to_act: null }),
  resigned: (state) => ({ ...state, to_act: null }),
  resignation_offered: (state, { side, level }) => withGame(state, { offer: { side, level } }),
  resignation_declined: (state) => withGame(state, { offer: null }),
  penalty_scored: (state, { side }, rules) => ({ ...state, score: scoreAfter(state, side, 1, rules) }),
  flag_fell: (state, event, rules) => ({ ...state, to_act: null, clock: passClock(state, null, event, rules) }),
  clock_shifted: clockShifted,
  topped_up: (state, { side, chips }) => ({ ...state, score: plus(state.score, side, chips), ready: [] }),
  left: (state, event, rules) => matchOver(state, { winner: null, reason: "left" }, event, rules),
  forfeited: (state, event, rules) => ({ ...state, to_act: null, clock: passClock(state, null, event, rules) }),
  game_won: gameWon,
  game_drawn: (state, event, rules) => gameOver(state, { winner: null, kind: null, points: 0, chips: 0 }, event, rules),
  match_won: (state, event, rules) => matchOver(state, { winner: event.side, reason: event.reason }, event, rules),
  match_drawn: (state, event, rules) => matchOver(state, { winner: null, reason: "points" }, event, rules),
  annulled: (state, event, rules) => matchOver(state, { winner: null, reason: "annulled" }, event, rules),
};

/** The state before the first event. @param {any} rules @returns {MatchState} */
export function firstState(rules) {
  const { length, clock } = rules;
  const score = length.kind === "table" ? { white: length.white, black: length.black } : { white: 0, black: 0 };
  return {
    format: 1,
    phase: "between_games",
    to_act: null,
    score,
    game_number: 0,
    crawford_played: false,
    ready: [],
    game: null,
    clock: clock && { ...fullClock(rules), running: null, since_ms: 0 },
    outcome: null,
  };
}

/**
 * @param {MatchState} state @param {MatchEvent} event @param {import("./types.js").Rules} rules
 * @returns {MatchState} a new state; an event this page may not see, or does not know, changes nothing
 */
export function reduce(state, event, rules) {
  return REDUCERS[event.type]?.(state, event, rules) ?? state;
}

/**
 * Applies a batch of numbered events. Those already known are passed over.
 * @param {View} view @param {{first: number, events: MatchEvent[], clock: any, legal: any}} batch
 * @returns {{view: View, story: Happening[], hole: boolean}} a hole leaves the view as it was
 */
export function applyBatch(view, batch) {
  if (batch.first > view.seq + 1) return { view, story: [], hole: true };
  const fresh = batch.events.slice(view.seq + 1 - batch.first);
  if (fresh.length === 0) return { view, story: [], hole: false };
  let { state } = view;
  const story = fresh.map((event) => {
    const before = state;
    state = reduce(state, event, view.rules);
    return { event, before, after: state };
  });
  const seq = view.seq + fresh.length;
  return { view: { ...view, seq, state, legal: batch.legal, clock: batch.clock }, story, hole: false };
}

function withGame(state, changes) {
  return { ...state, game: { ...state.game, ...changes } };
}

function gameStarted(state, { number, crawford, starter, at_ms }, rules) {
  const { start } = variantOf(rules);
  const first = starter ?? "white";
  const renewed = rules.clock?.renews_each_game ? { ...state.clock, ...fullClock(rules) } : state.clock;
  const game = {
    position: { white: start, black: start },
    starter: first,
    on_roll: first,
    dice: null,
    cube: { value: 1, owner: null },
    rolls: { white: 0, black: 0 },
    first_dice: { white: null, black: null },
    throws: 0,
    crawford,
    offer: null,
    result: null,
  };
  const begun = {
    ...state,
    phase: starter ? "to_roll" : "opening",
    to_act: starter ?? null,
    game_number: number,
    crawford_played: state.crawford_played || crawford,
    ready: [],
    game,
    clock: renewed,
  };
  return { ...begun, clock: passClock(begun, starter ?? null, { at_ms }, rules) };
}

function openingRolled(state, event, rules) {
  const { white, black } = event;
  const thrown = withGame(state, { throws: state.game.throws + 1 });
  if (white === black) return thrown;
  /** @type {Side} */
  const starter = white > black ? "white" : "black";
  const decided = withGame(thrown, { starter, on_roll: starter });
  const clock = passClock(state, starter, event, rules);
  if (variantOf(rules).opening === "decides") return { ...decided, phase: "to_roll", to_act: starter, clock };
  const dice = [Math.max(white, black), Math.min(white, black)];
  return { ...withDice(decided, starter, dice), phase: "to_move", to_act: starter, clock };
}

function withDice(state, side, dice) {
  const { rolls, first_dice } = state.game;
  return withGame(state, {
    dice,
    rolls: { ...rolls, [side]: rolls[side] + 1 },
    first_dice: { ...first_dice, [side]: first_dice[side] ?? dice },
  });
}

function rolled(state, { side, dice }) {
  const thrown = withDice(lapsed(state, side), side, dice);
  const phase = state.phase === "last_roll" ? "last_roll" : "to_move";
  return { ...withGame(thrown, { throws: thrown.game.throws + 1 }), phase };
}

function played(state, event, rules) {
  const { side, moves } = event;
  const variant = variantOf(rules);
  const next = other(side);
  const position = applyPlay(variant, state.game.position, side, moves);
  const done = withGame(lapsed(state, side), { position, dice: null, on_roll: next });
  const clock = passClock(state, next, event, rules);
  if (!hasWon(position, side, variant)) {
    const phase = state.phase === "last_roll" ? "last_roll" : "to_roll";
    return { ...done, phase, to_act: next, clock };
  }
  if (mayAnswer(done, next, rules)) return { ...done, phase: "last_roll", to_act: next, clock };
  return { ...done, to_act: null, clock };
}

function hasWon(position, side, variant) {
  return position[side][OFF] === variant.start.reduce((sum, count) => sum + count, 0);
}

/** Right to the last roll: the starter has finished, the other could still do so with one roll. */
function mayAnswer(state, side, rules) {
  if (!rules.options?.last_roll || side === state.game.starter || state.phase === "last_roll") return false;
  const checkers = state.game.position[side];
  const left = checkers.slice(1).reduce((sum, count) => sum + count, 0);
  return left <= 4 && checkers.slice(7).every((count) => count === 0);
}

/** An open resignation of the side that goes on playing is gone. */
function lapsed(state, side) {
  return state.game.offer?.side === side ? withGame(state, { offer: null }) : state;
}

function asked(state, phase, event, rules) {
  const side = other(event.side);
  return { ...state, phase, to_act: side, clock: passClock(state, side, event, rules) };
}

function taken(state, event, rules) {
  const { cube, on_roll } = state.game;
  const turned = { value: cube.value * OFFER_FACTORS[state.phase], owner: other(on_roll) };
  const clock = passClock(state, on_roll, event, rules);
  return { ...withGame(state, { cube: turned }), phase: "to_roll", to_act: on_roll, clock };
}

function gameWon(state, event, rules) {
  const { side, kind, points } = event;
  const score = scoreAfter(state, side, points, rules);
  const chips = chipsMoved(state, points, rules);
  return { ...gameOver(state, { winner: side, kind, points, chips }, event, rules), score };
}

function gameOver(state, result, event, rules) {
  const closed = withGame(state, { dice: null, offer: null, result });
  return { ...closed, phase: "between_games", to_act: null, clock: passClock(state, null, event, rules) };
}

function matchOver(state, outcome, event, rules) {
  const game = state.game && { ...state.game, offer: null };
  const clock = passClock(state, null, event, rules);
  return { ...state, phase: "over", to_act: null, ready: [], game, clock, outcome };
}

function plus(score, side, points) {
  return { ...score, [side]: score[side] + points };
}

/**
 * Chips that so many points move across a table: never more than the smaller stack; 0 elsewhere.
 * @param {MatchState} state @param {number} points @param {import("./types.js").Rules} rules
 */
export function chipsMoved({ score }, points, { length }) {
  return length?.kind === "table" ? Math.min(points * length.stake, score.white, score.black) : 0;
}

function scoreAfter(state, winner, points, rules) {
  if (rules.length?.kind !== "table") return plus(state.score, winner, points);
  const chips = chipsMoved(state, points, rules);
  return plus(plus(state.score, winner, chips), other(winner), -chips);
}

const OVERTIME_MS = 30_000;

function fullClock({ clock }) {
  const all = clock.reserve_ms + clock.overtimes * OVERTIME_MS;
  return { white_ms: all, black_ms: all };
}

/** The clock once the running side has used its time and `side` begins afresh. */
function passClock({ clock }, side, { at_ms }, rules) {
  if (!clock || !rules.clock) return clock;
  const passed = { ...clock, running: side, since_ms: at_ms };
  if (clock.running) {
    const used = Math.max(0, at_ms - clock.since_ms - rules.clock.delay_ms);
    const key = `${clock.running}_ms`;
    passed[key] = Math.max(0, clock[key] - used);
  }
  return passed;
}

function clockShifted(state, { by_ms, at_ms }) {
  const { clock } = state;
  if (!clock) return state;
  const shift = Math.max(0, Math.min(by_ms, at_ms - clock.since_ms));
  return { ...state, clock: { ...clock, since_ms: clock.since_ms + shift } };
}
