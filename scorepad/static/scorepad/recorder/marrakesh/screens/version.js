/** An entry drawn as it would lie on the table: its cards and board, its dice, and in lines whatever else it says. */

import { bdi, el } from "../../dom.js";
import { gettext, interpolate, pgettext } from "../../words.js";
import { card, endBoard, mark } from "../draw.js";
import { OTHER, SIDES } from "../rules.js";
import { menTold } from "../telling.js";

const FIELDS = () => ({
  withdrawn: gettext("Taken back"),
  plays: gettext("Plays"),
  extra_disregarded: gettext("Extra card not drawn"),
  ruling: gettext("Ruling"),
  note: gettext("Note"),
  unplayed: gettext("Left in hand"),
  ovals: gettext("Ovals"),
  points: gettext("Points"),
  pips: pgettext("counted", "Pips"),
  reshuffled: gettext("Shuffled before"),
  exposed: gettext("Seen by accident"),
});

const placed = (dice) => [1, 2, 3, 4, 5, 6].map((point) => dice.filter((number) => number === point).length);

/**
 * What an entry says, as it would lie on the table; what another says differently in its place is marked.
 * @param {{kind: string, data: object}} entry
 * @param {{red: string, white: string}} names
 * @param {{asked?: ?object, other?: ?object}} [beside] the question at the table, which knows who won, and the other
 */
export function version(entry, names, { asked = null, other = null } = {}) {
  const { kind, data } = entry;
  const winner = winnerOf(asked, entry);
  const parts = [];
  const differs = (key) =>
    other !== null && JSON.stringify(other.data?.[key] ?? null) !== JSON.stringify(data?.[key] ?? null);
  if (kind === "trick") {
    const laid = (key, state, said) =>
      el(
        "figure",
        {},
        card(data[key], [state, differs(key) && "other"].filter(Boolean).join(" ")),
        el("figcaption", {}, said),
      );
    const receiver = OTHER[data.leader];
    parts.push(
      el(
        "div",
        { class: "cards" },
        laid("lead", "", receiver && mark(data.leader)),
        laid("reply", "", receiver && mark(receiver)),
        data.extra && laid("extra", "drawn", gettext("drawn")),
      ),
    );
    if (data.board) parts.push(men(winner ?? data.leader ?? "red", data.board, differs("board")));
  }
  for (const side of data?.setup ? SIDES : []) {
    const dice = [...data.setup[side]].sort().reverse().join("-");
    parts.push(
      el("p", { class: "s" }, mark(side), " ", bdi(names[side]), " ", dice),
      men(side, placed(data.setup[side]), false),
    );
  }
  if (kind === "expose" && data.card) parts.push(el("div", { class: "cards" }, el("figure", {}, card(data.card))));
  const rest = Object.entries(FIELDS()).filter(([key]) => told(data?.[key]));
  const line = ([key, name]) => [
    el("dt", {}, name),
    el("dd", { class: differs(key) ? "other" : null }, el("bdi", {}, written(data[key], names))),
  ];
  if (rest.length) parts.push(el("dl", { class: "facts" }, rest.map(line)));
  return parts;
}

const told = (value) => value !== undefined && value !== null && value !== false && String(value) !== "";

function men(side, board, differs) {
  return el(
    "div",
    { class: differs ? "stood other" : "stood" },
    endBoard(side, board),
    el("p", { class: "s" }, menTold(board)),
  );
}

/** A value of an entry in a line: cards, numbers, sides, or a note. */
function written(value, names) {
  if (value === true) return gettext("yes");
  if (value === "red" || value === "white") return names[value];
  if (Array.isArray(value)) return value.join(" ");
  if (value && typeof value === "object") {
    return Object.entries(value)
      .map(([key, one]) =>
        interpolate(gettext("%(name)s %(value)s"), {
          name: names[key] ?? key,
          value: Array.isArray(one) ? one.join(" ") : one,
        }),
      )
      .join(", ");
  }
  return String(value);
}

/** Who won the trick that an entry is about, where the table knows its cards; for the colour of its board. */
function winnerOf(asked, { kind, data }) {
  const played = kind === "trick" ? asked?.played?.[data.trick - 1] : null;
  return played && played.lead === data.lead && played.reply === data.reply ? played.winner : null;
}
