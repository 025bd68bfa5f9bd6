/**
 * Who is signed in on this device, and what of all that it keeps is his to see.
 *
 * A tablet goes from hand to hand. Clubs, players and settled matches are for the one who fetched them; what has not
 * gone out yet is for everybody who opens the app, or nobody would see to it; so is a match that the tablet itself was
 * paired for.
 */

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Entry} Entry */

const RECORDING = ["owner", "scorer"];

export class Account {
  /**
   * @param {import("./api.js").Api} api
   * @param {import("./store.js").Store} store
   */
  constructor(api, store) {
    Object.assign(this, { api, store });
    /** The name that he signs in with, as far as is known; null for nobody. @type {string | null} */
    this.name = null;
    this.asking = null;
  }

  /** Who it was when the app was last open. @returns {Promise<void>} */
  async recall() {
    this.name = await this.store.setting("account");
  }

  /**
   * Ask who it is by now. Clubs that he may not record for are let go of. Never rejects.
   *
   * @returns {Promise<{came: 'seen' | 'nobody' | 'away', clubs: {club: string, role: string}[]}>} `away`: the
   *   server did not answer, and whoever it was is taken for him still
   */
  ask() {
    this.asking ??= this.asked().finally(() => (this.asking = null));
    return this.asking;
  }

  async asked() {
    const { status, body } = await this.api.get("me/");
    if (status !== 200 && status !== 401) return { came: "away", clubs: [] };
    const clubs = status === 200 ? body.memberships.filter(({ role }) => RECORDING.includes(role)) : [];
    this.name = status === 200 ? body.user : null;
    await this.store.changeSetting("account", () => this.name);
    await this.store.keepClubsAlone(clubs.map(({ club }) => club));
    return { came: this.name === null ? "nobody" : "seen", clubs };
  }

  /**
   * Whether a match of this device may be shown to whoever holds it.
   *
   * @param {Match} match
   * @param {boolean} waits whether something of it has not gone out
   */
  maySee({ token, by }, waits) {
    return waits || Boolean(token) || !by || by === this.name;
  }
}
