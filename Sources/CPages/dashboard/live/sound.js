// The sounds of alerts.

import { onTone } from "../shared/alerts.js";
import { element, setText } from "../shared/dom.js";
import { liveWords } from "./words.js";

/** Pitches in hertz, where null is a pause, and seconds. @type {Record<string, [number | null, number][]>} */
const tones = {
  critical: [[880, .16], [null, .06], [880, .16], [null, .06], [1175, .3]],
  fatigue: [[523, .25], [null, .08], [392, .4]],
  distraction: [[740, .12], [null, .05], [740, .12]],
  notice: [[587, .14]],
};

const sound = {
  isOn: localStorage.getItem("sound") !== "off",
  /** @type {AudioContext | null} */
  context: null,
  /** The time until which no other sound is played. */
  until: 0,
};

function showSound() {
  const button = element("sound");
  const waits = sound.isOn && sound.context?.state !== "running";
  button.setAttribute("aria-pressed", String(sound.isOn));
  const onText = waits ? liveWords.soundWaits : liveWords.soundOn;
  setText(button, sound.isOn ? onText : liveWords.soundOff);
}

/** Browsers let a page play sound only after someone has touched it. */
async function unlockSound() {
  if (!sound.isOn) return;
  sound.context ??= new AudioContext();
  try {
    await sound.context.resume();
  } catch {
    // The page stays silent, as the button shows.
  }
  showSound();
}

/**
 * Plays a tone, unless another one is being played.
 *
 * @param {string} name
 */
export function playTone(name) {
  const audio = sound.context;
  if (!sound.isOn || audio?.state !== "running" || !tones[name]) return;
  let time = audio.currentTime + .02;
  if (time < sound.until) return;
  for (const [pitch, seconds] of tones[name]) {
    if (pitch) playNote(audio, pitch, time, seconds);
    time += seconds;
  }
  sound.until = time + (name === "critical" ? .35 : 2);
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} time
 * @param {number} seconds
 */
function playNote(audio, pitch, time, seconds) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  // A note that begins or ends abruptly clicks.
  volume.gain.setValueAtTime(0, time);
  volume.gain.linearRampToValueAtTime(.35, time + .015);
  volume.gain.setValueAtTime(.35, time + seconds - .03);
  volume.gain.linearRampToValueAtTime(0, time + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(time);
  tone.stop(time + seconds);
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, unlockSound);
element("sound").addEventListener("click", () => {
  if (sound.isOn && sound.context?.state === "running" || !sound.isOn) sound.isOn = !sound.isOn;
  localStorage.setItem("sound", sound.isOn ? "on" : "off");
  if (sound.isOn) unlockSound().then(() => playTone("notice"));
  showSound();
});
onTone(playTone);
showSound();
