/**
 * The app's words in the language of the shell, over the catalogue that the server has of them.
 *
 * Whatever is not in the catalogue, or when there is none, is said in English. The catalogue tells which plural form a
 * number takes as a list, not as the expression that gettext has, which the page's policy lets nothing evaluate.
 */

/** @type {{catalog: Object<string, string | string[]>, plurals: number[]}} */
let words = { catalog: {}, plurals: [] };

/**
 * Load the catalogue. Never rejects: without one the app speaks English.
 *
 * @param {string} address of the catalogue, as the shell has it
 * @returns {Promise<void>}
 */
export async function loadWords(address) {
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    if (answer.ok) words = await answer.json();
  } catch {
    // Nothing was kept of it and there is no way to the server.
  }
}

/**
 * @param {string} text in English
 * @returns {string}
 */
export function gettext(text) {
  const found = words.catalog[text];
  return typeof found === "string" && found ? found : text;
}

/**
 * @param {string} one in English, of one
 * @param {string} many in English, of any other number
 * @param {number} count
 * @returns {string}
 */
export function ngettext(one, many, count) {
  const found = words.catalog[one];
  const forms = words.plurals;
  if (!Array.isArray(found) || !forms.length) return count === 1 ? one : many;
  const last = Math.floor(forms.length / 2);
  return found[forms[count < forms.length ? count : last + (count % last)]] || many;
}

/**
 * The same of a word that means different things in different places.
 *
 * @param {string} context
 * @param {string} text
 * @returns {string}
 */
export function pgettext(context, text) {
  const found = words.catalog[`${context}\u0004${text}`];
  return typeof found === "string" && found ? found : text;
}

/**
 * A text with what stands in its places: `interpolate(gettext("%(name)s leads"), {name})`.
 *
 * @param {string} text with places as %(name)s
 * @param {Object<string, string | number>} values
 * @returns {string}
 */
export function interpolate(text, values) {
  return text.replace(/%\((\w+)\)[sd]/g, (place, name) => (name in values ? String(values[name]) : place));
}

/**
 * A time as the site's pages write it, 20:57.
 *
 * @param {string | number | Date} when
 * @returns {string}
 */
export function timeOfDay(when) {
  return new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit" }).format(new Date(when));
}

/**
 * A day as the site's pages write it, 30 November 2026.
 *
 * @param {string | number | Date} when
 * @returns {string}
 */
export function day(when) {
  return new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long", year: "numeric" }).format(new Date(when));
}

/** @returns {string} whose dates are written: mere "en" would be American to a browser, and the pages are not */
function locale() {
  const language = document.documentElement.lang || "en";
  return language === "en" ? "en-GB" : language;
}
