// The buttons and choices, and the state of the run.

import { element, setText } from "../shared/dom.js";
import { wordFor } from "../shared/words.js";
import { isCamera, wasRefused } from "./camera.js";
import { send } from "./connection.js";
import { live } from "./state.js";
import { setMirrored, showNote, viewer } from "./view.js";
import { liveWords } from "./words.js";

/** The elements for choices. */
export const choices = {
  task: element("task", HTMLSelectElement),
  model: element("model", HTMLSelectElement),
  smoothing: element("smoothing", HTMLSelectElement),
  background: element("background", HTMLSelectElement),
};

const run = element("run", HTMLButtonElement);

/** Whether the run is on, even if it is still starting. */
function isOn() {
  return live.phase === "running" || live.phase === "starting";
}

/**
 * Shows the state of the run.
 *
 * @param {string} phase
 * @param {string | null} [problem] Why it failed.
 */
export function showPhase(phase, problem) {
  live.phase = phase;
  const link = element("link");
  link.dataset.phase = phase;
  setText(link, wordFor(phase) ?? phase);
  setText(run, isOn() ? liveWords.stop : liveWords.start);
  run.disabled = phase === "lost" || phase === "connecting";
  if (phase === "failed") showNote(`${liveWords.failed}: ${problem ?? ""}`);
  else if (phase !== "running") {
    if (!viewer.last) showNote(wordFor(phase) ?? "");
  } else if (live.usesCamera && !isCamera()) {
    showNote(wasRefused() ? liveWords.cameraBusy : "", true);
  } else showNote(viewer.last ? "" : liveWords.waiting);
}

run.addEventListener("click", () => send({ run: isOn() ? "stop" : "start" }));
for (const [name, select] of Object.entries(choices)) {
  select.addEventListener("change", () => {
    send({ [name]: select.value, run: "start" });
  });
}
viewer.view.addEventListener("click", (event) => {
  if (viewer.kind !== "exercise") return;
  const place = viewer.placeAt(event.clientX, event.clientY);
  if (place) send({ person: place });
});
element("mirror").addEventListener("click", () => setMirrored(!viewer.mirrored));
