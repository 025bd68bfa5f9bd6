/**
 * What is tapped here goes to the server in order, and what others write comes back.
 *
 * Listens to the network and to the other pages of this device; tells by two events: `change`, with the match in
 * `detail`, null for all of them, and `queue`, with its state. An entry is on disk before `enqueue` answers, and is sent
 * again with the same id until the server has answered it. Nothing is decided here that a person has to decide.
 */

import { Account } from "./account.js";
import { clockError } from "./clock.js";
import { allGivenUp, mended, takenBack } from "./deciding.js";
import { chosen, withoutProblem } from "./fitting.js";
import { Following, changedOf } from "./following.js";
import { moment, newId } from "./ids.js";
import { Looking } from "./looking.js";
import { entryMade, matchMade } from "./making.js";
import { isHeldFrom, stateOf, unsettled } from "./queue.js";
import { Sending } from "./sending.js";
import { viewOf } from "./viewing.js";
import { gettext } from "./words.js";

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Entry} Entry */
/** @typedef {import("./shapes.js").View} View */
/** @typedef {import("./shapes.js").Queue} Queue */
/** @typedef {import("./api.js").Said} Said */

const CHANNEL = "scorepad-recorder";

export class Sync extends EventTarget {
  /**
   * @param {import("./store.js").Store} store
   * @param {import("./api.js").Api} api
   * @param {Object<string, import("./games.js").Game>} games
   */
  constructor(store, api, games) {
    super();
    this.store = store;
    this.api = api;
    this.games = games;
    const told = (match) => this.told(match);
    this.account = new Account(api, store, () => this.handedOver());
    this.following = new Following(store, api, this.account, games, told, () => this.sending.pump());
    this.sending = new Sending(store, api, games, this.following, told);
    this.looking = new Looking(this.following, () => this.sending.reached());
    this.channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(CHANNEL) : null;
    this.app = navigator.serviceWorker ? "coming" : "page";
    this.persisted = null;
    /** The state of the queue, as the last `queue` event told it. @type {Queue} */
    this.queue = this.stateOf([]);
  }

