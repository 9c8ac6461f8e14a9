/**
 * One WebSocket that survives: it greets, reconnects, repeats what was not acknowledged, notices silence.
 *
 * Transport only. What a message means is the business of whoever listens; nothing here draws.
 */

/** @typedef {"connecting" | "open" | "waiting" | "closed"} ConnectionState */

export const SUBPROTOCOL = "backgammon.v1";

/** Close codes after which the same page would only be refused again. */
const FINAL_CODES = new Set([4401, 4403, 4404, 4406, 4409, 4410]);
const TOO_FAST = 4429;

const PING_EVERY_MS = 15_000;
const SILENCE_MS = 10_000;
/** An order is answered at once, or the line is dead: a player's clock runs meanwhile. */
const ORDER_SILENCE_MS = 6_000;
/** A line that slept through something has to show soon that it still lives. */
const WAKE_SILENCE_MS = 3_000;
/** Longer than a line that lives is ever silent, for it is asked every fifteen seconds. */
const STALE_MS = 30_000;
const HEARTBEAT_MS = 1_000;
/** A heartbeat that is so late was missed: the laptop slept, or its clock was moved. */
const MISSED_MS = 5_000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
const TOO_FAST_WAIT_MS = 10_000;

/** @param {number} bytes @returns {string} random bytes as lower-case hex */
export function randomHex(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}

/** @param {string} path @returns {string} the socket address of a path on this site */
export function socketUrl(path) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/** What came in after a sleep may have waited since before it; an answer to a fresh question has not. */
function provesLife({ type, t }) {
  return type === "welcome" || (type === "pong" && Math.abs(Date.now() - t) < STALE_MS);
}

/**
 * Emits one event per server message, named after its `type`, with the message as `detail`; and
 * `state` whenever the connection changes (detail: `{state, code, attempts}`).
 */
export class LiveSocket extends EventTarget {
  /**
   * @param {string} path
   * @param {() => object} hello fields of the greeting, asked for at every (re)connection
   */
  constructor(path, hello = () => ({ since: null })) {
    super();
    this.path = path;
    this.hello = hello;
    /** @type {ConnectionState} */
    this.state = "connecting";
    this.attempts = 0;
    /** @type {{code: string, message: string} | null} why the server said goodbye */
    this.farewell = null;
    /** @type {Map<string, object>} messages without an answer yet, in the order they were sent */
    this.unanswered = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.hasEverOpened = false;
    /** When the house was heard last, by the clock of this device. */
    this.heardAt = 0;
    /** When the next attempt begins; 0 while one is under way or none is needed. */
    this.retryAt = 0;
    this.offsetMs = 0;
    this.bestTripMs = Infinity;
    this.timers = { ping: 0, silence: 0, retry: 0 };
    this.listen();
    this.connect();
  }

  listen() {
    const wake = () => this.wake();
    document.addEventListener("visibilitychange", wake);
    document.addEventListener("resume", wake);
    window.addEventListener("online", wake);
    // A page that comes back from the browser's memory had its socket taken away.
    window.addEventListener("pageshow", ({ persisted }) => (persisted ? this.renew() : this.wake()));
    let beatAt = Date.now();
    setInterval(() => {
      const lateMs = Date.now() - beatAt - HEARTBEAT_MS;
      beatAt = Date.now();
      if (Math.abs(lateMs) > MISSED_MS) wake();
    }, HEARTBEAT_MS);
  }

  /**
   * Whether what the page knows is what the house said just now. Nobody should decide anything on
   * what is older; it is asked by the clock, so that it holds in the first moment after a sleep.
   */
  get isFresh() {
    return Math.abs(Date.now() - this.heardAt) < STALE_MS;
  }

  /** The server's clock, as well as the shortest round trip so far allows. */
  get serverNowMs() {
    return Date.now() + this.offsetMs;
  }

  /**
   * Sends a message that must arrive: it is kept, and repeated with the same id after a reconnection,
   * until the server answers it.
   * @param {object} message without `id` @returns {string} its id
   */
  send(message) {
    const id = randomHex(12);
    this.unanswered.set(id, { ...message, id });
    if (this.state === "open") {
      this.write(this.unanswered.get(id));
      this.expectAnswer(ORDER_SILENCE_MS);
    }
    return id;
  }

  /** Changes what a message without an answer will say when it is repeated. @param {string} id @param {object} fields */
  amend(id, fields) {
    const message = this.unanswered.get(id);
    if (message) Object.assign(message, fields);
  }

