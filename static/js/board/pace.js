/**
 * How fast checkers go, and how a player hurries on: any press or key ends what is running.
 *
 * The board's attribute `motion` ("full", "quick", "none") decides; whoever asks his system for less
 * motion gets none, and nothing moves in a page nobody sees.
 */

const FLIGHT_MS = 230;
const FACTORS = { full: 1, quick: 0.4, none: 0 };
const NOT_A_PRESS = ["Shift", "Control", "Alt", "Meta", "Tab"];

/** A key that goes to another place, or asks something of the browser: to reload, to copy. @param {KeyboardEvent} event */
function isForBrowser({ key, ctrlKey, altKey, metaKey }) {
  return ctrlKey || altKey || metaKey || NOT_A_PRESS.includes(key);
}

export class Pace {
  /** @param {HTMLElement} host the board element */
  constructor(host) {
    this.host = host;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {() => void} called when a finger or a mouse on the board has hurried something on */
    this.hurriedBy = () => {};
  }

  /** @returns {number} 0: nothing moves */
  get factor() {
    if (this.calm.matches || document.hidden) return 0;
    return FACTORS[this.host.getAttribute("motion") ?? ""] ?? FACTORS.full;
  }

  get flightMs() {
    return FLIGHT_MS * this.factor;
  }

  /**
   * Something begins to run. A press while it runs ends it and means nothing else on the board: who
   * presses has not seen yet what he would be pressing.
   * @param {() => void} land ends what is in the air
   */
  begin(land) {
    const run = new Run(this.factor);
    const hurry = (/** @type {Event} */ event) => {
      if (event instanceof KeyboardEvent && isForBrowser(event)) return;
      if (this.host.contains(/** @type {Node} */ (event.target))) {
        event.stopPropagation();
        if (event instanceof KeyboardEvent) event.preventDefault();
        else this.hurriedBy();
      }
      run.hurry();
      land();
    };
    for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, hurry, { capture: true, signal: run.signal });
    return run;
  }
}

class Run {
  /** @param {number} factor */
  constructor(factor) {
    this.factor = factor;
    this.isHurried = false;
    this.listening = new AbortController();
    this.goOn = () => {};
  }

  get signal() {
    return this.listening.signal;
  }

  /** @param {number} ms @returns {Promise<void>} */
  wait(ms) {
    if (this.isHurried || !ms) return Promise.resolve();
    return new Promise((done) => {
      this.goOn = done;
      setTimeout(done, ms * this.factor);
    });
  }

  hurry() {
    this.isHurried = true;
    this.goOn();
  }

  end() {
    this.listening.abort();
  }
}
