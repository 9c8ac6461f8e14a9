/**
 * The published document of a draw as the checks read it. See docs/fairness.md, "The document".
 *
 * @typedef {object} Entrant
 * @property {number} seat
 * @property {string} name
 * @property {string} came in_time, late, buy_back or replacement
 * @property {number} joined the first round he could play in
 * @property {boolean} has_left
 * @property {number} place 0 before the end
 *
 * @typedef {object} Result
 * @property {string} outcome
 * @property {number | null} winner
 *
 * @typedef {object} Met
 * @property {number} round
 * @property {number} slot
 * @property {number | null} white
 * @property {number | null} black
 * @property {number[]} seats who met: two, one or nobody
 * @property {Result | null} result
 */

const FORMAT = 1;

export class Draw {
  /** @param {any} published Throws for what is no document of a draw. */
  constructor(published) {
    if (published.format !== FORMAT) throw new Error(`format ${published.format} is not ${FORMAT}`);
    this.published = published;
    /** @type {string} */ this.id = published.id;
    /** @type {string[]} */ this.names = published.names;
    /** @type {string[]} */ this.seats = published.seats;
    /** @type {Entrant[]} */ this.entrants = published.entrants;
    /** @type {Met[]} */ this.meetings = published.pairings.map(met);
    this.isFinished = published.state === "finished";
    this.isOver = this.isFinished || published.state === "cancelled" || published.state === "stopped";
    this.bySeat = new Map(this.entrants.map((entrant) => [entrant.seat, entrant]));
    this.byPlace = new Map(this.meetings.map((each) => [`${each.round}.${each.slot}`, each]));
    if (this.byPlace.size !== this.meetings.length) throw new Error("two pairings stand in one place");
  }

  /** @param {number} round @param {number} slot @returns {Met | undefined} */
  at(round, slot) {
    return this.byPlace.get(`${round}.${slot}`);
  }

  /** @param {number} seat */
  isLate(seat) {
    return seat > this.seats.length;
  }

  /** @param {number} seat */
  hasLeft(seat) {
    return Boolean(this.bySeat.get(seat)?.has_left);
  }

  /** All seats, those of latecomers too. */
  get seatNumbers() {
    return this.entrants.map(({ seat }) => seat);
  }
}

/** @returns {Met} */
function met(pairing) {
  const seats = [pairing.white, pairing.black].filter((seat) => seat !== null);
  return { ...pairing, seats };
}
