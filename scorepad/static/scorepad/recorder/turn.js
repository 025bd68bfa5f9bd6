/**
 * One page of this device sends at a time, however many are open.
 *
 * By Web Locks, which the browser lets go of when a page dies. They are not there on plain HTTP: then by a lease in the
 * store, which runs out by itself. Were two pages to send after all, nothing would be doubled: the ids are the same.
 */

import { newId } from "./ids.js";

const NAME = "scorepad-sending";
const LEASE = 6_000;
const RENEWED_EVERY = 2_000;
const ME = newId();

/**
 * Work when it is this page's turn.
 *
 * @param {import("./store.js").Store} store
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} false when another page is at it
 */
export async function takeTurn(store, work) {
  if (navigator.locks) {
    return navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
      if (lock) await work();
      return lock !== null;
    });
  }
  if ((await lease(store, LEASE))?.holder !== ME) return false;
  const renewing = setInterval(() => lease(store, LEASE), RENEWED_EVERY);
  try {
    await work();
  } finally {
    clearInterval(renewing);
    await lease(store, 0);
  }
  return true;
}

/**
 * The lease as it stands after it was asked for: whoever holds it, for so long. One that is to last longer than any
 * does was taken before somebody set this device's clock.
 */
function lease(store, length) {
  const isOver = ({ until }) => until < Date.now() || until > Date.now() + LEASE;
  const isFree = (held) => held === null || held.holder === ME || isOver(held);
  return store.changeSetting(NAME, (held) => (isFree(held) ? { holder: ME, until: Date.now() + length } : undefined));
}