  /** Sends a message only if it can leave now; nobody repeats it. @param {object} message */
  write(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Greets again over the open connection: a wish for whatever was missed. */
  greet() {
    this.write({ type: "hello", ...this.hello() });
  }

  /** Ends the connection for good. */
  close() {
    this.change("closed", 1000);
    this.socket?.close(1000);
  }

  /** Starts again after a final close ("play here instead"). */
  reopen() {
    this.attempts = 0;
    this.farewell = null;
    this.connect();
  }

  /** Lets go of a connection that cannot be trusted, and makes another at once. */
  renew() {
    if (this.state === "closed") return;
    const { socket } = this;
    this.lost(0);
    socket?.close();
    this.connect();
  }

  /** Does not sit out the wait for the next attempt. */
  retryNow() {
    if (this.state === "waiting" && this.socket === null) this.connect();
  }

  connect() {
    clearTimeout(this.timers.retry);
    this.retryAt = 0;
    const socket = new WebSocket(socketUrl(this.path), [SUBPROTOCOL]);
    this.socket = socket;
    this.change(this.state === "waiting" ? "waiting" : "connecting");
    socket.addEventListener("open", () => socket === this.socket && this.greet());
    socket.addEventListener("message", (event) => socket === this.socket && this.receive(event.data));
    socket.addEventListener("close", (event) => socket === this.socket && this.lost(event.code));
    this.expectAnswer();
  }

  /** @param {string} text */
  receive(text) {
    clearTimeout(this.timers.silence);
    const message = JSON.parse(text);
    const wasFresh = this.isFresh;
    if (wasFresh || provesLife(message)) this.heardAt = Date.now();
    if (message.type === "welcome") this.opened(message);
    if (message.type === "pong") this.setClock(message.now_ms, message.t);
    if (message.type === "bye") this.farewell = { code: message.code, message: message.message };
    if (message.type === "ack" || message.type === "error") {
      message.request = this.unanswered.get(message.re) ?? null;
      this.unanswered.delete(message.re);
    }
    this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
    // By now whoever listens knows what was missed, and has amended what is to be repeated.
    if (message.type === "welcome") this.repeat();
    if (!wasFresh && this.isFresh && this.state === "open") this.change("open");
  }

  repeat() {
    for (const message of this.unanswered.values()) this.write(message);
  }

  opened(welcome) {
    this.attempts = 0;
    this.farewell = null;
    this.hasEverOpened = true;
    this.bestTripMs = Infinity;
    this.setClock(welcome.now_ms, null);
    this.change("open");
    clearInterval(this.timers.ping);
    this.timers.ping = setInterval(() => this.ping(), PING_EVERY_MS);
    this.ping();
  }

  /** @param {number} [patienceMs] */
  ping(patienceMs) {
    this.write({ type: "ping", t: Date.now() });
    this.expectAnswer(patienceMs);
  }

  expectAnswer(patienceMs = SILENCE_MS) {
    clearTimeout(this.timers.silence);
    const socket = this.socket;
    this.timers.silence = setTimeout(() => {
      if (socket !== this.socket) return;
      this.lost(4408);
      socket.close();
    }, patienceMs);
  }

  /** A closing handshake can itself hang, so the old socket is let go before it answers. */
  lost(code) {
    this.socket = null;
    clearTimeout(this.timers.silence);
    clearInterval(this.timers.ping);
    if (this.state === "closed") return;
    if (FINAL_CODES.has(code)) {
      this.change("closed", code);
      return;
    }
    this.attempts += 1;
    const waitMs = this.waitMs(code);
    this.retryAt = Date.now() + waitMs;
    clearTimeout(this.timers.retry);
    this.timers.retry = setTimeout(() => this.connect(), waitMs);
    this.change("waiting", code);
  }

  waitMs(code) {
    const doubled = Math.min(FIRST_WAIT_MS * 2 ** (this.attempts - 1), LONGEST_WAIT_MS);
    const least = code === TOO_FAST ? TOO_FAST_WAIT_MS : 0;
    return least + doubled * (0.5 + Math.random() / 2);
  }

  /** Back on screen, on the network or among the living: no wait is sat out, no sleeping socket trusted. */
  wake() {
    if (document.visibilityState !== "visible") return;
    this.retryNow();
    if (this.state !== "open") return;
    this.bestTripMs = Infinity; // the clock of this device may have been moved
    this.ping(WAKE_SILENCE_MS);
    if (!this.isFresh) this.change("open");
  }

  /**
   * @param {number | undefined} nowMs server time @param {number | null} sentMs when we asked, if we did
   */
  setClock(nowMs, sentMs) {
    if (typeof nowMs !== "number") return;
    const tripMs = sentMs === null ? Infinity : Date.now() - sentMs;
    if (tripMs > this.bestTripMs) return;
    this.bestTripMs = tripMs;
    this.offsetMs = nowMs - Date.now() + (Number.isFinite(tripMs) ? tripMs / 2 : 0);
  }

  /** @param {ConnectionState} state @param {number} [code] */
  change(state, code = 0) {
    this.state = state;
    const detail = { state, code, attempts: this.attempts };
    this.dispatchEvent(new CustomEvent("state", { detail }));
  }
}
