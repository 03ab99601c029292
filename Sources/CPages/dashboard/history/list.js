// The list of recorded sessions.

import { element, make, setText } from "../shared/dom.js";
import { number } from "../shared/numbers.js";
import { words } from "../shared/words.js";
import { askJSON } from "./answers.js";
import { guarded } from "./failures.js";
import { beganText, lengthText, sizeText, titleOf } from "./sessions.js";
import { historyWords } from "./words.js";

/** @import { FileState, ListedSession, SessionList } from "../shared/messages.js" */

/** The number of sessions per request. */
const pageLength = 100;

const listed = {
  /** @type {ListedSession[]} */
  sessions: [],
  /** The IDs of the sessions to compare. @type {Set<number>} */
  chosen: new Set(),
};

const compareButton = element("compare", HTMLButtonElement);

/** @param {boolean} isMore Whether to add the next sessions to those shown. */
export async function loadList(isMore) {
  const last = isMore ? listed.sessions[listed.sessions.length - 1]?.id : null;
  const before = last ? `&before=${last}` : "";
  /** @type {SessionList} */
  const answer = await askJSON(`sessions?limit=${pageLength}${before}`);
  listed.sessions = isMore ? [...listed.sessions, ...answer.sessions] : answer.sessions;
  if (!isMore) listed.chosen.clear();
  useFile(answer);
  element("rows-of-sessions").replaceChildren(...listed.sessions.map(rowOf));
  element("sessions").hidden = !listed.sessions.length;
  element("no-sessions").hidden = !!listed.sessions.length;
  element("more").hidden = answer.sessions.length < pageLength;
  showChoice();
}

/**
 * Shows the state that all sessions in the file share.
 *
 * @param {FileState} file
 */
export function useFile({ file, isLive, isRecording }) {
  setText(element("input"), file);
  element("live").hidden = !isLive;
  const status = element("status");
  setText(status, isRecording ? historyWords.isRecording : "");
  status.dataset.phase = isRecording ? "running" : "";
  status.hidden = !isRecording;
}

/** @param {ListedSession} session */
function rowOf(session) {
  const link = make("a", { href: `#session=${session.id}`, textContent: beganText(session) });
  const row = make("tr");
  row.append(
    cell(choiceOf(session)),
    cell(link),
    cell(titleOf(session), words.task),
    cell(lengthText(session), historyWords.duration),
    cell(number(session.frames), historyWords.frames),
    cell(number(session.events), words.events),
    cell(session.input, historyWords.input),
    cell(sizeText(session.bytes), historyWords.size),
  );
  return row;
}

/**
 * Makes a cell of a table.
 *
 * @param {string | Node} content
 * @param {string} [name] The name before the content if columns have no headings.
 */
export function cell(content, name) {
  const made = make("td");
  made.append(content);
  if (name) made.dataset.name = name;
  return made;
}

/** @param {ListedSession} session */
function choiceOf({ id }) {
  const box = make("input", { type: "checkbox", checked: listed.chosen.has(id) });
  box.setAttribute("aria-label", `${historyWords.choose}: ${historyWords.session} ${id}`);
  box.addEventListener("change", () => {
    if (box.checked) listed.chosen.add(id);
    else listed.chosen.delete(id);
    showChoice();
  });
  return box;
}

/** Two sessions of the same task can be compared. */
function showChoice() {
  const chosen = listed.sessions.filter(({ id }) => listed.chosen.has(id));
  const fits = chosen.length === 2 && chosen[0].task === chosen[1].task;
  compareButton.disabled = !fits;
  compareButton.title = fits ? "" : historyWords.twoOfOne;
}

compareButton.addEventListener("click", () => {
  location.hash = `compare=${[...listed.chosen].sort((a, b) => a - b).join()}`;
});
element("more").addEventListener("click", () => guarded(() => loadList(true)));
