/**
 * What the house sounds like, made on the spot: no file is fetched, nothing is heard before the page
 * was touched, and nothing at all for who has turned sounds off.
 *
 * @typedef {object} Note
 * @property {"noise" | "sine" | "triangle"} wave
 * @property {number} hz of a tone, or the middle of the noise
 * @property {number} [toHz] what the tone falls or rises to
 * @property {number} atMs @property {number} forMs
 * @property {number} gain 0 to 1
 */

import { preferences } from "./preferences.js";

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  dice: [0, 70, 125, 210, 260, 345].map((atMs, index) => ({ wave: "noise", hz: 1500 + 450 * (index % 3), atMs, forMs: 45, gain: 0.34 - 0.03 * index })),
  checker: [
    { wave: "noise", hz: 900, atMs: 0, forMs: 35, gain: 0.4 },
    { wave: "sine", hz: 330, toHz: 170, atMs: 0, forMs: 80, gain: 0.3 },
  ],
  hit: [
    { wave: "noise", hz: 1400, atMs: 0, forMs: 50, gain: 0.5 },
    { wave: "triangle", hz: 240, toHz: 90, atMs: 0, forMs: 160, gain: 0.4 },
    { wave: "noise", hz: 800, atMs: 110, forMs: 40, gain: 0.3 },
  ],
  turn: [
    { wave: "sine", hz: 587, atMs: 0, forMs: 140, gain: 0.16 },
    { wave: "sine", hz: 784, atMs: 110, forMs: 220, gain: 0.16 },
  ],
  cube: [0, 150, 300].map((atMs, index) => ({ wave: "triangle", hz: [523, 523, 784][index], atMs, forMs: 180, gain: 0.2 })),
  clock: [0, 220].map((atMs) => ({ wave: "triangle", hz: 988, atMs, forMs: 90, gain: 0.2 })),
  over: [523, 659, 784, 1047].map((hz, index) => ({ wave: "sine", hz, atMs: 130 * index, forMs: 320, gain: 0.17 })),
};

/** Heard also from a page that nobody looks at: they call somebody back. */
const CALLS = new Set(["turn", "cube", "clock", "over"]);

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** A browser lets no page sound before somebody has touched it, and complains of those that try. */
function isTouched() {
  return navigator.userActivation?.hasBeenActive ?? false;
}

/** @param {AudioContext} on a second of white noise, made once */
function noiseOf(on) {
  if (noise) return noise;
  noise = on.createBuffer(1, on.sampleRate, on.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return noise;
}

/** @param {AudioContext} on @param {Note} note @param {number} start @param {number} end */
function sourceOf(on, { wave, hz, toHz }, start, end) {
  if (wave === "noise") {
    const source = new AudioBufferSourceNode(on, { buffer: noiseOf(on) });
    return { source, last: source.connect(new BiquadFilterNode(on, { type: "bandpass", frequency: hz, Q: 1.1 })) };
  }
  const source = new OscillatorNode(on, { type: wave, frequency: hz });
  if (toHz) source.frequency.exponentialRampToValueAtTime(toHz, end);
  return { source, last: source };
}

/** @param {AudioContext} on @param {Note} note @param {number} from in seconds of the context */
function sound(on, note, from) {
  const start = from + note.atMs / 1000;
  const end = start + note.forMs / 1000;
  const { source, last } = sourceOf(on, note, start, end);
  const level = new GainNode(on, { gain: note.gain });
  level.gain.setValueAtTime(note.gain, start);
  level.gain.exponentialRampToValueAtTime(0.001, end);
  last.connect(level).connect(on.destination);
  source.start(start);
  source.stop(end);
}

/**
 * @param {string} name one of SOUNDS @param {number} [afterMs]
 * @returns {boolean} whether it will be heard
 */
export function play(name, afterMs = 0) {
  const notes = SOUNDS[name];
  if (!notes || !preferences.isOn("sounds") || !isTouched() || !window.AudioContext) return false;
  if (document.hidden && !CALLS.has(name)) return false;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const note of notes) sound(context, note, context.currentTime + afterMs / 1000);
  document.dispatchEvent(new CustomEvent("house-sound", { detail: name }));
  return true;
}
