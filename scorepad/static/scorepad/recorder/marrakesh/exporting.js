/** The record as a file of its own: players by name, and no id of the match, for whoever takes it in makes it anew. */

/**
 * @param {Record<string, any>} record
 * @param {Object<string, {name: string}>} seats
 * @returns {Record<string, any>}
 */
export function exported({ id, ...record }, seats) {
  const players = Object.fromEntries(Object.entries(seats).map(([side, { name }]) => [side, { name }]));
  return { ...record, players };
}
