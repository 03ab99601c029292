// How long the last repetitions took.

import { chartCanvas, cleared, colorOf } from "./chart-canvas.js";
import { make, setText } from "./dom.js";
import { number } from "./numbers.js";
import { words } from "./words.js";

/** @import { Repetition } from "./messages.js" */

/** The number of repetitions that fit. */
const capacity = 12;

/** A bar for each of the last repetitions. */
export class TempoChart {
  constructor() {
    /** @type {Repetition[]} */
    this.repetitions = [];
    this.figure = make("figure", { className: "chart" });
    this.value = make("b");
    this.canvas = chartCanvas();
    const caption = make("figcaption");
    caption.append(make("span", { textContent: words.tempo }), this.value);
    this.figure.append(caption, this.canvas);
  }

  /** @param {Repetition} repetition */
  add(repetition) {
    this.repetitions.push(repetition);
    if (this.repetitions.length > capacity) this.repetitions.shift();
  }

  draw() {
    const last = this.repetitions[this.repetitions.length - 1];
    setText(this.value, last ? `${number(secondsOf(last), 1)} s` : "–");
    this.figure.hidden = !last;
    const values = this.repetitions.map((r) => `${r.number}: ${number(secondsOf(r), 1)} s`);
    this.canvas.setAttribute("aria-label", `${words.tempo}: ${values.join(", ")}`);
    const surface = last && cleared(this.canvas);
    if (!surface) return;
    const { context, w, h } = surface;
    const longest = Math.max(1, ...this.repetitions.map(secondsOf));
    const step = w / capacity;
    const wide = Math.min(step - 6, 24);
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "bottom";
    this.repetitions.forEach((repetition, i) => {
      const hasFaults = !!repetition.faults?.length;
      const height = (h - 16) * secondsOf(repetition) / longest;
      context.fillStyle = colorOf(hasFaults ? "--second" : "--first");
      context.fillRect(i * step + (step - wide) / 2, h - 14 - height, wide, height);
      context.fillStyle = colorOf("--faint");
      context.fillText(`${repetition.number}${hasFaults ? "!" : ""}`, i * step + step / 2, h);
    });
  }
}

/** @param {Repetition} repetition */
function secondsOf(repetition) {
  return (repetition.endMs - repetition.startMs) / 1000;
}
