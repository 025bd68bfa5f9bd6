/**
 * What is tapped here goes to the server in order, and what others write comes back.
 *
 * Listens to the network and to the other pages of this device; tells by two events: `change`, with the match in
 * `detail`, and `queue`, with its state. An entry is on disk before `enqueue` answers, and is sent again with the same
 * id until the server has answered it. Nothing is decided here that a person has to decide.
 */

import { chosen, dropped, foldedOf, withoutProblem } from "./fitting.js";
import { Following, changedOf } from "./following.js";
import { moment, newId } from "./ids.js";
import { changed, entryMade, matchMade } from "./making.js";
import { isOfJournal, problemOf, stateOf, unsettled } from "./queue.js";
import { repeatedIn } from "./repeating.js";
import { Sending } from "./sending.js";
import { gettext } from "./words.js";

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Entry} Entry */
/** @typedef {import("./shapes.js").View} View */
/** @typedef {import("./shapes.js").Queue} Queue */
/** @typedef {import("./api.js").Said} Said */

const CHANNEL = "scorepad-recorder";
const SEEN_EVERY = 2_000;
const AWAY_EVERY = 5_000;
const HIDDEN_EVERY = 15_000;

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
    this.following = new Following(store, api, games, told, () => this.sending.pump());
    this.sending = new Sending(store, api, games, this.following, told);
    this.channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(CHANNEL) : null;
    this.isAppKept = false;
    this.persisted = null;
    this.looked = null;
    /** The state of the queue, as the last `queue` event told it. @type {Queue} */
    this.queue = { ...stateOf([], new Map(), false), offlineSince: null, kept: "page", persisted: null };
  }

  /** Begin to send and to listen. @returns {Promise<void>} when what is kept has been read */
  async start() {
    await this.store.sweep();
    this.persisted = (await navigator.storage?.persisted?.()) || null;
    this.device = await this.store.changeSetting("device", (name) => (name ? undefined : nameOfDevice()));
    this.channel?.addEventListener("message", ({ data }) => this.heardFromPage(data));
    addEventListener("online", () => this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    await this.tellQueue();
    this.wake();
  }

  /**
   * A match as this device has it; null when it has never seen it.
   *
   * @param {string} id
   * @returns {Promise<View | null>}
   */
  async view(id) {
    const { store } = this;
    const [match, entries, draft] = await Promise.all([store.match(id), store.entriesOf(id), store.draft(id)]);
    if (!match) return null;
    const game = this.games[match.game];
    const open = unsettled(entries);
    const problem = problemOf(entries);
    const blocked = problem ? open.slice(open.indexOf(problem) + 1) : [];
    const said = repeatedIn(game, match.lines, entries, open.filter(isOfJournal));
    const isNews = (entry) => !blocked.includes(entry) && !said.has(entry.id);
    const onTop = entries.filter((entry) => isNews(entry) && standsOnTop(match, entry));
    const lines = [...match.lines, ...onTop];
    const folded = lines.length ? (foldedOf(game, match, lines) ?? foldedOf(game, match, match.lines)) : null;
    return { match, entries, lines, folded, problem, blocked, waiting: open.length, draft };
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
    const made = matchMade(wanted, this.device);
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
    this.looked = id;
    if (id) this.store.change(id, (match) => match && { match: { ...match, seenAt: moment() } });
    this.look();
  }

  /**
   * Take back the last entry of this match: one that the server cannot have is dropped, any other undone by an entry.
   *
   * @param {string} id the match
   * @returns {Promise<Entry | null>} what was dropped, or the undo
   */
  async takeBack(id) {
    const taken = await this.store.change(id, (match, entries) => {
      const open = unsettled(entries).filter(isOfJournal);
      const last = open[open.length - 1];
      const undo = () => this.entryFor(match, entries, { kind: "undo", data: {} });
      const made = last && isHereAlone(last) ? dropped(last, moment()) : undo();
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
    return this.decide(id, (game, match, entries) => {
      const problem = problemOf(entries);
      if (!problem) return entries;
      const instead = { ...this.entryFor(match, entries, tapped), order: problem.order };
      return [...entries.map((entry) => (entry === problem ? dropped(entry, moment()) : entry)), instead];
    });
  }

  /**
   * Somebody whom the club knows already, in the place of the one who was to be new and was refused.
   *
   * @param {string} id the match, of which nothing has left this device yet
   * @param {{player: string, name: string}} seat
   * @returns {Promise<void>}
   */
  async seatInstead(id, seat) {
    await this.store.change(id, (match, entries) => {
      const problem = problemOf(entries);
      if (problem?.kind !== "player") return undefined;
      const isHis = (player) => player === problem.data.id;
      const seats = changed(match.seats, (given) => (isHis(given.player) ? seat : given));
      const after = entries.filter((entry) => entry.kind === "create").map((entry) => {
        const players = changed(entry.data.seats, (player) => (isHis(player) ? seat.player : player));
        return { ...entry, data: { ...entry.data, seats: players } };
      });
      return { match: { ...match, seats }, entries: [dropped(problem, moment()), ...after] };
    });
    await this.told(id);
    this.sending.pump();
  }

  /** Try at once, without waiting for the next time. @returns {Promise<void>} */
  async wake() {
    this.look();
    await this.sending.wake();
  }

  /** Say that this device keeps the app itself, and not only what was tapped. @returns {Promise<void>} */
  appIsKept() {
    this.isAppKept = true;
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
    return entryMade(match, entries, tapped, match.pairedAs ?? this.device);
  }

  /** Ask after the match that is looked at, and again after a while. */
  async look() {
    clearTimeout(this.lookTimer);
    const id = this.looked;
    if (!id) return;
    const asked = (this.lookTurn = Symbol("look"));
    const said = await this.following.ask(id).catch(() => null);
    if (said?.status) this.sending.reached();
    if (asked !== this.lookTurn) return;
    const often = document.hidden ? HIDDEN_EVERY : said?.status === 0 ? AWAY_EVERY : SEEN_EVERY;
    this.lookTimer = setTimeout(() => this.look(), Math.max((said?.retryAfter ?? 0) * 1_000, often));
  }

  told(match) {
    if (match) this.channel?.postMessage(match);
    return this.heardOf(match);
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
    const { barred, underWay, offlineSince } = this.sending;
    const state = stateOf(await this.store.openEntries(), barred, underWay);
    const kept = this.store.kept === "memory" ? "memory" : this.isAppKept ? "device" : "page";
    this.queue = { ...state, offlineSince, kept, persisted: this.persisted };
    this.dispatchEvent(new CustomEvent("queue", { detail: this.queue }));
  }

  async askToPersist() {
    if (this.persisted !== null) return;
    this.persisted = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
    this.tellQueue();
  }
}

/** Whether an entry is not in the journal as it was fetched, and counts at the table. */
function standsOnTop(match, entry) {
  if (entry.kind === "player") return false;
  if (entry.kind === "create") return !match.lines.length;
  const last = match.lines.length ? match.lines[match.lines.length - 1].version : 0;
  if (entry.state === "sent") return entry.answer.version > last;
  return ["waiting", "sending"].includes(entry.state);
}

/** Whether the server cannot have it: it never left, or was answered that it is not stored. */
function isHereAlone({ state, tried }) {
  return state === "refused" || state === "conflict" || (state === "waiting" && !tried);
}

function tokenOf(match) {
  return `token ${match}`;
}

function nameOfDevice() {
  return `recorder ${newId().slice(0, 4)}`;
}
