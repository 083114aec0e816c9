// @ts-check
// The sounds, made by the browser itself: a piece that lands, a game that is won, lost or drawn.

/** @type {AudioContext | null} */
let audio = null;

/** Return what plays the sounds; a browser lets it begin only after a click or a key. */
function player() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

/**
 * A note that swells quickly and fades away.
 * @param {{frequency: number, at: number, length: number, volume: number, shape?: OscillatorType, to?: number}} note
 *   at, length: seconds; to: the frequency that it glides to
 */
function playNote({ frequency, at, length, volume, shape = "sine", to = frequency }) {
  const context = player();
  const begin = context.currentTime + at;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(frequency, begin);
  oscillator.frequency.exponentialRampToValueAtTime(to, begin + length);
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(volume, begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length + 0.02);
}

/** @type {Record<"drop" | "win" | "loss" | "draw", () => void>} */
export const sounds = {
  drop: () => {
    playNote({ frequency: 210, to: 90, at: 0, length: 0.12, volume: 0.28 });
    playNote({ frequency: 900, to: 500, at: 0, length: 0.03, volume: 0.05, shape: "triangle" });
  },
  win: () => playChord([523.25, 659.25, 783.99, 1046.5], 0.11),
  loss: () => playChord([392, 349.23, 293.66], 0.17),
  draw: () => playChord([440, 440], 0.16),
};

/** @param {number[]} frequencies one after the other @param {number} apart seconds */
function playChord(frequencies, apart) {
  frequencies.forEach((frequency, index) => {
    playNote({ frequency, at: index * apart, length: 0.42, volume: 0.13, shape: "triangle" });
  });
}
