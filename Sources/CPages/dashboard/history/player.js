// Shows a session at any of its times.

import { setText } from "../shared/dom.js";
import { ask, askJSON } from "./answers.js";
import { lengthOf } from "./sessions.js";
import { historyWords } from "./words.js";

/** @import { Frame, Session } from "../shared/messages.js" */
/** @import { Viewer } from "../shared/viewer.js" */

/** The recorded data of a part of a session. @typedef {{ frames: Frame[], images: number[] }} Part */

/** The milliseconds per request. */
const partLength = 10000;

/** How many milliseconds an image stays. */
const imageLength = 3000;

/** Draws a session on a canvas. Times are counted from its first frame. */
export class Player {
  /**
   * @param {Session} session
   * @param {Viewer} viewer
   * @param {HTMLElement} note The note over the canvas when there is nothing to draw.
   */
  constructor(session, viewer, note) {
    this.session = session;
    this.first = session.first ?? 0;
    this.viewer = viewer;
    this.note = note;
    this.wanted = 0;
    this.isBusy = false;
    /** @type {Map<number, Promise<Part>>} */
    this.parts = new Map();
    /** @type {Map<number, Promise<ImageBitmap>>} */
    this.images = new Map();
    /** Called with the result at the shown time. @type {(result?: Frame) => void} */
    this.onFrame = () => {};
    viewer.kind = session.kind;
    viewer.turns = session.settings.turns || 0;
    viewer.last = null;
  }

  /**
   * Shows a time. Of the times requested while another is being loaded, the last one counts.
   *
   * @param {number} time
   */
  async seek(time) {
    this.wanted = time;
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      let shown;
      do {
        shown = this.wanted;
        await this.#show(this.first + shown);
      } while (shown !== this.wanted);
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {number} time */
  async #show(time) {
    const index = Math.floor((time - this.first) / partLength);
    const part = await this.#part(index);
    let result = lastUpTo(part.frames, time, (frame) => frame.t);
    if (!result && index > 0) {
      result = lastUpTo((await this.#part(index - 1)).frames, time, (frame) => frame.t);
    }
    let image = null;
    let drawn = result;
    const imageTime = lastUpTo(part.images, time, (t) => t);
    if (imageTime !== undefined && result && time - imageTime < imageLength) {
      image = await this.#image(imageTime);
      // The landmarks found in this very image.
      drawn = lastUpTo(part.frames, imageTime, (frame) => frame.t) ?? result;
    }
    this.viewer.draw(image, drawn ?? {});
    const isEmpty = !image && !drawn?.items?.length;
    this.note.hidden = !isEmpty;
    const text = this.note.querySelector("p");
    if (text) setText(text, isEmpty ? historyWords.nothingThen : "");
    this.onFrame(result);
    // Loads the next part during playback.
    const isLate = time % partLength > partLength / 2;
    if (isLate && (index + 1) * partLength < lengthOf(this.session)) {
      this.#part(index + 1).catch(() => {});
    }
  }

  /** @param {number} index */
  #part(index) {
    const from = this.first + index * partLength;
    const path = `sessions/${this.session.id}/frames?from=${from}&to=${from + partLength - 1}`;
    return remembered(this.parts, 8, index, () => askJSON(`${path}&limit=2000`));
  }

  /** @param {number} time */
  #image(time) {
    return remembered(this.images, 24, time, async () => {
      const answer = await ask(`sessions/${this.session.id}/image?at=${time}`);
      return createImageBitmap(await answer.blob());
    });
  }
}

/**
 * Loads a value unless it is in the cache, which drops the oldest values.
 *
 * @template T
 * @param {Map<number, Promise<T>>} known
 * @param {number} capacity
 * @param {number} key
 * @param {() => Promise<T>} load
 */
function remembered(known, capacity, key, load) {
  const before = known.get(key);
  if (before) return before;
  const loading = load();
  loading.catch(() => known.delete(key));
  known.set(key, loading);
  const [oldest] = known.keys();
  if (known.size > capacity) known.delete(oldest);
  return loading;
}

/**
 * Returns the last element that is not later than a time; the list is sorted by time.
 *
 * @template T
 * @param {T[]} list
 * @param {number} time
 * @param {(one: T) => number} timeOf
 * @returns {T | undefined}
 */
function lastUpTo(list, time, timeOf) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeOf(list[middle]) <= time) low = middle + 1;
    else high = middle;
  }
  return list[low - 1];
}
