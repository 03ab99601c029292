// Frames from the server: results, with their image or for an image that this browser has sent.

import { element } from "../shared/dom.js";
import { forgetSentImage, isCamera, receiveAnswer } from "./camera.js";
import { sendBinary } from "./connection.js";
import { showResult } from "./results.js";
import { countShown, live, measured } from "./state.js";
import { showNote, viewer } from "./view.js";

/** @import { Result } from "../shared/messages.js" */

/** Images are decoded one after another, so that none is shown after a newer one. */
let decoding = Promise.resolve();

/**
 * Shows a frame, and tells the server when it is on the screen.
 *
 * @param {ArrayBuffer} buffer Its kind, 2 for an answer to an image of this browser; from the fourth byte
 *   on its number, the length of the results and the last frame's latency in microseconds; the results in
 *   JSON; and an image in JPEG, which is empty if this browser has the image.
 */
export function receiveFrame(buffer) {
  const head = new DataView(buffer);
  const number = head.getUint32(4, true);
  const length = head.getUint32(8, true);
  const latency = head.getUint32(12, true);
  /** @type {Result} */
  const result = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 16, length)));
  const jpeg = new Blob([new Uint8Array(buffer, 16 + length)], { type: "image/jpeg" });
  const acknowledge = () => sendBinary(1, number);
  if (head.getUint8(0) === 2) {
    acknowledge();
    if (!jpeg.size) return receiveAnswer(number, result);
    decoding = decoding.then(() => createImageBitmap(jpeg))
      .then((image) => receiveAnswer(number, result, image))
      .catch(forgetSentImage);
    return;
  }
  if (isCamera()) return void setTimeout(acknowledge, 1000);
  if (latency) measured.latency = latency / 1000;
  if (document.hidden) {
    showResult(result);
    return void setTimeout(acknowledge, 300);
  }
  decoding = decoding.then(() => createImageBitmap(jpeg))
    .then((image) =>
      onNextFrame(() => {
        showResult(result);
        viewer.draw(image, result);
        acknowledge();
        countShown();
        if (!element("note").hidden && live.phase !== "failed") showNote("");
      })
    )
    .catch(acknowledge);
}

/**
 * Does something before the screen is drawn next.
 *
 * @param {() => void} body
 * @returns {Promise<void>}
 */
function onNextFrame(body) {
  return new Promise((done) =>
    requestAnimationFrame(() => {
      body();
      done();
    })
  );
}
