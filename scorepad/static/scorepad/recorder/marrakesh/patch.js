/**
 * JSON Patch (RFC 6902) on a record, and the difference of two records as such a patch. Nothing given is changed.
 *
 * @typedef {Record<string, any>} Json
 */

/** An op that cannot be carried out on this document. */
export class Unfit extends Error {}

/**
 * The document after each op. Throws `Unfit`.
 * @param {any} document
 * @param {Json[]} patch
 * @returns {any}
 */
export function amend(document, patch) {
  return patch.reduce((changed, op) => {
    switch (op.op) {
      case "add":
        return added(changed, op.path, op.value);
      case "remove":
        return removed(changed, op.path);
      case "replace":
        return replaced(changed, op.path, op.value);
      case "move":
        return added(removed(changed, op.from), op.path, found(changed, op.from));
      case "copy":
        return added(changed, op.path, found(changed, op.from));
      default:
        if (op.op !== "test" || !same(found(changed, op.path), op.value)) throw new Unfit(op.path);
        return changed;
    }
  }, document);
}

/** Whether two values are the same JSON. */
export function same(one, other) {
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one === other;
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => has(other, name) && same(one[name], other[name]))
  );
}

/** What stands at a JSON Pointer; throws `Unfit` where nothing does. */
export function found(document, path) {
  return steps(path).reduce((at, step) => {
    if (at === null || typeof at !== "object" || !has(at, step)) throw new Unfit(path);
    return at[step];
  }, document);
}

/** The document without what stands at a JSON Pointer. */
export function removed(document, path) {
  found(document, path);
  return changedAt(document, steps(path), path, (parent, step) => {
    if (Array.isArray(parent)) return parent.filter((_, index) => index !== Number(step));
    return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== step));
  });
}

function replaced(document, path, value) {
  found(document, path);
  return changedAt(document, steps(path), path, (parent, step) => withItem(parent, step, value));
}

function added(document, path, value) {
  return changedAt(document, steps(path), path, (parent, step) => {
    if (!Array.isArray(parent)) return { ...parent, [step]: value };
    const index = step === "-" ? parent.length : Number(step);
    if (!(index >= 0 && index <= parent.length)) throw new Unfit(path);
    return [...parent.slice(0, index), value, ...parent.slice(index)];
  });
}

/** The document with the parent of its last step changed; without a step the whole of it is. */
function changedAt(document, [step, ...rest], path, change) {
  if (step === undefined) return change({}, "")[""];
  if (document === null || typeof document !== "object") throw new Unfit(path);
  if (!rest.length) return change(document, step);
  if (!has(document, step)) throw new Unfit(path);
  return withItem(document, step, changedAt(document[step], rest, path, change));
}

function withItem(parent, step, value) {
  return Array.isArray(parent) ? Object.assign([...parent], { [step]: value }) : { ...parent, [step]: value };
}

function has(parent, step) {
  return Object.prototype.hasOwnProperty.call(parent, step);
}

function steps(path) {
  return path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
