/**
 * The pad so far: twelve rows as on paper, each opening to its tricks; whatever is tapped there is corrected.
 */

import { bdi, el } from "../../dom.js";
import { edge, mark, pills } from "../draw.js";
import { resultNames } from "../telling.js";
import { gettext, interpolate } from "../../words.js";
import { trickLine } from "./table.js";

const ROUNDS = 12;

/** A round of the record and of the replay as one: the tricks' cards beside what became of them. */
function tricksOf(record, replay, index) {
  const written = record.rounds[index].tricks ?? [];
  return (replay.rounds[index].tricks ?? []).map((trick, i) => ({ ...trick, ...pickCards(written[i]) }));
}

const pickCards = ({ lead, reply, extra, withdrawn, note }) => ({ lead, reply, extra, withdrawn, note });

function side(key, round) {
  const score = round.score?.[key];
  const names = resultNames(score);
  return el(
    "td",
    { class: key === "white" ? "side s-w" : "side" },
    round.ovals?.[key].length > 0 && pills(round.ovals[key], key),
    el("div", { class: "nm" }, names.join(", ")),
    score?.total ? interpolate(gettext("+%(points)s"), { points: score.total }) : "",
  );
}

/**
 * The rounds of the pad; nothing before the first has begun.
 *
 * @param {object} record @param {object} replay @param {{red: string, white: string}} names
 * @param {(round: number, what: (number|string)) => void} correct @param {(round: number, what: string) => void} close
 */
export function padTable(record, replay, names, correct, close) {
  if (!replay.rounds.length) return null;
  let before = [0, 0];
  const rows = Array.from({ length: Math.min(ROUNDS, replay.rounds.length) }, (_, i) => {
    const round = replay.rounds[i];
    const running = round.complete ? replay.running[i] : null;
    const row = padRow(record, replay, i, running, before, names, correct, close);
    before = running ?? before;
    return row;
  });
  return el(
    "div",
    { class: "padsheet" },
    edge(),
    el(
      "table",
      { class: "score" },
      el("caption", { class: "vh" }, gettext("The pad so far")),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, mark("red"), " ", bdi(names.red)),
          el("th", { scope: "col", class: "run" }, el("span", { class: "vh" }, gettext("Running"))),
          el("th", { scope: "col", class: "no" }, el("span", { class: "vh" }, gettext("Round"))),
          el("th", { scope: "col", class: "run" }, el("span", { class: "vh" }, gettext("Running"))),
          el("th", { scope: "col", class: "s-w" }, bdi(names.white), " ", mark("white")),
        ),
      ),
      el("tbody", {}, rows),
    ),
  );
}

function padRow(record, replay, index, running, before, names, correct, close) {
  const round = replay.rounds[index];
  const number = index + 1;
  const inside = el("tr", { hidden: true, id: `inside-${number}` }, el("td", { class: "inside", colspan: 5 }));
  const open = el(
    "button",
    {
      type: "button",
      "aria-expanded": "false",
      "aria-controls": inside.id,
      "aria-label": interpolate(gettext("Round %(round)s"), { round: number }),
      click: () => {
        inside.hidden = !inside.hidden;
        open.setAttribute("aria-expanded", String(!inside.hidden));
        inside.firstChild.replaceChildren(
          ...(inside.hidden ? [] : within(record, replay, index, names, correct, close)),
        );
      },
    },
    round.irregular ? [number, "†"] : number,
  );
  const score = (place) =>
    el(
      "td",
      { class: running && running[place] !== before[place] ? "run" : "run same" },
      running ? running[place] : "",
    );
  return [
    el(
      "tr",
      { class: index % 3 === 0 && index ? "third" : null },
      side("red", round),
      score(0),
      el("th", { class: "no", scope: "row" }, open),
      score(1),
      side("white", round),
    ),
    inside,
  ];
}

function within(record, replay, index, names, correct, close) {
  const written = record.rounds[index];
  const round = replay.rounds[index];
  const number = index + 1;
  const tricks = tricksOf(record, replay, index);
  const way = (label, what, how = correct) =>
    el("button", { type: "button", class: "btn", click: () => how(number, what) }, label);
  const left = tricks.length < 6 && round.complete && written.tricks;
  return [
    tricks.length > 0 &&
      el(
        "ol",
        { class: "sofar" },
        tricks.map((trick, i) => trickLine(trick, i + 1, names, () => correct(number, i + 1))),
      ),
    written.note && el("p", { class: "s q" }, el("bdi", {}, written.note)),
    el(
      "div",
      { class: "btns" },
      written.setup && way(gettext("Setups"), "setup"),
      written.ovals && way(gettext("Ovals"), "ovals"),
      written.points && way(gettext("Points"), "points"),
      left && way(gettext("Cards left in hand"), "unplayed", written.unplayed ? correct : close),
      round.complete && way(gettext("Ruling on the score"), "ruling", written.ruling ? correct : close),
      round.complete && way(gettext("Note"), "note", written.note ? correct : close),
    ),
  ].filter(Boolean);
}
