// The state of a driver.

import { ranks, showAlert } from "./alerts.js";
import { Chart } from "./chart.js";
import { element, setText } from "./dom.js";
import { number } from "./numbers.js";
import { showHead, showRows } from "./panel-text.js";
import { words } from "./words.js";

/** @import { DriverSignals, DriverState } from "./messages.js" */
/** @import { Panel } from "./panel.js" */

/** The colors of the levels, from awake on. */
const levelColors = ["#5bd39a", "#d9e36b", "#f3c15a", "#ff8f5a", "#ff5a6a"];

/** @type {Record<string, string>} */
const alertWords = words.alerts;

/** @param {number | null} share */
const percent = (share) => share == null ? null : share * 100;

/** @returns {Panel} */
export function driverPanel() {
  const score = new Chart(words.score, [{ unit: "" }], 0, 100, [
    [20, ""],
    [40, ""],
    [60, ""],
    [80, ""],
  ]);
  const openness = new Chart(words.openness, [{ unit: " %" }], 0, 100);
  const perclos = new Chart(words.perclos, [{ unit: " %", places: 1 }], 0, 30);
  const head = new Chart(
    words.head,
    [{ word: words.pitch, unit: "°" }, { word: words.yaw, unit: "°" }],
    -40,
    40,
    [[0, ""]],
  );
  /** @type {DriverState | null} */
  let last = null;
  return {
    charts: [score, openness, perclos, head],
    // Too few images arrive, so the last one no longer shows the current state.
    starve(starved) {
      if (last) showDriver(last, starved);
    },
    show({ driver, starved = false }) {
      if (!driver) return;
      last = driver;
      showDriver(driver, starved);
    },
    plot({ t, driver, starved = false }) {
      if (!driver) return;
      const { signals } = driver;
      const pose = signals.relativeHead ?? signals.head;
      score.add(t, [driver.isLevelKnown && !starved ? driver.fatigueScore : null]);
      openness.add(t, [signals.isUsable ? percent(signals.openness) : null]);
      perclos.add(t, [percent(signals.perclos60)]);
      head.add(t, pose ? [pose.pitch, pose.yaw] : [null, null]);
    },
  };
}

/**
 * Shows the state in words.
 *
 * @param {DriverState} driver
 * @param {boolean} starved Whether too few images arrive for a judgment.
 */
function showDriver(driver, starved) {
  const { signals, alerts } = driver;
  const isKnown = driver.isLevelKnown && !starved;
  const level = driver.fatigueLevel;
  const name = isKnown ? words.levels[level] : words.unknown;
  const score = isKnown ? number(driver.fatigueScore) : "–";
  const limited = driver.confidence < .5 ? ` ${words.limited}` : "";
  const confidence = starved ? "–" : number(driver.confidence, 2) + limited;
  const shownAlerts = alerts.map((alert) => alertWords[alert] ?? alert).join(", ");
  showHead(score, words.of100, isKnown ? `${words.level} ${level}, ${name}` : name);
  showRows([
    [words.alertLabel, starved ? words.alertUnknown : shownAlerts || words.noAlert],
    [words.confidence, confidence],
    [words.eyes, starved ? words.unreadable : eyesText(signals)],
    [words.blinks, signals.blinks ? number(signals.blinks.perMinute) + words.perMinute : "–"],
    [words.yawns, number(signals.yawns)],
  ]);
  setText(element("bar-level"), isKnown ? String(level) : "?");
  setText(element("bar-name"), name);
  setText(element("bar-score"), `${words.score} ${score}`);
  setText(element("bar-confidence"), `${words.confidence} ${confidence}`);
  showStrip(isKnown ? driver.fatigueScore : 0, isKnown ? levelColors[level] : "#b9c4ce");
  if (starved) return showAlert(words.starved, "caution");
  const [first] = alerts;
  showAlert(first ? alertWords[first] ?? first : "", ranks[first] ?? "alarm", driver.sound);
}

/** @param {DriverSignals} signals */
function eyesText(signals) {
  if (!signals.isFacePresent) return words.noFace;
  if (!signals.isUsable) return words.unreadable;
  return signals.closureSeconds == null
    ? `${words.open} ${number(percent(signals.openness))} %`
    : `${words.closedFor} ${number(signals.closureSeconds, 1)} s`;
}

/**
 * Shows the score as a strip with a part for each level.
 *
 * @param {number} score
 * @param {string} color
 */
function showStrip(score, color) {
  element("bar").hidden = element("strip").hidden = false;
  element("bar-level").style.background = color;
  element("strip").style.color = color;
  element("strip").querySelectorAll("b").forEach((part, i) => {
    part.style.width = `${Math.min(1, Math.max(0, score / 20 - i)) * 100}%`;
  });
}
