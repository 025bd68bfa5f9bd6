/** What the arrays of old tablets lack: `at` came with Chrome 92, Firefox 90 and Safari 15.4. */

/** The last of a list; undefined when there is none. @template T @param {T[]} list @returns {T | undefined} */
export function lastOf(list) {
  return list[list.length - 1];
}
