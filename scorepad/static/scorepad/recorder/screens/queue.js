/**
 * What was tapped on this device, with times and states: what waits, what went out, what was given up; for 14 days.
 */

import { bdi, el, sentence } from "../dom.js";
import { icon } from "../icons.js";
import { entryTold } from "../telling.js";
import { day, gettext, interpolate, ngettext, timeOfDay } from "../words.js";

const STATES = () => ({
  waiting: ["wait", "off", gettext("waiting")],
  sending: ["", "up", gettext("sending")],
  sent: ["", "ok", gettext("sent")],
  refused: ["bad", "odd", gettext("refused")],
  conflict: ["bad", "both", gettext("two versions")],
  dropped: ["gone", "undo", gettext("taken back")],
});

function line(entry, { game, title = null }, account) {
  const [look, drawing, said] = STATES()[entry.state];
  const refusal =
    entry.state === "refused" &&
    entry.answer?.code &&
    game.refusalTold({ ...entry.answer.errors?.[0], code: entry.answer.code, detail: entry.answer.detail });
  return el(
    "li",
    {},
    el("span", {}, entryTold(entry, game)),
    el("span", { class: `st ${look}` }, icon(drawing), said),
    el("span", { class: "s wide2" }, title && [el("bdi", {}, title), " · "], timeOfDay(entry.entered_at)),
    refusal && el("span", { class: "s wide2" }, refusal),
    entry.reason && el("span", { class: "s wide2" }, el("bdi", {}, entry.reason)),
    isOfAnother(entry, account) &&
      el(
        "span",
        { class: "s wide2" },
        sentence(gettext("Tapped while %(name)s was signed in."), { name: bdi(entry.by) }),
      ),
  );
}

/** What waits may have been tapped by somebody else's hand: that is said. */
function isOfAnother({ by, state }, account) {
  return Boolean(by) && by !== account && state !== "sent";
}

/** How safely the device keeps it, in words. */
function keeping({ kept, persisted }) {
  if (kept === "memory")
    return gettext("This browser keeps nothing on the device. What has not gone out is lost when the page is closed.");
  if (kept === "page") {
    return gettext(
      "The list is kept on this device. Over plain HTTP the page itself is not: keep it open until everything has gone out.",
    );
  }
  if (kept === "coming") return gettext("The list is kept on this device; the app itself is just being put there, too.");
  return persisted
    ? gettext("App and list are kept on this device; the browser has promised not to clear them away.")
    : gettext(
        "App and list are kept on this device. The browser may clear them away when room is short; putting the app on the home screen prevents that.",
      );
}

/**
 * @param {import("../shapes.js").Entry[]} entries of one match or of all
 * @param {import("../shapes.js").Queue} queue
 * @param {(entry: import("../shapes.js").Entry) => {game: object, title?: string}} about the match an entry belongs to,
 *   which needs no title where it is one alone
 */
export function queueList(entries, queue, about) {
  const newest = [...entries].sort(
    (one, other) => Date.parse(other.entered_at) - Date.parse(one.entered_at) || other.order - one.order,
  );
  const open = newest.filter(({ state }) => !["sent", "dropped"].includes(state)).length;
  const days = new Map();
  for (const entry of newest) {
    const date = day(entry.entered_at);
    days.set(date, [...(days.get(date) ?? []), entry]);
  }
  return [
    el("h1", { tabindex: -1 }, gettext("What was entered here")),
    el(
      "p",
      { class: "q" },
      open
        ? interpolate(
            ngettext("%(count)s entry has not gone out yet.", "%(count)s entries have not gone out yet.", open),
            { count: open },
          )
        : gettext("Everything has gone out."),
    ),
    el("p", { class: "s q" }, keeping(queue), " ", gettext("What has gone out stays in the list for 14 days.")),
    [...days].map(([date, some]) => [
      el("h2", { class: "lab" }, date),
      el(
        "ol",
        { class: "sent" },
        some.map((entry) => line(entry, about(entry), queue.account)),
      ),
    ]),
  ];
}

/** What waits, in short, beside the boards of a tablet. */
export function waitingList(entries, game) {
  const open = entries.filter(({ state }) => !["sent", "dropped"].includes(state));
  if (!open.length) return null;
  return [
    el("h2", { class: "lab" }, gettext("Waiting on this device")),
    el(
      "ul",
      { class: "qlist" },
      open.map((entry) =>
        el("li", {}, el("span", {}, entryTold(entry, game)), el("span", {}, timeOfDay(entry.entered_at))),
      ),
    ),
  ];
}
