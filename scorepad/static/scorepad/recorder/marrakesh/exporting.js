/** The record as a file of its own, in which players have names and the match has no id: whoever takes it in makes anew. */

/**
 * @param {Record<string, any>} record
 * @param {Object<string, {name: string}>} seats
 * @returns {Record<string, any>}
 */
export function exported({ id, ...record }, seats) {
  const players = Object.fromEntries(Object.entries(seats).map(([side, { name }]) => [side, { name }]));
  return { ...record, players };
}
