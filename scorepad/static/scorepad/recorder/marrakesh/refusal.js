/** A record that cannot have happened: which rule, the place as a JSON Pointer, and what was found there. */
export class Refusal extends Error {
  /** @param {string} code @param {string} path @param {Record<string, any>} [params] */
  constructor(code, path, params = {}) {
    super(`${code} ${path}`);
    this.code = code;
    this.path = path;
    this.params = params;
  }
}
