/**
 * Elements made by hand: names, texts and whatever people typed become text nodes, never markup.
 * Reads nothing, keeps nothing; the one writer of the page is whoever appends what is made here.
 */

const SVG = "http://www.w3.org/2000/svg";

/** Appends strings, numbers, nodes and lists of these; nothing stands for null, undefined and false. */
function fill(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    parent.append(child instanceof Node ? child : String(child));
  }
  return parent;
}

function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

/**
 * An HTML element. Attributes that are functions listen to the event of their name.
 * @param {string} name
 * @param {Object<string, string|number|boolean|Function|null|undefined>} [attributes]
 * @param {...*} children
 */
export function el(name, attributes = {}, ...children) {
  return fill(dress(document.createElement(name), attributes), children);
}

/** An SVG element, as `el` makes those of HTML. */
export function svg(name, attributes = {}, ...children) {
  return fill(dress(document.createElementNS(SVG, name), attributes), children);
}

/**
 * A sentence whose places are filled with nodes or texts, in the order its language wants:
 * `sentence('%(name)s leads', {name: bdi('Ann')})`.
 * @param {string} template with places as %(name)s
 * @param {Object<string, *>} parts
 * @returns {Array} children for `el`
 */
export function sentence(template, parts) {
  const placed = new Set();
  // A node may stand in one place only; a sentence may name somebody twice.
  const once = (part) => (part instanceof Node && placed.has(part) ? part.cloneNode(true) : placed.add(part) && part);
  return template.split(/%\((\w+)\)s/).map((piece, index) => (index % 2 ? once(parts[piece]) : piece));
}

/** A name as its own script writes it, without turning what stands around it. */
export function bdi(name) {
  return el("bdi", {}, name);
}

/** Says something to those who listen to the page instead of looking at it. */
export function announce(text) {
  const live = document.getElementById("told");
  if (live) live.textContent = text;
}
