// What the page knows of the run, and what it has measured.

/** @import { State } from "../shared/messages.js" */

/**
 * The run. Before the first state there is no kind.
 *
 * @type {Partial<State> & { phase: string, usesCamera: boolean, isStarved: boolean }}
 */
export const live = { phase: "connecting", usesCamera: false, isStarved: false };

/**
 * What is measured: frames a second and milliseconds, the times of frames on this screen, and the mean
 * times of the task's stages.
 */
export const measured = {
  /** @type {number | null} */
  rate: null,
  /** @type {number | null} */
  latency: null,
  dropped: 0,
  /** @type {number[]} */
  times: [],
  /** @type {Record<string, number>} */
  stages: {},
};

/** Counts a frame that has come to the screen. */
export function countShown() {
  measured.times.push(performance.now());
  if (measured.times.length > 40) measured.times.shift();
}
