// The events of a session, with links to their times.

import { element, make, setText } from "../shared/dom.js";
import { eventItem, isListed } from "../shared/events.js";
import { historyWords } from "./words.js";

/** @import { TaskEvent } from "../shared/messages.js" */

/**
 * Lists events.
 *
 * @param {TaskEvent[]} events
 * @param {number} first The time from which the events' times are counted.
 * @param {(time: number) => void} go Shows a time.
 */
export function showEvents(events, first, go) {
  const list = element("events");
  const shown = events.filter(isListed);
  list.replaceChildren(...shown.map((event) => {
    const item = eventItem(event, first);
    const button = make("button");
    button.append(...item.childNodes);
    button.addEventListener("click", () => go(event.t - first));
    item.append(button);
    item.dataset.time = String(event.t);
    return item;
  }));
  list.hidden = !shown.length;
  element("no-events").hidden = !!shown.length;
  const text = events.length ? historyWords.onlyBlinks : historyWords.noEventsThen;
  setText(element("no-events"), text);
}

/**
 * Marks the last event up to a time.
 *
 * @param {number} time
 */
export function markEvent(time) {
  let last = null;
  for (const item of element("events").querySelectorAll("li")) {
    item.removeAttribute("aria-current");
    if (Number(item.dataset.time) <= time) last = item;
  }
  last?.setAttribute("aria-current", "true");
}
