/**
 * Sentences for people come from the page (translated by the server), never from code.
 *
 * One whose words depend on a number stands there once for each plural form of the language, as
 * `key.one`, `key.other`, with the name of that number: see accounts/templatetags/plural_forms.py.
 */

/** @typedef {Record<string, string>} Texts */

const language = document.documentElement.lang || "en";
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language, { useGrouping: true });
const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Of a key: the number among the values that chooses its form. @param {string} key */
const counted = (key) => `${key}#`;

/** @param {string} id of a <template> whose elements carry `data-key` @returns {Texts} */
export function readTexts(id) {
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById(id));
  /** @type {Texts} */
  const texts = {};
  for (const entry of template?.content.querySelectorAll("[data-key]") ?? []) {
    const key = entry.getAttribute("data-key") ?? "";
    const by = entry.getAttribute("data-counted");
    texts[key] = entry.textContent ?? "";
    if (by) texts[counted(key.slice(0, key.lastIndexOf(".")))] = by;
  }
  return texts;
}

/**
 * A sentence with its blanks filled. A key nobody translated shows itself, so that it is noticed.
 * @param {Texts} texts @param {string} key @param {Record<string, string | number>} [values]
 */
export function say(texts, key, values = {}) {
  const by = texts[counted(key)];
  const sentence = texts[by ? `${key}.${plurals.select(Number(values[by]))}` : key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => isolated(numberText(values[name] ?? "")));
}

/** A name from right to left keeps to itself, as the server has it (wire/direction.py). @param {string} text */
const isolated = (text) => (/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text) ? `\u2068${text}\u2069` : text);

/** A number with its thousands apart, as the server writes it; a text as it is. @param {string | number} value */
export function numberText(value) {
  return typeof value === "number" ? numbers.format(value) : value;
}

/** A number with one decimal, always: 9.0 in English, 9,0 in Estonian. @param {number} value */
export function tenthsText(value) {
  return tenths.format(value);
}
