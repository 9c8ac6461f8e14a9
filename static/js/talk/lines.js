/**
 * The lines of a room on screen: by day, with what is new marked, none of them twice.
 *
 * Everything people wrote is set as text. Nothing here moves the focus or the reader's place.
 *
 * @typedef {import("./types.js").Line} Line
 * @typedef {{line: Line, item: HTMLElement}} Entry
 */

import { copyOf, dayText, lineText, say, writeTime } from "./words.js";

const NEAR_END_PX = 40;
const MOST_LINES = 400;

/** Lines of one person this close together stand under his name once. */
const BREATH_MS = 180_000;

/** Emits `reply` and `more` (detail: `{line, button}`). */
export class Lines extends EventTarget {
  /**
   * @param {HTMLElement} log what scrolls @param {string} me name, or "" for a stranger
   * @param {import("./choices.js").Choices} choices
   */
  constructor(log, me, choices) {
    super();
    this.log = log;
    this.list = /** @type {HTMLElement} */ (log.querySelector("[data-lines]"));
    this.older = /** @type {HTMLButtonElement} */ (log.querySelector("[data-older]"));
    this.me = me;
    this.choices = choices;
    /** @type {Entry[]} in the order of their ids */
    this.entries = [];
    this.newFrom = Infinity; // id of the first line that is marked as new
    this.isFollowing = true; // the last line is kept in view
    this.isShown = false;
    choices.addEventListener("change", () => this.arrange());
    this.top = 0;
    log.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(log);
  }

  get lastId() {
    return this.entries.at(-1)?.line.id ?? 0;
  }

  get firstId() {
    return this.entries[0]?.line.id ?? 0;
  }

  /** Lines by people the reader has muted, which came while he was here. */
  get mutedCount() {
    return this.entries.filter((entry) => this.isMuted(entry)).length;
  }

