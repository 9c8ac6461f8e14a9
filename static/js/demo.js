/**
 * The page of the board by itself: a position the house has worked out, played by hand; every look
 * tried, none kept. There is no socket, and nothing is sent.
 */

import "./board.js";
import { lookOf } from "./board/chosen.js";
import { formatPlay } from "./match/notation.js";
import { hitsOf } from "./moves.js";
import { preferences } from "./preferences.js";
import { readTexts } from "./texts.js";

const FACES = 6;

class DemoPage {
  /** @param {HTMLElement} root @param {any} scene */
  constructor(root, scene) {
    this.root = root;
    this.scene = scene;
    this.texts = readTexts("board-texts");
    this.board = /** @type {import("./board.js").Board} */ (root.querySelector("bg-board"));
    this.board.texts = this.texts;
    this.listen();
    this.board.show({ ...scene, cubeAction: null, lastPlay: null, lastRoll: null });
  }

  /** @param {string} name @returns {any} */
  part(name) {
    return this.root.querySelector(`[data-demo-part="${name}"]`);
  }

  listen() {
    const { board } = this;
    board.addEventListener("turn", () => this.draw());
    this.part("undo").addEventListener("click", () => board.undo());
    this.part("throw").hidden = false;
    this.part("throw").addEventListener("click", () => this.throwDice());
    for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (this.root.querySelectorAll("[data-look-of-board]"))) {
      const key = select.dataset.lookOfBoard ?? "";
      if (preferences.get(key)) select.value = preferences.get(key);
      const dress = () => lookOf(board, { [key]: select.value });
      select.addEventListener("change", dress);
      dress();
    }
  }

  /** What has been played so far, in notation. */
  draw() {
    const { turn } = this.board;
    this.part("undo").disabled = !turn?.made.length;
    const play = this.part("play");
    if (!this.scene.legal.some((moves) => moves.length)) play.textContent = play.dataset.stuck;
    else if (!turn?.made.length) play.textContent = play.dataset.empty;
    else {
      const hits = hitsOf(turn.variant, turn.start, turn.side, turn.made);
      play.textContent = formatPlay(turn.made, hits, { bar: this.texts.bar, off: this.texts.off });
    }
  }

  /** Demo dice: any two faces, and the house works the plays out. */
  throwDice() {
    const form = this.root.querySelector("form");
    for (const name of ["first", "second"]) form.elements[name].value = String(1 + Math.floor(Math.random() * FACES));
    form.requestSubmit();
  }
}

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-demo]"));
if (root) new DemoPage(root, JSON.parse(document.getElementById("demo-scene")?.textContent ?? ""));
