/**
 * What of the screen at the table is the game's: its title, what lies on the table, the question with its answers, the
 * pad, the unusual, the end. Reads a `Recording`, changes nothing but by its methods.
 *
 * @typedef {import("../../screens/recording.js").Recording} Recording
 */

import { el } from "../../dom.js";
import { icon } from "../../icons.js";
import { gettext, interpolate } from "../../words.js";
import { beginClose, beginWhole, correction, unusual } from "../flow.js";
import { placeTold } from "../telling.js";
import { refusalTold } from "../wording.js";
import { answers, heading, hint } from "./asking.js";
import { afterwards, buttons } from "./buttons.js";
import { over } from "./over.js";
import { padTable } from "./pad.js";
import { boards, sofar, thisRound } from "./table.js";
import { unusualList } from "./unusual.js";
import { version } from "./version.js";

/** Where an open match stands: "Round 8 · trick 4". @param {Recording} screen */
export function title({ asked: { ask, round, trick } }) {
  const quiet = (text, more = "") => el("span", { class: `n${more}` }, text);
  if (ask === "dice") return interpolate(gettext("Round %(round)s · setups"), { round });
  if (!trick) return placeTold(round);
  const of = quiet([" ", gettext("of 6")], " of");
  const played = el("span", { class: "nb" }, interpolate(gettext("trick %(trick)s"), { trick }), of);
  return [placeTold(round), quiet(" · "), played];
}

/** Both boards. Not while nothing stands on them: in a reason, a round off an old pad, or the cards left in hand. */
export function lying({ asked, names }) {
  const { ask, boards: men } = asked;
  const stands = ask !== "reason" && Boolean(men) && [...men.red, ...men.white].some(Boolean);
  return (ask === "dice" || stands) && boards(asked, names);
}

/** This round's tricks, each to be tapped for a correction. @param {Recording} screen */
export function soFarPlayed(screen) {
  const { asked, names, view } = screen;
  return thisRound(asked, names, (trick) => screen.turnTo(correction(view.folded.record, asked.round, trick)));
}

/** The one question, what it hangs on, and its answers. @param {Recording} screen */
export function asking(screen) {
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

/** Everything so far, each round to be opened and put right. @param {Recording} screen */
export function pad(screen) {
  const { record, replay } = screen.view.folded;
  const correct = (round, what) => screen.turnTo(correction(record, round, what));
  const close = (round, what) => screen.turnTo(beginClose(record, round, what));
  return padTable(record, replay, screen.names, correct, close);
}

/** What seldom happens. @param {Recording} screen */
export function seldom(screen) {
  const { record } = screen.view.folded;
  return unusualList(screen.asked, screen.names, {
    ask: (what) => {
      screen.turnTo(unusual(screen.draft, what));
      if (what === "reshuffled") screen.answer(true);
    },
    close: (round, what) => screen.turnTo(beginClose(record, round, what)),
    whole: (grade) => screen.turnTo(beginWhole(record, grade)),
    end: () => screen.app.go(screen.address("end")),
    pad: screen.address("pad"),
  });
}

/** The match told once it is over, and what may still be done with it. @param {Recording} screen */
export function finish(screen) {
  return [over(screen.view, screen.names), afterwards(screen)];
}
