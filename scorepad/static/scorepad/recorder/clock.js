/**
 * What time it is: by this device's clock, unless the server's answers say that it is wrong.
 *
 * Whatever is claimed of a match, above all when it was played, is claimed by this. What only this device compares, as
 * how long it has kept something, goes by its own clock.
 */

const TOLERATED = 120_000; // less is nobody's business, and a slow network may make it so

let ahead = null; // of this device, by the server's answers, in milliseconds; null before any came

/**
 * The server has told the time in an answer.
 *
 * @param {string | null} date as the header has it, to the second
 * @param {number} asked when it was asked, by this device's clock
 */
export function heardOfTime(date, asked) {
  const told = Date.parse(date ?? "");
  if (Number.isNaN(told)) return;
  const answered = Date.now();
  // Set while the answer was under way, the clock of then says nothing of now.
  if (answered >= asked && answered - asked < TOLERATED) ahead = (asked + answered) / 2 - told;
}

/** Whether the server has told the time since this page was opened. */
export function isClockKnown() {
  return ahead !== null;
}

/** By how many milliseconds this device's clock is ahead of the server's, below 0 behind it; 0 where it is right. */
export function clockError() {
  return ahead !== null && Math.abs(ahead) > TOLERATED ? ahead : 0;
}

/** @returns {Date} */
export function now() {
  return new Date(Date.now() - clockError());
}
