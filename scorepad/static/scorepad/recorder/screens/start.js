/**
 * The first screen: the matches of this device, those going on in its clubs, and the way to a new one.
 */

import { fetchClubs } from "../clubs.js";
import { bdi, el } from "../dom.js";
import { icon } from "../icons.js";
import { mark, strip } from "../marrakesh/draw.js";
import { gettext, interpolate } from "../words.js";
import { bar, note, pill, signIn } from "./bar.js";
import { overTitle, winners } from "./over.js";

const LATELY = 12;

/** Where a match stands: its score, who scored in which round, and what comes next. */
function standing({ match, folded }) {
  if (folded?.replay) {
    const { totals } = folded.replay;
    return {
      totals: [totals.red, totals.white],
      winners: winners(folded.replay),
      awaiting: folded.awaiting,
      status: folded.status,
    };
  }
  const sheet = match.sheet ?? match;
  const running = sheet.running ?? [];
  const scored = running.map((now, i) => now.map((points, seat) => points - (running[i - 1]?.[seat] ?? 0)));
  const winner = scored.map(([red, white]) => (red === white ? null : red > white ? "red" : "white"));
  return {
    totals: running.at(-1) ?? [0, 0],
    winners: winner,
    awaiting: sheet.awaiting,
    status: sheet.status ?? "open",
  };
}

function comesNext({ awaiting, status }) {
  if (status !== "open") return overTitle(status);
  if (!awaiting) return "";
  return awaiting.trick
    ? interpolate(gettext("Round %(round)s · trick %(trick)s"), awaiting)
    : interpolate(gettext("Round %(round)s · setups"), awaiting);
}

/** A match to tap. */
function live(view, clubs, waiting = 0) {
  const { match } = view;
  const state = standing(view);
  const [red, white] = state.totals;
  const side = (key, points, more) => [
    el("span", { class: "p" }, mark(key), bdi(match.seats[key].name)),
    el("b", { class: more ? "r" : "r less" }, points),
  ];
  return el(
    "li",
    {},
    el(
      "a",
      { class: "plain live", href: `#match=${match.id}` },
      side("red", red, red >= white),
      side("white", white, white >= red),
      el(
        "span",
        { class: "m" },
        comesNext(state),
        match.table && bdi(match.table),
        clubs.size > 1 && bdi(clubs.get(match.club) ?? match.club),
        waiting > 0 && el("b", {}, interpolate(gettext("%(count)s waiting"), { count: waiting })),
        strip(state.winners),
      ),
    ),
  );
}

const section = (title, rows) => rows.length > 0 && [el("h2", {}, title), el("ul", { class: "lives" }, rows)];

export class Start {
  constructor(app) {
    this.app = app;
    this.node = el("div", { class: "screen" });
    this.seen = "seen";
  }

  async show() {
    this.app.sync.open(null);
    await this.draw();
    this.node.querySelector("h1")?.focus({ preventScroll: true });
    this.seen = await fetchClubs(this.app.sync.api, this.app.store);
    await this.draw();
  }

  async draw() {
    const { store, sync } = this.app;
    const [matches, clubs] = await Promise.all([store.matches(), store.clubs()]);
    const views = (await Promise.all(matches.slice(0, LATELY).map(({ id }) => sync.view(id)))).filter(Boolean);
    const names = new Map(clubs.map(({ slug, name }) => [slug, name]));
    const here = new Set(matches.map(({ id }) => id));
    const open = views.filter((view) => standing(view).status === "open" || view.waiting > 0);
    const going = clubs.flatMap((club) => club.going).filter(({ id }) => !here.has(id));
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
        el(
          "div",
          { class: "btns" },
          el("a", { class: "btn go", href: "#start=" }, icon("plus"), gettext("Start a match")),
        ),
        this.seen === "nobody" &&
          el(
            "div",
            { class: "note" },
            icon("key"),
            el(
              "div",
              {},
              gettext(
                "Nobody is signed in here. A match can be recorded all the same and goes out later; to see your club’s players, ",
              ),
              el("a", { href: signIn() }, gettext("sign in")),
              ".",
            ),
          ),
        section(
          gettext("On this device"),
          open.map((view) => live(view, names, view.waiting)),
        ),
        section(
          gettext("Going on in the club"),
          going.map((match) => live({ match }, names)),
        ),
        section(
          gettext("Finished lately"),
          over.map((view) => live(view, names)),
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
