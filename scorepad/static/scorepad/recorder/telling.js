/**
 * The words of any game: what people at the table are called, what an entry is, how a match ended, why something was
 * not taken. What a game alone has words for it brings itself.
 */

import { changed } from "./making.js";
import { gettext, interpolate } from "./words.js";

const LONGEST_NAME = 24;

/**
 * The players by seat; sentences call people by their first name, unless two of them have the same.
 * @param {Object<string, import("./shapes.js").Seat>} seats
 * @returns {Object<string, string>}
 */
export function called(seats) {
  const full = changed(seats, ({ name }) => name.trim());
  const first = changed(full, (name) => name.split(/\s+/)[0]);
  const isAlone = new Set(Object.values(first)).size === Object.keys(first).length;
  return changed(isAlone ? first : full, (name) =>
    name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name,
  );
}

/**
 * What an entry is, in the list of what was entered: "Undo", "Correction", or as its game calls it.
 * @param {{kind: string, data: object}} entry
 * @param {import("./games.js").Game} game
 */
export function entryTold({ kind, data }, game) {
  switch (kind) {
    case "create":
      return gettext("The match");
    case "player":
      return gettext("A new player");
    case "undo":
      return gettext("Undo");
    case "amend":
    case "replace":
      return gettext("Correction");
    case "forfeit":
      return gettext("Forfeit");
    case "abandon":
      return gettext("Abandoned");
    case "void":
      return gettext("Void");
    case "restore":
      return gettext("Counts again");
    default:
      return game.entryTold({ kind, data: data ?? {} });
  }
}

/** How a match stands that is not open any more. */
export function statusTold(status) {
  return { forfeited: gettext("Forfeited"), abandoned: gettext("Broken off") }[status] ?? gettext("The match is over");
}

/**
 * Why something was not taken, whatever is played. Where the app has no sentence for its code, the server's own, in
 * English, stands.
 * @param {{code: string, detail?: string}} refusal
 */
export function refusalTold({ code, detail = "" }) {
  switch (code) {
    case "nothing_changed":
      return gettext("That is how it stands already.");
    case "not_kept":
      return gettext(
        "This device could not keep that: its storage is full, or the browser refuses it. Tap it again.",
      );
    default:
      return detail || interpolate(gettext("The rules do not allow it (%(code)s)."), { code });
  }
}
