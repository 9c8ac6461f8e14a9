/**
 * Where things lie on the board, in drawing units. Pure numbers, no page.
 *
 * The board is thought of lying flat: `u` runs along it (through the points), `v` across it, the
 * viewer sits at the far end of `v`. A portrait board is the same board with the two swapped, a
 * mirrored one runs `u` backwards. Points are the viewer's own numbers everywhere in here; the
 * other side's are translated on the way in.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{x: number, y: number, width: number, height: number}} Area
 */

import { BAR, OFF, across } from "../moves.js";

export const CHECKER_RADIUS = 4.55;
export const DIE_SIZE = 8.6;
export const STACK_SHOWN = 5;

const PITCH = 10;
/** The rim that carries the numbers, and the one at the two ends. */
const FRAME = 5;
const END = 2.4;
const SLAB = 2.45;
const BAR_STACK_SHOWN = 3;
const CUBE_ROOM = 10.2;

const LANDSCAPE = { length: 47, gap: 19, bar: 12, rail: 11 };
/** A portrait board is as wide as the screen allows: its points are as broad and as short as fits. */
const PORTRAIT = { shortest: 28, longest: 46, gap: 16, bar: 10, rail: 8.6 };

/**
 * How long the points of a portrait board are, for the shape of the room it has.
 * @param {number} ratio width to height of the room
 */
export function portraitLength(ratio) {
  const along = 2 * END + 12 * PITCH + PORTRAIT.bar + PORTRAIT.rail;
  const length = (along * ratio - 2 * FRAME - PORTRAIT.gap) / 2;
  return Math.round(Math.min(PORTRAIT.longest, Math.max(PORTRAIT.shortest, length)));
}

export class Layout {
  /**
   * @param {object} options
   * @param {Variant} options.variant
   * @param {Side} options.viewer the side that sits at the bottom
   * @param {number | null} options.portrait length of the points of an upright board; null: it lies
   * @param {boolean} options.mirrored own home on the left
   */
  constructor({ variant, viewer, portrait, mirrored }) {
    this.variant = variant;
    this.viewer = viewer;
    this.portrait = portrait !== null;
    this.mirrored = mirrored;
    const { length, gap, bar, rail } = portrait === null ? LANDSCAPE : { ...PORTRAIT, length: portrait };
    this.length = length;
    this.bar = bar;
    this.rail = rail;
    this.left = END + (this.variant.geometry === "parallel" ? rail : 0);
    this.along = this.left + 12 * PITCH + bar + rail + END;
    this.wide = 2 * (FRAME + length) + gap;
    this.width = this.portrait ? this.wide : this.along;
    this.height = this.portrait ? this.along : this.wide;
  }

  /** @param {number} u @param {number} v @returns {Spot} */
  at(u, v) {
    const along = this.mirrored ? this.along - u : u;
    return this.portrait ? { x: v, y: along } : { x: along, y: v };
  }

  /** @returns {Area} the drawn rectangle between two corners */
  area(u1, v1, u2, v2) {
    const one = this.at(u1, v1);
    const two = this.at(u2, v2);
    return {
      x: Math.min(one.x, two.x),
      y: Math.min(one.y, two.y),
      width: Math.abs(one.x - two.x),
      height: Math.abs(one.y - two.y),
    };
  }

  /** @param {Side} side @param {number} point that side's number @returns {number} the viewer's number */
  pointFor(side, point) {
    if (point === BAR || point === OFF || side === this.viewer) return point;
    return across(this.variant, point);
  }

  /** Whether a point hangs from the far edge. @param {number} point */
  isFar(point) {
    return point > 12;
  }

  centreOf(point) {
    const column = this.isFar(point) ? point - 13 : 12 - point;
    return this.left + column * PITCH + (column > 5 ? this.bar : 0) + PITCH / 2;
  }

  /** A distance from the edge a point stands on, as `v`. */
  fromEdge(point, distance) {
    return this.isFar(point) ? FRAME + distance : this.wide - FRAME - distance;
  }

  /** @param {number} point @returns {Spot[]} corners of the point as drawn */
  triangle(point) {
    const u = this.centreOf(point);
    const base = this.fromEdge(point, 0);
    const half = PITCH / 2 - 0.35;
    return [this.at(u - half, base), this.at(u + half, base), this.at(u, this.fromEdge(point, this.length))];
  }

  /** @param {number} point @returns {Area} what a finger may touch for it, its number included */
  touchArea(point) {
    const u = this.centreOf(point);
    const reach = this.length + 3;
    return this.area(u - PITCH / 2, this.fromEdge(point, -FRAME), u + PITCH / 2, this.fromEdge(point, reach));
  }

  /** @param {number} point @returns {Spot} */
  numberSpot(point) {
    return this.at(this.centreOf(point), this.fromEdge(point, -FRAME / 2));
  }

