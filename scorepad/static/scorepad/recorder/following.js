/**
 * What others write, fetched: the journal of a match after what this device has of it, and where the match stands.
 *
 * A backup that was played back shows by another epoch. Then all of the journal is fetched anew, and what was
 * acknowledged before and is not in it any more waits again, under the same ids.
 */

import { isVeiled, merged, plain, restored } from "./fitting.js";
import { moment } from "./ids.js";
import { changed } from "./making.js";

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Line} Line */
/** @typedef {import("./api.js").Said} Said */

const PAGE = 100;

export class Following {
  /**
   * @param {import("./store.js").Store} store
   * @param {import("./api.js").Api} api
   * @param {import("./account.js").Account} account
   * @param {Object<string, import("./games.js").Game>} games
   * @param {(match: string) => void} told is called when something of a match is another
   * @param {() => void} restored is called when something waits again that had been sent
   */
  constructor(store, api, account, games, told, restored) {
    Object.assign(this, { store, api, account, games, told, restored });
    this.epoch = null;
  }

  /** Where the match stands, and its journal when that has moved. @param {string} id @returns {Promise<Said | null>} */
  async ask(id) {
    const match = await this.store.match(id);
    if (!match || (!match.version && !match.stale)) return null;
    const veiled = match.lines.some(isVeiled);
    const said = await this.api.get(`matches/${id}/`, { token: match.token, etag: veiled ? null : match.etag });
    await this.heard(said);
    if (said.status === 401 && (await this.forgetToken(id))) return this.ask(id);
    if (said.status === 200) await this.sheet(id, said);
    const known = await this.store.match(id);
    if (known.stale || (veiled && said.status === 200) || (said.status === 200 && said.body.version > known.version)) return this.renew(id);
    return said;
  }

  /** What the journal has by now. @param {string} id @returns {Promise<Said>} */
  async renew(id) {
    const match = await this.store.match(id);
    const known = match.stale ? [] : plain(match.lines);
    const { said, lines } = await this.journal(match, known);
    await this.heard(said);
    if (said.status === 401 && (await this.forgetToken(id))) return this.renew(id);
    const anew = (await this.store.match(id)).stale;
    if (anew && !match.stale) return this.renew(id);
    const lost = said.status === 404 && anew;
    if (said.status !== 200 && !lost) return said;
    await this.store.change(id, (before, entries) => {
      const game = this.games[before.game];
      const made = entries.some((entry) => entry.kind === "create");
      if (lost && !made) return undefined;
      const after = anew
        ? restored(game, before, entries, lines, moment())
        : merged(game, before, entries, lines, moment());
      return { match: after.match, entries: changedOf(entries, after.entries) };
    });
    this.told(id);
    return said;
  }

  /**
   * A match that this device did not have.
   *
   * @param {string} id
   * @param {{token?: string | null, tokenEnds?: string | null, pairedAs?: string | null}} [by]
   * @returns {Promise<Said>}
   */
  async adopt(id, { token = null, tokenEnds = null, pairedAs = null } = {}) {
    const said = await this.api.get(`matches/${id}/`, { token });
    await this.heard(said);
    if (said.status === 401 && token) return this.adopt(id);
    if (said.status !== 200) return said;
    const pairing = token ? { token, tokenEnds, pairedAs } : {};
    await this.store.change(id, (match) => ({
      match: { ...rowOf(said.body, match), ...pairing, seenAt: new Date().toISOString() },
    }));
    await this.sheet(id, said);
    return this.renew(id);
  }

  /**
   * Give up the token of a pairing that is over: from then on whoever is signed in records.
   *
   * @param {string} id
   * @returns {Promise<boolean>} whether there was one
   */
  async forgetToken(id) {
    const forgotten = await this.store.change(id, (match) => {
      if (!match?.token) return undefined;
      return { match: { ...match, token: null, tokenEnds: null, pairedAs: null }, answer: true };
    });
    return forgotten ?? false;
  }

  /** Note the epoch of an answer. @param {Said} said */
  async heard({ epoch }) {
    if (!epoch || epoch === this.epoch) return;
    const before = await this.store.setting("epoch");
    const isAnother = before !== null && before !== epoch;
    const matches = isAnother ? (await this.store.matches()).map(({ id }) => id) : [];
    const old = { stale: true, etag: null };
    for (const id of matches) await this.store.change(id, (match) => match && { match: { ...match, ...old } });
    // Only now: a page that is closed before it must find out again.
    await this.store.changeSetting("epoch", () => epoch);
    this.epoch = epoch;
    if (isAnother) this.catchUp(matches);
  }

  /** After a backup was played back, of all matches: none may be looked at any more, and still lack what was sent. */
  async catchUp(matches) {
    for (const id of matches) await this.renew(id);
    this.restored();
  }

  async sheet(id, { body, etag }) {
    const { account } = this;
    // Somebody may have signed in beside this page since it was asked who it is: his must not count as the other's.
    if (!account.isKnown && !(await this.store.match(id)).token) await account.ask();
    await this.store.change(id, (match) => {
      const seats = changed(body.seats, ({ player, name }) => ({ player, name }));
      // Whoever's session has fetched it may see it here.
      const by = match.token ? match.by : account.isKnown ? account.name : (match.by ?? account.name);
      return { match: { ...match, sheet: body, etag, seats, by } };
    });
    this.told(id);
  }

  /** @returns {Promise<{said: Said, lines: Line[]}>} */
  async journal(match, known) {
    const lines = [];
    for (;;) {
      const last = lines[lines.length - 1] ?? known[known.length - 1];
      const address = `matches/${match.id}/entries/?after=${last?.version ?? 0}&page_size=${PAGE}`;
      const said = await this.api.get(address, { token: match.token });
      if (said.status !== 200) return { said, lines };
      lines.push(...said.body.results);
      if (!said.body.next || !said.body.results.length) return { said, lines };
    }
  }
}

/** Those that are not the same object any more. */
export function changedOf(before, after) {
  return after.filter((entry) => !before.includes(entry));
}

/** The row of a match, by the server's sheet and what this device has already. */
function rowOf(sheet, known) {
  const { id, club, game, seats, options, rated, table, played_at } = sheet;
  const unpaired = { token: null, tokenEnds: null, pairedAs: null, by: null };
  const kept = known ?? { lines: [], version: 0, etag: null, sheet: null, ...unpaired };
  return { ...kept, id, club, game, seats, options, rated, table, played_at };
}
