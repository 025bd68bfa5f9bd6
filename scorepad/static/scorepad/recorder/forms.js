/**
 * The few parts of a form, each with its label: keys, fields of text, choices, ticks; and keys that arrows move between.
 */

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { gettext } from "./words.js";

let made = 0;
const fresh = () => `f${(made += 1)}`;

/** A key with its word, and what is drawn before it; `go`: the one of a screen that leads on. */
export function button(label, click, drawing = null, go = false) {
  return el("button", { type: "button", class: go ? "btn go" : "btn", click }, drawing && icon(drawing), label);
}

/** A field with its label before it and what helps under it. */
export function field(label, input, help = null) {
  input.id ||= fresh();
  const said = help && el("p", { class: "said", id: `${input.id}-said` }, help);
  if (said) input.setAttribute("aria-describedby", said.id);
  return el("div", {}, el("label", { for: input.id }, label), input, said);
}

/** A box to tick, its words beside it. */
export function tick(label, input, help = null) {
  input.id ||= fresh();
  return el("label", { class: "tick", for: input.id }, input, el("span", {}, label, help && el("small", {}, help)));
}

export const textarea = (attributes = {}) => el("textarea", { rows: 3, maxlength: 2000, dir: "auto", ...attributes });

/** A form that is submitted by its one button. */
export function wordsForm(submit, parts, done = gettext("Keep it")) {
  const send = (event) => {
    event.preventDefault();
    submit();
  };
  return el(
    "form",
    { class: "fields", submit: send },
    parts,
    el("div", { class: "btns" }, el("button", { class: "btn go" }, done)),
  );
}

/**
 * One of a few, as keys side by side.
 * @param {string} legend
 * @param {[string, *][]} options value and what stands on its key
 * @param {string} chosen
 * @param {(value: string) => void} onChoose
 */
export function choice(legend, options, chosen, onChoose) {
  const keys = options.map(([value, told]) =>
    el(
      "button",
      {
        type: "button",
        class: "pick short",
        "aria-pressed": String(value === chosen),
        click: () => {
          for (const key of keys) key.setAttribute("aria-pressed", "false");
          keys[options.findIndex(([one]) => one === value)].setAttribute("aria-pressed", "true");
          onChoose(value);
        },
      },
      el("span", {}, told),
    ),
  );
  return el("fieldset", {}, el("legend", {}, legend), el("div", { class: "row" }, keys));
}

/** Arrows move between the keys of a grid, as its rows and columns lie. */
export function arrows(grid) {
  grid.addEventListener("keydown", (event) => {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    const keys = [...grid.querySelectorAll("button:not(:disabled)")];
    const index = keys.indexOf(document.activeElement);
    if (!step || index < 0) return;
    event.preventDefault();
    const columns = keys.filter((key) => key.offsetTop === keys[0].offsetTop).length;
    keys[index + step[0] + step[1] * columns]?.focus();
  });
  return grid;
}
