/**
 * What waits here, sent: match by match, in order, until the server has answered each entry or nobody answers.
 *
 * Nobody, a busy server or a full minute: all of it waits and is tried again, later each time. Somebody who must sign
 * in first, or may not record there any more, bars only that match; so does what another has tapped than who is signed
 * in. Before anything leaves, it is marked as tried on
 * disk: whatever happens to this page then, nobody will take for unsent what may have been stored.
 */

import { contradicted, refitted } from "./fitting.js";
import { changedOf } from "./following.js";
import { moment } from "./ids.js";
import { timed } from "./making.js";
import { answeredWith, isHeldFrom, isSettled, nextToSend, requestFor, unsettled, verdictsOf } from "./queue.js";
import { takeTurn } from "./turn.js";

/** @typedef {import("./shapes.js").Entry} Entry */
/** @typedef {import("./api.js").Said} Said */

const SHORTEST = 1_000;
const LONGEST = 30_000;
const BARRED = { 401: "sign_in", 403: "forbidden", 404: "forbidden" };
const OF_PLACE = ["stale_version", "slot_taken", "not_next", "nothing_to_undo"];

export class Sending {
  /**
   * @param {import("./store.js").Store} store
   * @param {import("./api.js").Api} api
   * @param {Object<string, import("./games.js").Game>} games
   * @param {import("./following.js").Following} following
   * @param {(match: string | null) => void} told
   */
  constructor(store, api, games, following, told) {
    Object.assign(this, { store, api, games, following, told, account: following.account });
    /** Why a match may not go out, until it may again. @type {Map<string, 'sign_in' | 'forbidden' | 'held'>} */
    this.barred = new Map();
    /** Those of them that are left alone until the next time. @type {Set<string>} */
    this.left = new Set();
    this.failures = 0;
    this.notBefore = 0; // by the clock of this page, which nobody sets
    this.offlineSince = null;
    this.underWay = false;
    this.timer = null;
  }

  /** The server has answered something else: what waits for it need not wait any longer. */
  reached() {
    if (this.offlineSince === null) return;
    this.offlineSince = null;
    this.pump();
  }

  /** Send what waits, if this page may. @returns {Promise<void>} */
  async pump() {
    this.again = true;
    if (this.pumping) return this.pumping;
    const worked = this.work().catch((error) => this.failed(error));
    this.pumping = worked.finally(() => {
      this.pumping = null;
      if (this.again) this.pump();
    });
    return this.pumping;
  }

  /** The device itself let it down, as a browser that takes its database away: it is tried again as if nobody answered. */
  failed(error) {
    console.info("Nothing could be sent just now:", String(error));
    this.underWay = false;
    this.later(LONGEST);
  }

  /** Somebody else is signed in: what was barred from one need not be from the other. */
  handedOver() {
    this.barred.clear();
    this.wake();
  }

  /** The same, whatever has barred it so far. @returns {Promise<void>} */
  async wake() {
    this.left.clear();
    return this.pump();
  }

  async work() {
    while (this.again) {
      this.again = false;
      if (performance.now() < this.notBefore) break;
      const ours = await takeTurn(this.store, () => this.sendAll());
      if (!ours) this.later(SHORTEST);
    }
  }

  async sendAll() {
    const open = await this.store.openEntries();
    if (open.length && (await this.isOutOfReach())) return;
    for (const id of new Set(open.map((entry) => entry.match))) {
      await this.pickUp(id);
      let came = "more";
      while (came === "more") came = await this.step(id);
      if (came === "nobody") break;
    }
    this.underWay = false;
    this.told(null);
  }

  /**
   * Whether nobody answers as it is: asked with what may get lost, so that entries are not marked as tried for nothing,
   * and whatever is taken back meanwhile need not be undone.
   */
  async isOutOfReach() {
    if (this.offlineSince === null && navigator.onLine) return false;
    const away = this.isNoAnswer(await this.api.get(""));
    this.told(null);
    return away;
  }

  /** What a page was sending when it was closed waits again. */
  pickUp(id) {
    return this.store.change(id, (match, entries) => {
      const left = entries.filter((entry) => entry.state === "sending");
      return { entries: left.map((entry) => ({ ...entry, state: "waiting" })) };
    });
  }

  /** One request. @returns {Promise<'more' | 'enough' | 'nobody'>} */
  async step(id) {
    if (this.left.has(id)) return "enough";
    if ((await this.store.match(id))?.stale) {
      const said = await this.following.renew(id);
      if (this.isNoAnswer(said)) return "nobody";
      if (BARRED[said.status] && (await this.store.match(id)).stale) return this.bar(id, said);
    }
    if (!(await this.isKnown(id))) return "nobody";
    const ready = await this.prepare(id);
    if (!ready) return "enough";
    if (!ready.batch.length) return this.hold(id);
    this.underWay = true;
    this.told(id);
    const { path, body } = requestFor(ready.match, ready.batch);
    const said = await this.api.post(path, body, { token: ready.match.token, session: ready.session });
    await this.following.heard(said);
    if (said.body?.code === "csrf_failed" && !ready.match.token && !this.account.isKnown) {
      await this.settle(id, ready, [], false); // somebody has signed in since it was asked who it is
      return "more";
    }
    if (this.isNoAnswer(said)) {
      await this.settle(id, ready, [], said.status !== 429);
      return "nobody";
    }
    if (BARRED[said.status] && !said.body?.results) {
      await this.settle(id, ready, [], false);
      if (said.status === 401 && (await this.following.forgetToken(id))) return "more";
      if (said.status === 401) this.account.forget();
      return this.bar(id, said);
    }
    this.barred.delete(id);
    await this.settle(id, ready, verdictsOf(ready.batch, said), false);
    return this.isNoAnswer(await this.following.renew(id)) ? "nobody" : "more";
  }

