// The server's messages about the run: a greeting, and each change.

import { useLayout } from "../shared/drawing.js";
import { element, make, setText } from "../shared/dom.js";
import { panel, usePanel } from "../shared/panel.js";
import { wordFor } from "../shared/words.js";
import { forgetSentImage } from "./camera.js";
import { choices, showPhase } from "./controls.js";
import { addEvent } from "./event-list.js";
import { showShare } from "./share.js";
import { live } from "./state.js";
import { viewer } from "./view.js";
import { liveWords } from "./words.js";

/** @import { Hello, Problem, State } from "../shared/messages.js" */

/** The tasks other than exercises. */
const tasks = ["pose", "hand", "face", "holistic", "segment", "drive"];

/** The tasks with models for poses. */
const poseTasks = ["pose", "holistic", "exercise"];

/** @type {Record<string, string>} */
const problemWords = liveWords.problems;

/**
 * Starts with the available choices and the events so far.
 *
 * @param {Hello} hello
 */
export function greet(hello) {
  useLayout(hello);
  live.usesCamera = hello.browserCamera;
  viewer.turns = hello.turns;
  element("history").hidden = !hello.hasHistory;
  setText(element("input"), hello.input);
  element("input").title = hello.input;
  const exercises = make("optgroup", { label: liveWords.exercises });
  exercises.append(
    ...hello.exercises.map(({ name, title }) => option(`exercise:${name}`, title)),
  );
  choices.task.replaceChildren(...tasks.map(namedOption), exercises);
  const asStarted = () => option("", liveWords.usual);
  choices.model.replaceChildren(asStarted(), ...hello.models.map(namedOption));
  choices.smoothing.replaceChildren(asStarted(), ...hello.smoothings.map(namedOption));
  choices.background.replaceChildren(asStarted(), ...hello.backgrounds.map(namedOption));
  element("events").replaceChildren();
  for (const event of hello.events) addEvent(event, true);
  showShare(hello.share);
  changeState(hello.state);
}

/**
 * Makes an option of a choice.
 *
 * @param {string} value
 * @param {string} text
 */
function option(value, text) {
  return make("option", { value, textContent: text });
}

/** @param {string} value */
function namedOption(value) {
  return option(value, wordFor(value) ?? value);
}

/** @param {State} state */
export function changeState(state) {
  const changes = state.task !== live.task || !live.kind;
  Object.assign(live, state);
  choices.task.value = state.task;
  choices.model.value = state.model ?? "";
  choices.smoothing.value = state.smoothing ?? "";
  choices.background.value = state.background ?? "";
  element("model-field").hidden = !poseTasks.includes(state.kind);
  element("smoothing-field").hidden = state.kind === "segment";
  element("background-field").hidden = state.kind !== "segment";
  if (changes || state.phase === "starting") {
    viewer.kind = state.kind;
    usePanel(state);
  }
  // An image in transit to the previous task gets no answer.
  if (state.phase === "running") forgetSentImage();
  showPhase(state.phase, state.problem);
  showProblems(state.problems);
  const isStarved = state.problems.some(({ what }) => what === "camera");
  if (isStarved !== live.isStarved || changes) panel.starve?.(isStarved);
  live.isStarved = isStarved;
}

/**
 * Shows problems that do not stop the run, but that someone should know about.
 *
 * @param {Problem[]} problems
 */
function showProblems(problems) {
  element("problems").replaceChildren(...problems.map(({ what, code, text }) => {
    const item = make("li");
    item.append(
      make("strong", { textContent: liveWords[what] }),
      ` ${problemWords[code] ?? ""} `,
      make("small", { textContent: text }),
    );
    return item;
  }));
  element("problems").hidden = !problems.length;
}
