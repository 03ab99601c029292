// The texts of a panel: the main value in large type, and rows of details.

import { element, make, setText } from "./dom.js";

/**
 * Shows rows of a name and a value each.
 *
 * @param {[string, string][]} list
 */
export function showRows(list) {
  const box = element("rows");
  while (box.children.length > list.length) box.lastElementChild?.remove();
  list.forEach(([name, value], i) => {
    let row = box.children[i];
    if (!row) {
      row = make("div");
      row.append(make("dt"), make("dd"));
      box.append(row);
    }
    setText(row.children[0], name);
    setText(row.children[1], value);
  });
}

/**
 * Shows the main value.
 *
 * @param {string} value
 * @param {string} unit
 * @param {string} [state] A separate word.
 */
export function showHead(value, unit, state = "") {
  setText(element("big"), value);
  setText(element("of"), unit);
  setText(element("pill"), state);
  element("pill").hidden = !state;
}
