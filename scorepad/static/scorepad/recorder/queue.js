/**
 * The queue of one match: what of it is to be sent next, and what an answer makes of it. Pure, on plain values.
 *
 * Order is kept: whatever the server has refused, or another device contradicts, holds back what was tapped after it.
 */

/** @typedef {import("./shapes.js").Match} Match */
/** @typedef {import("./shapes.js").Entry} Entry */

const SETTLED = ["sent", "dropped"];
const STOPPING = ["refused", "conflict"];
const MOST_ENTRIES = 100;
const MOST_CHARACTERS = 100_000;

/** Whether an entry is one of the match's journal, and not what has to be there before it. @param {Entry} entry */
export function isOfJournal(entry) {
  return entry.kind !== "player" && entry.kind !== "create";
}

/** @param {Entry} entry */
export function isSettled(entry) {
  return SETTLED.includes(entry.state);
}

/**
 * Whether an entry is held until whoever tapped it is back: nothing goes out in another's name, unless he has said so.
 *
 * @param {Entry} entry
 * @param {string | null} name who is signed in; null for nobody, who sends nothing anyway
 */
export function isHeldFrom({ by, sentAs }, name) {
  return name !== null && Boolean(by) && by !== name && sentAs !== name;
}

/** @param {Entry[]} entries @returns {string[]} the names of those who have tapped them */
export function namesOf(entries) {
  return Array.from(new Set(entries.map(({ by }) => by)));
}

/** @param {Entry[]} entries @returns {Entry[]} those not settled yet */
export function unsettled(entries) {
  return entries.filter((entry) => !isSettled(entry));
}

/** @param {Entry[]} entries @returns {Entry | null} the first that a person has to decide on */
export function problemOf(entries) {
  return entries.find((entry) => STOPPING.includes(entry.state)) ?? null;
}

/**
 * What can be sent now, in one request: somebody new, the match itself, or entries in a row.
 *
 * @param {Entry[]} entries of the match, in order
 * @param {string | null} name in whose session; null for nobody's
 * @returns {Entry[]} none when there is nothing, or nothing may pass
 */
export function nextToSend(entries, name) {
  const queue = unsettled(entries);
  const held = queue.findIndex((entry) => STOPPING.includes(entry.state) || isHeldFrom(entry, name));
  const free = held < 0 ? queue : queue.slice(0, held);
  if (free.length && !isOfJournal(free[0])) return free.slice(0, 1);
  const batch = [];
  let characters = 0;
  for (const entry of free) {
    characters += JSON.stringify(entry.data).length + (entry.reason ?? "").length;
    if (!isOfJournal(entry) || batch.length === MOST_ENTRIES || (batch.length && characters > MOST_CHARACTERS)) break;
    batch.push(entry);
  }
  return batch;
}

/**
 * The request that sends them.
 *
 * @param {Match} match
 * @param {Entry[]} batch
 * @returns {{path: string, body: object}}
 */
export function requestFor(match, batch) {
  const [first] = batch;
  if (first.kind === "player") return { path: `clubs/${match.club}/players/`, body: first.data };
  if (first.kind === "create") return { path: "matches/", body: { id: match.id, ...first.data } };
  const entries = batch.map((entry, index) => ({
    id: entry.id,
    kind: entry.kind,
    data: entry.data,
    entered_at: entry.entered_at,
    ...(entry.reason ? { reason: entry.reason } : {}),
    ...(entry.device ? { device: entry.device } : {}),
    // Each follows the one before it; the first follows what this device has seen.
    ...(index === 0 ? { base_version: match.version } : {}),
  }));
  return { path: `matches/${match.id}/entries/`, body: { entries } };
}

/**
 * What each of the batch's entries was answered; null for those that were not tried.
 *
 * @param {Entry[]} batch
 * @param {import("./api.js").Said} said
 * @returns {({status: number, entry: object | null, problem: object | null} | null)[]}
 */
export function verdictsOf(batch, said) {
  const refusal = said.status >= 400 ? said.body : null;
  if (!isOfJournal(batch[0])) return [{ status: said.status, entry: refusal ? null : said.body, problem: refusal }];
  const results = said.body?.results;
  if (results) return batch.map((entry, index) => (results[index]?.status ? results[index] : null));
  const first = { status: said.status, entry: null, problem: refusal ?? {} };
  return batch.map((entry, index) => (index === 0 ? first : null));
}

/**
 * An entry after its answer.
 *
 * @param {Entry} entry
 * @param {{status: number, entry: object | null, problem: object | null}} verdict
 * @param {string} now
 * @returns {Entry}
 */
export function answeredWith(entry, verdict, now) {
  const { status, problem } = verdict;
  if (status < 300 || problem?.code === "nothing_changed") {
    const { version, stands } = verdict.entry ?? {};
    return { ...entry, state: "sent", settledAt: now, conflict: null, answer: { status, version, stands } };
  }
  const { code, detail, errors, legal } = problem ?? {};
  return { ...entry, state: "refused", answer: { status, code, detail, errors, legal } };
}

/**
 * The state of all queues together: the worst of it first.
 *
 * @param {Entry[]} open those of all matches that are not settled
 * @param {Map<string, 'sign_in' | 'forbidden' | 'held'>} barred matches that cannot be sent as things stand
 * @param {boolean} sending
 * @param {string | null} name who is signed in
 * @returns {{kind: string, count: number, since: string | null, match: string | null, names?: string[]}}
 */
export function stateOf(open, barred, sending, name) {
  const moments = open.map((entry) => entry.entered_at);
  const since = moments.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
  const told = (kind, some) => ({ kind, count: some.length, since, match: some[0]?.match ?? null });
  const free = open.filter((entry) => barred.get(entry.match) !== "held");
  for (const kind of ["conflict", "refused"]) {
    const some = free.filter((entry) => entry.state === kind);
    if (some.length) return told(kind, some);
  }
  for (const kind of ["sign_in", "forbidden"]) {
    const some = open.filter((entry) => barred.get(entry.match) === kind);
    if (some.length) return told(kind, some);
  }
  const held = open.filter((entry) => !free.includes(entry) && isHeldFrom(entry, name));
  if (held.length) return { ...told("held", held), names: namesOf(held) };
  if (!open.length) return { kind: "sent", count: 0, since: null, match: null };
  return told(sending ? "sending" : "waiting", open);
}
