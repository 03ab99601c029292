// What was found, without a task that judges it.

import { number } from "./numbers.js";
import { showHead, showRows } from "./panel-text.js";
import { wordFor, words } from "./words.js";

/** @import { Panel } from "./panel.js" */

/** @returns {Panel} */
export function landmarksPanel() {
  return {
    charts: [],
    plot() {},
    show({ items = [] }) {
      showHead(String(items.length), words.found);
      showRows(
        items.flatMap(({ id, label }) =>
          label ? [[String(id), wordFor(label.toLowerCase()) ?? label]] : []
        ),
      );
    },
  };
}

/** @returns {Panel} */
export function holisticPanel() {
  return {
    charts: [],
    plot() {},
    show({ items = [] }) {
      const labels = items.map(({ label }) => label);
      showHead(labels.includes("pose") ? "1" : "0", words.found);
      showRows(
        ["face", "leftHand", "rightHand"].map((part) => [
          wordFor(part) ?? part,
          labels.includes(part) ? words.found : "–",
        ]),
      );
    },
  };
}

/** @returns {Panel} */
export function masksPanel() {
  return {
    charts: [],
    plot() {},
    show({ masks = [] }) {
      const [mask] = masks;
      if (mask?.box) showHead(`${number(100 * mask.share)} %`, words.ofImage);
      else showHead("–", "", mask ? words.noOne : "");
    },
  };
}
