/**
 * The first screen: the matches of this device, those going on in its clubs, and the way to a new one.
 */

import { fetchClubs, recordsNowhere } from "../clubs.js";
import { bdi, el, sentence } from "../dom.js";
import { icon } from "../icons.js";
import { statusTold } from "../telling.js";
import { gettext, interpolate } from "../words.js";
import { bar, note, pill, signIn } from "./bar.js";

const LATELY = 12;

/** A match to tap: how it stands as its game draws that, and what is told of any. */
function live(view, { games, clubs, waiting = 0 }) {
  const { match } = view;
  const { sides, next, strip } = games[match.game].glance(view);
  return el(
    "li",
    {},
    el(
      "a",
      { class: "plain live", href: `#match=${match.id}` },
      sides,
      el(
        "span",
        { class: "m" },
        statusOf(view) === "open" ? next : statusTold(statusOf(view)),
        match.table && tableTold(match.table),
        clubs.size > 1 && bdi(clubs.get(match.club) ?? match.club),
        waiting > 0 && el("b", {}, interpolate(gettext("%(count)s waiting"), { count: waiting })),
        strip,
      ),
    ),
  );
}

/** A table that has but a number is called one; a name says it itself. */
function tableTold(table) {
  return /^\d+$/.test(table) ? interpolate(gettext("Table %(number)s"), { number: table }) : bdi(table);
}

/** Of a match on this device by its fold; else as the server has told it. */
function statusOf({ match, folded }) {
  return (folded?.replay ? folded.status : (match.sheet ?? match).status) ?? "open";
}

/** Who is signed in; and where nobody is, or no club lets him record, what helps. */
function who(seen, name, anyClub) {
  if (seen === "nobody") {
    const told = gettext(
      "Nobody is signed in here. %(link)s to start a match. Who has scanned a match’s code records that one without.",
    );
    return keyed(sentence(told, { link: el("a", { href: signIn() }, gettext("Sign in")) }));
  }
  if (seen === "seen" && !anyClub) return keyed(recordsNowhere());
  return name && el("p", { class: "s q" }, sentence(gettext("%(name)s is signed in here."), { name: bdi(name) }));
}

const keyed = (said) => el("div", { class: "note" }, icon("key"), el("div", {}, said));

/** Not a match that was given up before the server had heard of it. */
const hasBegun = (view) => Boolean(view && (view.lines.length || view.match.sheet));

const section = (title, rows) => rows.length > 0 && [el("h2", {}, title), el("ul", { class: "lives" }, rows)];

export class Start {
  constructor(app) {
    this.app = app;
    this.node = el("div", { class: "screen" });
    this.seen = "asking";
  }

  async show() {
    this.app.sync.open(null);
    await this.draw();
    this.node.querySelector("h1")?.focus({ preventScroll: true });
    this.seen = await fetchClubs(this.app.sync.account);
    await this.draw();
  }

  async draw() {
    const { store, sync } = this.app;
    const [matches, clubs] = await Promise.all([sync.matches(), store.clubs()]);
    const views = (await Promise.all(matches.slice(0, LATELY).map(({ id }) => sync.view(id)))).filter(hasBegun);
    const about = { games: sync.games, clubs: new Map(clubs.map(({ slug, name }) => [slug, name])) };
    const here = new Set(matches.map(({ id }) => id));
    const open = views.filter((view) => statusOf(view) === "open" || view.waiting > 0);
    const isNews = ({ id, game }) => !here.has(id) && game in sync.games;
    const going = clubs.flatMap((club) => club.going).filter(isNews);
    const over = views.filter((view) => !open.includes(view));
    const focused = document.activeElement?.getAttribute?.("href");
    this.node.replaceChildren(
      bar(
        {
          back: document.body.dataset.home ?? "/",
          backTold: gettext("Leave the recorder"),
          title: gettext("Recorder"),
        },
        sync.queue,
      ),
      el(
        "div",
        { class: "rmain tall" },
        el("h1", { tabindex: -1 }, gettext("At the table")),
        el(
          "p",
          { class: "q" },
          gettext("Every tap is kept on this device at once and goes out by itself, network or not."),
        ),
        (clubs.length > 0 || this.seen === "away") &&
          el(
            "div",
            { class: "btns" },
            el("a", { class: "btn go", href: "#start=" }, icon("plus"), gettext("Start a match")),
          ),
        who(this.seen, sync.account.name, clubs.length > 0),
        section(
          gettext("On this device"),
          open.map((view) => live(view, { ...about, waiting: view.waiting })),
        ),
        section(
          gettext("Going on in the club"),
          going.map((match) => live({ match }, about)),
        ),
        section(
          gettext("Finished lately"),
          over.map((view) => live(view, about)),
        ),
        el("div", { "data-note": true }, note(sync.queue)),
      ),
    );
    if (focused) this.node.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  update() {
    return this.draw();
  }

  drawQueue() {
    this.node.querySelector("#pill")?.replaceWith(pill(this.app.sync.queue));
  }
}
