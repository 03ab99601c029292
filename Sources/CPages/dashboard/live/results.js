// Results in words and numbers.

import { panel } from "../shared/panel.js";
import { live, measured } from "./state.js";

/** @import { Result } from "../shared/messages.js" */

/**
 * Shows a result in the panel, and counts it.
 *
 * @param {Result} result
 */
export function showResult(result) {
  measured.rate = result.rate;
  measured.dropped += result.dropped;
  for (const [name, time] of Object.entries(result.stages)) {
    const before = measured.stages[name] ?? time;
    measured.stages[name] = before + (time - before) * .1;
  }
  // The state is updated at once, but a result in transit is not.
  result.starved ||= live.isStarved;
  // The previous task may still send results.
  if (live.kind === "drive" && !result.driver) return;
  if (live.kind === "exercise" && !result.people) return;
  if (live.kind === "segment" && !result.masks) return;
  panel.show(result);
  panel.plot(result);
}
