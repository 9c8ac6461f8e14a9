/** The menus of a panel: about a line and whoever said it, about the room, and who is in it. */

import { openMenu } from "./menus.js";
import { addressAbout, say } from "./words.js";

/** @typedef {import("./panel.js").Panel} Panel */

/** @param {string} id @param {string} name @returns {HTMLElement} */
function part(id, name) {
  return /** @type {HTMLElement} */ (document.querySelector(`#${id} [data-${name}]`));
}

/** @param {Panel} panel @param {{line: import("./types.js").Line, button: HTMLElement}} asked */
export function openLineMenu(panel, { line, button }) {
  const { room, choices } = panel;
  const isMuted = choices.muted.has(line.name);
  part("talk-line-menu", "who").textContent = line.name;
  part("talk-line-menu", "mute").textContent = say(isMuted ? "unmute" : "mute", { name: line.name });
  part("talk-line-menu", "report-player").textContent = say("report_player", { name: line.name });
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("#talk-line-menu [data-address]"))) {
    const address = (link.dataset.address ?? "").replace("__room__", encodeURIComponent(panel.name)).replace("__line__", String(line.id));
    link.href = addressAbout(address, line.name);
  }
  part("talk-line-menu", "moderating").hidden = !room?.may_moderate;
  part("talk-line-menu", "organising").hidden = !room?.may_organise;
  const deeds = /** @type {Record<string, () => void>} */ ({
    reply: () => panel.composer.reply(line),
    mute: () => panel.mute(line.name, !isMuted),
    "report-line": () => panel.report.open(line, false),
    "report-player": () => panel.report.open(line, true),
  });
  openMenu("talk-line-menu", button, (choice) => deeds[choice]());
}

/** @param {Panel} panel @param {HTMLElement} button */
export function openRoomMenu(panel, button) {
  const muted = [...panel.choices.muted].sort();
  part("talk-room-menu", "muted").hidden = muted.length === 0;
  part("talk-room-menu", "muted-names").replaceChildren(...muted.map((name) => mutedEntry(name)));
  const address = part("talk-room-menu", "moderating");
  address.hidden = !panel.room?.may_moderate;
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
