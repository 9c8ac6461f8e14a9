/** Says new lines to who listens instead of looking: one by one while they are few, else how many. */

import { lineText, say } from "./words.js";

const GATHER_MS = 1_200;
const MOST_LINES = 3;

export class Announcer {
  /** @param {HTMLElement} place a polite live region that nobody sees */
  constructor(place) {
    this.place = place;
    /** @type {import("./types.js").Line[]} */
    this.waiting = [];
    this.timer = 0;
  }

  /** @param {import("./types.js").Line} line */
  add(line) {
    this.waiting.push(line);
    this.timer ||= setTimeout(() => this.speak(), GATHER_MS);
  }

  speak() {
    this.timer = 0;
    const lines = this.waiting.splice(0);
    const sentences = lines.map((line) => say("spoken_line", { name: line.name, text: lineText(line) }));
    this.place.textContent = lines.length > MOST_LINES ? say("spoken_many", { count: lines.length }) : sentences.join(" ");
  }
}
