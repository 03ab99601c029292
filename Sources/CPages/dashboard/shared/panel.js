// The state of a task next to the image: the current values, and its charts.

import { showAlert } from "./alerts.js";
import { element, setText } from "./dom.js";
import { driverPanel } from "./driver-panel.js";
import { exercisePanel } from "./exercise-panel.js";
import { holisticPanel, landmarksPanel, masksPanel } from "./landmarks-panel.js";
import { showHead, showRows } from "./panel-text.js";
import { wordFor } from "./words.js";

/** @import { Chart } from "./chart.js" */
/** @import { Frame, Task, TaskEvent } from "./messages.js" */
/** @import { TempoChart } from "./tempo-chart.js" */

/**
 * Shows results in words, and plots them.
 *
 * @typedef {object} Panel
 * @property {(Chart | TempoChart)[]} charts
 * @property {(result: Frame) => void} show
 * @property {(result: Frame) => void} plot
 * @property {(event: TaskEvent) => void} [event]
 * @property {(starved: boolean) => void} [starve]
 */

/** @type {Record<string, (task: Task) => Panel>} */
const panels = {
  holistic: holisticPanel,
  segment: masksPanel,
  drive: driverPanel,
  exercise: exercisePanel,
};

/** The panel of the task. */
export let panel = landmarksPanel();

/**
 * Shows the panel of a task, empty.
 *
 * @param {Task} task
 */
export function usePanel(task) {
  panel = (panels[task.kind] ?? landmarksPanel)(task);
  setText(element("state-title"), task.exercise?.title ?? wordFor(task.kind) ?? task.kind);
  showHead("–", "");
  showRows([]);
  for (const id of ["bar", "strip", "form"]) element(id).hidden = true;
  showAlert("", "notice");
  element("charts").replaceChildren(...panel.charts.map((chart) => chart.figure));
  element("charts").hidden = !panel.charts.length;
  setText(element("remark"), wordFor(`${task.kind}Remark`) ?? "");
}
