/**
 * The screen at the table: asks what comes next, takes the tap, keeps it, and tells what arose. What was tapped goes to
 * disk as soon as it is drawn; what another tablet enters comes in by `update`. What it looks like is in laid_out.js;
 * what is asked, and what a tap makes of it, the game knows.
 */

import { announce, el } from "../dom.js";
import { called } from "../telling.js";
import { note } from "./bar.js";
import { parts, pillOf } from "./laid_out.js";
import { waitingList } from "./queue.js";

export class Recording {
  /** @param {{sync: object, store: object, go: Function, replace: Function}} app @param {string} id of the match */
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.node = el("div", { class: "screen" });
    this.see = "";
    this.view = null;
    this.game = null; // the match's, out of the registry
    this.asked = null; // the flow's question; null while nothing is known of the match
    this.draft = undefined; // not read from the disk yet
    this.refusal = null; // of the last tap
    this.redo = null; // what was tapped for the last entry, so that undo gives it back to be mended
    this.missing = undefined; // what the server answered when asked for a match that is not here
    this.busy = false;
    this.line = Promise.resolve();
  }

  /** Shows a part of this screen; what was tapped stays. @param {{see?: string}} route */
  async show(route) {
    this.see = route.see ?? "";
    this.app.sync.open(this.id);
    await this.inLine(() => this.anew());
    if (!this.view) await this.fetch();
  }

  /** A match that this device does not have yet. */
  async fetch() {
    const { status } = await this.app.sync.adopt(this.id);
    if (status === 200) this.app.sync.open(this.id);
    // Of what is not for everybody the server tells nobody that it is there.
    const isNobody = status === 404 && !this.app.sync.account.name;
    this.missing = status === 200 ? undefined : isNobody ? 401 : status;
    await this.inLine(() => this.anew());
  }

  /** The match has changed, here or elsewhere. */
  update() {
    return this.inLine(async () => {
      const before = this.mark();
      await this.load();
      const isSame = this.mark() === before;
      if (isSame && (!this.view?.problem || this.isForm)) return this.drawQueue();
      return this.draw(!isSame && !this.isForm);
    });
  }

  /** Whether something is half tapped or half written, or under way to the disk. */
  get isBusy() {
    return this.busy || Boolean(this.draft?.taps.length) || this.isForm || this.see === "end";
  }

  get isForm() {
    return Boolean(this.asked) && this.game.isWritten(this.asked);
  }

  /** What the drawing depends on, beside the draft: what is on the pad, and whom it is about. */
  mark() {
    const { folded, problem } = this.view ?? {};
    return JSON.stringify([folded?.record, folded?.standing, problem?.id, problem?.state, this.names]);
  }

  /** One after the other: what was read before an entry must not be drawn over what came of it. */
  inLine(work) {
    const turn = this.line.then(work);
    this.line = turn.catch(() => undefined);
    return turn;
  }

  async load() {
    const view = await this.app.sync.view(this.id);
    this.view = view;
    this.game = view && this.app.sync.games[view.match.game];
    this.names = view && called(view.match.seats);
    this.asked = null;
    if (!view?.folded?.record || !view.folded.replay) return;
    if (this.draft === undefined) this.draft = view.draft;
    this.draft ??= this.game.begin(view.folded.record);
    this.asked = this.game.question(view.folded.record, this.draft);
    if (this.asked.stale) this.keep(null);
  }

  async anew() {
    await this.load();
    this.draw(true);
  }

  /** What is tapped from now on; null: nothing yet of what comes next. */
  keep(draft) {
    const { record } = this.view.folded;
    this.draft = draft ?? this.game.begin(record);
    this.asked = this.game.question(record, this.draft);
    // What is half tapped may go: what comes of it is kept, or is told that it is not.
    return this.app.store.keepDraft(this.id, draft).catch((error) => console.info("No draft is kept:", String(error)));
  }

  /** A tap that makes no entry: drawn at once, so that taps may come as fast as fingers are. */
  turnTo(draft, refusal = null) {
    if (this.busy) return;
    this.refusal = refusal;
    this.keep(draft);
    this.leave();
    this.draw(true);
  }

  /** What makes an entry, or decides on one: a second finger waits for nothing and counts for nothing. */
  async once(work) {
    if (this.busy) return;
    this.busy = true;
    const seen = this.mark();
    try {
      await this.inLine(async () => {
        if (this.mark() === seen) await this.kept(work); // else another device came first, and the question was another
        await this.anew();
      });
    } finally {
      this.busy = false;
    }
  }

  /** The work; where this device cannot keep it, that is said, and what was tapped stays to be tapped again. */
  async kept(work) {
    try {
      await work();
    } catch (error) {
      console.info("That could not be kept:", String(error));
      this.refusal = { code: "not_kept" };
    }
  }

  answer(value) {
    if (this.busy) return undefined;
    const before = this.draft;
    const came = this.game.tap(this.view.folded.record, before, value);
    if (!came.entry) return this.turnTo(came.draft, came.refusal);
    this.refusal = null;
    return this.once(async () => {
      const entry = await this.app.sync.enqueue(this.id, came.entry);
      this.redo = { id: entry.id, draft: before };
      this.draft = came.draft ?? null;
      if (this.draft) await this.app.store.keepDraft(this.id, this.draft);
      announce(this.game.outcomeTold(came.outcome, this.names));
      this.leave();
    });
  }

  /** The last tap; with none left, the last entry, whose taps come back as they were. */
  undo() {
    this.refusal = null;
    const shorter = this.game.untap(this.draft);
    if (shorter) return this.turnTo(shorter);
    if (this.game.isAside(this.draft)) return this.turnTo(null);
    return this.once(async () => {
      const { redo } = this;
      this.redo = null;
      this.draft = redo && redo.id === this.view.folded.last?.id ? redo.draft : null;
      await this.app.sync.takeBack(this.id);
      await this.app.store.keepDraft(this.id, this.draft);
    });
  }

  /** An entry of no place on the pad: the match ends here, or does not count. */
  end(entry) {
    return this.once(async () => {
      await this.app.sync.enqueue(this.id, entry);
      this.draft = null;
      this.leave();
    });
  }

  resolve(choice, reason) {
    return this.once(() => this.app.sync.resolve(this.id, choice, reason));
  }

  giveUp() {
    return this.once(() => this.app.sync.giveUp(this.id));
  }

  /** The refused entry again, with what a person has changed of it. */
  mend(changed) {
    return this.once(() => this.app.sync.mend(this.id, { ...this.view.problem, ...changed }));
  }

  address(see) {
    return see ? `#match=${this.id}&see=${see}` : `#match=${this.id}`;
  }

  /** Back to the question; what is drawn next is drawn there. */
  leave() {
    if (this.see) history.replaceState(null, "", this.address(""));
    this.see = "";
  }

  draw(moveFocus) {
    this.node.replaceChildren(...parts(this).flat().filter(Boolean));
    if (!moveFocus) return;
    window.scrollTo(0, 0);
    this.node.querySelector("h1[tabindex]")?.focus({ preventScroll: true });
  }

  drawQueue() {
    const put = (selector, nodes) =>
      this.node.querySelector(selector)?.replaceChildren(...[nodes].flat().filter(Boolean));
    this.node.querySelector("#pill")?.replaceWith(pillOf(this));
    put("[data-note]", note(this.app.sync.queue));
    put("[data-waiting]", waitingList(this.view?.entries ?? [], this.game));
  }
}
