/** The recorder's own small signs, drawn once a page and used by reference. */

import { svg } from "./dom.js";

const ICONS = {
  back: "M10 3L5 8l5 5",
  next: "M6 3l5 5-5 5",
  undo: "M6 3L2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7",
  odd: "M8 4.5v4.2M8 11.4v.01M14.5 8a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z",
  ok: "M3 8.5l3.2 3.2L13 5",
  up: "M8 13V3M4 7l4-4 4 4",
  off: "M2 2l12 12M6 4.2A4.5 4.5 0 0 1 12.3 8a2.8 2.8 0 0 1 1.7 3.6M10.5 12.5h-6A3 3 0 0 1 4 6.6",
  plus: "M8 3v10M3 8h10",
  pad: "M3.5 2.5h9v11h-9zM6 5.5h4M6 8h4M6 10.5h2.5",
  both: "M5 2.5v11M11 2.5v11M2 5l3-2.5 3 2.5M8 11l3 2.5 3-2.5",
  key: "M9.5 9.5a3.5 3.5 0 1 0-3-3L2 11v3h3v-2h2v-2h2z",
};

/** What every drawing of the page refers to, these signs and those of the games; stands once, before the rest. */
export function sprite(...symbols) {
  const signs = Object.entries(ICONS).map(([id, d]) =>
    svg("symbol", { id: `i-${id}`, viewBox: "0 0 16 16" }, svg("path", { d })),
  );
  return svg("svg", { width: 0, height: 0, class: "vh", "aria-hidden": "true" }, svg("defs", {}, signs, symbols));
}

export function icon(name) {
  return svg("svg", { class: "ic", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));
}
