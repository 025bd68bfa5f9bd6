/**
 * One request to the REST API, and what came of it. Never rejects: nobody answering is an answer here, status 0.
 *
 * A match that a device was paired for is asked with its token and without cookies, everything else with the session of
 * whoever is signed in, whose writing needs the CSRF token that the shell's page has set as a cookie.
 *
 * @typedef {object} Said
 * @property {number} status 0 when nobody answered, or nothing whole
 * @property {any} body null when there is none
 * @property {string | null} etag
 * @property {number | null} retryAfter in seconds
 * @property {string | null} epoch of the installation: another one after a backup was played back
 */

import { heardOfTime } from "./clock.js";

const PATIENCE = 15_000;

export class Api {
  /**
   * @param {object} shell
   * @param {string} shell.root of the API, as /api/v1/
   * @param {string} shell.page that sets the cookie
   * @param {string} shell.cookie its name
   */
  constructor({ root, page, cookie }) {
    this.root = root;
    this.page = page;
    this.cookie = cookie;
  }

  /**
   * @param {string} path below the root
   * @param {{token?: string | null, etag?: string | null, withoutCookies?: boolean}} [how]
   * @returns {Promise<Said>}
   */
  get(path, how = {}) {
    return this.ask("GET", path, undefined, how);
  }

  /**
   * @param {string} path below the root
   * @param {object} body
   * @param {{token?: string | null, session?: string | null, withoutCookies?: boolean}} [how] `session`: the very one
   *   that it is to be sent in; in any other it is refused as `csrf_failed`
   * @returns {Promise<Said>}
   */
  async post(path, body, how = {}) {
    const said = await this.ask("POST", path, body, how);
    if (said.status !== 403 || said.body?.code !== "csrf_failed") return said;
    // The cookie is gone, or of an earlier session. The page itself, past what the worker keeps of it, sets it anew.
    await answered(this.page, { cache: "no-store" });
    const isAnother = typeof how.session === "string" && how.session !== this.session;
    return isAnother ? said : this.ask("POST", path, body, how);
  }

  /** What tells one signing in from the next: the server sets this cookie anew at each. @returns {string} */
  get session() {
    return this.cookieValue();
  }

  async ask(method, path, body, { token = null, session = null, etag = null, withoutCookies = false }) {
    const headers = { Accept: "application/json" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (token) headers.Authorization = `Bearer ${token}`;
    else if (method !== "GET" && !withoutCookies) headers["X-CSRFToken"] = session ?? this.session;
    if (etag) headers["If-None-Match"] = etag;
    const credentials = token || withoutCookies ? "omit" : "same-origin";
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await answered(this.root + path, { method, headers, credentials, body: text, cache: "no-store" });
    return response ?? { status: 0, body: null, etag: null, retryAfter: null, epoch: null };
  }

  cookieValue() {
    const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${this.cookie}=`));
    return found ? decodeURIComponent(found.slice(this.cookie.length + 1)) : "";
  }
}

/** @returns {Promise<Said | null>} */
async function answered(address, request) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  const asked = Date.now();
  try {
    const response = await fetch(address, { ...request, signal: patience.signal });
    const json = /json/.test(response.headers.get("Content-Type") ?? "");
    if (isOfSomebodyElse(response, json)) return null;
    heardOfTime(response.headers.get("Date"), asked);
    const retryAfter = Number(response.headers.get("Retry-After"));
    return {
      status: response.status,
      body: json ? await response.json() : null,
      etag: response.headers.get("ETag"),
      retryAfter: retryAfter > 0 ? retryAfter : null,
      epoch: response.headers.get("Scorepad-Epoch"),
    };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether something on the way has answered in the server's place, as a network does whose terms nobody has accepted
 * yet: whatever it says, it has stored nothing.
 */
function isOfSomebodyElse({ status, redirected, headers }, json) {
  if (redirected) return true;
  if (status < 300) return !json || !headers.has("Scorepad-Epoch");
  return status >= 400 && status < 500 && status !== 429 && !json;
}
