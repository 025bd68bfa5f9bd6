/**
 * What may not go out, whoever is signed in: its club or its match is gone, or it is not his to record. A person can
 * keep it as a file, which any club takes in among its imports, and give it up; nothing else would ever end it.
 */

import { el } from "../dom.js";
import { button } from "../forms.js";
import { icon } from "../icons.js";
import { gettext, interpolate, ngettext } from "../words.js";

/**
 * @param {{sync: import("../sync.js").Sync}} app
 * @param {import("../shapes.js").View[]} views of the matches in question
 * @param {(view: import("../shapes.js").View) => string | null} titleOf null where it is one alone
 * @returns {Node[]} nothing for matches that are not barred
 */
export function barredMatches({ sync }, views, titleOf = () => null) {
  return views
    .filter(({ match, waiting }) => waiting && sync.barred(match.id) === "forbidden")
    .map((view) => barred(sync, view, titleOf(view)));
}

function barred(sync, view, title) {
  const count = view.waiting;
  const said = interpolate(
    ngettext(
      "%(count)s entry may not go out: whoever is signed in may not record there, or the match or its club is gone.",
      "%(count)s entries may not go out: whoever is signed in may not record there, or the match or its club is gone.",
      count,
    ),
    { count },
  );
  const record = recordOf(sync, view);
  return el(
    "section",
    { class: "note bad" },
    icon("key"),
    el(
      "div",
      {},
      title && el("h2", { class: "lab" }, el("bdi", {}, title)),
      el("p", {}, said),
      record && el("p", {}, gettext("As a file, the whole match can be taken in by any club, among its imports.")),
      el(
        "div",
        { class: "btns" },
        record && button(gettext("Save the match as a file"), () => save(view.match, record)),
        button(gettext("Give up what waits"), () => sync.giveUpAll(view.match.id)),
      ),
    ),
  );
}

function recordOf({ games }, { match, folded }) {
  return folded?.record ? games[match.game].exported(folded.record, match.seats) : null;
}

function save({ played_at }, record) {
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(record)}\n`], { type: "application/json" }));
  el("a", { href: address, download: `match-${played_at.slice(0, 10)}.json` }).click();
  // The browser reads it after the click, when it likes.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
