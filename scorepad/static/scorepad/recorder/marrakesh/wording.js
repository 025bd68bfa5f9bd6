/**
 * What a refusal says to the people at the table: its place, and one sentence a code, with names for sides and words
 * for cards. Reads what `Refusal` of the app's rules and `errors[0]` of the server have alike: code, path, params.
 */

import * as anyGame from "../telling.js";
import { gettext, interpolate } from "../words.js";
import { cardName, menTold, placeTold, sideWord } from "./telling.js";

const isCard = (value) => typeof value === "string" && /^[A23456Q][SHDC]$/.test(value);
const isBoard = (value) => Array.isArray(value) && value.length === 6 && value.every(Number.isInteger);

/** One of the params in words: a side by its name, a card and a board as they are called. */
function inWords(value, names) {
  if (value === "red" || value === "white") return names?.[value] ?? sideWord(value);
  if (isCard(value)) return cardName(value);
  if (isBoard(value)) return menTold(value);
  if (Array.isArray(value)) return value.map((one) => inWords(one, names)).join(", ");
  return value === null || value === undefined ? "" : String(value);
}

function template(code, params) {
  const many = {
    bad_setup: gettext("%(side)s throws six dice, each from 1 to 6."),
    identical_setups: gettext("Both threw the same numbers. Such a throw does not count: both throw again."),
    too_many_copies: gettext(
      "The %(card)s is one too many: the pack holds %(copies)s, and all were seen since the last shuffle.",
    ),
    too_many_rounds: gettext("The match was over after %(most)s rounds."),
    round_incomplete: gettext("The round is not over yet."),
    round_over: gettext("The round was over: both had had their three turns or were off."),
    wrong_leader: gettext("%(legal)s had to lead."),
    withdrawn_too_late: gettext("At the sixth trick only one card is left, so it cannot be taken back."),
    withdrawn_not_played: gettext(
      "%(side)s took back the %(card)s, but neither played it later nor had it left at the end.",
    ),
    extra_missing: gettext("%(winner)s had an extra card to draw: name it, or say that it was not drawn."),
    extra_not_due: params.winner
      ? gettext("%(winner)s can no longer move, so no extra card is drawn.")
      : gettext("An extra card is drawn only after a suit-match, doubles or triples."),
    cannot_move: gettext("%(winner)s cannot move any more; %(opponent)s gets a null chip instead."),
    illegal_play: gettext("%(winner)s cannot play %(found)s."),
    plays_missing: gettext("%(winner)s still has numbers to play."),
    unreachable_board: gettext("%(winner)s cannot come to this board with these numbers."),
    impossible_board: gettext("%(winner)s had fewer men on the board before."),
    wrong_unplayed: gettext("%(side)s must have %(expected)s cards left after %(tricks)s tricks."),
    oasis_without_stake: gettext("Oasis bonuses are only for a match that is played for a stake."),
    impossible_ovals: gettext(
      "These turns or pips cannot be: one to three turns, until the sixth man or the third turn.",
    ),
    impossible_points: gettext("No round can end %(red)s to %(white)s."),
    ruling_without_note: gettext("A ruling needs a note that says what happened."),
  };
  return many[code];
}

/** The round and the trick that a JSON Pointer into the record is about, from 1; null where it names none. */
export function placeOf(path) {
  const found = /^\/rounds\/(\d+)(?:\/tricks\/(\d+))?/.exec(path ?? "");
  if (!found) return null;
  return { round: Number(found[1]) + 1, trick: found[2] === undefined ? null : Number(found[2]) + 1 };
}

/**
 * The sentence of a refusal. What has nothing to do with the rules is told as in any game.
 * @param {{code: string, params?: object, detail?: string}} refusal
 * @param {{red: string, white: string}} [names]
 * @returns {string}
 */
export function refusalTold({ code, params = {}, detail = "" }, names) {
  const text = template(code, params ?? {});
  if (!text) return anyGame.refusalTold({ code, detail });
  const words = Object.fromEntries(Object.entries(params ?? {}).map(([key, value]) => [key, inWords(value, names)]));
  return /%\((\w+)\)s/.test(interpolate(text, words)) && detail ? detail : interpolate(text, words);
}

/** The same with its place before it: "Round 8, trick 3: …". */
export function refusalPlaced(refusal, names) {
  const place = placeOf(refusal.record_pointer ?? refusal.path);
  const said = refusalTold(refusal, names);
  return place
    ? interpolate(gettext("%(place)s: %(said)s"), { place: placeTold(place.round, place.trick), said })
    : said;
}
