// Numbers and times as text.

import { language } from "./words.js";

/** By the number of decimals. @type {Intl.NumberFormat[]} */
const formats = [];

/**
 * Returns a number as text, or a dash for none.
 *
 * @param {number | null | undefined} value
 * @param {number} [places] The number of decimals.
 */
export function number(value, places = 0) {
  if (value == null) return "–";
  formats[places] ??= new Intl.NumberFormat(language, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  // Adding 0 turns −0, which would be shown with its sign, into 0.
  return formats[places].format(Number(value.toFixed(places)) + 0);
}

/**
 * Returns a time in milliseconds as minutes and seconds.
 *
 * @param {number} time
 */
export function clock(time) {
  const seconds = String(Math.floor(time / 1000) % 60).padStart(2, "0");
  return `${Math.floor(time / 60000)}:${seconds}`;
}
