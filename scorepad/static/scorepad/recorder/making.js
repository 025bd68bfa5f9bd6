/** What a tap makes, before it is kept: an entry, or a match with whoever is new in it. Pure but for ids and clock. */

import { clockError, isClockKnown, now } from "./clock.js";
import { moment, newId } from "./ids.js";

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Entry} Entry */

/**
 * @param {Match} match
 * @param {Entry[]} entries of the match so far
 * @param {{kind: string, data: object, reason?: string | null}} tapped
 * @param {{device: string | null, by: string | null}} maker what this device is called, and who is signed in
 * @returns {Entry} the last in order, and waiting
 */
export function entryMade(match, entries, { kind, data, reason = null }, { device, by }) {
  return {
    id: newId(),
    match: match.id,
    order: 1 + Math.max(0, ...entries.map((entry) => entry.order)),
    kind,
    data,
    reason,
    entered_at: moment(now()),
    isTimed: isClockKnown(),
    device,
    by,
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
 * @param {{device: string | null, by: string | null}} maker
 * @returns {{match: Match, entries: Entry[]}} those who are new first, then the match itself
 */
export function matchMade({ club, game, seats: asked, options = {}, rated = true, table = "" }, maker) {
  const played_at = moment(now());
  const seats = changed(asked, (seat) => ({ player: newId(), ...seat }));
  const about = { id: newId(), club, game, seats, options, rated, table, played_at };
  const unknown = { lines: [], version: 0, etag: null, sheet: null, token: null, tokenEnds: null, pairedAs: null };
  const match = { ...about, ...unknown, by: maker.by, seenAt: moment() };
  const players = Object.keys(seats)
    .filter((key) => !("player" in asked[key]))
    .map((key) => ({ kind: "player", data: { id: seats[key].player, name: seats[key].name } }));
  const given = Object.keys(options).length ? { options } : {};
  const first = { club, game, played_at, seats: changed(seats, ({ player }) => player), rated, table, ...given };
  const entries = [...players, { kind: "create", data: first }].reduce(
    (made, one) => [...made, entryMade(match, made, one, maker)],
    [],
  );
  return { match, entries };
}

/**
 * A match that was made before this device had heard what time it is, dated once it has.
 *
 * @param {Entry} entry
 * @returns {Entry}
 */
export function timed(entry) {
  if (entry.kind !== "create" || entry.isTimed !== false || entry.tried || !isClockKnown()) return entry;
  const rightly = (claimed) => moment(new Date(Date.parse(claimed) - clockError()));
  const data = { ...entry.data, played_at: rightly(entry.data.played_at) };
  return { ...entry, data, entered_at: rightly(entry.entered_at), isTimed: true };
}

/** An object with each of its values changed. @param {object} given @param {(value: any) => any} by */
export function changed(given, by) {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, by(value)]));
}
