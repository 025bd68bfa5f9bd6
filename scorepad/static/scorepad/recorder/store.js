/**
 * What this device keeps: matches, what was tapped for them, drafts, and the clubs as they were last seen.
 *
 * In IndexedDB. Where the browser refuses that, as some do in private windows, in the memory of this page, which
 * `kept` says. A change of a match and of what was tapped for it is one transaction, on disk before it is answered.
 */

import { openMemory } from "./memory.js";
import { isSettled } from "./queue.js";

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Entry} Entry */
/** @typedef {import("./shapes.js").Club} Club */

const NAME = "scorepad-recorder";
const VERSION = 1;
const STORES = { matches: "id", entries: "id", drafts: "match", clubs: "slug", settings: "name" };

/** How long what was acknowledged or dropped is kept. */
export const KEPT_DAYS = 14;

/**
 * @param {string} [name] of the database
 * @returns {Promise<Store>}
 */
export async function openStore(name = NAME) {
  try {
    return new Store(new Database(name, await openDatabase(name)), "device");
  } catch (error) {
    console.info("This browser keeps nothing on the device:", String(error));
    return new Store(openMemory(STORES), "memory");
  }
}

export class Store {
  /**
   * @param {{run: Function}} shelf IndexedDB, or what stands in for it
   * @param {'device' | 'memory'} kept
   */
  constructor(shelf, kept) {
    this.shelf = shelf;
    this.kept = kept;
  }

  /** @returns {Promise<Match[]>} the one looked at last first */
  async matches() {
    const found = await this.shelf.run(["matches"], false, (read) => read.all("matches"));
    return found.sort((one, other) => Date.parse(other.seenAt) - Date.parse(one.seenAt));
  }

  /** @param {string} id @returns {Promise<Match | null>} */
  match(id) {
    return this.shelf.run(["matches"], false, (read) => read.one("matches", id));
  }

  /** @param {string} match @returns {Promise<Entry[]>} in order */
  async entriesOf(match) {
    return inOrder(await this.shelf.run(["entries"], false, (read) => read.ofMatch(match)));
  }

  /** @returns {Promise<Entry[]>} of all matches */
  entries() {
    return this.shelf.run(["entries"], false, (read) => read.all("entries"));
  }

  /** @returns {Promise<Entry[]>} those of all matches that are not settled, found without reading the others */
  async openEntries() {
    return inOrder(await this.shelf.run(["entries"], false, (read) => read.open()));
  }

  /**
   * Change a match and what was tapped for it, in one transaction that nobody else writes into.
   *
   * @template T
   * @param {string} id the match
   * @param {(match: Match | null, entries: Entry[]) => ({match?: Match, entries?: Entry[], answer?: T} | void)} decide
   *   looks at both and says at once what is to be stored of them, and what to answer
   * @returns {Promise<T | undefined>} when it is on disk
   */
  change(id, decide) {
    return this.shelf.run(["matches", "entries"], true, async (read, put) => {
      const [match, entries] = await Promise.all([read.one("matches", id), read.ofMatch(id)]);
      const decided = decide(match, inOrder(entries)) ?? {};
      if (decided.match) put("matches", decided.match);
      for (const entry of decided.entries ?? []) put("entries", { ...entry, open: Number(!isSettled(entry)) });
      return decided.answer;
    });
  }

  /** @param {string} match @returns {Promise<object | null>} what was tapped and is not an entry yet */
  async draft(match) {
    const found = await this.shelf.run(["drafts"], false, (read) => read.one("drafts", match));
    return found?.draft ?? null;
  }

  /** @param {string} match @param {object | null} draft @returns {Promise<void>} */
  keepDraft(match, draft) {
    return this.shelf.run(["drafts"], true, (read, put) => put("drafts", { match, draft }));
  }

  /** @returns {Promise<Club[]>} by name */
  async clubs() {
    const found = await this.shelf.run(["clubs"], false, (read) => read.all("clubs"));
    return found.sort((one, other) => one.name.localeCompare(other.name));
  }

  /** @param {Club} club @returns {Promise<void>} */
  keepClub(club) {
    return this.shelf.run(["clubs"], true, (read, put) => put("clubs", club));
  }

