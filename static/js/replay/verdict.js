/**
 * The answer to "Are the dice honest?": one sentence, a mark on every line with a roll, and for the
 * roll on the board where it came from.
 *
 * @typedef {import("./proof.js").Proof} Proof
 * @typedef {import("./proof.js").CheckedRoll} CheckedRoll
 */

import { prove } from "./proof.js";

export class Verdict {
  /** @param {import("../match/stage.js").Stage} stage @param {HTMLElement[]} lines of the list of moves */
  constructor(stage, lines) {
    this.stage = stage;
    this.words = stage.words;
    this.lines = lines;
    /** @type {Proof | null} */
    this.proof = null;
  }

  /**
   * Computes everything anew and says what came of it.
   * @param {any} published the document @param {import("./film.js").Film} film
   */
  give(published, film) {
    let sentence = this.words.say("proof_unreadable");
    this.proof = null;
    try {
      this.proof = prove(published, film);
      sentence = [this.sentence(this.proof), this.ownPart(published)].filter(Boolean).join(" ");
    } catch (trouble) {
      console.warn(trouble); // what is published was no match at all; the sentence says so
    }
    const verdict = this.stage.part("verdict");
    verdict.textContent = sentence;
    verdict.className = this.proof?.isTrue ? "notice notice-success" : "notice notice-error";
    verdict.hidden = false;
    this.mark();
  }

  /** @param {Proof} proof */
  sentence({ isCommitted, rolls, firstFalse, misplaced }) {
    if (!isCommitted) return this.words.say("proof_secret");
    if (firstFalse) return this.words.say("proof_roll", this.values(firstFalse));
    if (misplaced !== null) return this.words.say("proof_place", { number: misplaced });
    return this.words.say("proof_true", { count: rolls.length });
  }

  /** @param {CheckedRoll} roll */
  values({ roll, game, shown, given, bytes }) {
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    return { roll, game, shown: shown.join("-"), given: given.join("-"), bytes: hex };
  }

  /** Whoever played in this browser finds his own random bytes among those published. */
  ownPart({ id, dice }) {
    let kept = null;
    try {
      kept = localStorage.getItem(`contribution:${id}`);
    } catch {
      return ""; // storage is closed to us: nothing was kept
    }
    if (!kept) return "";
    return this.words.say([dice.white, dice.black].includes(kept) ? "proof_own_part" : "proof_foreign_part");
  }

  /** A mark beside every line in which dice were thrown. */
  mark() {
    for (const line of this.lines) line.querySelector(".replay-mark")?.remove();
    for (const roll of this.proof?.rolls ?? []) {
      const line = this.lines.find((candidate) => Number(candidate.dataset.at) >= roll.number);
      if (line && !line.querySelector(".replay-mark.is-false")) this.markLine(line, roll);
    }
  }

  /** @param {HTMLElement} line @param {CheckedRoll} roll */
  markLine(line, { isTrue }) {
    line.querySelector(".replay-mark")?.remove();
    const mark = document.createElement("span");
    mark.className = isTrue ? "replay-mark" : "replay-mark is-false";
    mark.textContent = isTrue ? "✓" : "✗";
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", this.words.say(isTrue ? "proof_roll_true" : "proof_roll_false"));
    line.append(mark);
  }

  /** Where the roll on the board came from. @param {number} at number of the event shown */
  showRoll(at) {
    const part = this.stage.part("this-roll");
    const roll = this.proof?.rolls.findLast(({ number }) => number <= at);
    part.hidden = !roll;
    if (roll) part.textContent = this.words.say(roll.isTrue ? "proof_this_roll" : "proof_roll", this.values(roll));
  }
}
