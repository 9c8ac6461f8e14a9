/** The menus of a panel: about a line and whoever said it, about the room, and who is in it. */

import { openMenu } from "./menus.js";
import { say } from "./words.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** @param {string} id @param {string} name @returns {HTMLElement} */
function part(id, name) {
  return /** @type {HTMLElement} */ (document.querySelector(`#${id} [data-${name}]`));
}

/** @param {string} id @param {string} name @param {boolean} isShown of what is on the page for some readers only */
function showPart(id, name, isShown) {
  const element = /** @type {HTMLElement | null} */ (document.querySelector(`#${id} [data-${name}]`));
  if (element) element.hidden = !isShown;
}

/** Fills the addresses of a menu. @param {string} id @param {Record<string, string>} values by the words in them */
function lead(id, values) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(`#${id} [data-address]`))) {
    link.href = (link.dataset.address ?? "").replace(/__(\w+?)__/g, (_, word) => encodeURIComponent(values[word] ?? ""));
  }
}

/** @param {Panel} panel @param {{line: import("./types.js").Line, button: HTMLElement}} asked */
export function openLineMenu(panel, { line, button }) {
  const { room, choices } = panel;
  const isMuted = choices.muted.has(line.name);
  part("talk-line-menu", "who").textContent = line.name;
  part("talk-line-menu", "mute").textContent = say(isMuted ? "unmute" : "mute", { name: line.name });
  part("talk-line-menu", "report-player").textContent = say("report_player", { name: line.name });
  lead("talk-line-menu", { ...wordsOf(panel), name: line.name, line: String(line.id) });
  showPart("talk-line-menu", "organising", Boolean(room?.may_organise));
  showPart("talk-line-menu", "moderating", Boolean(room?.may_moderate));
  const deeds = /** @type {Record<string, () => void>} */ ({
    reply: () => panel.composer.reply(line),
    mute: () => panel.mute(line.name, !isMuted),
    "report-line": () => panel.report.open(line, false),
    "report-player": () => panel.report.open(line, true),
  });
  openMenu("talk-line-menu", button, (choice) => deeds[choice]());
}

/** The words in addresses about a room. @param {Panel} panel */
function wordsOf({ name }) {
  return { room: name, ref: name.slice(name.indexOf(":") + 1) };
}

/** @param {Panel} panel @param {HTMLElement} button */
export function openRoomMenu(panel, button) {
  const muted = [...panel.choices.muted].sort();
  part("talk-room-menu", "muted").hidden = muted.length === 0;
  part("talk-room-menu", "muted-names").replaceChildren(...muted.map((name) => mutedEntry(name)));
  lead("talk-room-menu", wordsOf(panel));
  showPart("talk-room-menu", "moderating", Boolean(panel.room?.may_moderate));
  openMenu("talk-room-menu", button, (choice) => {
    if (choice === "hide") panel.hide(true);
    else if (choice === "off") panel.switchOff(true);
    else panel.mute(choice.slice("unmute:".length), false);
  });
}

/** @param {string} name */
function mutedEntry(name) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "menu-link";
  button.dataset.choice = `unmute:${name}`;
  button.textContent = say("unmute", { name });
  return button;
}

/** @param {Panel} panel @param {HTMLElement} button */
export function openHere(panel, button) {
  const { count, names } = panel.room?.here ?? { count: 0, names: [] };
  const items = names.map((name) => {
    const item = document.createElement("li");
    const words = document.createElement("bdi");
    words.textContent = name;
    item.append(words);
    return item;
  });
  part("talk-here", "names").replaceChildren(...items);
  part("talk-here", "others").hidden = count <= names.length;
  part("talk-here", "others").textContent = say("others", { count: count - names.length });
  openMenu("talk-here", button, () => {});
}
