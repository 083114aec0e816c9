// @ts-check
// Numbers as people read them: large counts, and the time left on a clock.

/** A large number as people say it. @param {number} number */
export function formatCount(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} billion`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} million`;
  return Math.round(number).toLocaleString("en-GB");
}

/** What is left on a clock. @param {number | null} seconds */
export function formatClock(seconds) {
  if (seconds === null) return "";
  const left = Math.max(0, seconds);
  if (left < 10) return (Math.floor(left * 10) / 10).toFixed(1);
  const whole = Math.floor(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
