// The words of the page, in the reader's language.

import { element } from "./dom.js";

/** @import { SharedWords } from "../words/types.js" */

/** The sets of words by language. @type {Record<string, object[]>} */
const sets = JSON.parse(element("words").textContent);

/** The first of the reader's languages for which there are words. */
export const language = navigator.languages
  .map((wanted) => Object.keys(sets).find((known) => known.slice(0, 2) === wanted.slice(0, 2)))
  .find((known) => known) ?? "en";

/** All words of the page; `words` are those that both pages have. @type {unknown} */
export const pageWords = Object.assign({}, ...sets[language]);

export const words = /** @type {SharedWords} */ (pageWords);

/**
 * Returns the word for a name that comes from elsewhere, such as a task's.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
export function wordFor(name) {
  return /** @type {Record<string, string>} */ (pageWords)[name];
}

/**
 * Replaces `{}` with a value.
 *
 * @param {string} text
 * @param {string | number} value
 */
export function filled(text, value) {
  return text.replace("{}", String(value));
}

/** Fills in the texts and labels for which the document has only names. */
function fillDocument() {
  document.documentElement.lang = language;
  for (const target of document.querySelectorAll("[data-word]")) {
    target.textContent = wordFor(target.getAttribute("data-word") ?? "") ?? "";
  }
  for (const target of document.querySelectorAll("[data-label]")) {
    target.setAttribute("aria-label", wordFor(target.getAttribute("data-label") ?? "") ?? "");
  }
}

fillDocument();
