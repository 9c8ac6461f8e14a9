/** Table talk: lines in, lines out. Text is only ever set as text; refusals are shown to their author alone. */

const NEAR_END_PX = 40;

export class Chat {
  /**
   * @param {HTMLElement} panel @param {HTMLElement} unread where lines not looked at are counted
   * @param {import("./session.js").Session} session @param {string} me name
   */
  constructor(panel, unread, session, me) {
    this.session = session;
    this.me = me;
    this.staffWord = panel.dataset.textStaff ?? "";
    this.unread = unread;
    this.isSeen = true;
    this.list = /** @type {HTMLElement} */ (panel.querySelector("[data-lines]"));
    this.form = /** @type {HTMLFormElement} */ (panel.querySelector("form"));
    this.input = /** @type {HTMLInputElement} */ (panel.querySelector("input"));
    this.refusal = /** @type {HTMLElement} */ (panel.querySelector("[data-refusal]"));
    this.empty = /** @type {HTMLElement} */ (panel.querySelector("[data-empty]"));
    /** @type {Set<number>} */
    this.known = new Set();
    /** @type {Map<string, string>} what was said in messages not answered yet */
    this.said = new Map();
    new IntersectionObserver(([entry]) => this.looked(entry.isIntersecting)).observe(this.list);
    this.form.addEventListener("submit", (event) => this.submit(event));
    session.addEventListener("chat", (event) => this.add(/** @type {CustomEvent} */ (event).detail));
    session.addEventListener("refused", (event) => this.refused(/** @type {CustomEvent} */ (event).detail));
    session.socket.addEventListener("ack", (event) => this.said.delete(/** @type {CustomEvent} */ (event).detail.re));
  }

  /** @param {boolean} isSeen whether the lines are on screen now */
  looked(isSeen) {
    this.isSeen = isSeen;
    if (isSeen) this.count(0);
  }

  /** @param {number} lines */
  count(lines) {
    this.unread.textContent = String(lines);
    this.unread.hidden = lines === 0;
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    this.refusal.hidden = true;
    this.said.set(this.session.talk(text), text);
    this.input.value = "";
  }

  /** Gives the words back to whoever wrote them. */
  refused({ re, message }) {
    const text = this.said.get(re);
    if (text === undefined) return;
    this.said.delete(re);
    this.refusal.textContent = message;
    this.refusal.hidden = false;
    if (!this.input.value) this.input.value = text;
  }

  add({ line: { id, name, is_staff: isStaff, text }, isNew }) {
    if (this.known.has(id)) return;
    this.known.add(id);
    this.empty.hidden = true;
    if (isNew && !this.isSeen && name !== this.me) this.count(Number(this.unread.textContent) + 1);
    const item = document.createElement("li");
    item.className = name === this.me ? "chat-line is-mine" : "chat-line";
    const who = document.createElement("bdi");
    who.className = "chat-name";
    who.textContent = name;
    const words = document.createElement("bdi");
    words.className = "chat-text";
    words.textContent = text;
    item.append(who, " ", ...(isStaff ? [this.staffMark(), " "] : []), words);
    const { list } = this;
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX;
    list.append(item);
    if (atEnd) list.scrollTop = list.scrollHeight;
  }

  /** What no name can look like: an element beside it, drawn on the word of the house. */
  staffMark() {
    const mark = document.createElement("span");
    mark.className = "badge badge-staff";
    mark.textContent = this.staffWord;
    return mark;
  }
}
