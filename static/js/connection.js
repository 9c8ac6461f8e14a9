/**
 * What the reader must know about the connection of the page, on every page that has one: a mark in
 * the header, and a notice while the page is not live. It never takes for live what is not.
 *
 * A connection that is back at once is not worth a word. One that never came about is looked into:
 * the house may be away, or it answers pages and something on the way blocks WebSockets.
 *
 * @typedef {import("./socket.js").LiveSocket} LiveSocket
 * @typedef {{key: string, help: ("retry" | "reload" | "reopen" | "administrator")[], isFinal: boolean}} Trouble
 */

import { withSocket } from "./live.js";
import { readTexts, say } from "./texts.js";

const PATIENCE_MS = 1_200;
/** So long a first connection may take before it is looked into. */
const FIRST_MS = 6_000;
const TICK_MS = 500;
const TROUBLE_FROM = 500;

/** What a final close code means, and what helps. @type {Record<number, [string, Trouble["help"]]>} */
const CLOSED = {
  4401: ["closed_login", ["reload"]],
  4403: ["closed_forbidden", []],
  4404: ["closed_missing", []],
  4406: ["closed_version", ["reload"]],
  4409: ["closed_taken_over", ["reopen"]],
  4410: ["closed_barred", []],
};

/** Whether the house answers an ordinary request, which every proxy lets through. */
async function answersPages() {
  try {
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", redirect: "manual" });
    return answer.status < TROUBLE_FROM;
  } catch {
    return false;
  }
}

class Notice {
  /** @param {HTMLElement} element @param {LiveSocket} socket */
  constructor(element, socket) {
    this.element = element;
    this.socket = socket;
    this.texts = readTexts("connection-texts");
    /** The board has clocks that go on; other pages show how things stood. */
    this.ending = element.closest("[data-socket]") === document.body ? "_page" : "";
    this.code = 0;
    this.openedAt = Date.now();
    this.lostAt = 0;
    /** @type {boolean | null} what was found out about a first connection that does not come about */
    this.isBlocked = null;
    /** The attempt after which that was asked. */
    this.askedAfter = -1;
    this.press("retry", () => socket.retryNow());
    this.press("reload", () => location.reload());
    this.press("reopen", () => socket.reopen());
    socket.addEventListener("state", (event) => this.changed(/** @type {CustomEvent} */ (event).detail));
    this.changed({ state: socket.state, code: 0 });
    setInterval(() => this.draw(), TICK_MS);
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.element.querySelector(`[data-${name}]`));
  }

  /** @param {string} name @param {() => void} act */
  press(name, act) {
    this.part(name).addEventListener("click", act);
  }

  changed({ state, code }) {
    if (state === "closed") this.code = code;
    if (state === "open") this.lostAt = 0;
    else if (this.lostAt === 0) this.lostAt = Date.now();
    this.draw();
  }

  /** @returns {Trouble | null} null while there is nothing to say */
  get trouble() {
    const { socket } = this;
    if (socket.state === "open") return null;
    if (socket.state === "closed") {
      const [key, help] = CLOSED[this.code] ?? ["closed", ["reload"]];
      return { key, help, isFinal: true };
    }
    if (!socket.hasEverOpened) return this.firstTrouble;
    if (Date.now() - this.lostAt < PATIENCE_MS) return null;
    return { key: (navigator.onLine ? "lost" : "offline") + this.ending, help: ["retry"], isFinal: false };
  }

  /** @returns {Trouble | null} why there has been no connection yet */
  get firstTrouble() {
    if (Date.now() - this.openedAt < FIRST_MS) return null;
    if (this.askedAfter !== this.socket.attempts) this.lookInto();
    if (this.isBlocked === null) return null;
    if (!this.isBlocked) return { key: "unreachable", help: ["retry", "reload"], isFinal: true };
    return { key: `blocked${this.ending}`, help: ["reload", "administrator"], isFinal: true };
  }

  async lookInto() {
    this.askedAfter = this.socket.attempts;
    this.isBlocked = await answersPages();
    this.draw();
  }

  draw() {
    const { trouble } = this;
    document.body.toggleAttribute("data-not-live", trouble !== null);
    this.element.hidden = trouble === null;
    if (!trouble) return;
    this.element.classList.toggle("is-final", trouble.isFinal);
    const words = say(this.texts, trouble.key, { time: this.lastHeard });
    if (this.part("words").textContent !== words) this.part("words").textContent = words;
    for (const name of /** @type {const} */ (["retry", "reload", "reopen"])) this.part(name).hidden = !trouble.help.includes(name);
    this.part("help").hidden = !trouble.help.includes("administrator");
    const seconds = Math.max(0, Math.ceil((this.socket.retryAt - Date.now()) / 1000));
    this.part("count").textContent = seconds > 0 ? `· ${seconds} s` : "…";
  }

  get lastHeard() {
    const options = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    return new Intl.DateTimeFormat(document.documentElement.lang || undefined, options).format(this.socket.heardAt || this.openedAt);
  }
}

/** @param {HTMLElement} mark @param {string} state */
function showState(mark, state) {
  mark.dataset.state = state;
  const text = mark.querySelector(".connection-text");
  const words = mark.getAttribute(`data-text-${state}`) ?? "";
  if (text && text.textContent !== words) text.textContent = words;
}

withSocket((socket) => {
  const marks = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-connection]"));
  const show = () => marks.forEach((mark) => showState(mark, socket.state));
  socket.addEventListener("state", show);
  show();
  const notice = /** @type {HTMLElement | null} */ (document.querySelector("[data-connection-notice]"));
  if (notice) new Notice(notice, socket);
});
