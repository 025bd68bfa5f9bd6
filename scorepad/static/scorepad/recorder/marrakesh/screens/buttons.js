/** The row under the answers: undo, what is seldom, and whatever else this question may be answered with. */

import { el } from "../../dom.js";
import { icon } from "../../icons.js";
import { button } from "../../forms.js";
import { entryTold } from "../../telling.js";
import { beginClose, isAside, unusual } from "../flow.js";
import { gettext, interpolate } from "../../words.js";
import { lastOf } from "../lists.js";

const CARDS = ["reply", "extra", "withdrawn", "unplayed"];

/** @param {import("../../screens/recording.js").Recording} screen */
export function buttons(screen) {
  const { asked, draft, view } = screen;
  if (draft.asking)
    return el(
      "div",
      { class: "btns" },
      button(gettext("Never mind"), () => screen.turnTo(unusual(draft, null))),
    );
  const row = [
    undo(screen),
    asked.extras?.none && button(gettext("No card was drawn"), () => screen.answer("none")),
    asked.extras?.disregarded && button(gettext("Led on without drawing"), () => screen.answer("disregarded")),
    asked.skippable && button(gettext("Nobody turned them up"), () => screen.answer("skip")),
  ];
  const mayRule = asked.ask === "board" && asked.unusual.includes("ruling");
  if (isAside(draft)) row.push(button(gettext("Leave it as it was"), () => screen.turnTo(null)));
  if (mayRule) row.push(button(gettext("None of these"), () => screen.turnTo(unusual(draft, "ruling")), "odd"));
  else if (!isAside(draft)) {
    const { closing } = asked;
    const left = closing?.unplayed && !draft.taps.length;
    if (left)
      row.push(
        button(gettext("Cards left in hand"), () =>
          screen.turnTo(beginClose(view.folded.record, closing.round, "unplayed")),
        ),
      );
    row.push(el("a", { class: "btn", href: screen.address("unusual") }, icon("odd"), gettext("Something unusual")));
  }
  return el("div", { class: "btns" }, row);
}

function undo(screen) {
  const ask = lastOf(screen.draft.taps)?.ask;
  const { last } = screen.view.folded;
  if (!ask && !last && !screen.draft.filled) return null;
  return button(undoTold(screen, ask, last), () => screen.undo(), "undo");
}

function undoTold({ draft, game }, ask, last) {
  if (draft.filled) return gettext("Other cards");
  if (ask === "dice") return gettext("Undo die");
  if (ask === "lead") return gettext("Undo lead");
  if (ask) return CARDS.includes(ask) ? gettext("Undo card") : gettext("Undo");
  if (isAside(draft)) return gettext("Undo");
  if (last.kind === "trick") return interpolate(gettext("Undo trick %(trick)s"), last.data);
  if (last.kind === "round" && last.data.setup) return gettext("Undo setups");
  return interpolate(gettext("Undo: %(entry)s"), { entry: entryTold(last, game) });
}

/** Under a match that is over. */
export function afterwards(screen) {
  const isVoid = screen.view.folded.standing.void;
  const counts = el(
    "a",
    { class: "btn", href: screen.address("end") },
    isVoid ? gettext("It counts again") : gettext("It does not count"),
  );
  return el("div", { class: "btns" }, undo(screen), counts);
}
