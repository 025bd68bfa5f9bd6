/**
 * What the screen at the table looks like: the bar, both boards, the trick so far, one question and its answers; in the
 * question's place whatever has to be decided first; beside it the pad, the queue, the unusual. Reads a `Recording`,
 * changes nothing but by its methods.
 */

import { el } from "../dom.js";
import { icon } from "../icons.js";
import { beginClose, beginWhole, correction, unusual } from "../marrakesh/flow.js";
import { refusalTold } from "../marrakesh/wording.js";
import { placeTold } from "../marrakesh/telling.js";
import { gettext, interpolate } from "../words.js";
import { answers, heading, hint, typed } from "./asking.js";
import { bar, note, pill, signIn } from "./bar.js";
import { afterwards, button, buttons } from "./buttons.js";
import { conflict, refused, version } from "./deciding.js";
import { over, overTitle } from "./over.js";
import { padTable } from "./pad.js";
import { queueList, waitingList } from "./queue.js";
import { boards, sofar, thisRound } from "./table.js";
import { endForm, unusualList } from "./unusual.js";

/** @typedef {import("./recording.js").Recording} Recording */

/** @param {Recording} screen @returns {Node[]} */
export function parts(screen) {
  const { view, asked, see } = screen;
  if (!view) return unknown(screen, missingTold(screen.missing));
  if (see === "queue") return beside(screen, gettext("Entered here"), queueList(view.entries, screen.app.sync.queue));
  if (!asked && view.problem) return beside(screen, gettext("The match"), refused(view, screen.names, screen), "#");
  if (!asked) return unknown(screen, gettext("The match is being fetched."));
  if (see === "pad") return beside(screen, gettext("The pad so far"), pad(screen));
  if (isOver(screen) && !see && !view.problem) return [barOf(screen), finish(screen)];
  return [barOf(screen), table(screen)];
}

export function pillOf(screen) {
  return pill(screen.app.sync.queue, screen.address("queue"));
}

function isOver({ asked, view, draft }) {
  return asked.ask === "over" || (view.folded.status !== "open" && !["correction", "close_round"].includes(draft.kind));
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

function padOf(screen) {
  const { record, replay } = screen.view.folded;
  const correct = (round, what) => screen.turnTo(correction(record, round, what));
  const close = (round, what) => screen.turnTo(beginClose(record, round, what));
  return padTable(record, replay, screen.names, correct, close);
}

function pad(screen) {
  return [
    el("h1", { tabindex: -1 }, gettext("The pad so far")),
    el("p", { class: "q" }, gettext("Open a round and tap what is to be put right.")),
    padOf(screen),
  ];
}

/** The match told, and its pad under it. */
function finish(screen) {
  return el(
    "div",
    { class: "rmain tall" },
    over(screen.view, screen.names),
    afterwards(screen),
    noted(screen),
    padOf(screen),
  );
}

function unusualWays(screen) {
  const { record } = screen.view.folded;
  return {
    ask: (what) => {
      screen.turnTo(unusual(screen.draft, what));
      if (what === "reshuffled") screen.answer(true);
    },
    close: (round, what) => screen.turnTo(beginClose(record, round, what)),
    whole: (grade) => screen.turnTo(beginWhole(record, grade)),
    end: () => screen.app.go(screen.address("end")),
    pad: screen.address("pad"),
  };
}

// -- at the table ---------------------------------------------------------------------------------------------------

function barOf(screen) {
  const way = screen.see
    ? { back: screen.address(""), backTold: gettext("Back to the question") }
    : { back: "#", backTold: gettext("Back to the matches") };
  return bar(
    { ...way, title: title(screen), pad: screen.address("pad") },
    screen.app.sync.queue,
    screen.address("queue"),
  );
}

function title(screen) {
  const { ask, round, trick } = screen.asked;
  const quiet = (text, more = "") => el("span", { class: `n${more}` }, text);
  if (isOver(screen)) return overTitle(screen.view.folded.status);
  if (ask === "dice") return interpolate(gettext("Round %(round)s · setups"), { round });
  if (!trick) return placeTold(round);
  const of = quiet([" ", gettext("of 6")], " of");
  return [placeTold(round), quiet(" · "), interpolate(gettext("trick %(trick)s"), { trick }), of];
}

function table(screen) {
  const { asked, names, view } = screen;
  const correct = (trick) => screen.turnTo(correction(view.folded.record, asked.round, trick));
  const left = el(
    "div",
    { class: "rl" },
    hasBoards(asked) && boards(asked, names),
    el(
      "div",
      { class: "xw" },
      thisRound(asked, names, correct),
      el("div", { "data-waiting": true }, waitingList(view.entries)),
    ),
  );
  const right = el("div", { class: "rr" }, inPlace(screen) ?? asking(screen), noted(screen));
  if (!screen.see && !view.problem && !isOver(screen)) typed(right, asked);
  return el("div", { class: "rmain two" }, left, right);
}

/** Not while nothing stands on them: in a reason, a round off an old pad, or the cards left in hand. */
function hasBoards({ ask, boards: men }) {
  return ask === "dice" || (ask !== "reason" && Boolean(men) && [...men.red, ...men.white].some(Boolean));
}

/** What stands in the question's place, if anything does. */
function inPlace(screen) {
  const { asked, names, view, see } = screen;
  if (see === "unusual") return unusualList(asked, names, unusualWays(screen));
  if (see === "end") return endForm(names, view.folded, (entry) => screen.end(entry));
  if (view.problem?.state === "conflict") {
    return conflict(
      view,
      names,
      (choice, reason) => screen.resolve(choice, reason),
      (entry) => winnerOf(asked, entry),
    );
  }
  return view.problem?.state === "refused" ? refused(view, names, screen) : null;
}

function asking(screen) {
  const { asked, names, draft, refusal } = screen;
  const helps = hint(asked);
  return [
    banner(screen),
    asked.ask !== "reason" && sofar(asked, names, draft),
    el("h1", { class: "ask", tabindex: -1, "data-ask": asked.ask }, heading(asked, names)),
    helps && el("p", { class: "hint" }, helps),
    refusal && el("div", { class: "note bad", role: "alert" }, icon("odd"), el("div", {}, refusalTold(refusal, names))),
    answers(asked, (value) => screen.answer(value), names),
    buttons(screen),
  ];
}

/** Of a correction: what stands there as it is, and why a later trick is asked. */
function banner({ asked, names }) {
  const { correcting, round, trick, ask } = asked;
  if (!correcting) return null;
  const place = placeTold(round, trick);
  const said = correcting.refusal
    ? interpolate(gettext("%(place)s cannot stay as it was: %(said)s"), {
        place,
        said: refusalTold(correcting.refusal, names),
      })
    : interpolate(gettext("Correcting %(place)s."), { place });
  const was = correcting.was?.lead && ask !== "reason" && version({ kind: "trick", data: correcting.was }, names);
  const stands = was && el("details", {}, el("summary", {}, gettext("As it stands")), was);
  return el("div", { class: "note good", role: "status" }, icon("pad"), el("div", {}, said, stands));
}

/** Who won the trick that an entry is about, where the table knows its cards; for the colour of its board. */
function winnerOf(asked, { kind, data }) {
  const played = kind === "trick" ? asked.played?.[data.trick - 1] : null;
  return played && played.lead === data.lead && played.reply === data.reply ? played.winner : null;
}
