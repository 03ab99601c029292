// Alerts in color and in words.

import { element, setText } from "./dom.js";

/** The severity of each of the driver's alerts. @type {Record<string, string>} */
export const ranks = {
  UNRESPONSIVE: "alarm",
  SLEEP: "alarm",
  MICROSLEEP: "alarm",
  FATIGUE: "alarm",
  DISTRACTION_LONG: "alarm",
  PHONE_LIKE: "caution",
  DISTRACTION_SHORT: "caution",
  DEGRADED: "notice",
};

export const stage = element("stage");

/** The text of the alert that is shown; empty for none. */
export let shownAlert = "";

/** Makes an alert audible; a page may be silent. @type {(tone: string) => void} */
let alertTone = () => {};

/**
 * Sets the function that makes an alert audible.
 *
 * @param {(tone: string) => void} play
 */
export function onTone(play) {
  alertTone = play;
}

/**
 * Shows an alert over the image; an empty text ends the last one.
 *
 * @param {string} text
 * @param {string} rank
 * @param {string | null} [tone]
 */
export function showAlert(text, rank, tone) {
  const banner = element("banner");
  banner.hidden = !text;
  stage.classList.toggle("alarm", rank === "alarm" && !!text);
  document.title = text ? `⚠ ${text}` : "landmark";
  if (text) {
    banner.dataset.rank = rank;
    setText(element("banner-text"), text);
    if (tone) alertTone(tone);
  }
  if (text !== shownAlert) setText(element("alert"), text);
  shownAlert = text;
}
