/** The clubs one may record for, their players and the matches going on there, as they were last seen. */

/** @typedef {import("./shapes.js").Club} Club */

import { gettext } from "./words.js";

const MOST_PAGES = 20;

/**
 * Ask for all of it anew and keep it. What is kept stays as it was when nobody answers.
 *
 * @param {import("./account.js").Account} account
 * @returns {Promise<'seen' | 'nobody' | 'away'>} nobody: no one is signed in. away: the server did not answer.
 */
export async function fetchClubs(account) {
  const { came, clubs } = await account.ask();
  const { api, store } = account;
  await Promise.all(clubs.map(({ club, role }) => fetchClub(api, store, club, role)));
  return came;
}

/** What whoever is signed in hears when no club lets him record. */
export function recordsNowhere() {
  return gettext("You may record in no club yet: an owner of yours makes you a scorer, or you found one of your own.");
}

async function fetchClub(api, store, slug, role) {
  const club = await api.get(`clubs/${slug}/`);
  const players = await pagesOf(api, `clubs/${slug}/players/?page_size=100`);
  const going = await pagesOf(api, `matches/?club=${slug}&status=open&void=false`);
  if (club.status !== 200 || !players || !going) return;
  const some = players.filter((player) => !player.hidden && !player.merged_into && !player.anonymised);
  await store.keepClub({
    slug,
    name: club.body.name,
    role,
    players: some.map(({ id, name }) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name)),
    going,
    seenAt: new Date().toISOString(),
  });
}

/** @returns {Promise<object[] | null>} null when not all of it came */
async function pagesOf(api, first) {
  const all = [];
  let path = first;
  for (let page = 0; path && page < MOST_PAGES; page += 1) {
    const said = await api.get(path);
    if (said.status !== 200) return null;
    all.push(...said.body.results);
    path = said.body.next ? said.body.next.slice(said.body.next.indexOf(api.root) + api.root.length) : null;
  }
  return all;
}
