// Events in words.

import { make } from "./dom.js";
import { clock, number } from "./numbers.js";
import { filled, language, words } from "./words.js";

/** @import { TaskEvent } from "./messages.js" */

/** @type {Record<string, string>} */
const driverWords = words.driver;

/**
 * Returns the kind of a driver's event, which is in capitals in older recordings.
 *
 * @param {string} name
 */
export function eventKind(name) {
  if (!name.includes("_") && name !== name.toUpperCase()) return name;
  return name.toLowerCase().replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

/**
 * Returns the word for a kind of driver's events.
 *
 * @param {string} kind
 */
export function driverWord(kind) {
  return driverWords[kind] ?? kind;
}

/** @param {TaskEvent} event */
function eventText(event) {
  const { driver, supply } = event;
  if (supply) return supply.starved ? rateText(supply.rate) : words.supplied;
  if (!driver) return event.text.replace(/^[\d:.]+\s+/, "");
  const name = driverWords[eventKind(driver.event)] ?? driver.event;
  if (driver.fromLevel != null) return `${name} ${driver.fromLevel} → ${driver.toLevel}`;
  const seconds = driver.durationMs > 0 ? ` ${number(driver.durationMs / 1000, 1)} s` : "";
  return `${name}${seconds}${driver.phase === "ended" ? `, ${words.driver.over}` : ""}`;
}

/** @param {number} rate Frames per second. */
function rateText(rate) {
  const plural = new Intl.PluralRules(language).select(Math.round(rate));
  return filled(words.starvedRate[plural === "one" ? "one" : "other"], number(rate));
}

/** @param {TaskEvent} event */
function eventRank({ driver, supply, exercise }) {
  if (driver) {
    const kind = eventKind(driver.event);
    // A yawn or a laugh explains closed eyes, and there is no alert.
    if (["yawning", "laughing"].includes(driver.reason ?? "")) return "caution";
    if (["microsleep", "sleep", "unresponsive"].includes(kind)) return "alarm";
    return ["blink", "yawnRetracted", "levelChanged"].includes(kind) ? "" : "caution";
  }
  if (supply) return supply.starved ? "caution" : "";
  if (!exercise) return "";
  return exercise.event === "rep" && !exercise.faults?.length ? "" : "caution";
}

/**
 * Returns whether an event is listed. Blinks are too frequent to read.
 *
 * @param {TaskEvent} event
 */
export function isListed(event) {
  return !(event.driver && eventKind(event.driver.event) === "blink");
}

/**
 * Makes a list item.
 *
 * @param {TaskEvent} event
 * @param {number} [start] The time from which its time is counted.
 */
export function eventItem(event, start = 0) {
  const item = make("li");
  item.dataset.rank = eventRank(event);
  item.append(
    make("time", { textContent: clock(event.t - start) }),
    make("span", { textContent: eventText(event) }),
  );
  return item;
}
