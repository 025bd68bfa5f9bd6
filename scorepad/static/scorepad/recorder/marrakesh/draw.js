/**
 * Men, chips, dice, boards, ovals, cards and marks as inline SVG; the design's measures, and nothing else.
 *
 * What repeats is drawn once a page, by `symbols`, and used by reference. Red stands left, White right, and every
 * board runs from its 6-point on the left to its 1-point. Boards come as men on the points 1 to 6.
 */

import { el, svg } from "../dom.js";
import { boardLabel, cardName, sideWord, suitWord, turns } from "./telling.js";

const MAN = { red: "mr", white: "mw" };
const MARK = { red: "kr", white: "kw" };
const OVAL_HEIGHTS = [107, 64, 21]; // the lowermost is that of the first turn
const PILLS = [0.5, 21.5, 42.5];
const CHIP =
  "M0-10.5 3-7.3 7.4-7.4 7.3-3 10.5 0 7.3 3 7.4 7.4 3 7.3 0 10.5-3 7.3-7.4 7.4-7.3 3-10.5 0-7.3-3-7.4-7.4-3-7.3Z" +
  "M3.4 0A3.4 3.4 0 1 0-3.4 0 3.4 3.4 0 1 0 3.4 0Z";
const SUITS = {
  S: "M8 .8C9.8 4.2 14.8 6 14.8 9.7a3.2 3.2 0 0 1-6 1.5c.1 1.6.7 2.9 1.9 4H5.3c1.2-1.1 1.8-2.4 1.9-4a3.2 3.2 0 0 1-6-1.5C1.2 6 6.2 4.2 8 .8Z",
  H: "M8 15.2C6.4 12 .8 9.4.8 5.2A3.9 3.9 0 0 1 8 3.5a3.9 3.9 0 0 1 7.2 1.7c0 4.2-5.6 6.8-7.2 10Z",
  D: "M8 .6Q10.2 4.7 14 8 10.2 11.3 8 15.4 5.8 11.3 2 8 5.8 4.7 8 .6Z",
  C: "M8 .8a3.4 3.4 0 0 1 2.9 5.2 3.4 3.4 0 1 1-2.1 5.2c.1 1.6.7 2.9 1.9 4H5.3c1.2-1.1 1.8-2.4 1.9-4A3.4 3.4 0 1 1 5.1 6 3.4 3.4 0 0 1 8 .8Z",
};
// Where the pips of a die lie, on a face of 40.
const PIPS = {
  1: [[20, 20]],
  2: [
    [12, 28],
    [28, 12],
  ],
  3: [
    [12, 28],
    [20, 20],
    [28, 12],
  ],
  4: [
    [12, 12],
    [28, 12],
    [12, 28],
    [28, 28],
  ],
  5: [
    [12, 12],
    [28, 12],
    [20, 20],
    [12, 28],
    [28, 28],
  ],
  6: [
    [12, 11],
    [28, 11],
    [12, 20],
    [28, 20],
    [12, 29],
    [28, 29],
  ],
};

