// The image, and the note in its place.

import { stage } from "../shared/alerts.js";
import { element, setText } from "../shared/dom.js";
import { Viewer } from "../shared/viewer.js";

export const viewer = new Viewer(stage, element("view", HTMLCanvasElement), true);

/** @param {boolean} on */
export function setMirrored(on) {
  viewer.setMirrored(on);
  element("mirror").setAttribute("aria-pressed", String(on));
}

/**
 * Shows a text over the image; an empty text removes it.
 *
 * @param {string} text
 * @param {boolean} [offersCamera] Whether to show a button that makes the browser the camera.
 */
export function showNote(text, offersCamera = false) {
  element("note").hidden = !text && !offersCamera;
  setText(element("note-text"), text);
  element("camera-start").hidden = !offersCamera;
}
