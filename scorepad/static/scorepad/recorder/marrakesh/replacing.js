/** The correction that puts one tablet's entry in the place of what another has written there. */

/**
 * @param {Record<string, any>} record as it stands
 * @param {{kind: string, data: Record<string, any>}} entry that is to stand instead
 * @returns {Record<string, any>[] | null} a JSON Patch; null for what fills no place of its own, or one that is not there
 */
export function replacing(record, { kind, data }) {
  const { round, trick, ...written } = data;
  const at = record.rounds[round - 1];
  if (kind === "trick") {
    return at?.tricks?.[trick - 1] ? [put("replace", ["rounds", round - 1, "tricks", trick - 1], written)] : null;
  }
  if (!at || (kind !== "round" && kind !== "close_round")) return null;
  if (kind === "round" && !("setup" in written && at.setup && !("ovals" in written) && !("points" in written))) {
    return [put("replace", ["rounds", round - 1], written)];
  }
  return Object.entries(written).map(([name, value]) => put("add", ["rounds", round - 1, name], value));
}

function put(op, path, value) {
  return { op, path: path.map((step) => `/${step}`).join(""), value };
}
