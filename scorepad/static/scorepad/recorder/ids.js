/**
 * Ids that a device makes at the tap.
 *
 * `crypto.randomUUID` is not there on plain HTTP, which many a club's network is; `getRandomValues` is everywhere.
 */

/** @returns {string} a UUID of version 4 */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]].map(([from, to]) => digits.slice(from, to)).join("-");
}

/**
 * A moment by this device's clock and in its own zone, as entries and matches claim it.
 *
 * @param {Date} [when]
 * @returns {string} as 2026-11-29T20:14:03+01:00
 */
export function moment(when = new Date()) {
  const two = (number) => String(Math.trunc(Math.abs(number))).padStart(2, "0");
  const ahead = -when.getTimezoneOffset();
  const date = `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
  const time = `${two(when.getHours())}:${two(when.getMinutes())}:${two(when.getSeconds())}`;
  return `${date}T${time}${ahead < 0 ? "-" : "+"}${two(ahead / 60)}:${two(ahead % 60)}`;
}
