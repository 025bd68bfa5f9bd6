/**
 * A correction, walked through from the place where it begins: what is tapped anew there, then each later trick that
 * cannot stay, one after the other, until the rules have nothing to say against the record.
 *
 * A later trick stays as it is recorded while it is legal and led by whoever led it; its own cards are taken for tapped
 * where only its board cannot be. What falls away by itself (tricks after the round's new end, unplayed cards that are
 * no longer as many) is told as `dropped`.
 *
 * @typedef {import("./shapes.js").Draft} Draft
 * @typedef {Record<string, any>} Json
 */

import { lastOf } from "./lists.js";
import { removed, same } from "./patch.js";
import { Refusal, replay } from "./replay.js";
import { alike } from "./rules.js";
import { ovalsScene, pointsScene, rulingScene, setupScene, singleScene, trickScene, unplayedScene } from "./scenes.js";
import { until, without } from "./scenes.js";

const OF_A_ROUND = ["setup", "exposed", "reshuffled", "ovals", "pips", "points", "unplayed", "ruling", "note"];
const FOR_CARDS = ["lead", "reply", "extra"];

/**
 * Where the walk stands after all taps: the scene there, or ask "reason" when nothing is left to ask.
 * @param {Json} record
 * @param {Draft} draft
 */
export function walk(record, draft) {
  const state = { record, original: replay(record), working: record, dropped: [] };
  const taps = [...draft.taps];
  const visited = new Set();
  let at = { round: draft.round, what: draft.what, trick: draft.trick, path: null, refusal: null };
  while (at) {
    const key = [at.round, at.what, at.trick, at.path].join();
    if (visited.has(key)) throw at.refusal;
    visited.add(key);
    const here = stand(state, at, taps);
    if (!here.scene.written) return told(state, at, here);
    state.working = put(state, at, here.scene.written);
    at = amiss(state);
  }
  const last = { round: draft.round, what: draft.what, trick: draft.trick, refusal: null };
  return told(state, last, { scene: singleScene("reason", []), was: null, filled: false });
}

/** The patch that makes one record of another, in round and trick. */
export function difference(before, after) {
  return after.rounds.flatMap((round, index) => {
    const was = before.rounds[index];
    const at = `/rounds/${index}`;
    const fields = OF_A_ROUND.flatMap((name) => differing(`${at}/${name}`, was[name], round[name]));
    if (!was.tricks || !round.tricks) return [...fields, ...differing(`${at}/tricks`, was.tricks, round.tricks)];
    return [...fields, ...ofTricks(`${at}/tricks`, was.tricks, round.tricks)];
  });
}

function ofTricks(at, was, tricks) {
  const changed = tricks.flatMap((trick, index) => {
    if (index >= was.length) return [{ op: "add", path: `${at}/-`, value: trick }];
    return same(was[index], trick) ? [] : [{ op: "replace", path: `${at}/${index}`, value: trick }];
  });
  const gone = was.slice(tricks.length).map((_, index) => ({ op: "remove", path: `${at}/${was.length - 1 - index}` }));
  return [...changed, ...gone];
}

function differing(path, was, now) {
  if (now === undefined) return was === undefined ? [] : [{ op: "remove", path }];
  return was !== undefined && same(was, now) ? [] : [{ op: "add", path, value: now }];
}

function told(state, at, { scene, was, filled }) {
  const patch = difference(state.record, state.working);
  const changed = patch.map((op) => (op.path.endsWith("/-") ? op.path.slice(0, -2) : op.path));
  const { dropped, working, original } = state;
  return { at, scene, was, filled, patch, changed, dropped, working, original };
}

// -- one place of the walk ------------------------------------------------------------------------------------------

/** The scene at this place after those of the taps that were made there; the others are left for later places. */
function stand(state, at, taps) {
  const was = recorded(state, at);
  let mine = at.what === "trick" && was ? filledIn(state, at, was) : [];
  let filled = mine.length > 0;
  let scene = sceneOf(state.working, at, mine);
  while (!scene.written && taps.length) {
    const tap = taps.shift();
    mine = tap.ask === "anew" ? [] : [...mine, tap];
    filled = false;
    scene = sceneOf(state.working, at, mine);
  }
  return { scene, was, filled };
}

/** What stands there in the record; as long as the walk has not changed the place itself. */
function recorded({ record }, { round, what, trick }) {
  const whole = record.rounds[round - 1];
  return (what === "trick" ? whole.tricks?.[trick - 1] : whole) ?? null;
}

/** The scene of a place on the pad. */
export function sceneOf(record, { round, what, trick }, taps) {
  switch (what) {
    case "trick":
      return trickScene(record, round, trick, taps);
    case "setup":
      return setupScene(record, round, taps);
    case "ovals":
      return ovalsScene(record, round, taps);
    case "points":
      return pointsScene(record, round, taps);
    case "unplayed":
      return unplayedScene(record, round, taps);
    case "ruling":
      return rulingScene(record, round, taps);
    default:
      return singleScene(what, taps);
  }
}

