// Elements of the page.

/**
 * Returns the element with an ID, which the page must have.
 *
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {{ new (): T }} [type] The class of the element.
 * @returns {T}
 */
export function element(id, type) {
  const found = document.getElementById(id);
  const expected = /** @type {{ new (): Element }} */ (type ?? HTMLElement);
  if (found instanceof expected) return /** @type {T} */ (/** @type {Element} */ (found));
  throw new TypeError(`the page has no ${expected.name} “${id}”`);
}

/**
 * Makes an element.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} [properties]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, properties = {}) {
  return Object.assign(document.createElement(name), properties);
}

/**
 * Sets an element's text. Unchanged text is left alone, so that it is not laid out or spoken again.
 *
 * @param {Element} target
 * @param {string} text
 */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}
