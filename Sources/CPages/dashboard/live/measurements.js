// The measured rates and times, and the charts.

import { element, make, setText } from "../shared/dom.js";
import { number } from "../shared/numbers.js";
import { panel } from "../shared/panel.js";
import { live, measured } from "./state.js";

/** Keeps numbers and charts up to date. */
export function startMeasurements() {
  setInterval(() => {
    for (const chart of panel.charts) chart.draw();
  }, 100);
  // Numbers change only twice a second, so that people can read them.
  setInterval(showMeasurements, 500);
}

function showMeasurements() {
  setText(element("rate"), live.phase === "running" ? number(measured.rate, 1) : "–");
  setText(element("latency"), number(measured.latency));
  setText(element("shown"), number(shownRate(), 1));
  setText(element("dropped"), number(measured.dropped));
  const stages = Object.entries(measured.stages);
  const times = element("times");
  times.hidden = !stages.length;
  times.replaceChildren(...stages.map(([name, time]) => {
    const item = make("span");
    item.append(name, make("b", { textContent: ` ${number(time, 1)} ms` }));
    return item;
  }));
}

/** Returns the frames per second on this screen; null if there were hardly any. */
function shownRate() {
  const now = performance.now();
  const recent = measured.times.filter((time) => now - time < 2000);
  if (recent.length < 2) return null;
  return (recent.length - 1) * 1000 / (recent[recent.length - 1] - recent[0]);
}
