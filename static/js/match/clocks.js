/**
 * Both clocks, ticking between two messages of the server. They are a picture: only the server
 * decides when a flag has fallen.
 *
 * @typedef {import("../types.js").Clock} Clock
 * @typedef {import("../types.js").Side} Side
 */

import { tenthsText } from "../texts.js";

const TICK_MS = 100;
const SHORT_MS = 20_000;

/**
 * @param {Clock} clock @param {Side} side @param {number} nowMs by the server's clock
 * @returns {{reserveMs: number, delayMs: number}} what is left; the delay is 0 for a clock at rest
 */
export function timeLeft(clock, side, nowMs) {
  const reserve = clock[`${side}_ms`];
  if (clock.running !== side) return { reserveMs: reserve, delayMs: 0 };
  const spent = Math.max(0, nowMs - clock.since_ms);
  return {
    reserveMs: Math.max(0, reserve - Math.max(0, spent - clock.delay_ms)),
    delayMs: Math.max(0, clock.delay_ms - spent),
  };
}

/** @param {number} ms @returns {string} `2:05`, and tenths in the last seconds */
export function clockText(ms) {
  if (ms < 10_000) return tenthsText(Math.floor(ms / 100) / 10);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Clocks {
  /**
   * @param {Record<Side, HTMLElement>} faces @param {() => number} serverNowMs
   */
  constructor(faces, serverNowMs) {
    this.faces = faces;
    this.serverNowMs = serverNowMs;
    /** @type {Clock | null} */
    this.clock = null;
    setInterval(() => this.draw(), TICK_MS);
  }

  /** @param {Clock | null} clock null: the match has none */
  set(clock) {
    this.clock = clock;
    this.draw();
  }

  draw() {
    for (const side of /** @type {Side[]} */ (["white", "black"])) this.drawFace(side);
  }

  /** @param {Side} side */
  drawFace(side) {
    const face = this.faces[side];
    face.hidden = this.clock === null;
    if (!this.clock) return;
    const { reserveMs, delayMs } = timeLeft(this.clock, side, this.serverNowMs());
    const isRunning = this.clock.running === side;
    face.classList.toggle("is-running", isRunning);
    face.classList.toggle("is-short", reserveMs < SHORT_MS);
    write(face.querySelector("[data-reserve]"), clockText(reserveMs));
    write(face.querySelector("[data-delay]"), isRunning && delayMs > 0 ? `+${Math.ceil(delayMs / 1000)}` : "");
  }
}

/** @param {Element | null} element @param {string} text */
function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}
