/** How far a room has been read: what came unseen is counted wherever the page has a mark for it. */

const APART_MS = 1_500;

export class Unread {
  /** @param {string} room @param {HTMLElement} log @param {(id: number) => void} tell the house how far one has read */
  constructor(room, log, tell) {
    this.marks = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-talk-unread="${CSS.escape(room)}"]`));
    this.log = log;
    this.tell = tell;
    this.isOnScreen = false;
    this.count = 0;
    this.readId = 0;
    this.toldId = 0;
    this.timer = 0;
  }

  /** Calls `use` whenever the reader comes to see the lines. @param {() => void} use */
  watch(use) {
    new IntersectionObserver(([entry]) => {
      this.isOnScreen = entry.isIntersecting;
      use();
    }).observe(this.log);
    this.log.addEventListener("scroll", use, { passive: true });
    document.addEventListener("visibilitychange", use);
  }

  /** Whether somebody can be looking. */
  get isLookedAt() {
    return this.isOnScreen && document.visibilityState === "visible";
  }

  /** @param {number} count @param {number} readId as the house knows it */
  begin(count, readId) {
    this.readId = Math.max(this.readId, readId);
    this.toldId = Math.max(this.toldId, readId);
    this.show(count);
  }

  /** Everything up to this line was seen. @param {number} id */
  read(id) {
    this.show(0);
    if (id <= this.readId) return;
    this.readId = id;
    this.timer ||= setTimeout(() => this.report(), APART_MS);
  }

  report() {
    this.timer = 0;
    if (this.readId <= this.toldId) return;
    this.toldId = this.readId;
    this.tell(this.readId);
  }

  /** @param {number} count */
  show(count) {
    this.count = count;
    for (const mark of this.marks) {
      mark.textContent = String(count);
      mark.hidden = count === 0;
    }
  }
}
