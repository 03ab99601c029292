// Failures are shown, and nothing else changes.

import { element, setText } from "../shared/dom.js";
import { pauseAll } from "./scrubber.js";

/**
 * Does something that may fail, and shows the reason if it does.
 *
 * @param {() => Promise<void>} body
 */
export async function guarded(body) {
  try {
    await body();
    showFailure("");
  } catch (error) {
    pauseAll();
    showFailure(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} text */
function showFailure(text) {
  element("failure").hidden = !text;
  setText(element("failure"), text);
}
