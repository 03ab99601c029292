// Lines and points of landmarks on a canvas.

/** @import { Item, Layout } from "./messages.js" */

/** @type {Record<string, string>} */
const inks = {
  left: "#ff9f1c",
  right: "#2ec4f1",
  middle: "#f4f4f4",
  lips: "#ff5d73",
  mesh: "rgb(215 222 230 / .38)",
  finger0: "#3ddc97",
  finger1: "#ff5d73",
  finger2: "#7c9cff",
  finger3: "#ffd23f",
  finger4: "#d77cff",
};

/** How landmarks are drawn. @type {Layout} */
const layout = { lines: {}, parts: 1, details: {} };

/**
 * Sets how landmarks are drawn.
 *
 * @param {Layout} message
 */
export function useLayout({ lines, parts, details }) {
  Object.assign(layout, { lines, parts, details });
}

/**
 * Draws items over the area that the image has on the canvas. A body omits the landmarks that other parts of
 * the person show in more detail.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Item[]} items
 * @param {string} kind The kind of landmarks, unless an item has its own.
 * @param {{ x: number, y: number, w: number, h: number }} area
 */
export function drawItems(context, items, kind, area) {
  const details = new Set(items.flatMap(({ label }) => layout.details[label ?? ""] ?? []));
  for (const item of items) {
    drawItem(context, item, kind, area, item.label === "pose" ? details : new Set());
  }
}

/**
 * Draws the landmarks of an item.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {Item} item
 * @param {string} kind
 * @param {{ x: number, y: number, w: number, h: number }} area
 * @param {Set<number>} omitted The landmarks that are not drawn.
 */
function drawItem(context, item, kind, area, omitted) {
  const groups = layout.lines[item.label ?? ""] ?? layout.lines[kind] ?? [];
  const seen = item.v;
  const count = item.p.length / 2;
  const unit = unitOf(item, area);
  /** @type {(i: number) => [number, number]} */
  const at = (i) => [
    area.x + item.p[2 * i] * area.w / layout.parts,
    area.y + item.p[2 * i + 1] * area.h / layout.parts,
  ];
  context.lineCap = "round";
  const isMesh = count > 400 || item.label === "contours";
  for (const hidden of seen ? [true, false] : [false]) {
    for (const group of groups) {
      context.strokeStyle = inks[group.color] ?? inks.middle;
      context.globalAlpha = hidden ? .3 : 1;
      context.lineWidth = (isMesh ? group.color === "mesh" ? .5 : 1.2 : hidden ? 1 : 2.6) *
        unit;
      context.beginPath();
      for (let i = 0; i < group.pairs.length; i += 2) {
        const a = group.pairs[i];
        const b = group.pairs[i + 1];
        if (a >= count || b >= count || omitted.has(a) || omitted.has(b)) continue;
        if (seen && (Math.min(seen[a], seen[b]) < 50) !== hidden) continue;
        context.moveTo(...at(a));
        context.lineTo(...at(b));
      }
      context.stroke();
    }
  }
  context.globalAlpha = 1;
  if (isMesh) return;
  context.fillStyle = "#fff";
  context.strokeStyle = "rgb(11 16 22 / .55)";
  context.lineWidth = .8 * unit;
  for (let i = 0; i < count; i++) {
    if (omitted.has(i) || seen && seen[i] < 50) continue;
    context.beginPath();
    context.arc(...at(i), 2.3 * unit, 0, 7);
    context.fill();
    context.stroke();
  }
}

/**
 * Returns the unit of line width, which depends on the size of the drawn item.
 *
 * @param {Item} item
 * @param {{ w: number, h: number }} area
 */
function unitOf(item, area) {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 1; i < item.p.length; i += 2) {
    low = Math.min(low, item.p[i]);
    high = Math.max(high, item.p[i]);
  }
  const share = (high - low) / layout.parts;
  return Math.max(1, Math.min(area.w, area.h) / 420) * Math.min(1.4, Math.max(.85, share / .6));
}
