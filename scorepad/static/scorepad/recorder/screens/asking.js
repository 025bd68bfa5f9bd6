/**
 * The one question and the answers to tap: dice, cards, end boards, numbers, and the forms of what is seldom.
 * Each answer calls `answer` with what the flow's `tap` takes.
 */

import { bdi, el, sentence } from "../dom.js";
import { chip, die, endBoard, face, isRed } from "../draw.js";
import { arrows, choice, field, textarea, tick } from "../forms.js";
import { placeOf, refusalTold } from "../refusals.js";
import { cardName, menTold, offBriefly, placeTold, sideWord } from "../telling.js";
import { gettext, interpolate, ngettext } from "../words.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "Q"];
const SUITS = ["S", "H", "D", "C"];
const MANY_BOARDS = 12;

/** The question, as the heading of the screen. */
export function heading(asked, names) {
  const side = asked.side ?? asked.leader;
  const name = side ? bdi(names[side]) : "";
  const ask = (text, more = {}) => sentence(text, { name, ...more });
  switch (asked.ask) {
    case "dice":
      return ask(gettext("What did %(name)s throw?"));
    case "lead":
      return ask(gettext("Which card did %(name)s lead?"));
    case "reply":
      return ask(gettext("Which card did %(name)s play?"));
    case "extra":
      return ask(gettext("Which extra card did %(name)s draw?"));
    case "board":
      return ask(gettext("Where do %(name)s’s men stand now?"));
    case "oval":
      return ask(gettext("How many men did %(name)s take off on turn %(turn)s?"), { turn: asked.turn });
    case "pips":
      return ask(gettext("How many pips has %(name)s left?"));
    case "points":
      return ask(gettext("How many points did %(name)s score?"));
    case "unplayed":
      return ask(gettext("Which cards had %(name)s left in hand?"));
    case "withdrawn":
      return ask(gettext("Which card did %(name)s lead face up and take back?"));
    case "exposed":
      return gettext("Which card was seen by accident?");
    case "ruling":
      return gettext("What was ruled?");
    case "note":
      return gettext("What is to be remembered?");
    case "reason":
      return gettext("Why is it corrected?");
    case "amiss":
      return gettext("This cannot stay as it was");
    case "reshuffled":
      return gettext("Was the pack shuffled before this deal?");
    default:
      return gettext("The match is over");
  }
}

/** What stands under a question, where it helps. */
export function hint(asked) {
  if (asked.ask === "dice") {
    return interpolate(ngettext("%(count)s die to come", "%(count)s dice to come", asked.left), { count: asked.left });
  }
  if (asked.ask === "unplayed" && asked.left > 0) {
    return interpolate(ngettext("%(count)s card to come", "%(count)s cards to come", asked.left), { count: asked.left });
  }
  return null;
}

/** The 28 cards, in the order in which the suits rank. */
export function cards(answer) {
  const name = (card) =>
    card[0] === "Q" ? interpolate(gettext("Queen, %(card)s"), { card: cardName(card) }) : interpolate(gettext("%(rank)s, %(card)s"), { rank: card[0], card: cardName(card) });
  const key = (card) =>
    el(
      "button",
      {
        type: "button",
        class: isRed(card) ? "key7 red" : "key7",
        "aria-label": name(card),
        "data-card": card,
        click: () => answer(card),
      },
      face(card),
    );
  return arrows(el("div", { class: "grid7", role: "group", "aria-label": gettext("Cards") }, SUITS.map((suit) => RANKS.map((rank) => key(rank + suit)))));
}

/** Every board the winner may leave, the likeliest first. */
function ends(asked, answer) {
  const before = asked.boards[asked.side];
  const list = el(
    "div",
    { class: "ends", role: "group", "aria-label": gettext("Boards") },
    asked.choices.map(({ board, plays, off }) =>
      el(
        "button",
        { type: "button", class: "end", "data-board": board.join(""), click: () => answer(board) },
        endBoard(asked.side, board, before),
        el("b", {}, off ? offBriefly(off) : [chip(), gettext("null chip")]),
        el("span", {}, plays.length ? plays.map(playWritten).join(" ") : gettext("no play")),
        el("span", { class: "vh" }, interpolate(gettext("%(side)s: %(men)s"), { side: sideWord(asked.side), men: menTold(board) })),
      ),
    ),
  );
  arrows(list);
  return asked.choices.length > MANY_BOARDS ? el("div", { class: "scroll" }, list) : list;
}

