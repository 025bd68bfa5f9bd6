/** What was ruled at the table: who led, who won, a board or a score that stood although the rules say otherwise. */

import { bdi, el, sentence } from "../../dom.js";
import { endBoard } from "../draw.js";
import { choice, field, textarea, tick, wordsForm } from "../../forms.js";
import { gettext, interpolate } from "../../words.js";

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
      el(
        "button",
        {
          type: "button",
          class: "key7",
          "aria-label": interpolate(gettext("One more on %(point)s"), { point }),
          click: change(1),
        },
        "+",
      ),
      shown,
      el(
        "button",
        {
          type: "button",
          class: "key7",
          "aria-label": interpolate(gettext("One fewer on %(point)s"), { point }),
          click: change(-1),
        },
        "−",
      ),
      el("span", { class: "n" }, point),
    );
  });
  return [drawn, el("div", { class: "points" }, counts)];
}

/** What stood although the rules say otherwise: of a trick, or of a round's score. */
export function ruling(asked, answer, names) {
  const text = textarea({ required: true });
  const ruled = {};
  const sides = () => [
    ["", gettext("As the rules say")],
    ["red", bdi(names.red)],
    ["white", bdi(names.white)],
  ];
  const set = (name) => (value) => (value ? (ruled[name] = value) : delete ruled[name]);
  const parts = [
    el("p", { class: "q" }, gettext("For what the rules do not allow and yet stood. Where something was misread, undo it instead.")),
    field(gettext("What happened"), text, gettext("It is kept with the match, for everybody to read.")),
  ];
  if (asked.trick === null) parts.push(pointsRuled(ruled, names));
  else {
    parts.push(
      choice(gettext("Who led"), sides(), "", set("leader")),
      choice(gettext("Who won the trick"), sides(), "", set("winner")),
    );
    const more = el("input", {
      type: "checkbox",
      change: () => (more.checked ? (ruled.extra = true) : delete ruled.extra),
    });
    parts.push(
      tick(gettext("An extra card was drawn"), more, gettext("although the trick did not call for one")),
      boardRuled(asked, ruled, names),
    );
  }
  const submit = () => text.value.trim() && answer({ note: text.value.trim(), ...ruled });
  return wordsForm(submit, parts, gettext("So it was ruled"));
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
  return el(
    "div",
    { class: "sides" },
    inputs.map(([side, input]) => field(sentence(gettext("Points of %(name)s"), { name: bdi(names[side]) }), input)),
  );
}

function boardRuled(asked, ruled, names) {
  const place = el("div", { hidden: true });
  const given = ["red", "white"].map((side) => [
    side,
    sentence(gettext("%(name)s’s board"), { name: bdi(names[side]) }),
  ]);
  const show = (side) => {
    place.hidden = !side;
    delete ruled.board;
    if (!side) return place.replaceChildren();
    ruled.board = [...asked.boards[side]];
    return place.replaceChildren(...stepper(side, ruled.board, (men) => (ruled.board = men)));
  };
  return [
    choice(gettext("How the winner’s men stood after it"), [["", gettext("As the rules say")], ...given], "", show),
    place,
  ];
}
