/**
 * The screen at the table: asks what comes next, takes the tap, keeps it, and tells what arose. Between two taps it
 * knows nothing that is not on disk; another tablet's tricks come in by `update`.
 */

import { announce, el, sentence } from "../dom.js";
import { icon } from "../draw.js";
import { begin, beginClose, beginWhole, correction, question, tap, unusual, untap } from "../marrakesh/flow.js";
import { refusalTold } from "../refusals.js";
import { called, entryTold, menOff, placeTold, resultNames } from "../telling.js";
import { gettext, interpolate } from "../words.js";
import { answers, heading, hint, typed } from "./asking.js";
import { bar, note, pill, signIn } from "./bar.js";
import { conflict, refused, version } from "./deciding.js";
import { over, overTitle } from "./over.js";
import { padTable } from "./pad.js";
import { queueList, waitingList } from "./queue.js";
import { SIDES, boards, sofar, thisRound } from "./table.js";
import { endForm, unusualList } from "./unusual.js";

const FORMS = ["ruling", "note", "reason"];

export class Recording {
  /** @param {{sync: object, store: object, go: (hash: string) => void}} app @param {string} id of the match */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.node = el("div", { class: "screen" });
    this.see = "";
    this.redo = null; // what was tapped for the last entry, so that undo gives it back to be mended
    this.refusal = null;
    this.busy = false;
  }

  /** Shows a part of this screen; what was tapped stays. @param {{see?: string}} route */
  async show(route) {
    this.see = route.see ?? "";
    this.app.sync.open(this.id);
    await this.load();
    this.draw(true);
    if (!this.view) await this.fetch();
  }

  /** A match that this device does not have yet. */
  async fetch() {
    const { status } = await this.app.sync.adopt(this.id);
    if (status === 200) this.app.sync.open(this.id);
    this.missing = status === 200 ? null : status;
    await this.load();
    this.draw(true);
  }

  /** Whether something is half tapped or half written, or under way to the disk. */
  get isBusy() {
    return this.busy || Boolean(this.draft?.taps.length) || FORMS.includes(this.asked?.ask) || this.see === "end";
  }

  /** The match has changed, here or elsewhere. */
  async update() {
    if (this.busy) return this.drawQueue(); // what is under way draws anew when it is done
    const before = this.mark();
    await this.load();
    if (this.mark() === before && !this.view?.problem) return this.drawQueue();
    if (this.mark() === before && FORMS.includes(this.asked?.ask)) return this.drawQueue();
    return this.draw(this.asked === null);
  }

  /** What the drawing depends on, beside the draft. */
  mark() {
    const { lines = [], problem, match } = this.view ?? {};
    return [lines.map(({ id }) => id).join(), problem?.id, problem?.state, match?.seats?.red?.name, match?.seats?.white?.name].join("|");
  }

  async load() {
    this.view = await this.app.sync.view(this.id);
    this.asked = null;
    this.names = this.view && called(this.view.match.seats);
    if (!this.view?.folded?.record || !this.view.folded.replay) return;
    const { record } = this.view.folded;
    this.draft = this.view.draft ?? begin(record);
    this.asked = question(record, this.draft);
    if (this.asked.stale) {
      this.draft = begin(record);
      this.asked = question(record, this.draft);
      await this.app.store.keepDraft(this.id, null);
    }
  }

  async keep(draft) {
    this.draft = draft ?? begin(this.view.folded.record);
    await this.app.store.keepDraft(this.id, draft);
  }

  /** One thing after the other: a second finger waits for nothing and counts for nothing. */
  async once(work) {
    if (this.busy) return;
    this.busy = true;
    try {
      await work();
    } finally {
      this.busy = false;
    }
    await this.load();
    this.draw(true);
  }

  answer(value) {
    return this.once(async () => {
      const before = this.draft;
      const came = tap(this.view.folded.record, before, value);
      this.refusal = came.refusal ?? null;
      if (!came.entry) return this.keep(came.draft);
      const entry = await this.app.sync.enqueue(this.id, came.entry);
      this.redo = { id: entry.id, draft: before };
      await this.keep(came.draft ?? null);
      this.tell(came.outcome);
      return undefined;
    });
  }

  /** The last tap; with none left, the last entry, whose taps come back as they were. */
  undo() {
    return this.once(async () => {
      this.refusal = null;
      const shorter = untap(this.draft);
      if (shorter) return this.keep(shorter);
      if (!["trick", "round"].includes(this.draft.kind)) return this.keep(null);
      const redo = this.redo;
      const last = this.view.folded.last?.id;
      this.redo = null;
      await this.app.sync.takeBack(this.id);
      return this.keep(redo && redo.id === last ? redo.draft : null);
    });
  }

  /** Another draft, and back to the question. */
  turnTo(draft) {
    this.refusal = null;
    return this.once(async () => {
      await this.keep(draft);
      this.leave();
    });
  }

  /** Back to the question; what is drawn next is drawn there. */
  leave() {
    if (this.see) history.replaceState(null, "", `#match=${this.id}`);
    this.see = "";
  }

  /** What has arisen, for those who listen. */
  tell(outcome) {
    const { names } = this;
    const said = [];
    if (outcome?.trick?.off !== null && outcome?.trick?.off !== undefined) {
      said.push(interpolate(gettext("%(name)s: %(off)s."), { name: names[outcome.trick.winner], off: menOff(outcome.trick.off) }));
    } else if (outcome?.trick?.chip) {
      said.push(interpolate(gettext("A null chip for %(name)s."), { name: names[outcome.trick.chip] }));
    }
    if (outcome?.running && outcome.round?.score) {
      for (const side of SIDES) {
        const score = outcome.round.score[side];
        said.push(interpolate(gettext("%(name)s scores %(points)s. %(what)s"), { name: names[side], points: score.total, what: resultNames(score).join(", ") }).trim());
      }
      said.push(interpolate(gettext("It stands %(red)s to %(white)s."), { red: outcome.running[0], white: outcome.running[1] }));
    }
    announce(said.join(" "));
  }

  // ---- drawing ----

  draw(moveFocus) {
    this.node.replaceChildren(...this.parts().flat().filter(Boolean));
    if (!moveFocus) return;
    window.scrollTo(0, 0);
    this.node.querySelector("h1[tabindex]")?.focus({ preventScroll: true });
  }

  drawQueue() {
    this.node.querySelector("#pill")?.replaceWith(this.pill());
    const said = this.node.querySelector("[data-note]");
    said?.replaceChildren(...[note(this.app.sync.queue)].filter(Boolean));
    const waiting = this.node.querySelector("[data-waiting]");
    waiting?.replaceChildren(...[waitingList(this.view?.entries ?? [])].flat().filter(Boolean));
  }

  pill() {
    return pill(this.app.sync.queue, this.address("queue"));
  }

  address(see) {
    return see ? `#match=${this.id}&see=${see}` : `#match=${this.id}`;
  }

  parts() {
    if (!this.view) return this.unknown(this.missingTold());
    if (this.see === "queue") return this.beside(gettext("Entered here"), queueList(this.view.entries, this.app.sync.queue));
    if (!this.asked && this.view.problem) return this.beside(gettext("The match"), refused(this.view, this.names, this.refusedWays()), "#");
    if (!this.asked) return this.unknown(gettext("The match is being fetched."));
    if (this.see === "pad") return this.beside(gettext("The pad so far"), this.pad());
    if (this.ended() && !this.see && !this.view.problem) return [this.bar(), this.finish()];
    return [this.bar(), this.table()];
  }

  /** The match told, and its pad under it. */
  finish() {
    const { record, replay } = this.view.folded;
    return el(
      "div",
      { class: "rmain tall" },
      over(this.view, this.names),
      this.undoRow(),
      this.noted(),
      padTable(record, replay, this.names, ...this.corrections()),
    );
  }

  /** What a tap on the pad begins. */
  corrections() {
    const { record } = this.view.folded;
    return [
      (round, what) => this.turnTo(correction(record, round, what)),
      (round, what) => this.turnTo(beginClose(record, round, what)),
    ];
  }

  missingTold() {
    if (this.missing === 0) return gettext("This match is not on this device yet, and there is no way to the server just now.");
    if (this.missing === 401) return gettext("This match is not on this device yet. Somebody has to sign in to fetch it.");
    if (this.missing) return gettext("There is no such match, or it is not yours to record.");
    return gettext("The match is being fetched.");
  }

  unknown(said) {
    const title = bar({ back: "#", backTold: gettext("Back to the matches"), title: gettext("Recorder") }, this.app.sync.queue);
    return [title, el("div", { class: "rmain tall" }, el("h1", { tabindex: -1 }, gettext("The match")), el("p", { class: "q", role: "status" }, said), this.ways(), this.noted())];
  }

  /** Out of a match that is not here. */
  ways() {
    if (this.missing === 401) return el("div", { class: "btns" }, el("a", { class: "btn go", href: signIn() }, gettext("Sign in")));
    if (this.missing === 0) return el("div", { class: "btns" }, el("button", { type: "button", class: "btn go", click: () => this.fetch() }, gettext("Try again")));
    return null;
  }

  beside(title, parts, back = this.address("")) {
    const over = bar({ back, backTold: gettext("Back to the table"), title }, this.app.sync.queue, this.address("queue"));
    return [over, el("div", { class: "rmain tall" }, parts, this.noted())];
  }

  pad() {
    const { record, replay } = this.view.folded;
    return [
      el("h1", { tabindex: -1 }, gettext("The pad so far")),
      el("p", { class: "q" }, gettext("Open a round and tap what is to be put right.")),
      padTable(record, replay, this.names, ...this.corrections()),
    ];
  }

  bar() {
    const inside = this.see && { back: this.address(""), backTold: gettext("Back to the question") };
    const way = inside || { back: "#", backTold: gettext("Back to the matches") };
    return bar({ ...way, title: this.title(), pad: this.address("pad") }, this.app.sync.queue, this.address("queue"));
  }

  title() {
    const { ask, round, trick } = this.asked;
    if (this.ended()) return overTitle(this.view.folded.status);
    return trick ? [interpolate(gettext("Round %(round)s"), { round }), el("span", { class: "n" }, " · "), interpolate(gettext("trick %(trick)s"), { trick }), el("span", { class: "n of" }, " ", gettext("of 6"))]
      : ask === "dice" ? sentence(gettext("Round %(round)s · setups"), { round }) : placeTold(round);
  }

  ended() {
    return this.asked.ask === "over" || (this.view.folded.status !== "open" && this.draft.kind !== "correction" && this.draft.kind !== "close_round");
  }

  table() {
    const { asked, names, view } = this;
    const left = el(
      "div",
      { class: "rl" },
      asked.ask === "reason" ? null : boards(asked, names),
      el(
        "div",
        { class: "xw" },
        thisRound(asked, names, (trick) => this.turnTo(correction(view.folded.record, asked.round, trick))),
        el("div", { "data-waiting": true }, waitingList(view.entries)),
      ),
    );
    const right = el("div", { class: "rr" }, this.right());
    if (!this.see && !view.problem && !this.ended()) typed(right, asked);
    return el("div", { class: "rmain two" }, left, right);
  }

  right() {
    const { asked, names, view, app } = this;
    if (this.see === "unusual") return [unusualList(asked, names, this.unusualWays()), this.noted()];
    if (this.see === "end") return [endForm(names, view.folded, (entry) => this.end(entry)), this.noted()];
    if (view.problem?.state === "conflict") {
      const decide = (choice, reason) => this.once(() => app.sync.resolve(this.id, choice, reason));
      return [conflict(view, names, decide, (entry) => this.winnerOf(entry)), this.noted()];
    }
    if (view.problem?.state === "refused") return [refused(view, names, this.refusedWays()), this.noted()];
    return [
      this.banner(),
      asked.ask === "reason" ? null : sofar(asked, names, this.draft),
      el("h1", { class: "ask", tabindex: -1 }, heading(asked, names)),
      this.hinted(),
      this.refusal && el("div", { class: "note bad", role: "alert" }, icon("odd"), el("div", {}, refusalTold(this.refusal, names))),
      answers(asked, (value) => this.answer(value), names),
      this.buttons(),
      this.noted(),
    ];
  }

  hinted() {
    const said = hint(this.asked);
    return said && el("p", { class: "hint" }, said);
  }

  noted() {
    return el("div", { "data-note": true }, note(this.app.sync.queue));
  }

  /** Of a correction: what stands there as it is, and why a later trick is asked. */
  banner() {
    const { correcting, round, trick, ask } = this.asked;
    if (!correcting) return null;
    const place = placeTold(round, trick);
    const head = correcting.refusal
      ? interpolate(gettext("%(place)s cannot stay as it was: %(said)s"), { place, said: refusalTold(correcting.refusal, this.names) })
      : interpolate(gettext("Correcting %(place)s."), { place });
    const was = correcting.was?.lead && ask !== "reason" && version({ kind: "trick", data: correcting.was }, this.names);
    return el("div", { class: "note good", role: "status" }, icon("pad"), el("div", {}, head, was && el("details", {}, el("summary", {}, gettext("As it stands")), was)));
  }

  /** Undo, what is seldom, and whatever else this question may be answered with. */
  buttons() {
    const { asked, draft } = this;
    const button = (label, click, drawing = null) => el("button", { type: "button", class: "btn", click }, drawing && icon(drawing), label);
    if (draft.asking) return el("div", { class: "btns" }, button(gettext("Never mind"), () => this.turnTo(unusual(draft, null))));
    const row = [];
    if (asked.extras?.none) row.push(button(gettext("No card was drawn"), () => this.answer("none")));
    if (asked.extras?.disregarded) row.push(button(gettext("Led on without drawing"), () => this.answer("disregarded")));
    if (asked.skippable) row.push(button(gettext("Nobody turned them up"), () => this.answer("skip")));
    row.push(this.undoButton());
    if (draft.kind === "correction" || draft.kind === "close_round") {
      row.push(button(gettext("Leave it as it was"), () => this.turnTo(null)));
      if (asked.ask === "board") row.push(button(gettext("None of these"), () => this.turnTo(unusual(draft, "ruling")), "odd"));
    } else if (asked.ask === "board") row.push(button(gettext("None of these"), () => this.turnTo(unusual(draft, "ruling")), "odd"));
    else {
      const left = asked.closing;
      if (left?.unplayed && !draft.taps.length) row.push(button(gettext("Cards left in hand"), () => this.turnTo(beginClose(this.view.folded.record, left.round, "unplayed"))));
      row.push(el("a", { class: "btn", href: this.address("unusual") }, icon("odd"), gettext("Something unusual")));
    }
    return el("div", { class: "btns" }, row);
  }

  undoButton() {
    const taps = this.draft.taps;
    const last = this.view.folded.last;
    if (!taps.length && !last) return null;
    return el("button", { type: "button", class: "btn", click: () => this.undo() }, icon("undo"), this.undoTold(taps.at(-1)?.ask, last));
  }

  undoTold(ask, last) {
    if (ask === "dice") return gettext("Undo die");
    if (ask === "lead") return gettext("Undo lead");
    if (ask) return ["reply", "extra", "withdrawn", "unplayed"].includes(ask) ? gettext("Undo card") : gettext("Undo");
    if (this.draft.kind === "correction" || this.draft.kind === "close_round") return gettext("Undo");
    if (last?.kind === "trick") return interpolate(gettext("Undo trick %(trick)s"), last.data);
    if (last?.kind === "round" && last.data.setup) return gettext("Undo setups");
    return interpolate(gettext("Undo: %(entry)s"), { entry: entryTold(last) });
  }

  undoRow() {
    const isVoid = this.view.folded.standing.void;
    const counts = el("a", { class: "btn", href: this.address("end") }, isVoid ? gettext("It counts again") : gettext("It does not count"));
    return el("div", { class: "btns" }, this.undoButton(), counts);
  }

  unusualWays() {
    const { record } = this.view.folded;
    return {
      ask: (what) => {
        const draft = unusual(this.draft, what);
        if (what !== "reshuffled") return this.turnTo(draft);
        this.leave();
        this.draft = draft;
        return this.answer(true);
      },
      close: (round, what) => this.turnTo(beginClose(record, round, what)),
      whole: (grade) => this.turnTo(beginWhole(record, grade)),
      end: () => this.app.go(this.address("end")),
      pad: this.address("pad"),
    };
  }

  refusedWays() {
    const { sync } = this.app;
    const mend = (tapped) => this.once(() => sync.mend(this.id, { ...this.view.problem, ...tapped }));
    return { giveUp: () => this.once(() => sync.giveUp(this.id)), again: () => mend({}), mend };
  }

  end(entry) {
    return this.once(async () => {
      await this.app.sync.enqueue(this.id, entry);
      await this.keep(null);
      this.leave();
    });
  }

  /** Who won the trick that an entry is about, by the cards alone where that is certain; for the side of its board. */
  winnerOf({ kind, data }) {
    if (kind !== "trick") return null;
    const played = this.asked.played?.[data.trick - 1];
    return played && played.lead === data.lead && played.reply === data.reply ? played.winner : null;
  }
}