  /** The middle of a checker. @param {Side} side @param {number} point own @param {number} index from the edge */
  checkerSpot(side, point, index) {
    if (point === BAR) return this.barSpot(side, index);
    if (point === OFF) return this.traySpot(side);
    const here = this.pointFor(side, point);
    const step = Math.min(2 * CHECKER_RADIUS, (this.length - 2 * CHECKER_RADIUS) / (STACK_SHOWN - 1));
    const distance = CHECKER_RADIUS + 0.2 + Math.min(index, STACK_SHOWN - 1) * step;
    return this.at(this.centreOf(here), this.fromEdge(here, distance));
  }

  get barCentre() {
    return this.left + 6 * PITCH + this.bar / 2;
  }

  barSpot(side, index) {
    const nearest = 13;
    const room = this.wide / 2 - FRAME - CUBE_ROOM - CHECKER_RADIUS - nearest;
    const step = Math.min(2 * CHECKER_RADIUS + 0.1, room / (BAR_STACK_SHOWN - 1));
    const away = nearest + Math.min(index, BAR_STACK_SHOWN - 1) * step;
    return this.at(this.barCentre, this.wide / 2 + this.towards(side, away));
  }

  /** @returns {number} a distance from the middle as a change of `v`, positive towards the viewer */
  towards(side, distance) {
    return side === this.viewer ? distance : -distance;
  }

  /** @returns {Area} */
  barArea() {
    return this.area(this.barCentre - this.bar / 2, 0, this.barCentre + this.bar / 2, this.wide);
  }

  /** @param {Side} side @returns {Area} */
  barHalf(side) {
    const edge = side === this.viewer ? this.wide : 0;
    return this.area(this.barCentre - this.bar / 2, this.wide / 2 + this.towards(side, 7.5), this.barCentre + this.bar / 2, edge);
  }

  /** The two halves of the playing field. @returns {Area[]} */
  fields() {
    const half = 6 * PITCH;
    const right = this.left + half + this.bar;
    return [this.left, right].map((u) => this.area(u, FRAME, u + half, this.wide - FRAME));
  }

  /** The tray of a side: at the end of its own home. */
  trayEdges(side) {
    const home = this.pointFor(side, 1);
    const outward = this.centreOf(home) > this.barCentre ? 1 : -1;
    const from = this.centreOf(home) + outward * (PITCH / 2 + 1.6);
    const to = this.centreOf(home) + outward * (PITCH / 2 + this.rail);
    return { from, to, point: home };
  }

  /** @param {Side} side @returns {Area} */
  trayArea(side) {
    const { from, to, point } = this.trayEdges(side);
    return this.area(from, this.fromEdge(point, 0), to, this.fromEdge(point, this.length));
  }

  traySpot(side) {
    const { from, to, point } = this.trayEdges(side);
    return this.at((from + to) / 2, this.fromEdge(point, this.length / 2));
  }

  /** A checker that is off, seen from its rim. @param {Side} side @param {number} index @returns {Area} */
  slabArea(side, index) {
    const { from, to, point } = this.trayEdges(side);
    const start = 0.8 + index * SLAB;
    const inset = Math.sign(to - from) * 0.9;
    return this.area(from + inset, this.fromEdge(point, start), to - inset, this.fromEdge(point, start + SLAB - 0.45));
  }

  trayCountSpot(side) {
    const { from, to, point } = this.trayEdges(side);
    return this.at((from + to) / 2, this.fromEdge(point, this.length - 3));
  }

  /** @param {Side} side who rolled @param {number} index @param {number} count @returns {Spot} */
  dieSpot(side, index, count) {
    const middle = this.halfCentre(side);
    return this.at(middle + (index - (count - 1) / 2) * (DIE_SIZE + 1.6) * (this.mirrored ? -1 : 1), this.wide / 2);
  }

  /** Two dice and the room around them, for a finger. @param {Side} side @returns {Area} */
  diceArea(side) {
    const middle = this.halfCentre(side);
    const reach = DIE_SIZE + 2;
    return this.area(middle - reach, this.wide / 2 - reach + 3, middle + reach, this.wide / 2 + reach - 3);
  }

  /** The viewer's things lie in the half where his home is, the other side's in the other. */
  halfCentre(side) {
    const half = 3 * PITCH;
    return side === this.viewer ? this.left + 9 * PITCH + this.bar : this.left + half;
  }

  /** @param {Side | null} owner @param {Side | null} offeredTo @returns {Spot} */
  cubeSpot(owner, offeredTo) {
    if (offeredTo) return this.at(this.halfCentre(offeredTo), this.wide / 2);
    if (!owner) return this.at(this.barCentre, this.wide / 2);
    return this.at(this.barCentre, this.wide / 2 + this.towards(owner, this.wide / 2 - FRAME - 5));
  }
}
