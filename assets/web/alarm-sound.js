// An alarm that is heard, for what a producer must know without looking.

const BEEPS = [0, 0.25, 0.5]; // seconds
const LENGTH = 0.16;
let context = null;

/** Three beeps. A browser that has not been touched yet stays silent until it is. */
export function soundAlarm() {
  context ??= new AudioContext();
  context.resume();
  for (const at of BEEPS) {
    const tone = context.createOscillator();
    const level = context.createGain();
    level.gain.value = 0.25;
    tone.type = "square";
    tone.frequency.value = 880;
    tone.connect(level).connect(context.destination);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + LENGTH);
  }
}