/** Answers that can be taken over from the recorded trick: a ruling and a card taken back; the cards, when it only came
 * to be asked since something before it has changed. Nothing is, when somebody else has led. */
function filledIn(state, at, was) {
  const arrived = at.refusal !== null;
  if (arrived && at.refusal.code === "wrong_leader") return [];
  const ruling = was.ruling && (arrived ? without(was.ruling, "board") : was.ruling);
  const given = { ruling, withdrawn: was.withdrawn, lead: was.lead, reply: was.reply };
  given.extra = was.extra ?? (was.extra_disregarded ? "disregarded" : null);
  const taps = [];
  for (const ask of ["ruling", "withdrawn", ...(arrived ? FOR_CARDS : [])]) {
    if (!given[ask]) continue;
    const more = [...taps, { ask, value: given[ask] }];
    if (!fits(state.working, at, taps, more)) break;
    taps.push({ ask, value: given[ask] });
  }
  return taps;
}

function fits(record, at, taps, more) {
  try {
    const asked = sceneOf(record, at, taps);
    sceneOf(record, at, more);
    return !FOR_CARDS.includes(lastOf(more).ask) || asked.ask === lastOf(more).ask;
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return false;
  }
}

/** The record with what was written at this place; a trick that says the same as before stays as it was. */
function put(state, at, written) {
  const index = at.round - 1;
  const round = state.working.rounds[index];
  if (at.what === "amiss") return removed(state.working, at.path);
  if (at.what === "trick") {
    const was = state.record.rounds[index].tricks?.[at.trick - 1];
    const trick = was?.note && !written.note ? { ...written, note: was.note } : written;
    const kept = was && saysTheSame(state, at, was, trick) ? was : trick;
    const tricks = Object.assign([...round.tricks], { [at.trick - 1]: kept });
    return withRound(state.working, index, { ...round, tricks });
  }
  if (at.what === "ovals" || at.what === "points") {
    if (round.tricks) state.dropped.push(`/rounds/${index}/tricks`);
    const rest = without(round, "tricks", "ovals", "pips", "points", "ruling");
    return withRound(state.working, index, { ...rest, ...written });
  }
  return withRound(state.working, index, without({ ...round, ...written }));
}

/** Whether a trick that nothing before has changed was only tapped again. */
function saysTheSame({ record, working, original }, { round, trick }, was, written) {
  const said = original.rounds[round - 1].tricks[trick - 1];
  if (!same(until(record, round, trick - 1), until(working, round, trick - 1))) return false;
  if (was.ruling || written.ruling) return same(was, written);
  const plain = (one) => without(one, "leader", "plays", "board");
  return same(plain(was), plain(written)) && (!written.board || alike(written.board, said.board[said.winner]));
}

// -- what cannot stay -----------------------------------------------------------------------------------------------

/** The next place that has to be asked, or null when the rules have nothing to say; what falls away is dropped. */
function amiss(state) {
  for (;;) {
    try {
      replay(asLed(state));
      return null;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      const at = placeOf(state, refusal);
      if (at) return at;
    }
  }
}

function placeOf(state, refusal) {
  const { code, path } = refusal;
  const [, , step, part, inner] = path.split("/");
  const index = Number(step);
  const round = state.working.rounds[index];
  const asked = { round: index + 1, what: "trick", trick: null, path: null, refusal };
  if (code === "round_incomplete") return { ...asked, trick: round.tricks.length + 1 };
  if (code === "round_over") {
    const tricks = round.tricks.slice(0, Number(inner));
    for (const gone of round.tricks.keys()) if (gone >= tricks.length) drop(state, `/rounds/${index}/tricks/${gone}`);
    state.working = withRound(state.working, index, { ...round, tricks });
    return null;
  }
  if (code === "wrong_unplayed") {
    drop(state, path);
    state.working = removed(state.working, path);
    return null;
  }
  if (path.endsWith("/withdrawn") || part === "exposed" || part === "unplayed") {
    return { ...asked, what: "amiss", path };
  }
  if (part === "tricks") return { ...asked, trick: Number(inner) + 1 };
  throw refusal;
}

function drop(state, path) {
  state.dropped.push(path);
}

/** The walk's record, in which each trick that was recorded says who led it: a trick led by another is not the same. */
function asLed({ record, working, original }) {
  const rounds = working.rounds.map((round, index) => {
    const was = record.rounds[index].tricks;
    if (!round.tricks || !was || round === record.rounds[index]) return round;
    const tricks = round.tricks.map((trick, at) => {
      return trick === was[at] ? { ...trick, leader: original.rounds[index].tricks[at].leader } : trick;
    });
    return { ...round, tricks };
  });
  return { ...working, rounds };
}

function withRound(record, index, round) {
  return { ...record, rounds: Object.assign([...record.rounds], { [index]: round }) };
}
