/**
 * The one question and the answers to tap: dice, cards, end boards, numbers; the forms of what is seldom are in ruling.js
 * and written.js. Each answer calls `answer` with what the flow's `tap` takes.
 */

import { bdi, el, sentence } from "../../dom.js";
import { chip, die, endBoard, face, isRed } from "../draw.js";
import { arrows } from "../../forms.js";
import { cardName, menTold, offBriefly, sideWord } from "../telling.js";
import { gettext, interpolate, ngettext } from "../../words.js";
import { ruling } from "./ruling.js";
import { amiss, note, reason } from "./written.js";

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
    return interpolate(ngettext("%(count)s card to come", "%(count)s cards to come", asked.left), {
      count: asked.left,
    });
  }
  return null;
}

/** The 28 cards, in the order in which the suits rank. */
export function cards(answer) {
  const name = (card) =>
    card[0] === "Q"
      ? interpolate(gettext("Queen, %(card)s"), { card: cardName(card) })
      : interpolate(gettext("%(rank)s, %(card)s"), { rank: card[0], card: cardName(card) });
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
  return arrows(
    el(
      "div",
      { class: "grid7", role: "group", "aria-label": gettext("Cards") },
      SUITS.map((suit) => RANKS.map((rank) => key(rank + suit))),
    ),
  );
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
        el(
          "span",
          { class: "vh" },
          interpolate(gettext("%(side)s: %(men)s"), { side: sideWord(asked.side), men: menTold(board) }),
        ),
      ),
    ),
  );
  arrows(list);
  return asked.choices.length > MANY_BOARDS ? el("div", { class: "scroll" }, list) : list;
}

/** "6/off" as the language calls it. */
const playWritten = (play) =>
  play.endsWith("/off") ? interpolate(gettext("%(point)s/off"), { point: play[0] }) : play;

/** Six faces of a die. */
function dice(asked, answer) {
  const keys = [1, 2, 3, 4, 5, 6].map((number) =>
    el(
      "button",
      {
        type: "button",
        class: "dkey",
        "aria-label": String(number),
        "data-number": number,
        click: () => answer(number),
      },
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
      return el(
        "div",
        { class: "btns" },
        el("button", { type: "button", class: "btn go", click: () => answer(true) }, gettext("Yes, it was shuffled")),
      );
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
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))
      return;
    const key = event.key.toUpperCase() === "N" ? "Q" : event.key.toUpperCase();
    const press = (selector) => place.querySelector(selector)?.click();
    if (asked.ask === "dice") press(`[data-number="${CSS.escape(key)}"]`);
    else if (asked.ask === "board" && /^[1-9]$/.test(key)) place.querySelectorAll(".end")[Number(key) - 1]?.click();
    else if (RANKS.includes(key)) rank = key;
    else if (rank && SUITS.includes(key)) press(`[data-card="${rank}${key}"]`);
  });
}