/** "6/off" as the language calls it. */
export const playWritten = (play) => (play.endsWith("/off") ? interpolate(gettext("%(point)s/off"), { point: play[0] }) : play);

/** Six faces of a die. */
function dice(asked, answer) {
  const keys = [1, 2, 3, 4, 5, 6].map((number) =>
    el(
      "button",
      { type: "button", class: "dkey", "aria-label": String(number), "data-number": number, click: () => answer(number) },
      die(asked.side, number),
    ),
  );
  return arrows(el("div", { class: "dice", role: "group", "aria-label": gettext("Dice") }, keys));
}

/** Numbers in a grid; in an oval, none is a null chip. */
function numbers(asked, answer) {
  const { least, most, values } = asked.range;
  const all = values ?? Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const keys = all.map((number) =>
    el(
      "button",
      {
        type: "button",
        class: "key7",
        "data-number": number,
        "aria-label": asked.ask === "oval" && number === 0 ? gettext("0, null chip") : null,
        click: () => answer(number),
      },
      asked.ask === "oval" && number === 0 ? [number, chip()] : number,
    ),
  );
  return arrows(el("div", { class: "grid7", role: "group", "aria-label": gettext("Numbers") }, keys));
}

function form(submit, parts, done = gettext("Keep it")) {
  const send = (event) => {
    event.preventDefault();
    submit();
  };
  return el("form", { class: "fields", submit: send }, parts, el("div", { class: "btns" }, el("button", { class: "btn go" }, done)));
}

/** A note in a person's own words. */
function note(answer) {
  const text = textarea({ required: true });
  return form(() => text.value.trim() && answer(text.value.trim()), field(gettext("Note"), text));
}

/** Why something is put right, with the usual reasons to tap, and what it changes. */
function reason(asked, answer, names) {
  const text = textarea({ rows: 2, required: true });
  const usual = [gettext("Misread at the table"), gettext("Tapped wrongly"), gettext("Forgotten")];
  const keys = usual.map((one) => el("button", { type: "button", class: "pick short", click: () => answer(one) }, one));
  const own = form(() => text.value.trim() && answer(text.value.trim()), field(gettext("In other words"), text), gettext("Put it right"));
  return [effect(asked, names), el("div", { class: "row" }, keys), own];
}

function effect(asked, names) {
  const told = asked.correcting?.effect;
  if (!told) return null;
  const score = ({ totals }) => `${totals.red}–${totals.white}`;
  const [before, after] = [score(told.before), score(told.after)];
  const head = before === after
    ? interpolate(gettext("The score stays %(after)s."), { after })
    : interpolate(gettext("The score was %(before)s and will be %(after)s."), { before, after });
  const [was, is] = [told.before.result?.winner, told.after.result?.winner];
  const wins = is && is !== was && sentence(gettext("%(name)s wins the match then."), { name: bdi(names[is]) });
  const fallen = [...new Set(asked.correcting.dropped.map(fallenTold).filter(Boolean))];
  const falls = fallen.length > 0 && el("p", {}, interpolate(gettext("Falls away: %(places)s."), { places: fallen.join("; ") }));
  return el("div", { class: "note good" }, el("div", {}, head, " ", wins, falls));
}

/** What of the record falls away by a correction; a round's tricks where it is written more briefly. */
function fallenTold(path) {
  const place = placeOf(path);
  if (!place) return null;
  return path.endsWith("/tricks") ? interpolate(gettext("the tricks of round %(round)s"), place) : placeTold(place.round, place.trick);
}

/** The winner's board by hand: more and fewer men on each point. */
function stepper(side, start, onChange) {
  const men = [...start];
  const drawn = el("div", { class: "stood" }, endBoard(side, men, start));
  const counts = [6, 5, 4, 3, 2, 1].map((point) => {
    const shown = el("output", { "aria-label": interpolate(gettext("Men on %(point)s"), { point }) }, men[point - 1]);
    const change = (by) => () => {
      men[point - 1] = Math.max(0, Math.min(6, men[point - 1] + by));
      shown.textContent = men[point - 1];
      drawn.replaceChildren(endBoard(side, men, start));
      onChange([...men]);
    };
    return el(
      "div",
      { class: "point" },
      el("button", { type: "button", class: "key7", "aria-label": interpolate(gettext("One more on %(point)s"), { point }), click: change(1) }, "+"),
      shown,
      el("button", { type: "button", class: "key7", "aria-label": interpolate(gettext("One fewer on %(point)s"), { point }), click: change(-1) }, "−"),
      el("span", { class: "n" }, point),
    );
  });
  return [drawn, el("div", { class: "points" }, counts)];
}

