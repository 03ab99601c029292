// The details of a session, and the actions on it.

import { element, make } from "../shared/dom.js";
import { number } from "../shared/numbers.js";
import { wordFor } from "../shared/words.js";
import { beganText, lengthText, sizeText } from "./sessions.js";
import { historyWords } from "./words.js";

/** @import { Session } from "../shared/messages.js" */

/** @param {Session} session */
export function showAbout(session) {
  element("about").replaceChildren(
    ...rowsOfSession(session).map(([name, value]) => {
      const row = make("div");
      row.append(make("dt", { textContent: name }), make("dd", { textContent: value }));
      return row;
    }),
  );
  const base = `/history/sessions/${session.id}`;
  const report = element("report", HTMLAnchorElement);
  element("export-csv", HTMLAnchorElement).href = `${base}/export.csv`;
  element("export-json", HTMLAnchorElement).href = `${base}/export.jsonl`;
  report.href = `${base}/report`;
  report.hidden = !session.hasReport;
  element("no-report").hidden = session.hasReport;
  element("delete", HTMLButtonElement).disabled = session.isRecording;
  element("read-only").hidden = !session.isRecording;
}

/**
 * @param {Session} session
 * @returns {[string, string][]}
 */
function rowsOfSession(session) {
  /** @type {[string, string][]} */
  const rows = [
    [historyWords.session, String(session.id)],
    [historyWords.began, beganText(session)],
    [historyWords.duration, lengthText(session)],
  ];
  if (session.ended == null) rows.push(["", historyWords.unfinished]);
  rows.push(
    [historyWords.input, session.input],
    [historyWords.frames, number(session.frames)],
    [historyWords.size, sizeText(session.bytes)],
    [historyWords.program, session.program],
  );
  if (session.lost) rows.push([historyWords.lostFrames, number(session.lost)]);
  if (session.lostImages) rows.push([historyWords.lostImages, number(session.lostImages)]);
  const settings = Object.entries(session.settings)
    .filter(([name, value]) => wordFor(name) && typeof value !== "object")
    .map(([name, value]) => `${wordFor(name)}: ${wordFor(String(value)) ?? value}`);
  if (settings.length) rows.push([historyWords.settings, settings.join(", ")]);
  return rows;
}
