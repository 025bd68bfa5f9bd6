/**
 * Who is signed in on this device, and what of all that it keeps is his to see.
 *
 * A tablet goes from hand to hand. Clubs, players and settled matches are for the one who fetched them. What has not
 * gone out yet is for whoever may see to it: who tapped it, whoever records in its club, and anybody as long as nobody
 * is signed in. A match that the tablet itself was paired for is for all.
 */

import { isSettled } from "./queue.js";

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Entry} Entry */
/** @typedef {import("./api.js").Said} Said */

const RECORDING = ["owner", "scorer"];

export class Account {
  /**
   * @param {import("./api.js").Api} api
   * @param {import("./store.js").Store} store
   * @param {() => void} changed is called when it is another than it was
   */
  constructor(api, store, changed) {
    Object.assign(this, { api, store, changed });
    /** The name that he signs in with, as far as is known; null for nobody. @type {string | null} */
    this.name = null;
    /** The session that he was asked for in; null before anybody has answered. @type {string | null} */
    this.session = null;
    /** The clubs that he may record for. @type {Set<string>} */
    this.clubs = new Set();
    this.asking = null;
  }

  /** Who it was when the app was last open. @returns {Promise<void>} */
  async recall() {
    this.name = await this.store.setting("account");
    this.clubs = new Set((await this.store.clubs()).map(({ slug }) => slug));
  }

  /** Whether nobody has signed in since it was asked who it is, in this page or another. */
  get isKnown() {
    return this.session !== null && this.session === this.api.session;
  }

  /** The session is over: who it is has to be asked anew. */
  forget() {
    this.session = null;
  }

  /**
   * Ask who it is by now. Clubs that he may not record for are let go of. Never rejects.
   *
   * @returns {Promise<{came: 'seen' | 'nobody' | 'away', clubs: {club: string, role: string}[], said: Said}>} `away`:
   *   the server did not answer, and whoever it was is taken for him still
   */
  ask() {
    this.asking ??= this.asked().finally(() => (this.asking = null));
    return this.asking;
  }

  async asked() {
    const { session } = this.api;
    const said = await this.api.get("me/");
    const { status, body } = said;
    if (status !== 200 && status !== 401) return { came: "away", clubs: [], said };
    const clubs = status === 200 ? body.memberships.filter(({ role }) => RECORDING.includes(role)) : [];
    const before = this.name;
    this.session = session;
    this.name = status === 200 ? body.user : null;
    this.clubs = new Set(clubs.map(({ club }) => club));
    await this.store.changeSetting("account", () => this.name);
    await this.store.keepClubsAlone(Array.from(this.clubs));
    if (this.name !== before) this.changed();
    return { came: this.name === null ? "nobody" : "seen", clubs, said };
  }

  /**
   * Whether a match of this device may be shown to whoever holds it.
   *
   * @param {Match} match
   * @param {Entry[]} entries of it, the settled or not
   */
  maySee({ club, token, by }, entries) {
    if (token || !by || by === this.name) return true;
    const waiting = entries.filter((entry) => !isSettled(entry));
    if (this.name === null || this.clubs.has(club)) return waiting.length > 0;
    return waiting.some((entry) => entry.by === this.name);
  }
}