/** What stood although the rules say otherwise: of a trick, or of a round's score. */
function ruling(asked, answer, names) {
  const text = textarea({ required: true });
  const ruled = {};
  const sides = () => [["", gettext("As the rules say")], ["red", bdi(names.red)], ["white", bdi(names.white)]];
  const set = (name) => (value) => (value ? (ruled[name] = value) : delete ruled[name]);
  const parts = [field(gettext("What happened"), text, gettext("It is kept with the match, for everybody to read."))];
  if (asked.trick === null) parts.push(pointsRuled(ruled, names));
  else {
    parts.push(choice(gettext("Who led"), sides(), "", set("leader")), choice(gettext("Who won the trick"), sides(), "", set("winner")));
    const more = el("input", { type: "checkbox", change: () => (more.checked ? (ruled.extra = true) : delete ruled.extra) });
    parts.push(tick(gettext("An extra card was drawn"), more, gettext("although the trick did not call for one")), boardRuled(asked, ruled, names));
  }
  const submit = () => text.value.trim() && answer({ note: text.value.trim(), ...ruled });
  return form(submit, parts, gettext("So it was ruled"));
}

function pointsRuled(ruled, names) {
  const inputs = ["red", "white"].map((side) => {
    const input = el("input", { type: "number", min: 0, max: 999, inputmode: "numeric" });
    input.addEventListener("input", () => {
      const points = Object.fromEntries(inputs.map(([key, one]) => [key, Number(one.value)]));
      if (inputs.every(([, one]) => one.value !== "")) ruled.points = points;
      else delete ruled.points;
    });
    return [side, input];
  });
  return el("div", { class: "sides" }, inputs.map(([side, input]) => field(sentence(gettext("Points of %(name)s"), { name: bdi(names[side]) }), input)));
}

function boardRuled(asked, ruled, names) {
  const place = el("div", { hidden: true });
  const given = ["red", "white"].map((side) => [side, sentence(gettext("%(name)s’s board"), { name: bdi(names[side]) })]);
  const show = (side) => {
    place.hidden = !side;
    delete ruled.board;
    if (!side) return place.replaceChildren();
    ruled.board = [...asked.boards[side]];
    return place.replaceChildren(...stepper(side, ruled.board, (men) => (ruled.board = men)));
  };
  return [choice(gettext("How the winner’s men stood after it"), [["", gettext("As the rules say")], ...given], "", show), place];
}

/** What was recorded and cannot stay, and the way out. */
function amiss(asked, answer, names) {
  return [
    el("div", { class: "note bad", role: "alert" }, el("div", {}, refusalTold(asked.correcting.refusal, names))),
    el("div", { class: "btns" }, el("button", { type: "button", class: "btn go", click: () => answer("drop") }, gettext("Leave it out"))),
  ];
}

/** The answers to a question. */
export function answers(asked, answer, names) {
  switch (asked.ask) {
    case "dice":
      return dice(asked, answer);
    case "lead":
    case "reply":
    case "extra":
    case "withdrawn":
    case "exposed":
    case "unplayed":
      return cards(answer);
    case "board":
      return ends(asked, answer);
    case "oval":
    case "pips":
    case "points":
      return numbers(asked, answer);
    case "ruling":
      return ruling(asked, answer, names);
    case "note":
      return note(answer);
    case "reason":
      return reason(asked, answer, names);
    case "amiss":
      return amiss(asked, answer, names);
    case "reshuffled":
      return el("div", { class: "btns" }, el("button", { type: "button", class: "btn go", click: () => answer(true) }, gettext("Yes, it was shuffled")));
    default:
      return null;
  }
}

/**
 * Ranks and suits, dice and boards from a keyboard: "4" then "h", a number for a die or the board of that place.
 * Heard only while the focus is on the question or among its answers.
 */
export function typed(place, asked) {
  let rank = "";
  place.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const key = event.key.toUpperCase() === "N" ? "Q" : event.key.toUpperCase();
    const press = (selector) => place.querySelector(selector)?.click();
    if (asked.ask === "dice") press(`[data-number="${CSS.escape(key)}"]`);
    else if (asked.ask === "board" && /^[1-9]$/.test(key)) place.querySelectorAll(".end")[Number(key) - 1]?.click();
    else if (RANKS.includes(key)) rank = key;
    else if (rank && SUITS.includes(key)) press(`[data-card="${rank}${key}"]`);
  });
}
