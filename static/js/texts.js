/** Sentences for people come from the page (translated by the server), never from code. */

/** @typedef {Record<string, string>} Texts */

/** @param {string} id of a <template> whose elements carry `data-key` @returns {Texts} */
export function readTexts(id) {
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById(id));
  const entries = template ? [...template.content.querySelectorAll("[data-key]")] : [];
  return Object.fromEntries(entries.map((entry) => [entry.getAttribute("data-key"), entry.textContent ?? ""]));
}

/**
 * A sentence with its blanks filled. A key nobody translated shows itself, so that it is noticed.
 * @param {Texts} texts @param {string} key @param {Record<string, string | number>} [values]
 */
export function say(texts, key, values = {}) {
  const sentence = texts[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