  /** Begin to send and to listen. @returns {Promise<void>} when what is kept has been read */
  async start() {
    await this.store.sweep();
    this.persisted = (await navigator.storage?.persisted?.()) || null;
    await this.account.recall();
    this.device = await this.store.changeSetting("device", (name) => (name ? undefined : nameOfDevice()));
    this.channel?.addEventListener("message", ({ data }) => this.heardFromPage(data));
    addEventListener("online", () => this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    await this.tellQueue();
    this.wake();
  }

  /** Ask who is signed in by now, and what time it is. @returns {Promise<void>} */
  async meet() {
    await this.account.ask();
    await this.tellQueue();
  }

  /**
   * A match as this device has it; null when it does not, or has it for somebody else.
   *
   * @param {string} id
   * @returns {Promise<View | null>}
   */
  async view(id) {
    const { account, games, store } = this;
    const [match, entries, draft] = await Promise.all([store.match(id), store.entriesOf(id), store.draft(id)]);
    if (!match || !account.maySee(match, entries)) return null;
    return viewOf(games[match.game], match, entries, draft);
  }

  /** The matches of this device that whoever holds it may see, the one looked at last first. @returns {Promise<Match[]>} */
  async matches() {
    const [matches, open] = await Promise.all([this.store.matches(), this.store.openEntries()]);
    const waiting = (match) => open.filter((entry) => entry.match === match.id);
    return matches.filter((match) => match.game in this.games && this.account.maySee(match, waiting(match)));
  }

  /**
   * Keep an entry and send it as soon as can be. Also forgets the draft that it was tapped from.
   *
   * @param {string} id the match
   * @param {{kind: string, data: object, reason?: string | null}} tapped
   * @returns {Promise<Entry>} when it is on disk
   */
  async enqueue(id, tapped) {
    const entry = await this.store.change(id, (match, entries) => {
      const made = this.entryFor(match, entries, tapped);
      return { entries: [made], answer: made };
    });
    await this.store.keepDraft(id, null);
    this.askToPersist();
    await this.told(id);
    this.sending.pump();
    return entry;
  }

  /**
   * A new match, and whoever of it is new in the club; all of it waits here until there is a way to the server.
   *
   * @param {object} wanted
   * @param {string} wanted.club slug
   * @param {string} wanted.game
   * @param {Object<string, {player?: string, name: string}>} wanted.seats those without `player` are new
   * @param {object} [wanted.options] pack, stake, oasis
   * @param {boolean} [wanted.rated]
   * @param {string} [wanted.table]
   * @returns {Promise<string>} its id, when it is on disk
   */
  async startMatch(wanted) {
    const made = matchMade(wanted, this.maker());
    await this.store.change(made.match.id, () => made);
    this.askToPersist();
    await this.told(made.match.id);
    this.sending.pump();
    return made.match.id;
  }

  /**
   * Fetch a match that this device does not have yet, to go on with it.
   *
   * @param {string} id
   * @returns {Promise<Said>} 200 when it is here; 0 when nobody answered; 401 when one must sign in first; 404
   */
  async adopt(id) {
    return this.following.adopt(id, (await this.store.setting(tokenOf(id))) ?? {});
  }

  /**
   * Take a pairing's code for the token of its match, and fetch the match.
   *
   * @param {string} code
   * @returns {Promise<{said: Said, match: string | null}>} 200 with the match; 404 when the code is spent; 0
   */
  async pair(code) {
    const claimed = await this.api.post("pairings/claim/", { code }, { withoutCookies: true });
    if (claimed.status !== 201) return { said: claimed, match: null };
    const { match, token, name: pairedAs, expires_at: tokenEnds } = claimed.body;
    // The token is told once: it is kept before anything else is asked, in case nobody answers that.
    await this.store.changeSetting(tokenOf(match), () => ({ token, tokenEnds, pairedAs }));
    return { said: await this.adopt(match), match };
  }

  /** Look at a match: it is asked after every 2 s while the page is seen. @param {string | null} id null for none */
  open(id) {
    if (id) this.store.change(id, (match) => match && { match: { ...match, seenAt: moment() } });
    this.looking.turnTo(id);
  }

  /**
   * Take back the last entry of this match: one that the server cannot have is dropped, any other undone by an entry.
   *
   * @param {string} id the match
   * @returns {Promise<Entry | null>} what was dropped, or the undo
   */
  async takeBack(id) {
    const taken = await this.store.change(id, (match, entries) => {
      const undo = () => this.entryFor(match, entries, { kind: "undo", data: {} });
      const made = takenBack(entries, undo, moment());
      return { entries: [made], answer: made };
    });
    await this.told(id);
    this.sending.pump();
    return taken;
  }

  /**
   * A person's choice between this device's entry and what stands in its place. `mine` puts it there by a correction;
   * `theirs` drops it, with what follows and does not fit without it.
   *
   * @param {string} id the match
   * @param {'theirs' | 'mine'} choice
   * @param {string} [reason] of the correction
   * @returns {Promise<void>}
   */
  resolve(id, choice, reason = gettext("Two devices had written down different things; this is what happened.")) {
    const made = { id: newId(), reason, now: moment() };
    return this.decide(id, (game, match, entries) => chosen(game, match, entries, choice, made));
  }

  /**
   * Drop the refused entry, with what follows and does not fit without it.
   *
   * @param {string} id the match
   * @returns {Promise<void>}
   */
  giveUp(id) {
    return this.decide(id, (game, match, entries) => withoutProblem(game, match, entries, moment()));
  }

  /**
   * Put another entry in the place of the refused one; what follows stays behind it.
   *
   * @param {string} id the match
   * @param {{kind: string, data: object, reason?: string | null}} tapped
   * @returns {Promise<void>}
   */
  mend(id, tapped) {
    return this.decide(id, (game, match, entries) =>
      mended(entries, () => this.entryFor(match, entries, tapped), moment()),
    );
  }

  /**
   * Why nothing of a match may go out; null where it may, as far as is known.
   *
   * @param {string} id
   * @returns {'sign_in' | 'forbidden' | 'held' | null}
   */
  barred(id) {
    return this.sending.barred.get(id) ?? null;
  }

  /**
   * Send what others have tapped for a match in the name of whoever is signed in, who has said so.
   *
   * @param {string} id
   * @returns {Promise<void>}
   */
  async takeOn(id) {
    const { name } = this.account;
    await this.store.change(id, (match, entries) => {
      const held = unsettled(entries).filter((entry) => isHeldFrom(entry, name));
      return { entries: held.map((entry) => ({ ...entry, sentAs: name })) };
    });
    this.sending.barred.delete(id);
    await this.told(id);
    return this.wake();
  }

  /**
   * Drop all of a match that has not gone out. The list of what was entered still has it, for 14 days.
   *
   * @param {string} id
   * @returns {Promise<void>}
   */
  giveUpAll(id) {
    return this.decide(id, (game, match, entries) => allGivenUp(entries, moment()));
  }

  /** Try at once, without waiting for the next time. @returns {Promise<void>} */
  async wake() {
    this.looking.again();
    await this.sending.wake();
  }

  /** Say where the app itself is kept, and not only what was tapped. @param {'device' | 'page'} where */
  appIsKept(where) {
    this.app = where;
    return this.tellQueue();
  }

  async decide(id, decided) {
    await this.store.change(id, (match, entries) => {
      const after = decided(this.games[match.game], match, entries);
      return { entries: changedOf(entries, after) };
    });
    await this.told(id);
    this.sending.pump();
  }

  entryFor(match, entries, tapped) {
    return entryMade(match, entries, tapped, { ...this.maker(), ...(match.pairedAs ? { device: match.pairedAs } : {}) });
  }

  maker() {
    return { device: this.device, by: this.account.name };
  }

  told(match) {
    if (match) this.channel?.postMessage(match);
    return this.heardOf(match);
  }

  /** Somebody else is signed in: what is seen here, and what may go out, are another's. */
  handedOver() {
    this.sending.handedOver();
    this.dispatchEvent(new CustomEvent("change", { detail: { match: null } }));
  }

  heardFromPage(match) {
    this.heardOf(match);
    this.sending.standBy();
  }

  heardOf(match) {
    if (match) this.dispatchEvent(new CustomEvent("change", { detail: { match } }));
    return this.tellQueue();
  }

  async tellQueue() {
    this.queue = this.stateOf(await this.store.openEntries());
    this.dispatchEvent(new CustomEvent("queue", { detail: this.queue }));
  }

  /** @returns {Queue} */
  stateOf(open) {
    const { barred, underWay, offlineSince } = this.sending;
    const kept = this.store.kept === "memory" ? "memory" : this.app;
    const { name } = this.account;
    const about = { account: name, clock: clockError(), kept, persisted: this.persisted };
    return { ...stateOf(open, barred, underWay, name), offlineSince, ...about };
  }

  async askToPersist() {
    if (this.persisted !== null) return;
    this.persisted = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
    this.tellQueue();
  }
}

function tokenOf(match) {
  return `token ${match}`;
}

function nameOfDevice() {
  return `recorder ${newId().slice(0, 4)}`;
}
