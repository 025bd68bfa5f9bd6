/**
 * The cards written down since the last shuffle, and where: played, drawn, exposed and left unplayed.
 *
 * A card that was withdrawn is not counted when it is taken back, since it comes again from the same hand.
 */

import { Refusal } from "./refusal.js";
import { CARDS, isCard, number } from "./rules.js";
import { PACKS } from "./table.js";

export class Ledger {
  constructor(pack) {
    [this.nulls, this.others] = PACKS[pack ?? "single"];
    this.shuffle();
  }

  shuffle() {
    /** @type {Map<string, string[]>} the places where each card was seen */
    this.seen = new Map(CARDS.map((card) => [card, []]));
  }

  copies(card) {
    return number(card) ? this.others : this.nulls;
  }

  /** Take note of one more card, or refuse it when the pack does not hold that many. */
  count(card, place) {
    requireCard(card, place);
    const earlier = this.seen.get(card);
    if (earlier.length === this.copies(card)) {
      const legal = CARDS.filter((each) => this.seen.get(each).length < this.copies(each));
      throw new Refusal("too_many_copies", place, { card, copies: this.copies(card), earlier: [...earlier], legal });
    }
    earlier.push(place);
  }
}

export function requireCard(card, place) {
  if (!isCard(card)) throw new Refusal("unknown_card", place, { found: card });
}