/** What every drawing here refers to; stands in the page's sprite. */
export function symbols() {
  const points = (x) => `M${x} 106h24L${x + 12} 12z`;
  return [
    svg("g", { id: "mr" }, svg("circle", { r: 9.3, class: "man-r" })),
    svg("g", { id: "mw" }, svg("circle", { r: 8.5, class: "man-w" }), svg("circle", { r: 4.2, class: "man-i" })),
    svg("circle", { id: "gh", r: 8.4, class: "ghost" }),
    svg("path", { id: "nc", class: "chip", d: CHIP }),
    svg("path", { id: "no", d: "M-2.5 6h5" }),
    svg(
      "g",
      { id: "bf" },
      svg("rect", { x: 0.5, y: 0.5, width: 152, height: 127, rx: 6, class: "fld" }),
      svg("path", { class: "pa", d: [4.5, 52.5, 100.5].map(points).join("") }),
      svg("path", { class: "pb", d: [28.5, 76.5, 124.5].map(points).join("") }),
      svg(
        "g",
        { class: "pn" },
        [6, 5, 4, 3, 2, 1].map((p) => svg("text", { x: 16.5 + 24 * (6 - p), y: 121 }, p)),
      ),
    ),
    svg(
      "g",
      { id: "ef" },
      svg("rect", { x: 0.5, y: 0.5, width: 113, height: 73, rx: 5, class: "fld" }),
      svg("path", { class: "pa", d: [3, 39, 75].map((x) => `M${x} 71h18L${x + 9} 10z`).join("") }),
      svg("path", { class: "pb", d: [21, 57, 93].map((x) => `M${x} 71h18L${x + 9} 10z`).join("") }),
    ),
    svg("symbol", { id: "kr", viewBox: "0 0 12 12" }, svg("circle", { cx: 6, cy: 6, r: 6, class: "man-r" })),
    svg("symbol", { id: "kw", viewBox: "0 0 12 12" }, svg("circle", { cx: 6, cy: 6, r: 5, class: "mk-w" })),
    Object.entries(SUITS).map(([id, d]) => svg("symbol", { id, viewBox: "0 0 16 16" }, svg("path", { d }))),
  ];
}

const use = (id, attributes = {}) => svg("use", { href: `#${id}`, ...attributes });

function at(id, x, y, scale = 1) {
  return scale === 1 ? use(id, { x, y }) : use(id, { transform: `translate(${x} ${y})scale(${scale})` });
}

/** A side's mark; silent where the side's word or a name with it stands beside it. */
export function mark(side, { silent = false } = {}) {
  const told = silent ? { "aria-hidden": "true" } : { role: "img", "aria-label": sideWord(side) };
  return svg("svg", { class: "mk", ...told }, use(MARK[side]));
}

export function chip() {
  return svg("svg", { class: "mk", viewBox: "-11 -11 22 22", "aria-hidden": "true" }, use("nc"));
}

export const isRed = (card) => "HD".includes(card[1]);

/** A suit within a sentence. */
export function suit(letter) {
  return svg(
    "svg",
    { class: "HD".includes(letter) ? "suit red" : "suit", role: "img", "aria-label": suitWord(letter) },
    use(letter),
  );
}

/** A card's rank and suit as a key or a line shows them. */
export function face(card) {
  return [card[0], svg("svg", { "aria-hidden": "true" }, use(card[1]))];
}

/** A card on the table; `won` took the trick, `drawn` is the extra card, `next` is being asked for (no card then). */
export function card(name, state = "") {
  if (!name) return el("span", { class: `card ${state}`, "aria-hidden": "true" }, "?");
  const classes = ["card", isRed(name) && "red", state].filter(Boolean).join(" ");
  return el("span", { class: classes, role: "img", "aria-label": cardName(name) }, face(name));
}

/** Men on one point, then the ghosts of those that left it. */
function stack(side, men, ghosts, x, bottom, most, whole, scale) {
  const count = men + ghosts;
  const step = count > 1 ? Math.min(most, whole / (count - 1)) : 0;
  return Array.from({ length: count }, (_, i) =>
    at(i < men ? MAN[side] : "gh", x, Math.round((bottom - i * step) * 10) / 10, scale),
  );
}

/** One to three men lie in a row, four to six in two rows; a null chip lies alone. */
function inOval(side, off, y) {
  if (off === 0) return at("nc", 188, y);
  const rows =
    off <= 3
      ? [[off, y]]
      : [
          [Math.floor(off / 2), y - 6.6],
          [Math.ceil(off / 2), y + 6.6],
        ];
  const [scale, apart] = off <= 3 ? [0.86, 17.2] : [0.68, 13.6];
  return rows.flatMap(([count, height]) =>
    Array.from({ length: count }, (_, i) => at(MAN[side], 188 + apart * (i - (count - 1) / 2), height, scale)),
  );
}

const gone = (men, before) => men.map((count, i) => Math.max(0, (before ? before[i] : count) - count));

/**
 * One side's board and ovals. Men that left a point since `before` stay as ghosts; `rest`: nothing happened there.
 * @param {'red'|'white'} side
 * @param {number[]} men on points 1 to 6
 * @param {number[]} ovals men off per turn, 0 a null chip
 * @param {{before?: number[], rest?: boolean}} [how]
 */