  get isAtEnd() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < NEAR_END_PX;
  }

  toEnd() {
    this.isFollowing = true;
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** Only a reader who goes up stays there: the end also moves when something takes room from the lines. */
  scrolled() {
    const { scrollTop } = this.log;
    if (this.isAtEnd) this.isFollowing = true;
    else if (scrollTop < this.top) this.isFollowing = false;
    this.top = scrollTop;
  }

  /** Whoever comes to see the lines begins where the new ones do; else with the last. */
  resized() {
    const wasShown = this.isShown;
    this.isShown = this.log.clientHeight > 0;
    if (!this.isShown || !this.isFollowing) return;
    this.toEnd();
    const mark = /** @type {HTMLElement | null} */ (this.list.querySelector(".is-unread"));
    if (wasShown || !mark || mark.offsetTop >= this.log.scrollTop) return;
    this.log.scrollTop = mark.offsetTop;
    this.isFollowing = this.isAtEnd;
  }

  /** @param {Entry} entry */
  isMuted({ line }) {
    return this.choices.muted.has(line.name) && line.name !== this.me;
  }

  /**
   * The room as the house tells it. A line that was here before keeps its element.
   * @param {Line[]} lines @param {boolean} hasMore @param {number} newFrom
   */
  replace(lines, hasMore, newFrom) {
    const known = new Map(this.entries.map((entry) => [entry.line.id, entry]));
    const place = this.isFollowing ? null : this.topEntry();
    this.newFrom = newFrom;
    this.entries = lines.map((line) => known.get(line.id) ?? { line, item: this.draw(line) });
    this.older.hidden = !hasMore;
    this.arrange();
    if (place?.item.isConnected) this.log.scrollTop = place.item.offsetTop;
    else this.toEnd();
  }

  /** @param {Line} line @returns {boolean} whether it was not here before */
  add(line) {
    if (this.entries.some((entry) => entry.line.id === line.id)) return false;
    const { isFollowing } = this;
    this.entries.push({ line, item: this.draw(line) });
    this.entries.sort((one, other) => one.line.id - other.line.id);
    if (isFollowing && this.entries.length > MOST_LINES) {
      this.entries.splice(0, this.entries.length - MOST_LINES);
      this.older.hidden = false;
    }
    this.arrange();
    if (isFollowing) this.toEnd();
    return true;
  }

  /** Lines from before the first. The reader keeps his place. @param {Line[]} lines @param {boolean} hasMore */
  prepend(lines, hasMore) {
    const fromEnd = this.log.scrollHeight - this.log.scrollTop;
    const earlier = lines.filter((line) => line.id < this.firstId);
    this.entries.unshift(...earlier.map((line) => ({ line, item: this.draw(line) })));
    this.older.hidden = !hasMore;
    this.arrange();
    this.log.scrollTop = this.log.scrollHeight - fromEnd;
  }

  /** @param {number[]} ids */
  remove(ids) {
    const gone = new Set(ids);
    const held = this.list.contains(document.activeElement);
    this.entries = this.entries.filter(({ line }) => !gone.has(line.id));
    this.arrange();
    if (held && !this.list.contains(document.activeElement)) this.log.focus();
  }

  /** The first line in view. */
  topEntry() {
    return this.entries.find(({ item }) => item.offsetTop + item.offsetHeight > this.log.scrollTop) ?? null;
  }

  /** Brings days, names and marks in line with the lines, and the list with all of them. */
  arrange() {
    /** @type {HTMLElement[]} */
    const wanted = [];
    let day = say("today");
    let isMarked = false;
    /** @type {Line | null} */
    let before = null;
    for (const entry of this.entries) {
      const { line, item } = entry;
      const isMuted = this.isMuted(entry);
      item.classList.toggle("is-muted", isMuted);
      if (!isMuted && dayText(line.at_ms) !== day) {
        day = dayText(line.at_ms);
        before = null;
        wanted.push(this.separator("day", day));
      }
      if (!isMuted && !isMarked && line.id >= this.newFrom) {
        isMarked = true;
        before = null;
        wanted.push(this.separator("unread", say("new")));
      }
      const isNext = before?.name === line.name && line.at_ms - before.at_ms < BREATH_MS && !line.reply_to;
      item.classList.toggle("is-next", isNext);
      if (!isMuted) before = line;
      wanted.push(item);
    }
    this.lay(wanted);
  }

  /** Puts the elements in the list without touching those that stay. @param {HTMLElement[]} wanted */
  lay(wanted) {
    const stays = new Set(wanted);
    for (const child of [...this.list.children]) if (!stays.has(/** @type {HTMLElement} */ (child))) child.remove();
    wanted.forEach((element, at) => {
      if (this.list.children[at] !== element) this.list.insertBefore(element, this.list.children[at] ?? null);
    });
  }

  /** @param {"day" | "unread"} kind @param {string} text */
  separator(kind, text) {
    const item = document.createElement("li");
    item.className = `talk-separator is-${kind}`;
    const words = document.createElement("span");
    words.textContent = text;
    item.append(words);
    return item;
  }

  /** @param {Line} line */
  draw(line) {
    const item = copyOf("talk-line");
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (item.querySelector(`[data-${name}]`));
    const isMine = line.name === this.me;
    const isForMe = Boolean(this.me) && line.reply_to?.name === this.me && !isMine;
    item.dataset.line = String(line.id);
    item.classList.toggle("is-mine", isMine);
    item.classList.toggle("is-for-me", isForMe);
    part("name").textContent = line.name;
    part("staff").hidden = !line.is_staff;
    part("organiser").hidden = !line.is_organiser;
    writeTime(/** @type {HTMLTimeElement} */ (part("time")), line.at_ms);
    part("to").hidden = !line.reply_to;
    if (line.reply_to) part("to").textContent = isForMe ? say("to_you") : say("to", { name: line.reply_to.name });
    part("text").textContent = lineText(line);
    this.wire(line, part("reply"), part("more"), isMine);
    return item;
  }

  /** @param {Line} line @param {HTMLElement} reply @param {HTMLElement} more @param {boolean} isMine */
  wire(line, reply, more, isMine) {
    const canAnswer = Boolean(this.me) && !isMine;
    if (!canAnswer) {
      // A name that nothing can be done with is not a button.
      reply.replaceWith(...reply.childNodes);
      more.remove();
      return;
    }
    reply.title = say("reply_to", { name: line.name });
    more.setAttribute("aria-label", say("more_about", { name: line.name }));
    const tell = (/** @type {string} */ type) => this.dispatchEvent(new CustomEvent(type, { detail: { line, button: more } }));
    reply.addEventListener("click", () => tell("reply"));
    more.addEventListener("click", () => tell("more"));
  }
}
