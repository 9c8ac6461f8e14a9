/** Dice and the cube, as drawings. They show numbers they are given and know no rule. */

import { ring, svg, translate } from "./svg.js";

/** Where the pips of each face lie, on a grid of three by three from -1 to 1. */
const FACES = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const CUBE_SIZE = 9.4;

/**
 * @param {string} className whose it is, and how it is painted
 * @param {{die: number, used: boolean}} shown @param {import("./geometry.js").Spot} spot @param {number} size
 */
export function drawDie(className, { die, used }, spot, size) {
  const half = size / 2;
  const pips = FACES[die].map(([x, y]) => svg("circle", { cx: x * half * 0.52, cy: y * half * 0.52, r: size / 9.8, class: "die-pip" }));
  return svg(
    "g",
    { class: `die ${className}${used ? " is-used" : ""}`, transform: translate(spot), "data-die": die },
    svg("rect", { x: -half, y: -half, width: size, height: size, rx: size / 5, class: "die-body" }),
    ...pips,
  );
}

/**
 * The cube, and the ring it has for the keyboard.
 * @param {number} value what it shows; 1 lies with its 64 up @param {import("./geometry.js").Spot} spot
 */
export function drawCube(value, spot) {
  const half = CUBE_SIZE / 2;
  const number = svg("text", { class: `cube-value${value > 99 ? " is-long" : ""}` });
  number.textContent = String(value === 1 ? 64 : value);
  const cube = svg(
    "g",
    { class: "cube", transform: translate(spot) },
    svg("rect", { x: -half, y: -half, width: CUBE_SIZE, height: CUBE_SIZE, rx: 1.5, class: "cube-body" }),
    number,
  );
  return [cube, ...ring({ x: spot.x - half, y: spot.y - half, width: CUBE_SIZE, height: CUBE_SIZE }, 1.5)];
}
