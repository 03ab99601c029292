// Sliders over time.

import { element, setText } from "../shared/dom.js";
import { clockOf } from "./sessions.js";
import { historyWords } from "./words.js";

/** @type {Scrubber[]} */
const scrubbers = [];

/** Pauses all playback. */
export function pauseAll() {
  for (const scrubber of scrubbers) scrubber.pause();
}

/** A slider with a play button, for any number of players. */
export class Scrubber {
  /**
   * @param {string} suffix The end of its elements' IDs.
   * @param {string} label
   */
  constructor(suffix, label) {
    this.button = element(`play${suffix}`);
    this.slider = element(`scrub${suffix}`, HTMLInputElement);
    this.time = element(`time${suffix}`);
    this.isPlaying = false;
    /** The shown time. */
    this.at = 0;
    this.length = 0;
    /** @type {(time: number) => void} */
    this.onTime = () => {};
    this.slider.setAttribute("aria-label", label);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.button.addEventListener("click", () => this.isPlaying ? this.pause() : this.play());
    this.pause();
    scrubbers.push(this);
  }

  /**
   * Starts over with another session.
   *
   * @param {number} length Its length in milliseconds.
   * @param {(time: number) => void} onTime Shows a time.
   */
  use(length, onTime) {
    this.pause();
    this.length = length;
    this.onTime = onTime;
    this.slider.max = String(length);
    this.go(0);
  }

  /** @param {number} time */
  go(time) {
    this.at = Math.max(0, Math.min(this.length, time));
    this.slider.value = String(this.at);
    const texts = [clockOf(this.at), clockOf(this.length)];
    setText(this.time, texts.join(" / "));
    this.slider.setAttribute("aria-valuetext", texts.join(` ${historyWords.ofTime} `));
    this.onTime(this.at);
  }

  play() {
    this.isPlaying = true;
    setText(this.button, historyWords.pause);
    if (this.at >= this.length) this.go(0);
    let before = performance.now();
    /** @param {number} now */
    const step = (now) => {
      if (!this.isPlaying) return;
      const next = this.at + now - before;
      before = now;
      this.go(next);
      if (next >= this.length) return this.pause();
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  pause() {
    this.isPlaying = false;
    setText(this.button, historyWords.play);
  }
}
