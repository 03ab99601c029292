// Curves of the last minute, or of a whole session.

import { chartCanvas, cleared, colorOf, drawLine } from "./chart-canvas.js";
import { make, setText } from "./dom.js";
import { clock, number } from "./numbers.js";
import { words } from "./words.js";

/** @typedef {{ word?: string, unit: string, places?: number }} Series */

/**
 * A time and the values of the series. A value that was not measured is null; an undefined one has points at
 * other times.
 *
 * @typedef {[number, ...(number | null | undefined)[]]} Point
 */

/**
 * The tools for drawing a chart: the context, its size, and the positions of times and values.
 *
 * @typedef {object} Surface
 * @property {CanvasRenderingContext2D} context
 * @property {number} w
 * @property {number} h
 * @property {(time: number) => number} x
 * @property {(value: number) => number} y
 */

/** The milliseconds that a live chart shows. */
const span = 60000;

/** A chart of one or two series over time, with the current values in its caption. */
export class Chart {
  /**
   * @param {string} title
   * @param {Series[]} series
   * @param {number} low The lowest value that is always shown.
   * @param {number} high The highest value that is always shown.
   * @param {[number, string][]} [marks] Values that have their own line, with its name.
   * @param {boolean} [isTall]
   */
  constructor(title, series, low, high, marks = [], isTall = false) {
    this.title = title;
    this.series = series;
    this.low = low;
    this.high = high;
    this.marks = marks;
    /** @type {Point[]} */
    this.points = [];
    /** Times and values marked by dots. @type {[number, number][]} */
    this.dots = [];
    /** The times of a session that is shown as a whole. @type {[number, number] | null} */
    this.range = null;
    /** The selected time. @type {number | null} */
    this.cursor = null;
    /** The time of the label, in units in which it changes. @type {number | null} */
    this.labelled = null;
    this.figure = make("figure", { className: isTall ? "chart tall" : "chart" });
    this.canvas = chartCanvas();
    const caption = make("figcaption");
    this.values = series.map((one, i) => {
      const name = make("span");
      const value = make("b", { className: "number" });
      if (series.length > 1) {
        name.append(make("i", { className: i ? "key second" : "key" }));
        name.append(`${i ? "" : title + " "}${one.word}`);
      } else name.append(title);
      caption.append(name, value);
      return value;
    });
    this.figure.append(caption, this.canvas);
  }

  /**
   * Adds the values of a time. A time earlier than the last one starts a new chart.
   *
   * @param {number} time
   * @param {(number | null)[]} values
   */
  add(time, values) {
    if (this.points.length && time < this.points[this.points.length - 1][0]) this.points = [];
    this.points.push([time, ...values]);
    if (this.range) return;
    while (this.points.length && this.points[0][0] < time - span) this.points.shift();
    while (this.dots.length && this.dots[0][0] < time - span) this.dots.shift();
  }

  /** Shows the values and draws the curves. */
  draw() {
    const last = this.points[this.points.length - 1];
    if (!last) return;
    this.#showValues(this.range ? this.cursor ?? this.range[0] : last[0]);
    const surface = this.#surface(last[0]);
    if (!surface) return;
    this.#drawScale(surface);
    this.#drawMarks(surface);
    this.series.forEach((_, i) => this.#drawSeries(surface, i));
    this.#drawDots(surface);
    if (this.range && this.cursor != null) {
      const { context, x, h } = surface;
      context.strokeStyle = colorOf("--strong");
      context.lineWidth = 1.5;
      drawLine(context, x(this.cursor), 0, x(this.cursor), h);
    }
  }

  /** @param {number} now */
  #showValues(now) {
    this.series.forEach((one, i) => {
      const point = this.points.findLast((p) => p[0] <= now && p[i + 1] !== undefined);
      const value = point?.[i + 1];
      setText(
        this.values[i],
        value == null ? "–" : number(value, one.places ?? 0) + one.unit,
      );
    });
    // Screen readers would never finish reading a label that changes with every frame.
    if (this.labelled === now >> 12) return;
    this.labelled = now >> 12;
    const time = this.range ? clock(now - this.range[0]) : words.secondsAgo;
    const values = this.series.map((one, i) => `${one.word ?? ""} ${this.values[i].textContent}`);
    this.canvas.setAttribute("aria-label", `${this.title}, ${time}: ${values.join(", ")}`);
  }

  /**
   * @param {number} end The time at the right edge of a live chart.
   * @returns {Surface | null}
   */
  #surface(end) {
    const canvas = cleared(this.canvas);
    if (!canvas) return null;
    const { context, w, h } = canvas;
    let { low, high } = this;
    for (const [, ...values] of this.points) {
      for (const value of values) {
        if (value == null) continue;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    const [from, to] = this.range ?? [end - span, end];
    context.font = "11px system-ui, sans-serif";
    return {
      context,
      w,
      h,
      x: (time) => (time - from) / (to - from || 1) * w,
      y: (value) => 4 + (h - 8) * (1 - (value - low) / (high - low || 1)),
    };
  }

  /** @param {Surface} surface */
  #drawScale({ context, w, y }) {
    for (const value of [this.low, this.high]) {
      context.strokeStyle = colorOf("--grid");
      context.lineWidth = 1;
      context.setLineDash([]);
      drawLine(context, 0, y(value), w, y(value));
      context.fillStyle = colorOf("--faint");
      context.textBaseline = value === this.high ? "top" : "bottom";
      context.fillText(number(value), 0, y(value) + (value === this.high ? 2 : -1));
    }
  }

  /** @param {Surface} surface */
  #drawMarks({ context, w, y }) {
    context.textBaseline = "bottom";
    for (const [value, word] of this.marks) {
      context.strokeStyle = colorOf("--faint");
      context.lineWidth = 1;
      context.setLineDash([2, 4]);
      drawLine(context, 0, y(value), w, y(value));
      context.fillStyle = colorOf("--faint");
      if (word) context.fillText(word, 0, y(value) - 1);
    }
  }

  /**
   * @param {Surface} surface
   * @param {number} index
   */
  #drawSeries({ context, x, y }, index) {
    // A line ends where nothing was measured for 2 s, or for three times the mean distance of two points
    // if that is longer.
    const gap = this.range
      ? Math.max(2000, 3 * (this.range[1] - this.range[0]) / this.points.length)
      : 2000;
    context.strokeStyle = colorOf(index ? "--second" : "--first");
    context.lineWidth = 1.75;
    context.lineJoin = "round";
    context.setLineDash(index ? [5, 3] : []);
    context.beginPath();
    let isDown = false;
    let before = 0;
    for (const point of this.points) {
      const [time] = point;
      const value = point[index + 1];
      // Points of several series may come at different times.
      if (value === undefined) continue;
      if (value === null || time - before > gap) isDown = false;
      before = time;
      if (value === null) continue;
      if (isDown) context.lineTo(x(time), y(value));
      else context.moveTo(x(time), y(value));
      isDown = true;
    }
    context.stroke();
    context.setLineDash([]);
  }

  /** @param {Surface} surface */
  #drawDots({ context, x, y }) {
    for (const [time, value] of this.dots) {
      context.fillStyle = colorOf("--first");
      context.strokeStyle = colorOf("--card");
      context.lineWidth = 2;
      context.beginPath();
      context.arc(x(time), y(value), 4.5, 0, 7);
      context.fill();
      context.stroke();
    }
  }
}
