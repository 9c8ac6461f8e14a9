/** Small helpers to make SVG elements. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * @param {string} name @param {Record<string, string | number>} [attributes] @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** @param {import("./geometry.js").Area} area @param {Record<string, string | number>} [attributes] */
export function rect(area, attributes = {}) {
  return svg("rect", { ...area, ...attributes });
}

/** What the keyboard is at has a ring in two tones, whatever it lies on. @param {import("./geometry.js").Area} area @param {number} rx */
export function ring(area, rx) {
  return ["edge", "core"].map((tone) => rect(area, { class: `ring ring-${tone}`, rx }));
}

/** @param {import("./geometry.js").Spot} spot */
export function translate({ x, y }) {
  return `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
}

/** @param {import("./geometry.js").Spot} spot @param {string | number} words @param {string} className */
export function label(spot, words, className) {
  const element = svg("text", { x: spot.x, y: spot.y, class: className });
  element.textContent = String(words);
  return element;
}
