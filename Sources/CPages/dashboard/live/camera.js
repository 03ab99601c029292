// The browser as a camera.

import { shownAlert } from "../shared/alerts.js";
import { element } from "../shared/dom.js";
import { isOpen, reconnect, sendBinary } from "./connection.js";
import { showResult } from "./results.js";
import { countShown, live, measured } from "./state.js";
import { setMirrored, showNote, viewer } from "./view.js";
import { liveWords } from "./words.js";

/** @import { Result } from "../shared/messages.js" */

/** An image in transit. @typedef {{ number: number, time: number, image: OffscreenCanvas }} SentImage */

const camera = {
  /** @type {MediaStream | null} */
  stream: null,
  /** @type {"user" | "environment"} */
  facing: "user",
  /** The number of the last image. */
  number: 0,
  /** The image whose results have not arrived. @type {SentImage | null} */
  waiting: null,
  /** Whether a new image has not been sent yet. */
  isFresh: false,
  /** @type {WakeLockSentinel | null} */
  lock: null,
  /** Whether another browser was the camera. */
  wasRefused: false,
};

const video = element("video", HTMLVideoElement);

/** The longer side of the images that are sent. */
const longestSide = 640;

/** Whether this browser is the camera. */
export function isCamera() {
  return camera.stream !== null;
}

/** Whether this browser was refused because another one was the camera. */
export function wasRefused() {
  return camera.wasRefused;
}

/** Makes this browser the camera, if the user allows it. */
async function startCamera() {
  // Browsers hide media devices from unencrypted pages, although the types do not show this.
  if (!navigator.mediaDevices) {
    return showNote(`${liveWords.cameraNo}. ${liveWords.cameraSecure}`, true);
  }
  stopCamera();
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: constraints(),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return showNote(`${liveWords.cameraNo}: ${reason}`, true);
  }
  camera.stream = stream;
  const [track] = stream.getVideoTracks();
  // People expect to see themselves as in a mirror, and everything else as it is.
  setMirrored((track.getSettings().facingMode || camera.facing) !== "environment");
  // A new connection only watches at first.
  track.addEventListener("ended", () => {
    stopCamera();
    reconnect();
  });
  video.srcObject = stream;
  await video.play();
  const devices = await navigator.mediaDevices.enumerateDevices();
  element("switch").hidden = devices.filter((d) => d.kind === "videoinput").length < 2;
  showNote(liveWords.waiting);
  keepAwake();
  const onFrame = () => {
    if (!camera.stream) return;
    camera.isFresh = true;
    sendImage();
    video.requestVideoFrameCallback(onFrame);
  };
  video.requestVideoFrameCallback(onFrame);
}

/** @returns {MediaTrackConstraints & { resizeMode: string }} */
function constraints() {
  return {
    facingMode: camera.facing,
    width: { ideal: 640 },
    height: { ideal: 480 },
    frameRate: { ideal: 30 },
    // Otherwise, browsers crop the image of a phone held upright.
    resizeMode: "none",
  };
}

/** Stops being the camera. */
export function stopCamera() {
  camera.lock?.release();
  camera.lock = null;
  element("hidden-camera").hidden = true;
  camera.stream?.getTracks().forEach((track) => track.stop());
  camera.stream = camera.waiting = null;
  camera.isFresh = false;
}

/** Stops being the camera, because another browser is. */
export function giveUpCamera() {
  stopCamera();
  camera.wasRefused = true;
  reconnect();
}

/** Sends the next image without waiting for the results of the last, which may never come. */
export function forgetSentImage() {
  camera.waiting = null;
}

/** Keeps the screen on: a phone that turns it off stops its camera. Hidden pages lose the lock. */
async function keepAwake() {
  if (!camera.stream || document.hidden || !navigator.wakeLock) return;
  try {
    camera.lock = await navigator.wakeLock.request("screen");
    // The camera may have been stopped meanwhile.
    if (!camera.stream) camera.lock.release();
  } catch {
    // If the battery is nearly empty, the browser refuses, and the page continues without the lock.
  }
}

/** Sends an image. Only one is in transit at a time: the next is sent when the results of the last have
 * arrived. */
async function sendImage() {
  const now = performance.now();
  if (camera.waiting && now - camera.waiting.time > 2000) camera.waiting = null;
  if (camera.waiting || !camera.isFresh || !isOpen() || live.phase !== "running") return;
  const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight));
  if (!(scale > 0) || !video.videoWidth) return;
  camera.isFresh = false;
  const image = new OffscreenCanvas(
    Math.round(video.videoWidth * scale),
    Math.round(video.videoHeight * scale),
  );
  camera.number = (camera.number + 1) >>> 0;
  const waiting = camera.waiting = { number: camera.number, time: now, image };
  // Browsers turn the image upright, however the phone is held.
  image.getContext("2d")?.drawImage(video, 0, 0, image.width, image.height);
  const jpeg = await image.convertToBlob({ type: "image/jpeg", quality: .8 });
  const content = await jpeg.arrayBuffer();
  if (camera.waiting === waiting) sendBinary(2, waiting.number, content);
}

/**
 * Shows the results of an image that this browser has sent.
 *
 * @param {number} number
 * @param {Result} result
 * @param {ImageBitmap} [drawn] The image as the server has drawn on it.
 */
export function receiveAnswer(number, result, drawn) {
  const waiting = camera.waiting;
  if (!waiting || waiting.number !== number) return drawn?.close();
  camera.waiting = null;
  if (result.items) {
    showResult(result);
    viewer.draw(drawn ?? waiting.image, result);
    if (!element("note").hidden && live.phase === "running") showNote("");
    measured.latency = performance.now() - waiting.time;
    countShown();
  }
  sendImage();
}

// Browsers slow hidden pages down to about a frame a second.
document.addEventListener("visibilitychange", () => {
  if (!camera.stream) return;
  element("hidden-camera").hidden = false;
  if (document.hidden) {
    document.title = `⚠ ${liveWords.hiddenCamera}`;
    return;
  }
  document.title = shownAlert ? `⚠ ${shownAlert}` : "landmark";
  keepAwake();
  setTimeout(() => element("hidden-camera").hidden = true, 10000);
});

element("camera-start").addEventListener("click", startCamera);
element("switch").addEventListener("click", () => {
  camera.facing = camera.facing === "user" ? "environment" : "user";
  startCamera();
});
