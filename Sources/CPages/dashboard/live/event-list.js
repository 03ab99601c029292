// The growing list of events.

import { element, setText } from "../shared/dom.js";
import { eventItem, isListed } from "../shared/events.js";
import { panel } from "../shared/panel.js";
import { playTone } from "./sound.js";

/** @import { TaskEvent } from "../shared/messages.js" */

/** The maximum number of events in the list. */
const listLength = 300;

/**
 * Adds an event.
 *
 * @param {TaskEvent} event
 * @param {boolean} [isOld] Whether it happened before the page was opened.
 */
export function addEvent(event, isOld = false) {
  if (!isListed(event)) return;
  const list = element("events");
  const item = eventItem(event);
  list.prepend(item);
  while (list.children.length > listLength) list.lastElementChild?.remove();
  list.hidden = false;
  element("no-events").hidden = true;
  if (isOld) return;
  // A driver's alerts are announced by their banner.
  if (event.exercise || event.target) {
    setText(element("said"), item.lastElementChild?.textContent ?? "");
    if (item.dataset.rank) playTone("notice");
  }
  panel.event?.(event);
}
