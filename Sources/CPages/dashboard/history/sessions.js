// Sessions in words.

import { clock, number } from "../shared/numbers.js";
import { language, wordFor } from "../shared/words.js";

/** @import { ListedSession } from "../shared/messages.js" */

const dates = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const hour = 3.6e6;

/**
 * Returns a time in milliseconds as minutes and seconds, with hours if needed.
 *
 * @param {number} time
 */
export function clockOf(time) {
  if (time < hour) return clock(time);
  return `${Math.floor(time / hour)}:${clock(time % hour).padStart(5, "0")}`;
}

/**
 * Returns the milliseconds between the first frame and the last.
 *
 * @param {ListedSession} session
 */
export function lengthOf({ first, last }) {
  return first == null || last == null ? 0 : last - first;
}

/** @param {ListedSession} session */
export function lengthText(session) {
  return session.first == null ? "–" : clockOf(lengthOf(session));
}

/** @param {ListedSession} session */
export function titleOf(session) {
  const [kind, name] = session.task.split(":");
  return session.exercise?.title || name || wordFor(kind) || kind;
}

/** @param {ListedSession} session */
export function beganText(session) {
  return dates.format(new Date(session.began));
}

/** @param {number} bytes */
export function sizeText(bytes) {
  return bytes < 1e6 ? `${number(bytes / 1e3)} kB` : `${number(bytes / 1e6, 1)} MB`;
}