  /** Whether it is known in whose name a match would go out, or could be asked just now. @param {string} id */
  async isKnown(id) {
    if (this.account.isKnown || (await this.store.match(id))?.token) return true;
    const { came, said } = await this.account.ask();
    return came !== "away" || !this.isNoAnswer(said);
  }

  /** Leave what another has tapped to him, or until whoever is signed in takes it on; it may have been stored already. */
  async hold(id) {
    this.barred.set(id, "held");
    this.left.add(id);
    const mayBeStored = (await this.store.entriesOf(id)).some((entry) => !isSettled(entry) && entry.tried);
    if (mayBeStored) await this.following.renew(id);
    return "enough";
  }

  /** Leave a match until somebody has signed in, or may record there again. @param {Said} said */
  bar(id, { status }) {
    this.barred.set(id, BARRED[status]);
    this.left.add(id);
    this.later(LONGEST);
    return "enough";
  }

  /** What came while something was under way was not looked at then: all of it is fitted behind that first. */
  prepare(id) {
    return this.store.change(id, (match, entries) => {
      if (!match || match.stale) return undefined;
      const fitting = refitted(this.games[match.game], match, entries.map(timed), moment());
      const { session } = this.account;
      const name = match.token ? null : this.account.name;
      const batch = nextToSend(fitting, name);
      const isHeld = !batch.length && unsettled(fitting).some((entry) => isHeldFrom(entry, name));
      const leaving = (entry) => (batch.includes(entry) ? { ...entry, state: "sending", tried: true } : entry);
      const after = changedOf(entries, fitting.map(leaving));
      return { entries: after, answer: batch.length || isHeld ? { match, batch, session } : undefined };
    });
  }

  /** Whether nobody has answered, or nobody who could: then when to come again is set. @param {Said} said */
  isNoAnswer({ status, retryAfter }) {
    const none = status === 0 || status === 429 || status >= 500;
    if (!none) {
      this.failures = 0;
      this.offlineSince = null;
      return false;
    }
    if (status === 0) this.offlineSince ??= moment();
    if (status === 0) this.barred.clear(); // that may have changed by the time somebody answers
    const wait = Math.min(LONGEST, SHORTEST * 2 ** this.failures) * (0.75 + Math.random() / 2);
    this.failures += 1;
    if (retryAfter) this.notBefore = performance.now() + retryAfter * 1_000;
    this.later(retryAfter ? retryAfter * 1_000 + wait / 4 : wait);
    return true;
  }

  later(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.wake();
    }, wait);
  }

  /** Another page of this device is at it: have a look later, in case it is closed before it is done. */
  standBy() {
    if (!this.timer) this.later(LONGEST);
  }

  /**
   * Each entry of the batch as it was answered; those that were not wait as before, unless they may have been stored.
   */
  async settle(id, { match: known, batch }, verdicts, mayBeStored) {
    const contradictions = new Map();
    await this.store.change(id, (match, entries) => {
      const now = moment();
      const after = entries.map((entry) => {
        const index = batch.findIndex(({ id: sent }) => sent === entry.id);
        if (index < 0 || entry.state !== "sending") return entry;
        const verdict = verdicts[index];
        if (!verdict || BARRED[verdict.status]) return { ...entry, state: "waiting", tried: mayBeStored || batch[index].tried };
        const code = verdict.problem?.code;
        if (!OF_PLACE.includes(code)) return answeredWith(entry, verdict, now);
        contradictions.set(entry.id, { code, version: verdicts[index - 1]?.entry.version ?? known.version });
        return { ...entry, state: "waiting" };
      });
      const isMade = batch[0].kind === "create" && verdicts[0]?.entry;
      return { ...(isMade ? { match: { ...match, version: 1 } } : {}), entries: changedOf(entries, after) };
    });
    if (contradictions.size) await this.contradict(id, contradictions);
    this.told(id);
  }

  /** What the server would not put in its place: if nothing that came since explains it, a person has to look at it. */
  async contradict(id, contradictions) {
    if ((await this.following.renew(id)).status !== 200) return;
    await this.store.change(id, (match, entries) => {
      const game = this.games[match.game];
      const after = entries.map((entry) => {
        const told = contradictions.get(entry.id);
        const explained = told?.code === "stale_version" && match.version > told.version;
        return told && !explained && entry.state === "waiting" ? contradicted(game, match, entry, told.code) : entry;
      });
      return { entries: changedOf(entries, after) };
    });
  }
}
