/** The end of a match before its time: who gave up, or that it was broken off or does not count; with a reason. */

import { bdi, el, sentence } from "../dom.js";
import { choice, field, textarea, wordsForm } from "../forms.js";
import { gettext } from "../words.js";

/**
 * @param {Object<string, string>} names by seat
 * @param {{status: string, standing: object}} folded
 * @param {(entry: {kind: string, data: object, reason: string}) => void} done
 */
export function endForm(names, { status, standing }, done) {
  const over = status !== "open";
  const ends = over ? afterwards(standing) : [...beforehand(names), ...afterwards(standing)];
  let chosen = ends[0][0];
  const reason = textarea({ required: true });
  const submit = () => {
    const [kind, seat] = chosen.split(" ");
    if (reason.value.trim()) done({ kind, data: seat ? { seat } : {}, reason: reason.value.trim() });
  };
  const parts = [
    choice(gettext("What happened"), ends, chosen, (value) => (chosen = value)),
    field(gettext("Reason"), reason, gettext("It is kept with the match. What is entered so far stays.")),
  ];
  const asked = over ? gettext("Does the match count?") : gettext("How does the match end?");
  return [
    el("h1", { class: "ask", tabindex: -1 }, asked),
    wordsForm(submit, parts, over ? gettext("Keep it") : gettext("End the match")),
  ];
}

function beforehand(names) {
  const gaveUp = ([seat, name]) => [`forfeit ${seat}`, sentence(gettext("%(name)s gave up"), { name: bdi(name) })];
  return [...Object.entries(names).map(gaveUp), ["abandon", gettext("It was broken off")]];
}

function afterwards(standing) {
  return [standing.void ? ["restore", gettext("It counts again")] : ["void", gettext("It does not count")]];
}
