/**
 * The bar over every screen: the way back, where one is, and always the state of the queue; and the note that says of
 * it what a person may want to know.
 */

import { el } from "../dom.js";
import { icon } from "../icons.js";
import { gettext, interpolate, ngettext, timeOfDay } from "../words.js";
import { heldTold } from "./held.js";

/**
 * @param {{back: string | (() => void), backTold: string, title: *, pad?: ?string}} shown where the arrow leads or what
 *   it does, what stands in the middle, and the address of the pad when the title leads there
 * @param {import("../shapes.js").Queue} queue
 * @param {string} [list] the address of the list that the pill leads to
 */
export function bar({ back, backTold, title, pad = null }, queue, list = "#queue") {
  return el(
    "header",
    { class: "rbar" },
    typeof back === "string"
      ? el("a", { class: "plain back", href: back, "aria-label": backTold }, icon("back"))
      : el("button", { type: "button", class: "back", "aria-label": backTold, click: back }, icon("back")),
    pad
      ? el("a", { class: "plain t", href: pad, title: gettext("The pad so far") }, icon("pad"), el("span", {}, title))
      : el("span", { class: "t" }, title),
    pill(queue, list),
  );
}

/** The queue in two words; "all sent" is one of its states, and never nothing. */
export function pill(queue, list = "#queue") {
  const [look, drawing, said] = pillTold(queue);
  return el("a", { class: look ? `plain queue ${look}` : "plain queue", href: list, id: "pill" }, icon(drawing), said);
}

function pillTold({ kind, count, kept }) {
  switch (kind) {
    case "sending":
      return ["", "up", interpolate(gettext("sending %(count)s"), { count })];
    case "waiting":
      return ["wait", "off", interpolate(ngettext("%(count)s waiting", "%(count)s waiting", count), { count })];
    case "refused":
      return ["bad", "odd", interpolate(ngettext("%(count)s refused", "%(count)s refused", count), { count })];
    case "conflict":
      return ["bad", "both", gettext("two versions")];
    case "sign_in":
      return ["wait", "key", gettext("sign in")];
    case "forbidden":
      return ["bad", "key", gettext("not allowed")];
    case "held":
      return ["wait", "key", interpolate(ngettext("%(count)s held", "%(count)s held", count), { count })];
    default:
      return kept === "memory" ? ["bad", "odd", gettext("not kept")] : ["", "ok", gettext("all sent")];
  }
}

/** What the pill says, in full; nothing when all is sent and kept. */
export function note(queue) {
  const parts = noteTold(queue).filter(Boolean);
  if (!parts.length) return null;
  const bad = queue.kept === "memory" || queue.kind === "forbidden";
  return el(
    "div",
    { class: bad ? "note bad" : "note", role: "status" },
    icon(bad ? "odd" : ["sign_in", "held"].includes(queue.kind) ? "key" : queue.kind === "sent" ? "odd" : "off"),
    el("div", {}, parts),
  );
}

function noteTold({ kind, count, since, offlineSince, kept, clock, names }) {
  const waits = ["waiting", "sign_in"].includes(kind);
  const safe = {
    device: ngettext(
      "%(count)s entry is safe on this device and goes out by itself.",
      "%(count)s entries are safe on this device and go out by themselves.",
      count,
    ),
    page: ngettext(
      "%(count)s entry is safe on this device. Keep this page open until it has gone out: without HTTPS the page itself is not kept.",
      "%(count)s entries are safe on this device. Keep this page open until they have gone out: without HTTPS the page itself is not kept.",
      count,
    ),
    memory: ngettext("%(count)s entry waits in this page alone.", "%(count)s entries wait in this page alone.", count),
  };
  return [
    clock !== 0 && [clockTold(clock), " "],
    kept === "memory" &&
      gettext("This browser keeps nothing on the device: what has not gone out is lost when the page is closed. "),
    kind === "sign_in" && [
      gettext("Somebody has to sign in before they can go out."),
      " ",
      el("a", { href: signIn() }, gettext("Sign in")),
      " ",
    ],
    kind === "forbidden" && [
      gettext("Whoever is signed in may not record in this club, or it is gone."),
      " ",
      el("a", { href: "#queue" }, gettext("What can be done")),
      " ",
    ],
    kind === "held" && [
      heldTold(count, names),
      " ",
      el("a", { href: "#queue" }, gettext("What can be done")),
    ],
    kind === "waiting" &&
      offlineSince &&
      interpolate(gettext("No connection since %(time)s. "), { time: timeOfDay(offlineSince) }),
    kind === "waiting" &&
      !offlineSince &&
      since &&
      interpolate(gettext("Waiting since %(time)s. "), { time: timeOfDay(since) }),
    waits && count > 0 && interpolate(safe[kept === "coming" ? "device" : kept], { count }),
  ];
}

function clockTold(wrong) {
  const minutes = Math.round(Math.abs(wrong) / 60_000);
  const [count, said] =
    minutes < 120
      ? [minutes, (n) => ngettext("%(count)s minute", "%(count)s minutes", n)]
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), (n) => ngettext("%(count)s hour", "%(count)s hours", n)]
        : [Math.round(minutes / 1440), (n) => ngettext("%(count)s day", "%(count)s days", n)];
  const time = interpolate(said(count), { count });
  const text =
    wrong > 0
      ? gettext("The clock of this device is %(time)s fast: what is entered here is dated by the server’s clock.")
      : gettext("The clock of this device is %(time)s slow: what is entered here is dated by the server’s clock.");
  return interpolate(text, { time });
}

/** The page to sign in at, and back to this very place. */
export function signIn() {
  const page = document.body.dataset.signIn;
  return `${page}?next=${encodeURIComponent(location.pathname + location.hash)}`;
}
