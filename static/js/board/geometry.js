/**
 * Where things lie on the board, in drawing units. Pure numbers, no page.
 *
 * The board is thought of lying flat: `u` runs along it (through the points), `v` across it, the
 * viewer sits at the far end of `v`. An upright board (`upright.js`) is the same board with the two
 * swapped, a mirrored one runs `u` backwards. Points are the viewer's own numbers everywhere in here;
 * the other side's are translated on the way in.
 *
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").Variant} Variant
 * @typedef {{x: number, y: number}} Spot
 * @typedef {{x: number, y: number, width: number, height: number}} Area
 *
 * @typedef {object} View how the board is looked at
 * @property {Variant} variant
 * @property {Side} viewer the side that sits at the bottom
 * @property {boolean} mirrored own home on the left
 * @property {"own" | "enemy" | "middle"} cubeAt where the cube lies, for a board that has to make room for it
 *
 * @typedef {object} Measures
 * @property {number} frame the rim that carries the numbers
 * @property {number} end the rim at the two ends
 * @property {number} gap between the tips of the points
 * @property {number} bar
 * @property {number} rail the trays beside the points
 * @property {number} shortest @property {number} longest how long points may be
 */

import { BAR, OFF, across } from "../moves.js";

export const CHECKER_RADIUS = 4.55;
export const STACK_SHOWN = 5;
export const PITCH = 10;

const SLAB = 2.45;
const BAR_STACK_SHOWN = 3;
const CUBE_ROOM = 10.2;
/** Between the halves of a board where nobody is hit and no cube lies. */
const HINGE = 3;

/** @type {Measures} */
const FLAT = { frame: 5, end: 2.4, gap: 19, bar: 12, rail: 11, shortest: 40, longest: 47 };
/** A phone on its side: nothing is wasted, so that the points are as broad as they can be. @type {Measures} */
const LOW = { frame: 4.2, end: 1, gap: 17, bar: 11, rail: 9, shortest: 27, longest: 40 };
const LOW_FROM = 1.4;

/** @param {Measures} measures @param {number} room across the board, in units */
export function lengthFor({ frame, gap, shortest, longest }, room) {
  return Math.round(Math.min(longest, Math.max(shortest, (room - 2 * frame - gap) / 2)));
}

export class Layout {
  /** @param {View} view @param {number} ratio width to height of the room there is */
  constructor(view, ratio) {
    this.view = view;
    this.variant = view.variant;
    this.viewer = view.viewer;
    this.isUpright = false;
    this.die = { size: 8.6, pitch: 10.2 };
    this.measure(this.measuresFor(ratio), ratio);
  }

  /** @param {number} ratio */
  measuresFor(ratio) {
    return ratio > LOW_FROM ? LOW : FLAT;
  }

  /** @param {Measures} measures @param {number} ratio */
  measure(measures, ratio) {
    const { frame, end, gap, rail } = measures;
    const isParallel = this.variant.geometry === "parallel";
    const bar = isParallel ? Math.min(HINGE, measures.bar) : measures.bar;
    Object.assign(this, { frame, end, gap, bar, rail });
    this.left = end + (isParallel ? rail : 0);
    this.along = this.left + 12 * PITCH + bar + rail + end;
    this.length = lengthFor(measures, this.roomAcross(ratio));
    this.wide = 2 * (frame + this.length) + gap;
  }

  /** @param {number} ratio @returns {number} how far the room reaches across the board, in units */
  roomAcross(ratio) {
    return this.along / ratio;
  }

  get width() {
    return this.isUpright ? this.wide : this.along;
  }

  get height() {
    return this.isUpright ? this.along : this.wide;
  }

  /** @returns {string} boards with the same shape are drawn alike */
  get shape() {
    const { viewer, mirrored, cubeAt } = this.view;
    return [viewer, mirrored, this.variant.geometry, this.isUpright && cubeAt, this.rail, this.length].join();
  }

  /** @param {number} u @param {number} v @returns {Spot} */
  at(u, v) {
    const along = this.view.mirrored ? this.along - u : u;
    return this.isUpright ? { x: v, y: along } : { x: along, y: v };
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

  // Points ----------------------------------------------------------------------------------------

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
    return this.isFar(point) ? this.frame + distance : this.wide - this.frame - distance;
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
    const reach = this.length + this.reachBeyond;
    return this.area(u - PITCH / 2, this.fromEdge(point, -this.frame), u + PITCH / 2, this.fromEdge(point, reach));
  }

  /** How far beyond the tip of a point a finger may still mean it. */
  get reachBeyond() {
    return 3;
  }

  /** @param {number} point @returns {Spot} */
  numberSpot(point) {
    return this.at(this.centreOf(point), this.fromEdge(point, -this.frame / 2));
  }

  /** The middle of a checker. @param {Side} side @param {number} point own @param {number} index from the edge */
  checkerSpot(side, point, index) {
    if (point === BAR) return this.barSpot(side, index);
    if (point === OFF) return this.traySpot(side);
    return this.stackSpot(side, point, index, 0);
  }

  /** Where a move is marked: on its checker; at the rim of a tall stack, whose number stays to be read. */
  markSpot(side, point, index) {
    if (index < STACK_SHOWN || point === BAR) return this.checkerSpot(side, point, index);
    return this.stackSpot(side, point, index, CHECKER_RADIUS - 0.3);
  }

