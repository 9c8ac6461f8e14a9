/**
 * The page of settings: each choice is kept as it is made, and the board beside shows it.
 *
 * Without this script the same form has a button that keeps all of them.
 */

import { allowNotices } from "./attention.js";
import "./board.js";
import { followChoices } from "./board/chosen.js";
import { preferences } from "./preferences.js";
import { readTexts, say } from "./texts.js";

/** What the server writes into the page: it is read again when one of these is chosen anew. */
const WRITTEN_BY_THE_HOUSE = new Set(["language", "time_zone"]);
const SHOWN_MS = 4_000;
/** Where this tab keeps which of these was chosen, over the reading anew. */
const CHOSEN_LAST = "settings-chosen-last";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-settings]"));
const status = /** @type {HTMLElement} */ (document.querySelector("[data-settings-status]"));
const texts = readTexts("settings-texts");
let timer = 0;

/** @param {string} key @param {boolean} [isTrouble] */
function tell(key, isTrouble = false) {
  clearTimeout(timer);
  status.textContent = say(texts, key);
  status.classList.toggle("is-trouble", isTrouble);
  if (!isTrouble) timer = setTimeout(() => (status.textContent = ""), SHOWN_MS);
}

/** The form says what is kept. */
function drawChoices() {
  for (const [key, value] of Object.entries(preferences.choices)) {
    const field = form.elements.namedItem(key);
    if (field instanceof RadioNodeList || field instanceof HTMLSelectElement) field.value = value;
  }
}

/** Whoever chose stays where he was. @param {string} key */
function showAnew(key) {
  sessionStorage.setItem(CHOSEN_LAST, key);
  location.reload();
}

/** @param {string} key @param {string} value */
async function choose(key, value) {
  if (key === "browser_notices" && value === "on") {
    const answer = await allowNotices();
    if (answer !== "granted") {
      drawChoices();
      tell(answer, true);
      return;
    }
  }
  const isKept = await preferences.choose({ [key]: value });
  if (isKept && WRITTEN_BY_THE_HOUSE.has(key)) showAnew(key);
  else tell(isKept ? "kept" : "not_kept", !isKept);
}

form.addEventListener("change", ({ target }) => {
  const { name, value } = /** @type {HTMLInputElement | HTMLSelectElement} */ (target);
  choose(name, value);
});
form.addEventListener("submit", (event) => event.preventDefault());
/** @type {HTMLElement} */ (form.querySelector("[data-settings-keep]")).hidden = true;
preferences.addEventListener("change", drawChoices);

// The first page of a browser was written before it had told its zone.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const ownZone = form.querySelector("#time_zone option[value='']");
if (ownZone && timeZone) ownZone.textContent = say(texts, "browser_zone", { zone: timeZone });

const preview = /** @type {import("./board.js").Board} */ (document.querySelector("[data-preview]"));
preview.hidden = false;
followChoices(preview, preview);
preview.texts = readTexts("board-texts");
preview.show({ ...JSON.parse(preview.dataset.preview ?? "{}"), legal: [], side: null, viewer: "white", cubeAction: null, lastPlay: null, lastRoll: null });

const chosenLast = sessionStorage.getItem(CHOSEN_LAST);
sessionStorage.removeItem(CHOSEN_LAST);
if (chosenLast) /** @type {HTMLElement | null} */ (form.elements.namedItem(chosenLast))?.focus();
