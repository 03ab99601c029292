// Two sessions of the same task side by side, both from their beginning.

import { Chart } from "../shared/chart.js";
import { element, make } from "../shared/dom.js";
import { useLayout } from "../shared/drawing.js";
import { firstPerson, measureOf } from "../shared/exercise-panel.js";
import { Viewer } from "../shared/viewer.js";
import { words } from "../shared/words.js";
import { askJSON } from "./answers.js";
import { guarded } from "./failures.js";
import { showFigures } from "./figures.js";
import { useFile } from "./list.js";
import { Player } from "./player.js";
import { Scrubber } from "./scrubber.js";
import { beganText, lengthOf, titleOf } from "./sessions.js";
import { historyWords } from "./words.js";

/** @import { Point } from "../shared/chart.js" */
/** @import { Frame, Session, TaskEvent } from "../shared/messages.js" */
/** @import { SessionData } from "./figures.js" */

/** A chart, and the function for its values. @typedef {{ chart: Chart, valueOf: (frame: Frame) => number | null }} ComparedChart */

const viewers = ["a", "b"].map((side) =>
  new Viewer(element(`stage-${side}`), element(`view-${side}`, HTMLCanvasElement))
);
const scrubberOfBoth = new Scrubber("-both", historyWords.scrubBoth);

/** @param {number[]} ids */
export async function openComparison(ids) {
  /** @type {Session[]} */
  const sessions = await Promise.all(ids.map((id) => askJSON(`sessions/${id}`)));
  const [first, second] = sessions;
  if (first.task !== second.task) throw new Error(historyWords.twoOfOne);
  useFile(first);
  useLayout(first);
  const players = sessions.map(showSide);
  const length = Math.max(...sessions.map(lengthOf));
  const charts = comparedCharts(first);
  element("charts-both").replaceChildren(...charts.map(({ chart }) => chart.figure));
  element("charts-both").hidden = !charts.length;
  for (const { chart } of charts) {
    chart.range = [0, length];
    chart.cursor = 0;
  }
  scrubberOfBoth.use(length, (time) =>
    guarded(async () => {
      for (const { chart } of charts) {
        chart.cursor = time;
        chart.draw();
      }
      await Promise.all(
        players.filter(({ session }) => session.first != null)
          .map((player) => player.seek(Math.min(time, lengthOf(player.session)))),
      );
    }));
  const data = await Promise.all(sessions.map(load));
  for (const chart of charts) plotBoth(chart, data);
  showFigures(data);
}

/**
 * Prepares one side.
 *
 * @param {Session} session
 * @param {number} index
 */
function showSide(session, index) {
  const side = index ? "b" : "a";
  const name = `${titleOf(session)}, ${beganText(session)}`;
  const key = make("i", { className: index ? "key second" : "key" });
  element(`title-${side}`).replaceChildren(key, name);
  element(`view-${side}`).setAttribute("aria-label", name);
  return new Player(session, viewers[index], element(`note-${side}`));
}

/**
 * Loads the data for charts and figures.
 *
 * @param {Session} session
 * @returns {Promise<SessionData>}
 */
async function load(session) {
  /** @type {{ frames: Frame[] }} */
  const { frames } = await askJSON(`sessions/${session.id}/frames?spread=800`);
  /** @type {{ events: TaskEvent[] }} */
  const { events } = await askJSON(`sessions/${session.id}/events?limit=5000`);
  return { session, frames, events };
}

/**
 * Returns the charts of a task.
 *
 * @param {Session} session
 * @returns {ComparedChart[]}
 */
function comparedCharts({ kind, exercise }) {
  /** @param {string} unit */
  const pair = (unit) => [{ word: "1", unit }, { word: "2", unit }];
  if (kind === "drive") {
    return [{
      chart: new Chart(words.score, pair(""), 0, 100),
      valueOf: ({ driver }) => driver?.isLevelKnown ? driver.fatigueScore : null,
    }, {
      chart: new Chart(words.openness, pair(" %"), 0, 100),
      valueOf: ({ driver }) => {
        const openness = driver?.signals.isUsable ? driver.signals.openness : null;
        return openness == null ? null : openness * 100;
      },
    }];
  }
  if (kind !== "exercise") return [];
  const { unit, title, factor } = measureOf(exercise);
  const values = [exercise?.top, exercise?.bottom, exercise?.low, exercise?.high]
    .flatMap((value) => value == null ? [] : [value * factor]);
  const low = values.length ? Math.min(...values) : 0;
  const high = values.length ? Math.max(...values) : 180;
  return [{
    chart: new Chart(title, pair(unit), low, high, values.map((value) => [value, ""]), true),
    valueOf: (frame) => {
      const value = firstPerson(frame)?.counters?.[0]?.value;
      return value == null ? null : value * factor;
    },
  }];
}

/**
 * Plots both sessions into a chart.
 *
 * @param {ComparedChart} compared
 * @param {SessionData[]} data
 */
function plotBoth({ chart, valueOf }, data) {
  const points = data.flatMap(({ session, frames }, side) =>
    frames.map((frame) => {
      /** @type {Point} */
      const point = [frame.t - (session.first ?? 0), undefined, undefined];
      point[side + 1] = valueOf(frame);
      return point;
    })
  );
  chart.points = points.sort((a, b) => a[0] - b[0]);
  chart.draw();
}
