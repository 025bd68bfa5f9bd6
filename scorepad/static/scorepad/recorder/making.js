/** What a tap makes, before it is kept: an entry, or a match with whoever is new in it. Pure but for ids and clock. */

import { moment, newId } from "./ids.js";

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Entry} Entry */

/**
 * @param {Match} match
 * @param {Entry[]} entries of the match so far
 * @param {{kind: string, data: object, reason?: string | null}} tapped
 * @param {string | null} device what it is called
 * @returns {Entry} the last in order, and waiting
 */
export function entryMade(match, entries, { kind, data, reason = null }, device) {
  return {
    id: newId(),
    match: match.id,
    order: 1 + Math.max(0, ...entries.map((entry) => entry.order)),
    kind,
    data,
    reason,
    entered_at: moment(),
    device,
    base_version: match.version,
    state: "waiting",
    tried: false,
    answer: null,
    conflict: null,
    settledAt: null,
  };
}

/**
 * @param {object} wanted as `Sync.startMatch` has it
 * @param {string | null} device
 * @returns {{match: Match, entries: Entry[]}} those who are new first, then the match itself
 */
export function matchMade({ club, game, seats: asked, options = {}, rated = true, table = "" }, device) {
  const played_at = moment();
  const seats = changed(asked, (seat) => ({ player: newId(), ...seat }));
  const about = { id: newId(), club, game, seats, options, rated, table, played_at };
  const unknown = { lines: [], version: 0, etag: null, sheet: null, token: null, tokenEnds: null, pairedAs: null };
  const match = { ...about, ...unknown, seenAt: played_at };
  const players = Object.keys(seats)
    .filter((key) => !("player" in asked[key]))
    .map((key) => ({ kind: "player", data: { id: seats[key].player, name: seats[key].name } }));
  const given = Object.keys(options).length ? { options } : {};
  const first = { club, game, played_at, seats: changed(seats, ({ player }) => player), rated, table, ...given };
  const entries = [...players, { kind: "create", data: first }].reduce(
    (made, one) => [...made, entryMade(match, made, one, device)],
    [],
  );
  return { match, entries };
}

/** An object with each of its values changed. @param {object} given @param {(value: any) => any} by */
export function changed(given, by) {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, by(value)]));
}
