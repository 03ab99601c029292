// One recorded session.

import { stage } from "../shared/alerts.js";
import { Chart } from "../shared/chart.js";
import { element, setText } from "../shared/dom.js";
import { useLayout } from "../shared/drawing.js";
import { panel, usePanel } from "../shared/panel.js";
import { Viewer } from "../shared/viewer.js";
import { filled } from "../shared/words.js";
import { showAbout } from "./about.js";
import { ask, askJSON } from "./answers.js";
import { guarded } from "./failures.js";
import { useFile } from "./list.js";
import { Player } from "./player.js";
import { Scrubber } from "./scrubber.js";
import { markEvent, showEvents } from "./session-events.js";
import { lengthOf } from "./sessions.js";
import { historyWords } from "./words.js";

/** @import { Frame, Session, TaskEvent } from "../shared/messages.js" */

const viewer = new Viewer(stage, element("view", HTMLCanvasElement));
const scrubber = new Scrubber("", historyWords.scrub);
const confirmation = element("confirm", HTMLDialogElement);

/** @type {Session | null} */
let shownSession = null;

/** @param {number} id */
export async function openSession(id) {
  /** @type {Session} */
  const session = await askJSON(`sessions/${id}`);
  shownSession = session;
  useFile(session);
  useLayout(session);
  const player = new Player(session, viewer, element("note"));
  usePanel(session);
  showAbout(session);
  player.onFrame = (result) => showTime(player.first + scrubber.at, result);
  for (const chart of panel.charts) if (chart instanceof Chart) showWhole(chart, session);
  element("scrub-card").hidden = session.first == null;
  /** @type {{ events: TaskEvent[] }} */
  const { events } = await askJSON(`sessions/${id}/events?limit=5000`);
  for (const event of events) panel.event?.(event);
  showEvents(events, player.first, (time) => scrubber.go(time));
  if (session.first == null) {
    element("note").hidden = false;
    return setText(element("note-text"), historyWords.nothingThen);
  }
  scrubber.use(lengthOf(session), (time) => guarded(() => player.seek(time)));
  if (panel.charts.length) await plot(session);
}

/**
 * Shows the result at a time.
 *
 * @param {number} time
 * @param {Frame} [result]
 */
function showTime(time, result) {
  if (result) panel.show(result);
  for (const chart of panel.charts) {
    if (chart instanceof Chart) chart.cursor = time;
    chart.draw();
  }
  markEvent(time);
}

/**
 * Makes a chart show a whole session, and choose its time.
 *
 * @param {Chart} chart
 * @param {Session} session
 */
function showWhole(chart, session) {
  chart.range = [session.first ?? 0, session.last ?? 0];
  chart.cursor = session.first;
  const { canvas } = chart;
  /** @param {PointerEvent} event */
  const choose = (event) => {
    const box = canvas.getBoundingClientRect();
    scrubber.go((event.clientX - box.left) / box.width * lengthOf(session));
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    choose(event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (event.buttons) choose(event);
  });
}

/**
 * Fills the charts.
 *
 * @param {Session} session
 */
async function plot(session) {
  /** @type {{ frames: Frame[] }} */
  const { frames } = await askJSON(`sessions/${session.id}/frames?spread=800`);
  if (shownSession !== session) return;
  for (const frame of frames) panel.plot(frame);
  for (const chart of panel.charts) chart.draw();
}

element("delete").addEventListener("click", () => {
  if (!shownSession) return;
  setText(element("confirm-text"), filled(historyWords.confirmDelete, shownSession.id));
  confirmation.returnValue = "no";
  confirmation.showModal();
});
confirmation.addEventListener("close", () => {
  if (confirmation.returnValue !== "yes" || !shownSession) return;
  const { id } = shownSession;
  guarded(async () => {
    await ask(`sessions/${id}`, { method: "DELETE" });
    location.hash = "";
    setText(element("said"), filled(historyWords.deleted, id));
  });
});
