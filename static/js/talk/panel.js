/**
 * The talk of one room on a page: what the house says of it, and what its reader can do.
 *
 * It draws from messages of the house alone. After every welcome the room is opened again and its
 * history replaced, so that nothing is missed and nothing stands twice.
 *
 * @typedef {import("./types.js").Line} Line
 * @typedef {import("./types.js").Room} Room
 */

import { Announcer } from "./announcer.js";
import { ask, askNow } from "./ask.js";
import { Composer } from "./composer.js";
import { Lines } from "./lines.js";
import { openMenu } from "./menus.js";
import { openHere, openLineMenu, openRoomMenu } from "./people.js";
import { Standing } from "./standing.js";
import { Unread } from "./unread.js";
import { say } from "./words.js";

export class Panel {
  /**
   * @param {HTMLElement} root @param {import("../socket.js").LiveSocket} socket
   * @param {import("./choices.js").Choices} choices @param {import("./report.js").ReportDialog} report
   */
  constructor(root, socket, choices, report) {
    this.root = root;
    this.socket = socket;
    this.choices = choices;
    this.report = report;
    this.name = root.dataset.talk ?? "";
    this.me = document.body.dataset.user ?? "";
    this.isWanted = root.dataset.talkLater === undefined;
    /** @type {Room | null} */
    this.room = null;
    this.log = this.part("log");
    this.lines = new Lines(this.log, this.me, choices);
    this.composer = new Composer(this.part("composer"), socket, this.name);
    this.standing = new Standing(this.part("standing"), socket, () => this.open());
    this.unread = new Unread(this.name, this.log, (message) => ask(socket, { type: "chat.read", room: this.name, message }));
    this.announcer = new Announcer(this.part("spoken"));
    this.listen();
    if (socket.state === "open") this.open();
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.root.querySelector(`[data-${name}]`));
  }

  listen() {
    this.hear("welcome", () => this.open());
    this.hear("sanction", () => this.open());
    this.hear("chat.choice", (choice) => this.follow(choice));
    /** @type {Record<string, (message: any) => void>} */
    const ofRoom = {
      "chat.room": (room) => this.opened(room),
      "chat.message": ({ message }) => this.came(message),
      "chat.older": ({ messages, has_more: hasMore }) => this.lines.prepend(messages, hasMore),
      "chat.hidden": ({ ids }) => this.taken(ids),
      "chat.shown": ({ message }) => this.restored(message),
      "chat.state": ({ slow_s, is_calm }) => this.learn({ slow_s, is_calm }),
      "chat.here": ({ count, names }) => this.learn({ here: { count, names } }),
    };
    for (const [type, use] of Object.entries(ofRoom)) this.hear(type, (message) => message.room === this.name && use(message));
    this.root.addEventListener("talk-wanted", () => this.want());
    this.choices.addEventListener("change", () => this.draw());
    this.lines.addEventListener("reply", (event) => this.composer.reply(/** @type {CustomEvent} */ (event).detail.line));
    this.lines.addEventListener("more", (event) => openLineMenu(this, /** @type {CustomEvent} */ (event).detail));
    this.composer.addEventListener("said", () => this.spoke());
    this.composer.addEventListener("refused", (event) => this.refused(/** @type {CustomEvent} */ (event).detail));
    this.unread.watch(() => this.looked());
    this.press("older", () => this.askOlder());
    this.press("jump", () => this.lines.toEnd());
    this.press("here", (button) => openHere(this, button));
    this.press("options", (button) => openRoomMenu(this, button));
    this.press("show-muted", () => this.showMuted());
    this.press("unhide", () => this.hide(false));
    this.press("switch-on", () => this.switchOff(false));
  }

  /** @param {string} type @param {(message: any) => void} use */
  hear(type, use) {
    this.socket.addEventListener(type, (event) => use(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {string} name @param {(button: HTMLElement) => void} use */
  press(name, use) {
    const button = this.part(name);
    button.addEventListener("click", () => use(button));
  }

  // What the house says -------------------------------------------------------------------------

  want() {
    if (this.isWanted) return;
    this.isWanted = true;
    if (this.socket.state === "open") this.open();
  }

  open() {
    if (this.isWanted) askNow(this.socket, { type: "chat.open", room: this.name }, ({ message }) => this.closed(message ?? ""));
  }

  /** @param {Room} room */
  opened(room) {
    this.room = room;
    const firstNew = room.messages.find(({ id, name }) => id > room.read_id && name !== this.me);
    const newFrom = room.unread > 0 && firstNew ? firstNew.id : this.lines.newFrom;
    this.lines.replace(room.messages, room.has_more, newFrom);
    this.unread.begin(room.unread, room.read_id);
    this.draw();
    this.looked();
  }

  /** The room cannot be read. @param {string} why */
  closed(why) {
    this.part("closed").textContent = why;
    this.root.dataset.state = "closed";
  }

  /** @param {Partial<Room>} fields */
  learn(fields) {
    if (!this.room) return;
    this.room = { ...this.room, ...fields };
    this.draw();
  }

  /** @param {Line} line */
  came(line) {
    const isForReader = line.name !== this.me && !this.choices.muted.has(line.name) && this.isReadable;
    const wasSeen = this.unread.isLookedAt && this.lines.isFollowing;
    if (isForReader && !wasSeen && this.unread.count === 0) this.lines.newFrom = line.id;
    if (!this.lines.add(line)) return;
    if (isForReader) this.announcer.add(line);
    if (isForReader && !wasSeen) this.unread.show(this.unread.count + 1);
    this.draw();
    this.looked();
  }

  /** @param {number[]} ids */
  taken(ids) {
    this.lines.remove(ids);
    this.draw();
  }

  /** A line that was taken away and is back; older ones than those shown come with the older ones. @param {Line} line */
  restored(line) {
    if (line.id > this.lines.firstId) this.lines.add(line);
    this.draw();
  }

  /** What another tab has hidden is hidden here; what it has read is read. @param {{hidden?: string[], read?: Record<string, number>}} choice */
  follow({ hidden, read }) {
    if (hidden) this.learn({ is_hidden: hidden.includes(this.name) });
    if ((read?.[this.name] ?? -1) >= this.lines.lastId) this.unread.show(0);
  }

  // What the reader does ------------------------------------------------------------------------

  looked() {
    if (this.unread.isLookedAt && this.lines.isAtEnd && this.isReadable) this.unread.read(this.lines.lastId);
    this.part("jump").hidden = this.lines.isAtEnd || this.unread.count === 0;
  }

  spoke() {
    this.lines.newFrom = Infinity;
    this.lines.arrange();
    this.lines.toEnd();
  }

  /** @param {{code?: string}} answer */
  refused({ code }) {
    // The house will say how long, and the place to write in gives way to that.
    if (code === "chat.muted") this.open();
  }

  askOlder() {
    if (this.lines.entries.length === 0) this.open();
    else askNow(this.socket, { type: "chat.older", room: this.name, before: this.lines.firstId }, () => {});
  }

  showMuted() {
    const isShown = this.log.classList.toggle("shows-muted");
    this.part("show-muted").setAttribute("aria-pressed", String(isShown));
  }

  /** @param {string} player @param {boolean} isMuted */
  async mute(player, isMuted) {
    await ask(this.socket, { type: "chat.mute", player, is_muted: isMuted });
    if (!isMuted) this.open(); // with what he has said meanwhile
  }

  /** @param {boolean} isHidden */
  hide(isHidden) {
    ask(this.socket, { type: "chat.hide", room: this.name, is_hidden: isHidden });
  }

  /** @param {boolean} isOff */
  switchOff(isOff) {
    ask(this.socket, { type: "chat.switch", is_off: isOff });
  }

  // What is seen --------------------------------------------------------------------------------

  get isReadable() {
    return Boolean(this.room) && !this.room?.is_hidden && !this.choices.isOff;
  }

  draw() {
    const { room } = this;
    if (!room) return;
    const isOnlyPhrases = room.is_calm && !room.may_moderate;
    this.root.dataset.state = this.choices.isOff ? "off" : room.is_hidden ? "hidden" : "open";
    this.part("here").textContent = say("here", { count: room.here.count });
    this.part("here").hidden = room.here.count === 0;
    this.part("empty").hidden = this.lines.entries.length > 0;
    this.part("calm").hidden = !room.is_calm;
    this.part("slow").hidden = room.slow_s === 0 || room.is_calm;
    this.part("slow").textContent = say("slow", { seconds: room.slow_s });
    this.part("muted-lines").hidden = this.lines.mutedCount === 0;
    this.part("muted-count").textContent = say("muted_lines", { count: this.lines.mutedCount });
    if (!this.isReadable) this.unread.show(0);
    this.composer.restrict(isOnlyPhrases);
    this.part("composer").hidden = room.refusal !== null;
    if (room.refusal) this.composer.clearRefusal(); // the standing says it
    this.standing.show(room.refusal);
  }
}
