/**
 * Where a person has to decide: what the server refused, in the place of the entry; and two tablets that have written
 * different things in one place, drawn side by side.
 */

import { bdi, el, sentence } from "../dom.js";
import { icon } from "../icons.js";
import { card, endBoard, mark } from "../marrakesh/draw.js";
import { field } from "../forms.js";
import { refusalPlaced } from "../marrakesh/wording.js";
import { entryTold, menTold } from "../marrakesh/telling.js";
import { gettext, interpolate, pgettext, timeOfDay } from "../words.js";

const SIDES = ["red", "white"];
const OTHER = { red: "white", white: "red" };
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

/** What one version says, as it would lie on the table; what the other says differently is marked. */
export function version(entry, names, winner = null, other = null) {
  const { kind, data } = entry;
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

function sheet(title, entry, names, said, keep, winner, other) {
  return el(
    "section",
    { class: "version" },
    el("h2", {}, title),
    el("p", { class: "s" }, said),
    version(entry, names, winner, other),
    keep,
  );
}

function when(line) {
  const moment = line.entered_at ?? line.stored_at;
  return [entryTold(line), line.device, moment && timeOfDay(moment)].filter(Boolean).join(" · ");
}

/**
 * Two versions side by side.
 * @param {import("../shapes.js").View} view
 * @param {(choice: 'theirs' | 'mine', reason?: string) => void} decide
 */
export function conflict(view, names, decide, winnerOf) {
  const mine = view.problem;
  const { missed, mayReplace, code } = mine.conflict;
  // A correction and an undo are about the whole match: all that came since stands against them, and no one place.
  const theirs = code === "stale_version" ? null : mine.conflict.theirs;
  const keep = (choice, label, go) =>
    el(
      "button",
      {
        type: "button",
        class: go ? "btn go" : "btn",
        click: () => decide(choice, gettext("Another tablet had written something else")),
      },
      label,
    );
  const follow = view.blocked.length;
  const said = theirs
    ? sentence(gettext("%(place)s was entered twice, and not alike. Which one is right?"), { place: entryTold(mine) })
    : code === "stale_version"
      ? gettext("Another device has written since. Look whether this still holds.")
      : gettext("What stands on the pad by now leaves no place for this.");
  return [
    el("h1", { class: "ask", tabindex: -1 }, gettext("Two versions")),
    el("p", { class: "q" }, said),
    el(
      "div",
      { class: "versions" },
      sheet(
        gettext("On this device"),
        mine,
        names,
        when(mine),
        mayReplace && keep("mine", theirs ? gettext("This one is right") : gettext("It still holds"), false),
        winnerOf(mine),
        theirs,
      ),
      theirs
        ? sheet(
            gettext("From the other device"),
            theirs,
            names,
            when(theirs),
            keep("theirs", gettext("This one is right"), false),
            winnerOf(theirs),
            mine,
          )
        : el(
            "section",
            { class: "version" },
            el("h2", {}, gettext("Entered meanwhile")),
            el(
              "ul",
              { class: "qlist" },
              missed.map((line) =>
                el(
                  "li",
                  {},
                  el("span", {}, entryTold(line)),
                  el("span", {}, line.entered_at ? timeOfDay(line.entered_at) : ""),
                ),
              ),
            ),
            keep("theirs", gettext("Give mine up"), false),
          ),
    ),
    follow > 0 &&
      el("p", { class: "s q" }, gettext("What was entered after it waits here, and stays where it still fits.")),
  ];
}

/** Somebody new whose name the club has already: the name is written anew. */
function otherName(entry, mend) {
  const name = el("input", {
    type: "text",
    required: true,
    maxlength: 80,
    dir: "auto",
    autocomplete: "off",
    value: entry.data.name,
  });
  const submit = (event) => {
    event.preventDefault();
    if (name.value.trim()) mend({ data: { ...entry.data, name: name.value.trim() } });
  };
  const help = gettext("Add a surname, or an initial; players can be merged later on the club’s pages.");
  return el(
    "form",
    { class: "fields", submit },
    field(gettext("Another name"), name, help),
    el("div", { class: "btns" }, el("button", { class: "btn go" }, gettext("Keep it"))),
  );
}

/**
 * What the server refused, in the place of the entry, and the ways out.
 * @param {{giveUp: () => void, mend: (changed: object) => void}} ways
 */
export function refused(view, names, ways) {
  const { problem } = view;
  const { answer } = problem;
  const first = answer.errors?.[0] ?? {};
  const said = refusalPlaced({ ...first, code: answer.code, detail: answer.detail }, names);
  const button = (label, click, go) => el("button", { type: "button", class: go ? "btn go" : "btn", click }, label);
  const isNew = problem.kind === "player";
  const out = [
    !isNew && button(gettext("Take it back"), () => ways.giveUp(), true),
    button(gettext("Try it again"), () => ways.mend({}), false),
  ];
  return [
    el("h1", { class: "ask", tabindex: -1 }, sentence(gettext("%(entry)s was refused"), { entry: entryTold(problem) })),
    el(
      "div",
      { class: "note bad", role: "alert" },
      icon("odd"),
      el("div", {}, said, el("div", { class: "btns" }, out)),
    ),
    isNew ? otherName(problem, (changed) => ways.mend(changed)) : version(problem, names),
    view.blocked.length > 0 &&
      el("p", { class: "s q" }, gettext("What was entered after it waits here, and stays where it still fits.")),
  ];
}
