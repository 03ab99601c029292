// The canvas of charts.

/**
 * Returns the value of a color named by the style.
 *
 * @param {string} name
 */
export function colorOf(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Makes the canvas of a chart, which is an image for screen readers. */
export function chartCanvas() {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  return canvas;
}

/**
 * Clears a canvas and matches its size to the screen's pixels.
 *
 * @param {HTMLCanvasElement} canvas
 * @returns A context that draws in points, and the canvas's size in points; null while it is not shown.
 */
export function cleared(canvas) {
  const context = canvas.getContext("2d");
  const scale = Math.min(globalThis.devicePixelRatio || 1, 2);
  const w = canvas.clientWidth;
  const h = canvas.clientHeight;
  if (!context || !w) return null;
  const pixels = [Math.round(w * scale), Math.round(h * scale)];
  if (canvas.width !== pixels[0]) canvas.width = pixels[0];
  if (canvas.height !== pixels[1]) canvas.height = pixels[1];
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, w, h);
  return { context, w, h };
}

/**
 * Draws a straight line.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 */
export function drawLine(context, x1, y1, x2, y2) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}
