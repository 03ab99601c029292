// An image with landmarks.

import { drawItems } from "./drawing.js";

/** @import { Item } from "./messages.js" */

/** @typedef {ImageBitmap | OffscreenCanvas} ShownImage */

/**
 * The drawn part of a result: its landmarks and, without an image, the size of the image.
 *
 * @typedef {{ items?: Item[], w?: number, h?: number }} ShownResult
 */

/** Shows images with their landmarks on a canvas. */
export class Viewer {
  /**
   * @param {HTMLElement} stage The element around the canvas, which gets the image's shape.
   * @param {HTMLCanvasElement} view
   * @param {boolean} [ownsImages] Whether the viewer closes each image when the next is drawn.
   */
  constructor(stage, view, ownsImages = false) {
    this.stage = stage;
    this.view = view;
    this.ownsImages = ownsImages;
    this.kind = "pose";
    this.mirrored = false;
    /** Quarter turns of the image. */
    this.turns = 0;
    /** @type {[number, number]} */
    this.size = [4, 3];
    /** @type {{ image: ShownImage | null, result: ShownResult } | null} */
    this.last = null;
    const context = view.getContext("2d", { alpha: false });
    if (!context) throw new TypeError("this browser cannot draw");
    this.context = context;
    new ResizeObserver(() => this.drawAgain()).observe(stage);
  }

  /**
   * Matches the canvas to the screen's pixels, so that lines are sharp even over a small image.
   *
   * @param {number} width
   * @param {number} height
   * @returns The image's place on the canvas: left, top, width, height.
   */
  fit(width, height) {
    if (this.size[0] !== width || this.size[1] !== height) {
      this.size = [width, height];
      this.stage.style.aspectRatio = `${width} / ${height}`;
    }
    const view = this.view;
    const scale = Math.min(globalThis.devicePixelRatio || 1, 2);
    const w = Math.max(1, Math.round(view.clientWidth * scale));
    const h = Math.max(1, Math.round(view.clientHeight * scale));
    if (view.width !== w || view.height !== h) {
      view.width = w;
      view.height = h;
    }
    const s = Math.min(w / width, h / height);
    return [(w - width * s) / 2, (h - height * s) / 2, width * s, height * s];
  }

  /**
   * Draws an image, and landmarks. Without an image, landmarks are drawn on an area of the image's size.
   *
   * @param {ShownImage | null} image
   * @param {ShownResult} result
   */
  draw(image, result) {
    // The image is turned upright, then mirrored, then scaled; landmarks refer to the unturned image.
    const isTurned = this.turns % 2 !== 0;
    const context = this.context;
    const width = image ? image.width : result.w || 4;
    const height = image ? image.height : result.h || 3;
    const box = isTurned ? this.fit(height, width) : this.fit(width, height);
    const w = box[isTurned ? 3 : 2];
    const h = box[isTurned ? 2 : 3];
    const area = { x: -w / 2, y: -h / 2, w, h };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = "#0b1016";
    context.fillRect(0, 0, this.view.width, this.view.height);
    context.translate(box[0] + box[2] / 2, box[1] + box[3] / 2);
    if (this.mirrored) context.scale(-1, 1);
    context.rotate(this.turns * Math.PI / 2);
    if (image) context.drawImage(image, area.x, area.y, w, h);
    const kind = this.kind === "drive" ? "face" : this.kind === "exercise" ? "pose" : this.kind;
    drawItems(context, result.items ?? [], kind, area);
    const old = this.last?.image;
    this.last = { image, result };
    if (this.ownsImages && old !== image && old instanceof ImageBitmap) old.close();
  }

  /** Draws the last image again. */
  drawAgain() {
    if (this.last) this.draw(this.last.image, this.last.result);
  }

  /**
   * The place in the image that is shown at a place in the window.
   *
   * @param {number} x
   * @param {number} y
   * @returns {[number, number] | null} In fractions of the image's width and height; null outside the image.
   */
  placeAt(x, y) {
    if (!this.last) return null;
    const view = this.view.getBoundingClientRect();
    const scale = this.view.width / Math.max(1, view.width);
    const [left, top, width, height] = this.fit(...this.size);
    // Relative to the middle of the image, with the turn undone.
    let u = ((x - view.left) * scale - left) / width - 0.5;
    let v = ((y - view.top) * scale - top) / height - 0.5;
    if (this.mirrored) u = -u;
    for (let turn = 0; turn < this.turns % 4; turn += 1) [u, v] = [v, -u];
    if (Math.abs(u) > 0.5 || Math.abs(v) > 0.5) return null;
    return [u + 0.5, v + 0.5];
  }

  /** @param {boolean} on */
  setMirrored(on) {
    this.mirrored = on;
    this.drawAgain();
  }
}