  /** @param {number} beyond the middle of the checker, away from the edge */
  stackSpot(side, point, index, beyond) {
    const here = this.pointFor(side, point);
    const step = Math.min(2 * CHECKER_RADIUS, (this.length - 2 * CHECKER_RADIUS) / (STACK_SHOWN - 1));
    const distance = CHECKER_RADIUS + 0.2 + Math.min(index, STACK_SHOWN - 1) * step;
    return this.at(this.centreOf(here), this.fromEdge(here, distance + beyond));
  }

  /** The two halves of the playing field. @returns {Area[]} */
  fields() {
    const half = 6 * PITCH;
    const right = this.left + half + this.bar;
    return [this.left, right].map((u) => this.area(u, this.frame, u + half, this.wide - this.frame));
  }

  // The bar -----------------------------------------------------------------------------------------

  get barCentre() {
    return this.left + 6 * PITCH + this.bar / 2;
  }

  /** Checkers on the bar before they are counted. */
  get barStackShown() {
    return BAR_STACK_SHOWN;
  }

  barSpot(side, index) {
    const nearest = 13;
    const room = this.wide / 2 - this.frame - CUBE_ROOM - CHECKER_RADIUS - nearest;
    const step = Math.max(0, Math.min(2 * CHECKER_RADIUS + 0.1, room / (BAR_STACK_SHOWN - 1)));
    const away = nearest + Math.min(index, BAR_STACK_SHOWN - 1) * step;
    return this.at(this.barCentre, this.wide / 2 + this.towards(side, away));
  }

  /** @returns {number} a distance from the middle as a change of `v`, positive towards the viewer */
  towards(side, distance) {
    return side === this.viewer ? distance : -distance;
  }

  /** Where the two halves of the board meet. @returns {{x1: number, y1: number, x2: number, y2: number}} */
  hinge() {
    const [one, two] = [this.at(this.barCentre, 0), this.at(this.barCentre, this.wide)];
    return { x1: one.x, y1: one.y, x2: two.x, y2: two.y };
  }

  /** Where the checkers of a side wait that were hit. @param {Side} side @returns {Area} */
  barArea(side) {
    const edge = side === this.viewer ? this.wide : 0;
    return this.area(this.barCentre - this.bar / 2, this.wide / 2 + this.towards(side, 7.5), this.barCentre + this.bar / 2, edge);
  }

  /** The wood between the points that carries everything else, where there is one. @returns {Area | null} */
  lane() {
    return null;
  }

  // Trays -------------------------------------------------------------------------------------------

  /** The tray of a side: at the end of its own home. */
  trayEdges(side) {
    const home = this.pointFor(side, 1);
    const outward = this.centreOf(home) > this.barCentre ? 1 : -1;
    const from = this.centreOf(home) + outward * (PITCH / 2 + 1.2);
    const to = this.centreOf(home) + outward * (PITCH / 2 + this.rail - 0.2);
    return { from, to, point: home };
  }

  /** @param {Side} side @returns {Area} */
  trayArea(side) {
    const { from, to, point } = this.trayEdges(side);
    return this.area(from, this.fromEdge(point, 0), to, this.fromEdge(point, this.length));
  }

  /** What a finger may touch to bear off: the tray and the wood around it. @returns {Area} */
  trayTouchArea() {
    const { from, to, point } = this.trayEdges(this.viewer);
    const outwards = Math.sign(to - from);
    const [inner, outer] = [this.centreOf(point) + (outwards * PITCH) / 2, outwards > 0 ? this.along : 0];
    return this.area(inner, this.fromEdge(point, -this.frame), outer, this.fromEdge(point, this.length));
  }

  traySpot(side) {
    const { x, y, width, height } = this.trayArea(side);
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** A checker that is off, seen from its rim. @param {Side} side @param {number} index @returns {Area} */
  slabArea(side, index) {
    const { from, to, point } = this.trayEdges(side);
    const slab = Math.min(SLAB, (this.length - 6) / 15);
    const start = 0.8 + index * slab;
    const inset = Math.sign(to - from) * 0.9;
    return this.area(from + inset, this.fromEdge(point, start), to - inset, this.fromEdge(point, start + slab * 0.82));
  }

  trayCountSpot(side) {
    const { from, to, point } = this.trayEdges(side);
    return this.at((from + to) / 2, this.fromEdge(point, this.length - 2.6));
  }

  // Dice and cube -------------------------------------------------------------------------------------

  /** @param {Side} side who rolled @param {number} index @param {number} count @returns {Spot} */
  dieSpot(side, index, count) {
    const offset = (index - (count - 1) / 2) * this.die.pitch;
    return this.at(this.diceCentre(side) + (this.view.mirrored ? -offset : offset), this.wide / 2);
  }

  /** Two dice and the room around them, for a finger. @param {Side} side @returns {Area} */
  diceArea(side) {
    const middle = this.diceCentre(side);
    const reach = this.die.pitch + 1;
    const across = Math.min(reach, this.gap / 2 - 0.5);
    return this.area(middle - reach, this.wide / 2 - across, middle + reach, this.wide / 2 + across);
  }

  /** The viewer's dice lie in the half where his home is, the other side's in the other. */
  diceCentre(side) {
    const half = 3 * PITCH;
    return side === this.viewer ? this.left + 9 * PITCH + this.bar : this.left + half;
  }

  /** @param {Side | null} owner @param {Side | null} offeredTo @returns {Spot} */
  cubeSpot(owner, offeredTo) {
    if (offeredTo) return this.at(this.diceCentre(offeredTo), this.wide / 2);
    if (!owner) return this.at(this.barCentre, this.wide / 2);
    return this.at(this.barCentre, this.wide / 2 + this.towards(owner, this.wide / 2 - this.frame - 5));
  }
}
