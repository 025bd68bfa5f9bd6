/**
 * What the screen at the table looks like: the bar, what lies on the table, one question and its answers; in the
 * question's place whatever has to be decided first; beside it the pad, the queue, the unusual. What is drawn of the
 * game itself its own room knows. Reads a `Recording`, changes nothing but by its methods.
 */

import { el } from "../dom.js";
import { isVeiled } from "../fitting.js";
import { button } from "../forms.js";
import { statusTold } from "../telling.js";
import { gettext } from "../words.js";
import { bar, note, pill, signIn } from "./bar.js";
import { barredMatches } from "./barred.js";
import { conflict, refused } from "./deciding.js";
import { endForm } from "./ending.js";
import { heldMatches } from "./held.js";
import { queueList, waitingList } from "./queue.js";

/** @typedef {import("./recording.js").Recording} Recording */

/** @param {Recording} screen @returns {Node[]} */
export function parts(screen) {
  const { view, asked, see } = screen;
  if (!view) return unknown(screen, missingTold(screen.missing));
  if (see === "queue") return beside(screen, gettext("Entered here"), queue(screen));
  if (!asked && view.problem) return beside(screen, gettext("The match"), refused(screen), "#");
  if (!asked) return unknown(screen, whyNothing(view));
  if (see === "pad") return beside(screen, gettext("The pad so far"), pad(screen));
  if (isOver(screen) && !see && !view.problem) return [barOf(screen), finish(screen)];
  return [barOf(screen), table(screen)];
}

export function pillOf(screen) {
  return pill(screen.app.sync.queue, screen.address("queue"));
}

function isOver({ asked, view, draft, game }) {
  return asked.ask === "over" || (view.folded.status !== "open" && !game.isAside(draft));
}

function noted(screen) {
  return el("div", { "data-note": true }, note(screen.app.sync.queue));
}

// -- without a match ------------------------------------------------------------------------------------------------

function missingTold(status) {
  if (status === 0) return gettext("This match is not on this device yet, and there is no way to the server just now.");
  if (status === 401) return gettext("This match is not on this device yet. Somebody has to sign in to fetch it.");
  if (status !== undefined) return gettext("There is no such match, or it is not yours to record.");
  return gettext("The match is being fetched.");
}

function whyNothing({ lines, match }) {
  if (lines.some(isVeiled)) return missingTold(404); // a member sees of an open match what he may, and records nothing
  if (lines.length || match.sheet) return missingTold();
  return gettext("This match was given up before the server had heard of it.");
}

function unknown(screen, said) {
  const way =
    (screen.missing === 401 && el("a", { class: "btn go", href: signIn() }, gettext("Sign in"))) ||
    (screen.missing === 0 && button(gettext("Try again"), () => screen.fetch(), null, true));
  return [
    bar({ back: "#", backTold: gettext("Back to the matches"), title: gettext("Recorder") }, screen.app.sync.queue),
    el(
      "div",
      { class: "rmain tall" },
      el("h1", { tabindex: -1 }, gettext("The match")),
      el("p", { class: "q", role: "status" }, said),
      way && el("div", { class: "btns" }, way),
      noted(screen),
    ),
  ];
}

// -- beside the question --------------------------------------------------------------------------------------------

function beside(screen, title, inside, back = screen.address("")) {
  const shown = { back, backTold: gettext("Back to the table"), title };
  const top = bar(shown, screen.app.sync.queue, screen.address("queue"));
  return [top, el("div", { class: "rmain tall" }, inside, noted(screen))];
}

function queue({ app, view, game }) {
  const ways = [heldMatches(app, [view]), barredMatches(app, [view])];
  return [queueList(view.entries, app.sync.queue, () => ({ game })), ways];
}

function pad(screen) {
  const rows = screen.game.pad(screen);
  const { id, pairedAs, version } = screen.view.match;
  const told = rows
    ? gettext("Open a round and tap what is to be put right.")
    : gettext("Nothing is written yet. The first round will be here once it has begun.");
  return [
    el("h1", { tabindex: -1 }, gettext("The pad so far")),
    el("p", { class: "q" }, told),
    rows,
    // Before the server has it there is no page; and on a paired device nobody is signed in to whom it is open.
    version > 0 &&
      !pairedAs &&
      el("div", { class: "btns" }, el("a", { class: "btn", href: `/matches/${id}/` }, gettext("The match’s page"))),
  ];
}

/** The match told, and its pad under it. */
function finish(screen) {
  const { game } = screen;
  return el("div", { class: "rmain tall" }, game.finish(screen), noted(screen), game.pad(screen));
}

// -- at the table ---------------------------------------------------------------------------------------------------

function barOf(screen) {
  const way = wayBack(screen);
  const title = isOver(screen) ? statusTold(screen.view.folded.status) : screen.game.title(screen);
  return bar({ ...way, title, pad: screen.address("pad") }, screen.app.sync.queue, screen.address("queue"));
}

/** Out of what was turned aside to, tap by tap, before it leads away from the table. */
function wayBack(screen) {
  const { see, view, game, draft } = screen;
  const backTold = gettext("Back to the question");
  if (see) return { back: screen.address(""), backTold };
  if (!view.problem && game.isDetour(draft)) return { back: () => screen.undo(), backTold };
  return { back: "#", backTold: gettext("Back to the matches") };
}

function table(screen) {
  const { asked, game, view } = screen;
  const waiting = el("div", { "data-waiting": true }, waitingList(view.entries, game));
  const left = el("div", { class: "rl" }, game.lying(screen), el("div", { class: "xw" }, game.soFarPlayed(screen), waiting));
  const right = el("div", { class: "rr" }, inPlace(screen) ?? game.asking(screen), noted(screen));
  if (!screen.see && !view.problem && !isOver(screen)) game.typed(right, asked);
  return el("div", { class: "rmain two" }, left, right);
}

/** What stands in the question's place, if anything does. */
function inPlace(screen) {
  const { game, names, view, see } = screen;
  if (see === "unusual") return game.seldom(screen);
  if (see === "end") return endForm(names, view.folded, (entry) => screen.end(entry));
  if (view.problem?.state === "conflict") return conflict(screen);
  return view.problem?.state === "refused" ? refused(screen) : null;
}
