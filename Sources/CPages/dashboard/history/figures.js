// The figures of two sessions, in a table.

import { element, make } from "../shared/dom.js";
import { driverWord, eventKind } from "../shared/events.js";
import { measureOf } from "../shared/exercise-panel.js";
import { number } from "../shared/numbers.js";
import { words } from "../shared/words.js";
import { cell } from "./list.js";
import { clockOf, lengthOf } from "./sessions.js";
import { historyWords } from "./words.js";

/** @import { Frame, Hold, Repetition, Session, TaskEvent } from "../shared/messages.js" */

/** @typedef {{ session: Session, frames: Frame[], events: TaskEvent[] }} SessionData */

/** The driver's events that are counted. */
const counted = [
  "blink",
  "longBlink",
  "microsleep",
  "sleep",
  "yawn",
  "headNod",
  "distractionLong",
  "phoneLike",
];

/** @param {SessionData[]} data */
export function showFigures(data) {
  const [a, b] = data.map(figuresOf);
  const head = make("tr");
  const titles = data.map(({ session }) => `${historyWords.session} ${session.id}`);
  head.append(
    ...[historyWords.figure, ...titles].map((textContent) =>
      make("th", { textContent, scope: "col" })
    ),
  );
  const rows = a.map(([name, value], i) => {
    const row = make("tr");
    row.append(make("th", { textContent: name, scope: "row" }), cell(value), cell(b[i][1]));
    return row;
  });
  element("figures").replaceChildren(head, ...rows);
}

/**
 * @param {SessionData} data
 * @returns {[string, string][]}
 */
function figuresOf(data) {
  const { session } = data;
  return [
    [historyWords.duration, clockOf(lengthOf(session))],
    [historyWords.frames, number(session.frames)],
    [words.events, number(session.events)],
    ...(session.kind === "exercise" ? exerciseFigures(data) : []),
    ...(session.kind === "drive" ? driverFigures(data) : []),
  ];
}

/**
 * @param {SessionData} data
 * @returns {[string, string][]}
 */
function exerciseFigures({ session, events }) {
  const { unit, factor } = measureOf(session.exercise);
  /** @type {Repetition[]} */
  const repetitions = [];
  /** @type {Hold[]} */
  const holds = [];
  for (const { exercise } of events) {
    if (exercise?.event === "rep") repetitions.push(exercise);
    else if (exercise?.event === "hold") holds.push(exercise);
  }
  if (session.exercise?.isHold) {
    const longest = holds.length ? Math.max(...holds.map(secondsOfMove)) : null;
    return [[historyWords.holdBest, number(longest, 1)]];
  }
  const range = mean(repetitions.map((r) => r.rangeOfMotion * factor));
  return [
    [historyWords.repCount, number(repetitions.length)],
    [historyWords.repSeconds, number(mean(repetitions.map(secondsOfMove)), 1)],
    [historyWords.repRange, range == null ? "–" : number(range) + unit],
    [historyWords.repFaults, number(repetitions.filter((r) => r.faults?.length).length)],
  ];
}

/**
 * @param {SessionData} data
 * @returns {[string, string][]}
 */
function driverFigures({ frames, events }) {
  const scores = frames.flatMap(({ driver }) => driver?.isLevelKnown ? [driver.fatigueScore] : []);
  const openness = frames.flatMap(({ driver }) => {
    const value = driver?.signals.isUsable ? driver.signals.openness : null;
    return value == null ? [] : [value * 100];
  });
  const kinds = events.flatMap(({ driver }) =>
    driver && driver.phase !== "ended" ? [eventKind(driver.event)] : []
  );
  return [
    [historyWords.maxScore, number(scores.length ? Math.max(...scores) : null)],
    [historyWords.meanOpenness, number(mean(openness))],
    ...counted.map((kind) => /** @type {[string, string]} */ ([
      driverWord(kind),
      number(kinds.filter((other) => other === kind).length),
    ])),
  ];
}

/** @param {{ startMs: number, endMs: number }} move */
function secondsOfMove({ startMs, endMs }) {
  return (endMs - startMs) / 1000;
}

/** @param {number[]} values */
function mean(values) {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}