export function board(side, men, ovals = [], { before = null, rest = false } = {}) {
  const ghosts = gone(men, before);
  return svg(
    "svg",
    {
      class: rest ? "board rest" : "board",
      viewBox: "0 0 220 128",
      role: "img",
      "aria-label": boardLabel(side, men, ovals),
    },
    use("bf"),
    men.map((count, i) => stack(side, count, ghosts[i], 16.5 + 24 * (5 - i), 96, 20, 72, 1)),
    OVAL_HEIGHTS.map((y, turn) => [
      svg("ellipse", { class: turn < ovals.length ? "ov" : "ov idle", cx: 188, cy: y, rx: 30, ry: 19 }),
      turn < ovals.length && inOval(side, ovals[turn], y),
    ]),
  );
}

/** A small board to tap: without ovals and numerals, since its caption says it. */
export function endBoard(side, men, before) {
  const ghosts = gone(men, before);
  return svg(
    "svg",
    { class: "board", viewBox: "0 0 114 74", "aria-hidden": "true" },
    use("ef"),
    men.map((count, i) => stack(side, count, ghosts[i], 12 + 18 * (5 - i), 63, 15.6, 50.4, 0.8)),
  );
}

/** A side's turns in a row: men off, or a null chip; an unused turn draws nothing. White's end where Red's begin. */
export function pills(ovals, side = "red") {
  const places = side === "white" ? PILLS.slice(-ovals.length) : PILLS;
  return svg(
    "svg",
    { class: "o3", viewBox: "0 0 62 18", role: "img", "aria-label": turns(ovals) },
    ovals.map((off, i) => [
      svg("rect", { class: "ov", x: places[i], y: 0.6, width: 19, height: 16.8, rx: 8.4 }),
      off ? svg("text", { x: places[i] + 9.5, y: 13.2 }, off) : at("nc", places[i] + 9.5, 9, 0.68),
    ]),
  );
}

/** A die as it was thrown, in its side's colour; an empty place where none lies yet. */
export function die(side, number = null) {
  if (number === null) {
    return svg(
      "svg",
      { class: "die", viewBox: "0 0 40 40", "aria-hidden": "true" },
      svg("rect", { class: "d-none", x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 }),
    );
  }
  return svg(
    "svg",
    { class: `die d-${side}`, viewBox: "0 0 40 40", "aria-hidden": "true" },
    svg("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 }),
    PIPS[number].map(([cx, cy]) => svg("circle", { cx, cy, r: 3.7 })),
  );
}

/** A match at a glance: who scored more in each round, a dash where neither did, a dot for a round to come. */
export function strip(winners, rounds = 12) {
  return svg(
    "svg",
    { class: "strip", viewBox: "0 0 148 12", "aria-hidden": "true" },
    Array.from({ length: rounds }, (_, i) => {
      const x = Math.round((6 + 12.36 * i) * 100) / 100;
      if (i >= winners.length) return svg("circle", { class: "to", cx: x, cy: 6, r: 1.6 });
      if (winners[i] === "red") return svg("circle", { class: "man-r", cx: x, cy: 6, r: 4.4 });
      if (winners[i] === "white") return svg("circle", { class: "mk-w", cx: x, cy: 6, r: 3.7 });
      return use("no", { class: "no", x });
    }),
  );
}

/** The edge of the printed pad: points in sage and sand. */
export function edge() {
  return svg(
    "svg",
    { class: "edge", width: "100%", height: 9, "aria-hidden": "true" },
    svg(
      "defs",
      {},
      svg(
        "pattern",
        { id: "ed", width: 24, height: 9, patternUnits: "userSpaceOnUse" },
        svg("path", { class: "pa", d: "M0 0h12L6 9z" }),
        svg("path", { class: "pb", d: "M12 0h12l-6 9z" }),
      ),
    ),
    svg("rect", { width: "100%", height: 9, fill: "url(#ed)" }),
  );
}
