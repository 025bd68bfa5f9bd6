/**
 * What stands in for IndexedDB where the browser refuses it: the same in this page's memory, and gone with it.
 *
 * Values are copied on the way in and out, as a database does, so that nothing depends on which of the two is there.
 */

/**
 * @param {Object<string, string>} stores what each is keyed by
 * @returns {{run: Function}}
 */
export function openMemory(stores) {
  const held = Object.fromEntries(Object.keys(stores).map((store) => [store, new Map()]));
  const copied = (value) => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
  const all = (store) => Array.from(held[store].values(), copied);
  const read = {
    one: async (store, key) => copied(held[store].get(key)),
    all: async (store) => all(store),
    ofMatch: async (match) => all("entries").filter((entry) => entry.match === match),
    open: async () => all("entries").filter((entry) => entry.open),
  };
  let turn = Promise.resolve();

  /** One after the other, and nothing of it when it fails half-way. */
  function run(names, writes, work) {
    const changes = [];
    const put = (store, value) => void changes.push(() => held[store].set(value[stores[store]], copied(value)));
    const remove = (store, key) => void changes.push(() => held[store].delete(key));
    const answer = turn.then(async () => {
      const worked = await work(read, put, remove);
      changes.forEach((change) => change());
      return worked;
    });
    turn = answer.catch(() => undefined);
    return answer;
  }

  return { run };
}
