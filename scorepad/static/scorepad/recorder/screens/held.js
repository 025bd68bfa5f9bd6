/**
 * What somebody else has tapped than who is signed in now: it waits for him, and goes out in another's name only when
 * that is asked for here.
 */

import { bdi, el, sentence } from "../dom.js";
import { button } from "../forms.js";
import { icon } from "../icons.js";
import { isHeldFrom, namesOf, unsettled } from "../queue.js";
import { interpolate, ngettext } from "../words.js";

/**
 * @param {{sync: import("../sync.js").Sync}} app
 * @param {import("../shapes.js").View[]} views of the matches in question
 * @param {(view: import("../shapes.js").View) => string | null} titleOf null where it is one alone
 * @returns {Node[]} nothing for matches of which nothing is held
 */
export function heldMatches({ sync }, views, titleOf = () => null) {
  return views
    .filter(({ match }) => sync.barred(match.id) === "held")
    .map((view) => held(sync, view, titleOf(view)));
}

function held(sync, { match, entries }, title) {
  const { name } = sync.account;
  const some = unsettled(entries).filter((entry) => isHeldFrom(entry, name));
  const count = some.length;
  const send = interpolate(ngettext("Send it as %(name)s", "Send them as %(name)s", count), { name });
  return el(
    "section",
    { class: "note" },
    icon("key"),
    el(
      "div",
      {},
      title && el("h2", { class: "lab" }, el("bdi", {}, title)),
      el("p", {}, heldTold(count, namesOf(some))),
      el("div", { class: "btns" }, button(send, () => sync.takeOn(match.id))),
    ),
  );
}

/** @param {number} count @param {string[]} names */
export function heldTold(count, names) {
  const told = ngettext(
    "%(count)s entry that %(name)s tapped waits here until %(name)s signs in again.",
    "%(count)s entries that %(name)s tapped wait here until %(name)s signs in again.",
    count,
  );
  return sentence(told, { count, name: bdi(names.join(", ")) });
}
