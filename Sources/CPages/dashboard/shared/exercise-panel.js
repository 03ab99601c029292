// The progress of an exercise.

import { showAlert } from "./alerts.js";
import { Chart } from "./chart.js";
import { element, setText } from "./dom.js";
import { number } from "./numbers.js";
import { showHead, showRows } from "./panel-text.js";
import { TempoChart } from "./tempo-chart.js";
import { wordFor, words } from "./words.js";

/** @import { Exercise, Frame, Person, Repetition, Task } from "./messages.js" */
/** @import { Panel } from "./panel.js" */

/** The parts of a repetition that have a word. */
const parts = ["down", "bottom", "up", "top"];

/**
 * Returns the person in a result who has done the most.
 *
 * @param {Frame} result
 * @returns {Person | undefined}
 */
export function firstPerson({ people = [] }) {
  return [...people].sort((a, b) => (b.count ?? 0) - (a.count ?? 0))[0];
}

/**
 * Returns how an exercise is measured: the unit, its word, and the factor for values.
 *
 * @param {Exercise | undefined} exercise
 */
export function measureOf(exercise) {
  return exercise?.unit === "cm"
    ? { unit: " cm", title: words.height, factor: 100 }
    : { unit: "°", title: words.angle, factor: 1 };
}

/**
 * @param {Task} task
 * @returns {Panel}
 */
export function exercisePanel({ exercise }) {
  const isHold = exercise?.isHold ?? false;
  const { factor } = measureOf(exercise);
  const angle = angleChart(exercise);
  const tempo = new TempoChart();
  /** @type {Repetition[]} */
  const repetitions = [];
  return {
    charts: isHold ? [angle] : [angle, tempo],
    event({ exercise: event }) {
      if (event?.event !== "rep") return;
      repetitions.push(event);
      angle.dots.push([event.peakMs, event.peak * factor]);
      tempo.add(event);
      tempo.draw();
    },
    show(result) {
      const person = firstPerson(result);
      if (!person?.counters) {
        showHead("0", isHold ? "s" : words.repetitions, words.noOne);
        showRows([]);
        return showAlert("", "caution");
      }
      const last = repetitions.findLast((r) => r.endMs <= result.t + 1);
      const state = person.counters[0]?.state ?? "";
      showHead(
        isHold ? number(person.hold, 1) : String(person.count),
        isHold ? "s" : words.repetitions,
        parts.includes(state) ? wordFor(state) : "",
      );
      showRows(rowsOf(person, exercise, last));
      const says = person.faults?.join(", ") ?? "";
      element("form").hidden = !says;
      setText(element("form"), says);
      showAlert(says, "caution");
    },
    plot(result) {
      /** @type {(number | null)[]} */
      const values = angle.series.map(() => null);
      for (const { side, value } of firstPerson(result)?.counters ?? []) {
        const place = exercise?.perSide && side === "right" ? 1 : 0;
        if (value != null) values[place] = value * factor;
      }
      angle.add(result.t, values);
    },
  };
}

/**
 * Makes the chart of the exercise's signal, with the thresholds.
 *
 * @param {Exercise | undefined} exercise
 */
function angleChart(exercise) {
  const { unit, title, factor } = measureOf(exercise);
  /** @type {[number, string][]} */
  const marks = [];
  for (const name of /** @type {const} */ (["top", "bottom", "low", "high"])) {
    const value = exercise?.[name];
    if (value == null) continue;
    const word = name === "top" || name === "bottom" ? words[name] : "";
    marks.push([value * factor, word && `${word} ${number(value * factor)}${unit}`]);
  }
  const values = marks.map(([value]) => value);
  const reach = values.length > 1 ? Math.max(...values) - Math.min(...values) : 0;
  const low = values.length ? Math.round(Math.min(...values) - reach * .6) : 0;
  const usual = factor === 1 ? 180 : 50;
  const high = values.length ? Math.round(Math.max(...values) + reach * .6) : usual;
  const series = exercise?.perSide
    ? [{ word: words.left, unit }, { word: words.right, unit }]
    : [{ word: "", unit }];
  return new Chart(title, series, low, high, marks, true);
}

/**
 * Returns the details of a person.
 *
 * @param {Person} person
 * @param {Exercise | undefined} exercise
 * @param {Repetition | undefined} last
 * @returns {[string, string][]}
 */
function rowsOf(person, exercise, last) {
  const { unit, title, factor } = measureOf(exercise);
  /** @type {[string, string][]} */
  const rows = (person.counters ?? []).map(({ side, value, count }) => [
    side ? words[side] : title,
    value == null
      ? person.missing || "–"
      : number(value * factor) + unit + (exercise?.perSide ? `, ${count}` : ""),
  ]);
  if (exercise?.isHold) rows.push([words.best, `${number(person.bestHold, 1)} s`]);
  else if (last) {
    const times = Object.entries(last.tempo).filter(([, seconds]) => seconds != null)
      .map(([part, seconds]) => `${wordFor(part)} ${number(seconds, 1)}`);
    rows.push([words.lastRep, `${times.join(", ")} s`]);
  }
  return rows;
}
