/**
 * A finished match as a row of pictures, one for each number, and the places where one may stop. Pure.
 *
 * @typedef {import("../types.js").MatchState} MatchState
 * @typedef {import("../board/frames.js").Happening} Happening
 * @typedef {import("../match/recent.js").Recent} Recent
 */

import { NOTHING_YET, remember } from "../match/recent.js";
import { firstState, reduce } from "../reducer.js";

/** Nothing to look at: what they mean shows in the events around them. */
const SILENT = new Set(["side_ready", "clock_shifted"]);

export class Film {
  /** @param {{rules: any, events: any[]}} document */
  constructor({ rules, events }) {
    this.rules = rules;
    this.events = events;
    /** @type {MatchState[]} by number; 0 is before the first event */
    this.states = [firstState(rules)];
    /** @type {Recent[]} */
    this.recents = [NOTHING_YET];
    for (const event of events) this.add(event);
    /** Where anything can be seen. */
    this.steps = this.numbers((number) => !SILENT.has(this.event(number).type));
    /** The same without a roll that is played at once: one stop a turn. */
    this.turns = this.steps.filter((number, index) => !this.isPlayedNext(number, this.steps[index + 1]));
    this.games = this.numbers((number) => this.event(number).type === "game_started");
  }

  add(event) {
    const before = this.states.at(-1);
    const after = reduce(before, event, this.rules);
    this.states.push(after);
    this.recents.push(remember({ event, before, after }, this.recents.at(-1)));
  }

  get last() {
    return this.events.length;
  }

  /** @param {number} number from 1 */
  event(number) {
    return this.events[number - 1];
  }

  /** @param {(number: number) => boolean} isWanted */
  numbers(isWanted) {
    return this.events.map((_, index) => index + 1).filter(isWanted);
  }

  isPlayedNext(number, next) {
    return this.event(number).type === "rolled" && next !== undefined && this.event(next).type === "played";
  }

  /** What happened after one number, up to another. @returns {Happening[]} */
  story(from, to) {
    const numbers = this.numbers((number) => number > from && number <= to);
    return numbers.map((number) => ({ event: this.event(number), before: this.states[number - 1], after: this.states[number] }));
  }

  /** The stop before a number, 0 for the beginning. @param {number[]} stops @param {number} at */
  before(stops, at) {
    return stops.findLast((stop) => stop < at) ?? 0;
  }

  /** The stop after a number; the number itself where there is none. @param {number[]} stops @param {number} at */
  after(stops, at) {
    return stops.find((stop) => stop > at) ?? at;
  }
}
