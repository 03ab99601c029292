// What was found, without a task that judges it.

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
