/**
 * Where a person has to decide: what the server refused, in the place of the entry; and two tablets that have written
 * different things in one place, drawn side by side.
 *
 * @typedef {import("./recording.js").Recording} Recording
 */

import { el, sentence } from "../dom.js";
import { button, field, wordsForm } from "../forms.js";
import { icon } from "../icons.js";
import { entryTold } from "../telling.js";
import { gettext, timeOfDay } from "../words.js";

/** Two versions side by side. @param {Recording} screen */
export function conflict(screen) {
  const { view, game } = screen;
  const mine = view.problem;
  const { missed, mayReplace, code } = mine.conflict;
  // A correction and an undo are about the whole match, and what has no place is in nobody's: all that came since
  // stands against them.
  const theirs = ["stale_version", "not_next"].includes(code) ? null : mine.conflict.theirs;
  const keep = (choice, label) =>
    button(label, () => screen.resolve(choice, gettext("Another tablet had written something else")));
  const mineKept = mayReplace && keep("mine", theirs ? gettext("This one is right") : gettext("It still holds"));
  return [
    el("h1", { class: "ask", tabindex: -1 }, gettext("Two versions")),
    el("p", { class: "q" }, asked(mine, theirs, code, game)),
    el(
      "div",
      { class: "versions" },
      sheet(screen, gettext("On this device"), mine, theirs, mineKept),
      theirs
        ? sheet(screen, gettext("From the other device"), theirs, mine, keep("theirs", gettext("This one is right")))
        : meanwhile(missed, game, keep("theirs", gettext("Give mine up"))),
    ),
    following(view),
  ];
}

function asked(mine, theirs, code, game) {
  if (theirs) {
    const place = entryTold(mine, game);
    return sentence(gettext("%(place)s was entered twice, and not alike. Which one is right?"), { place });
  }
  return code === "stale_version"
    ? gettext("Another device has written since. Look whether this still holds.")
    : gettext("What stands on the pad by now leaves no place for this.");
}

/** One of the versions; what `other` says differently is marked in it. */
function sheet({ asked, game, names }, title, entry, other, keep) {
  const moment = entry.entered_at ?? entry.stored_at;
  const when = [entryTold(entry, game), entry.device, moment && timeOfDay(moment)].filter(Boolean).join(" · ");
  return el(
    "section",
    { class: "version" },
    el("h2", {}, title),
    el("p", { class: "s" }, when),
    game.version(entry, names, { asked, other }),
    keep,
  );
}

function meanwhile(missed, game, keep) {
  const line = (entry) =>
    el(
      "li",
      {},
      el("span", {}, entryTold(entry, game)),
      el("span", {}, entry.entered_at ? timeOfDay(entry.entered_at) : ""),
    );
  return el(
    "section",
    { class: "version" },
    el("h2", {}, gettext("Entered meanwhile")),
    el("ul", { class: "qlist" }, missed.map(line)),
    keep,
  );
}

function following({ blocked }) {
  if (!blocked.length) return null;
  return el("p", { class: "s q" }, gettext("What was entered after it waits here, and stays where it still fits."));
}

/** What the server refused, in the place of the entry, and the ways out. @param {Recording} screen */
export function refused(screen) {
  const { game, names, view } = screen;
  const { problem } = view;
  const { code, detail, errors } = problem.answer;
  const isNew = problem.kind === "player";
  const ways = [
    !isNew && button(gettext("Take it back"), () => screen.giveUp(), null, true),
    button(gettext("Try it again"), () => screen.mend({})),
  ];
  const said = game.refusalPlaced({ ...errors?.[0], code, detail }, names);
  const head = sentence(gettext("%(entry)s was refused"), { entry: entryTold(problem, game) });
  return [
    el("h1", { class: "ask", tabindex: -1 }, head),
    el(
      "div",
      { class: "note bad", role: "alert" },
      icon("odd"),
      el("div", {}, said, el("div", { class: "btns" }, ways)),
    ),
    isNew ? otherName(screen, problem) : game.version(problem, names),
    following(view),
  ];
}

/** Somebody new whose name the club has already: the name is written anew. */
function otherName(screen, { data }) {
  const name = el("input", {
    type: "text",
    required: true,
    maxlength: 80,
    dir: "auto",
    autocomplete: "off",
    value: data.name,
  });
  const submit = () => name.value.trim() && screen.mend({ data: { ...data, name: name.value.trim() } });
  const help = gettext("Add a surname, or an initial; players can be merged later on the club’s pages.");
  return wordsForm(submit, field(gettext("Another name"), name, help));
}
