/** The match that is looked at, asked after again and again: often while the page is seen, seldom while it is not. */

const SEEN_EVERY = 2_000;
const AWAY_EVERY = 5_000;
const HIDDEN_EVERY = 15_000;

export class Looking {
  /**
   * @param {import("./following.js").Following} following
   * @param {() => void} reached is called when the server has answered
   */
  constructor(following, reached) {
    Object.assign(this, { following, reached });
    this.match = null;
    this.timer = null;
    this.turn = null;
  }

  /** @param {string | null} match its id; null to look at none */
  turnTo(match) {
    this.match = match;
    return this.again();
  }

  /** Ask at once, and then after a while. */
  async again() {
    clearTimeout(this.timer);
    if (!this.match) return;
    const turn = (this.turn = Symbol("look"));
    const said = await this.following.ask(this.match).catch(() => null);
    if (said?.status) this.reached();
    if (turn !== this.turn) return;
    const often = document.hidden ? HIDDEN_EVERY : said?.status === 0 ? AWAY_EVERY : SEEN_EVERY;
    this.timer = setTimeout(() => this.again(), Math.max((said?.retryAfter ?? 0) * 1_000, often));
  }
}
