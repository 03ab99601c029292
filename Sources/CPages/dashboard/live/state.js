// The state of the run, and the page's measurements.

/** @import { State } from "../shared/messages.js" */

/**
 * The run. It has no kind before the first state.
 *
 * @type {Partial<State> & { phase: string, usesCamera: boolean, isStarved: boolean }}
 */
export const live = { phase: "connecting", usesCamera: false, isStarved: false };

/**
 * The measurements: frames per second, milliseconds, the times of frames on this screen, and the mean times
 * of the task's stages.
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

/** Counts a frame that has reached the screen. */
export function countShown() {
  measured.times.push(performance.now());
  if (measured.times.length > 40) measured.times.shift();
}
