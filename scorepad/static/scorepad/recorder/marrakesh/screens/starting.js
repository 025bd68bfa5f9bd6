/** What a new match asks of Marrakesh alone: who sits where, the pack, what it is played for. */

import { el } from "../../dom.js";
import { choice, field, tick } from "../../forms.js";
import { gettext } from "../../words.js";
import { mark } from "../draw.js";
import { SIDES } from "../rules.js";
import { sideWord } from "../telling.js";

const CURRENCIES = ["EUR", "USD", "GBP", "CHF", "JPY", "AUD", "CAD", "SEK", "NOK", "DKK", "PLN", "CZK"];

export function seats() {
  return SIDES.map((key) => ({ key, label: [mark(key, { silent: true }), sideWord(key)] }));
}

/** `agreed` stands in the form, `more` behind what is opened; `value` is what the match is made with. */
export class Options {
  constructor() {
    this.pack = "single";
    this.amount = el("input", {
      type: "text",
      inputmode: "decimal",
      pattern: "[0-9]{1,9}([.,][0-9]{1,4})?",
      placeholder: "0.25",
      input: () => this.staked(),
    });
    const currencies = CURRENCIES.map((code) => el("option", { value: code }, code));
    this.currency = el("select", { "aria-label": gettext("Currency") }, currencies);
    this.oasis = el("input", { type: "checkbox" });
    this.staked();
  }

  get agreed() {
    const packs = [
      ["single", gettext("52 cards")],
      ["double", gettext("Double, 104 cards")],
    ];
    return [choice(gettext("Pack"), packs, this.pack, (value) => (this.pack = value))];
  }

  get more() {
    return [
      el(
        "div",
        { class: "two" },
        field(gettext("Stake a point"), this.amount, gettext("Left empty: played for nothing.")),
        field(gettext("Currency"), this.currency),
      ),
      tick(gettext("Oasis bonuses"), this.oasis, gettext("Only with a stake, and when both agree.")),
    ];
  }

  get value() {
    const amount = this.amount.value.trim().replace(",", ".");
    if (!amount) return { pack: this.pack };
    return { pack: this.pack, stake: { amount, currency: this.currency.value }, oasis: this.oasis.checked };
  }

  staked() {
    this.oasis.disabled = this.amount.value.trim() === "";
    if (this.oasis.disabled) this.oasis.checked = false;
  }
}
