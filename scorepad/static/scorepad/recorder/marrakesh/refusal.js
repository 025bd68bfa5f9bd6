/** A record that cannot have happened: which rule, the place as a JSON Pointer, and what was found there. */
export class Refusal extends Error {
  constructor(code, path, params = {}) {
    super(`${code} ${path}`);
    this.code = code;
    this.path = path;
    this.params = params;
  }
}
