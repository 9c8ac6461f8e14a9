/** What is said to who listens: the course of the match in one live region, asides in another. */

export class Voice {
  /** @param {HTMLElement} course @param {HTMLElement} asides both polite live regions that nobody sees */
  constructor(course, asides) {
    this.course = course;
    this.asides = asides;
  }

  /** What happened and who is awaited. @param {string} sentence */
  tell(sentence) {
    write(this.course, sentence);
  }

  /** What must not cut that short: a clock, a line, a play that was typed. @param {string} sentence */
  mention(sentence) {
    write(this.asides, sentence);
  }
}

/** A region whose text stays the same says nothing, so what is said again differs by a blank. */
function write(place, sentence) {
  place.textContent = place.textContent === sentence ? `${sentence}\u00a0` : sentence;
}
