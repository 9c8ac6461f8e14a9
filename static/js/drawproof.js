/**
 * "Verify the draw" on the page of an event: fetches what is published and computes all of it anew.
 *
 * The button lives in a part of the page that may be drawn again, so the page listens for it.
 *
 * @typedef {import("./drawproof/checks.js").Proof} Proof
 */

import { prove } from "./drawproof/checks.js";
import { during } from "./progress.js";
import { readTexts, say } from "./texts.js";

const MOST_FAULTS_TOLD = 5;

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-verify-draw]") : null;
  if (button instanceof HTMLButtonElement) give(button);
});

/** Without scripts there is no button. */
function showButtons() {
  for (const button of document.querySelectorAll("button[data-verify-draw]")) button.hidden = false;
}

showButtons();
document.addEventListener("htmx:load", showButtons); // also where the part was drawn again

/** @param {HTMLButtonElement} button whose part of the page has the place for the verdict */
async function give(button) {
  const texts = readTexts("draw-texts");
  const verdict = button.parentElement?.querySelector("[data-draw-verdict]");
  if (!(verdict instanceof HTMLElement)) return;
  button.disabled = true;
  const { isTrue, sentences } = await judged(texts, button.dataset.verifyDraw ?? "");
  verdict.replaceChildren(...sentences.map(paragraph));
  verdict.className = isTrue ? "notice notice-success" : "notice notice-error";
  verdict.hidden = false;
  button.disabled = false;
}

/** @param {string} address @returns {Promise<any>} */
async function publishedAt(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.json();
}

/** @returns {Promise<{isTrue: boolean, sentences: string[]}>} */
async function judged(texts, address) {
  let published;
  try {
    published = await during(publishedAt(address));
  } catch (trouble) {
    console.warn(trouble);
    return { isTrue: false, sentences: [say(texts, "unreachable")] };
  }
  try {
    const proof = prove(published);
    return { isTrue: proof.isTrue, sentences: sentencesOf(texts, proof) };
  } catch (trouble) {
    console.warn(trouble); // what is published was no draw at all; the sentence says so
    return { isTrue: false, sentences: [say(texts, "unreadable")] };
  }
}

/** What came of it, the gravest first; then what only the command repeats. @param {Proof} proof */
function sentencesOf(texts, { isOpen, isTrue, isWhole, findings }) {
  if (!isOpen) return [say(texts, "closed")];
  const faults = findings.flatMap((finding) => finding.faults);
  const told = faults.slice(0, MOST_FAULTS_TOLD).map(({ key, values }) => say(texts, `false_${key}`, values));
  if (faults.length > MOST_FAULTS_TOLD) told.push(say(texts, "more", { count: faults.length - MOST_FAULTS_TOLD }));
  if (isTrue) told.push(say(texts, "true", counts(findings)));
  if (!isWhole) told.push(say(texts, "rest"));
  return told;
}

/** How many of each were checked. @returns {Record<string, number>} */
function counts(findings) {
  return Object.fromEntries(findings.map(({ what, count }) => [what, count]));
}

/** @param {string} sentence */
function paragraph(sentence) {
  const element = document.createElement("p");
  element.textContent = sentence;
  return element;
}
