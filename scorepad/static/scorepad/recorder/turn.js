/**
 * One page of this device sends at a time, however many are open.
 *
 * By Web Locks, which the browser lets go of when a page dies. They are not there on plain HTTP: then by a lease in the
 * store, which runs out by itself. Were two pages to send after all, nothing would be doubled: the ids are the same.
 */

import { newId } from "./ids.js";

const NAME = "scorepad-sending";
const LEASE = 20_000;
const ME = newId();

/**
 * Work when it is this page's turn.
 *
 * @param {import("./store.js").Store} store
 * @param {(renew: () => Promise<void>) => Promise<void>} work calls `renew` before each of its steps
 * @returns {Promise<boolean>} false when another page is at it
 */
export async function takeTurn(store, work) {
  if (navigator.locks) {
    return navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
      if (lock) await work(async () => undefined);
      return lock !== null;
    });
  }
  const renew = () => store.changeSetting(NAME, (lease) => (isMine(lease) ? { holder: ME, until: Date.now() + LEASE } : undefined));
  if ((await renew())?.holder !== ME) return false;
  try {
    await work(async () => void (await renew()));
  } finally {
    await store.changeSetting(NAME, (lease) => (lease?.holder === ME ? { holder: ME, until: 0 } : undefined));
  }
  return true;
}

function isMine(lease) {
  return lease === null || lease.holder === ME || lease.until < Date.now();
}