  /** Let go of all clubs but these. @param {string[]} slugs @returns {Promise<void>} */
  keepClubsAlone(slugs) {
    return this.shelf.run(["clubs"], true, async (read, put, remove) => {
      for (const { slug } of await read.all("clubs")) if (!slugs.includes(slug)) remove("clubs", slug);
    });
  }

  /** @param {string} name @returns {Promise<any>} null where nothing was kept */
  async setting(name) {
    const found = await this.shelf.run(["settings"], false, (read) => read.one("settings", name));
    return found?.value ?? null;
  }

  /**
   * @template T
   * @param {string} name
   * @param {(value: T | null) => T | undefined} decide the new value by the old; undefined leaves it as it is
   * @returns {Promise<T | null>} the value after it
   */
  changeSetting(name, decide) {
    return this.shelf.run(["settings"], true, async (read, put) => {
      const before = (await read.one("settings", name))?.value ?? null;
      const after = decide(before);
      if (after === undefined) return before;
      put("settings", { name, value: after });
      return after;
    });
  }

  /**
   * Let go of what was settled long ago, and of matches that nobody has looked at since.
   *
   * @param {Date} [now]
   * @returns {Promise<void>}
   */
  sweep(now = new Date()) {
    const isOld = (moment) => Date.parse(moment) < now.getTime() - KEPT_DAYS * 86_400_000;
    return this.shelf.run(["matches", "entries", "drafts"], true, async (read, put, remove) => {
      const [matches, entries] = await Promise.all([read.all("matches"), read.all("entries")]);
      const gone = entries.filter((entry) => entry.settledAt !== null && isOld(entry.settledAt));
      const held = new Set(entries.filter((entry) => !gone.includes(entry)).map((entry) => entry.match));
      for (const entry of gone) remove("entries", entry.id);
      for (const match of matches.filter((match) => isOld(match.seenAt) && !held.has(match.id))) {
        remove("matches", match.id);
        remove("drafts", match.id);
      }
    });
  }
}

/** What was mended has the order of what it stands for, and comes after it. */
function inOrder(entries) {
  const isLater = (entry) => Number(entry.state !== "dropped");
  return entries.sort((one, other) => one.order - other.order || isLater(one) - isLater(other));
}

function openDatabase(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION);
    request.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(STORES)) request.result.createObjectStore(store, { keyPath });
      request.transaction.objectStore("entries").createIndex("match", "match");
      request.transaction.objectStore("entries").createIndex("open", "open");
    };
    request.onblocked = () => reject(new Error("another page holds an older form of it"));
    request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
  });
}

/** IndexedDB, as promises. */
class Database {
  constructor(name, opened) {
    this.name = name;
    this.hold(opened);
  }

  hold(opened) {
    this.opened = opened;
    // A newer page wants to change the form: this one must not keep it waiting.
    opened.onversionchange = () => opened.close();
    return opened;
  }

  /** Browsers let go of a database that a page still holds, when they have slept or are short of memory. */
  async transaction(...asked) {
    try {
      return this.opened.transaction(...asked);
    } catch (error) {
      if (error.name !== "InvalidStateError") throw error;
      return this.hold(await openDatabase(this.name)).transaction(...asked);
    }
  }

  /**
   * @param {string[]} stores
   * @param {boolean} writes
   * @param {Function} work is given what reads, puts and removes, and may wait for nothing but that
   */
  async run(stores, writes, work) {
    // `strict`: on disk, and not merely handed to the system, before it counts as kept.
    const mode = writes ? "readwrite" : "readonly";
    const transaction = await this.transaction(stores, mode, { durability: "strict" });
    return new Promise((resolve, reject) => {
      const read = {
        one: async (store, key) => (await promised(transaction.objectStore(store).get(key))) ?? null,
        all: (store) => promised(transaction.objectStore(store).getAll()),
        ofMatch: (match) => promised(transaction.objectStore("entries").index("match").getAll(match)),
        open: () => promised(transaction.objectStore("entries").index("open").getAll(1)),
      };
      const put = (store, value) => void transaction.objectStore(store).put(value);
      const remove = (store, key) => void transaction.objectStore(store).delete(key);
      const working = Promise.resolve(work(read, put, remove));
      working.catch((error) => {
        reject(error);
        transaction.abort();
      });
      transaction.oncomplete = () => resolve(working);
      transaction.onabort = () => reject(transaction.error ?? new Error("nothing was kept of it"));
    });
  }
}

function promised(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
