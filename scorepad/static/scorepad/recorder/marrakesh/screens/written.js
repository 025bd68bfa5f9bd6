/** Answers in a person's own words: a note, a reason; and what a correction changes, before it is made. */

import { bdi, el, sentence } from "../../dom.js";
import { field, textarea, wordsForm } from "../../forms.js";
import { placeOf, refusalTold } from "../wording.js";
import { placeTold } from "../telling.js";
import { gettext, interpolate } from "../../words.js";

/** A note in a person's own words. */
export function note(answer) {
  const text = textarea({ required: true });
  return wordsForm(() => text.value.trim() && answer(text.value.trim()), field(gettext("Note"), text));
}

/** Why something is put right, with the usual reasons to tap, and what it changes. */
export function reason(asked, answer, names) {
  const text = textarea({ rows: 2, required: true });
  const usual = [gettext("Misread at the table"), gettext("Tapped wrongly"), gettext("Forgotten")];
  const keys = usual.map((one) => el("button", { type: "button", class: "pick short", click: () => answer(one) }, one));
  const own = wordsForm(
    () => text.value.trim() && answer(text.value.trim()),
    field(gettext("In other words"), text),
    gettext("Put it right"),
  );
  return [effect(asked, names), el("div", { class: "row" }, keys), own];
}

function effect(asked, names) {
  const told = asked.correcting?.effect;
  if (!told) return null;
  const score = ({ totals }) => `${totals.red}–${totals.white}`;
  const [before, after] = [score(told.before), score(told.after)];
  const head =
    before === after
      ? interpolate(gettext("The score stays %(after)s."), { after })
      : interpolate(gettext("The score was %(before)s and will be %(after)s."), { before, after });
  const [was, is] = [told.before.result?.winner, told.after.result?.winner];
  const wins = is && is !== was && sentence(gettext("%(name)s wins the match then."), { name: bdi(names[is]) });
  const fallen = [...new Set(asked.correcting.dropped.map(fallenTold).filter(Boolean))];
  const falls =
    fallen.length > 0 && el("p", {}, interpolate(gettext("Falls away: %(places)s."), { places: fallen.join("; ") }));
  return el("div", { class: "note good" }, el("div", {}, head, " ", wins, falls));
}

/** What of the record falls away by a correction; a round's tricks where it is written more briefly. */
function fallenTold(path) {
  const place = placeOf(path);
  if (!place) return null;
  return path.endsWith("/tricks")
    ? interpolate(gettext("the tricks of round %(round)s"), place)
    : placeTold(place.round, place.trick);
}

/** What was recorded and cannot stay, and the way out. */
export function amiss(asked, answer, names) {
  return [
    el("div", { class: "note bad", role: "alert" }, el("div", {}, refusalTold(asked.correcting.refusal, names))),
    el(
      "div",
      { class: "btns" },
      el("button", { type: "button", class: "btn go", click: () => answer("drop") }, gettext("Leave it out")),
    ),
  ];
}
