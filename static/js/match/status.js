/** The sentence under the board: what is awaited, or why nothing can be decided. */

/**
 * Those who listen always have the whole sentence; a phone shows the short form where there is one
 * (match.css).
 * @param {HTMLElement} place @param {{full: string, short?: string}} sentence
 */
export function writeStatus(place, { full, short = "" }) {
  const sentence = document.createElement("span");
  sentence.textContent = full;
  place.replaceChildren(sentence);
  if (short) place.dataset.short = short;
  else delete place.dataset.short;
}
