/**
 * Everything the rules make of a record, as the engine's own replay says it; a record may be incomplete.
 *
 * The shape of a record is not checked here (`malformed` is the server's to say): the app makes none of another shape.
 *
 * @typedef {import("./rules.js").Side} Side
 * @typedef {Record<string, any>} Json
 */

/** A record that cannot have happened: which rule, the place as a JSON Pointer, and what was found there. */
export class Refusal extends Error {
  /** @param {string} code @param {string} path @param {Json} [params] */
  constructor(code, path, params = {}) {
    super(`${code} ${path}`);
    this.code = code;
    this.path = path;
    this.params = params;
  }
}

/** The codes that only the server tells. */
export const LEFT_TO_THE_SERVER = ["malformed"];

/**
 * The replay, JSON as in `GET …/replay/`. Throws `Refusal`, the first in playing order.
 * @param {Json} record @returns {Json}
 */
export function replay(record) {}

/**
 * What comes next: a round without a trick when its setup is to be thrown; null when the match is complete.
 * @param {Json} replay @returns {?{round: number, trick: ?number, leader: ?Side}}
 */
export function awaiting(replay) {}
