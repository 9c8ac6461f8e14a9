/**
 * Random orders from the secret of an event: the browser's twin of `tournaments/formats/seating.py`.
 *
 * Pure. See docs/fairness.md, "The draw of an event".
 */

import { hmac } from "../replay/sha256.js";

const WORD_BYTES = 4;
const WORDS = 2 ** (8 * WORD_BYTES);

const text = new TextEncoder();

/** Unbiased whole numbers for one purpose of one event. */
export class DrawStream {
  /** @param {Uint8Array} secret @param {string} eventId @param {string} what */
  constructor(secret, eventId, what) {
    this.words = words(secret, `${eventId}|${what}`);
  }

  /**
   * The next number from 0 to bound - 1. Words in the last, incomplete run of `bound` are skipped:
   * their remainders would favour small numbers.
   * @param {number} bound
   */
  below(bound) {
    const limit = WORDS - (WORDS % bound);
    for (;;) {
      const word = /** @type {number} */ (this.words.next().value);
      if (word < limit) return word % bound;
    }
  }

  /**
   * Fisher-Yates from the end over the sorted items, whatever order they come in.
   * @template {string | number} Item @param {Iterable<Item>} items @returns {Item[]}
   */
  shuffled(items) {
    const order = [...items].sort(compare);
    for (let last = order.length - 1; last > 0; last -= 1) {
      const chosen = this.below(last + 1);
      [order[last], order[chosen]] = [order[chosen], order[last]];
    }
    return order;
  }
}

/**
 * Numbers by size, names by code point: JavaScript's own order goes by UTF-16 units, in which
 * characters beyond U+FFFF stand before some that are smaller.
 * @param {string | number} one @param {string | number} other
 */
export function compare(one, other) {
  if (typeof one === "number" && typeof other === "number") return one - other;
  const [points, others] = [[...String(one)], [...String(other)]];
  for (let at = 0; at < Math.min(points.length, others.length); at += 1) {
    const difference = points[at].codePointAt(0) - others[at].codePointAt(0);
    if (difference) return difference;
  }
  return points.length - others.length;
}

/** Which of two seats plays White when they meet in a round. */
export function drawWhite(secret, eventId, round, one, other) {
  const [low, high] = one < other ? [one, other] : [other, one];
  return new DrawStream(secret, eventId, `white:${round}:${low}-${high}`).shuffled([low, high])[0];
}

/** @param {Uint8Array} secret @param {string} label @returns {Generator<number, never>} */
function* words(secret, label) {
  for (let counter = 0; ; counter += 1) {
    const block = hmac(secret, text.encode(`${label}|${counter}`));
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
    for (let at = 0; at < block.length; at += WORD_BYTES) yield view.getUint32(at);
  }
}
