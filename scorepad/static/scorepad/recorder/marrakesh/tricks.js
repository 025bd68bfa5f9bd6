/**
 * The table while a round is played, trick by trick: both boards, both rows of ovals, who leads, and the winner's turn.
 *
 * A side that can still move uses its next oval: men off, or a null chip when none came off. A winner who can no longer
 * move fills the opponent's next oval with a chip instead. Refusals come in the order in which a trick is played.
 */

import { requireCard } from "./ledger.js";
import { Refusal } from "./refusal.js";
import { OTHER, SIDES, extraNumbers, judge, mayMove, menOn } from "./rules.js";
import { alike, compare, endOn, ends, orders, plays } from "./rules.js";
import { TRICKS_IN_A_ROUND } from "./table.js";

const IS_A_PLAY = /^([1-6]\/off|6\/[1-5]|5\/[1-4]|4\/[1-3]|3\/[12]|2\/1)$/;

export class Table {
  constructor(boards, leader, ledger) {
    this.boards = boards;
    this.leader = leader;
    this.ledger = ledger;
    this.ovals = { red: [], white: [] };
    this.irregular = false;
    this.withdrawn = [];
  }

  get over() {
    return !this.waiting().length;
  }

  /** The sides that still have a turn to come. */
  waiting() {
    return SIDES.filter((side) => this.canMove(side));
  }

  canMove(side) {
    return mayMove(this.boards[side], this.ovals[side].length);
  }

  /** One trick, as a replay tells it. */
  play(trick, place, index) {
    const { leader, winner, canMove, kind, numbers, drawn } = this.win(trick, place, index);
    const said = { leader, winner, kind, numbers, extra_numbers: drawn, irregular: Boolean(trick.ruling) };
    const came = canMove ? this.take(trick, said, place) : this.giveChip(trick, winner, place);
    this.leader = winner;
    return { ...said, ...came, board: { red: this.boards.red, white: this.boards.white } };
  }

  /** All that is settled before the winner's turn: who wins, whether he can move, and his numbers. */
  win(trick, place, index) {
    if (this.over) throw new Refusal("round_over", place);
    const ruling = trick.ruling ?? null;
    if (ruling) requireNote(ruling, place);
    this.irregular ||= Boolean(ruling);
    const leader = ruling?.leader ?? this.leader;
    if ((trick.leader ?? leader) !== leader) {
      throw new Refusal("wrong_leader", `${place}/leader`, { found: trick.leader, legal: [leader] });
    }
    if (trick.withdrawn) this.takeBack(trick.withdrawn, place, index);
    this.ledger.count(trick.lead, `${place}/lead`);
    this.ledger.count(trick.reply, `${place}/reply`);
    const { receiverWins, kind, numbers } = judge(trick.lead, trick.reply);
    const winner = ruling?.winner ?? (receiverWins ? OTHER[leader] : leader);
    const canMove = this.canMove(winner);
    const due = canMove && kind !== "plain";
    const extra = this.extra(trick, winner, due, place);
    const own = winner === leader ? trick.lead : trick.reply;
    const drawn = canMove ? extraNumbers(kind, own, extra) : [];
    return { leader, winner, canMove, kind, due, numbers: canMove ? numbers : [], drawn, own };
  }

  /** A card led face up by mistake is taken back at any of the first five tricks; then only one is left. */
  takeBack(card, place, index) {
    if (index === TRICKS_IN_A_ROUND - 1) throw new Refusal("withdrawn_too_late", `${place}/withdrawn`, { found: card });
    requireCard(card, `${place}/withdrawn`);
    this.withdrawn.push(index);
  }

  /** The extra card drawn, if one is due and was not disregarded; under a ruling it may be given or not. */
  extra(trick, winner, due, place) {
    const extra = trick.extra ?? null;
    if (extra === null && !trick.extra_disregarded) return null;
    if (!due && !trick.ruling) {
      const field = extra === null ? "extra_disregarded" : "extra";
      throw new Refusal("extra_not_due", `${place}/${field}`, this.canMove(winner) ? {} : { winner });
    }
    if (extra !== null) {
      if (trick.extra_disregarded) {
        throw new Refusal("extra_not_due", `${place}/extra_disregarded`, { both: extra });
      }
      this.ledger.count(extra, `${place}/extra`);
    }
    return extra;
  }

  /** The winner's turn. */
  take(trick, said, place) {
    const before = this.boards[said.winner];
    const [after, line] = turn({ ...said, board: before }, trick, place);
    const off = menOn(before) - menOn(after);
    this.boards = { ...this.boards, [said.winner]: after };
    this.fill(said.winner, off);
    return { plays: line, off, chip: off ? null : said.winner };
  }

  /** "Each time he wins a trick, he places a null chip against his opponent." */
  giveChip(trick, winner, place) {
    const opponent = OTHER[winner];
    const board = this.boards[winner];
    const because = menOn(board) ? "has had three turns" : "is off";
    requireNoMove(board, trick, place, { winner, because, opponent });
    this.fill(opponent, 0);
    return { plays: [], off: null, chip: opponent };
  }

  fill(side, off) {
    this.ovals = { ...this.ovals, [side]: [...this.ovals[side], off] };
  }
}

/** A ruling says what happened. */
export function requireNote(ruling, place) {
  if (!(ruling.note ?? "").trim()) throw new Refusal("ruling_without_note", `${place}/ruling`);
}

/** The board after the turn and the plays that led there, null where a ruling gives the board. */
function turn(turn, trick, place) {
  if (turn.kind !== "plain" && !trick.ruling) requireExtra(turn, trick, place);
  if (trick.ruling?.board) return [ruled(turn, trick.ruling.board, place), null];
  const board = trick.board ?? null;
  if (!trick.plays && board) return found(turn, board, place);
  const line = trick.plays ?? [];
  const after = follow(turn.board, turn.numbers, turn.extra_numbers, line);
  if (!after) throw stopped(turn, line, place);
  if (board && !alike(board, after)) {
    const params = { winner: turn.winner, found: board, after, legal: [after] };
    throw new Refusal("unreachable_board", `${place}/board`, params);
  }
  return [after, [...line]];
}

/** An extra card that is due is drawn or disregarded, or no man is left to play it with. */
function requireExtra(turn, trick, place) {
  if (trick.extra || trick.extra_disregarded || takesLastManOff(turn, trick)) return;
  const params = { winner: turn.winner, kind: turn.kind.replace("_", "-") };
  throw new Refusal("extra_missing", `${place}/extra`, params);
}

function takesLastManOff(turn, trick) {
  if (trick.plays) {
    const after = follow(turn.board, turn.numbers, [], trick.plays);
    return after !== null && !menOn(after);
  }
  return Boolean(trick.board) && !menOn(trick.board) && endOn(turn.board, turn.numbers, [], trick.board) !== null;
}

function requireNoMove(board, trick, place, who) {
  if (trick.ruling?.board && !alike(trick.ruling.board, board)) {
    throw new Refusal("cannot_move", `${place}/ruling/board`, who);
  }
  if (trick.plays?.length) {
    requireForm(trick.plays, place);
    throw new Refusal("cannot_move", `${place}/plays`, who);
  }
  if (trick.board) throw new Refusal("cannot_move", `${place}/board`, who);
}

function requireForm(line, place) {
  line.forEach((play, index) => {
    if (!IS_A_PLAY.test(play)) throw new Refusal("bad_play", `${place}/plays/${index}`, { found: play });
  });
}

function ruled(turn, board, place) {
  const men = menOn(turn.board);
  if (menOn(board) > men) {
    throw new Refusal("impossible_board", `${place}/ruling/board`, { winner: turn.winner, found: board, men });
  }
  return [...board];
}

function found(turn, board, place) {
  const end = endOn(turn.board, turn.numbers, turn.extra_numbers, board);
  if (end) return [end.board, end.plays];
  throw new Refusal("unreachable_board", `${place}/board`, {
    winner: turn.winner,
    board: turn.board,
    numbers: [...turn.numbers].reverse().concat(turn.extra_numbers),
    found: board,
    legal: ends(turn.board, turn.numbers, turn.extra_numbers).map((each) => each.board).sort(compare),
  });
}

/** The board after a whole line of plays, or null when no order of the numbers allows it. */
function follow(board, numbers, extra, line) {
  for (const order of orders(numbers)) {
    const { played, board: after, left } = along(board, [...order, ...extra], line);
    if (played === line.length && (!left.length || !menOn(after))) return after;
  }
  return null;
}

function along(board, numbers, line) {
  let played = 0;
  for (; played < Math.min(numbers.length, line.length); played += 1) {
    const after = plays(board, numbers[played]).get(line[played]);
    if (!after) break;
    board = after;
  }
  const left = numbers.slice(played);
  return { played, board, left, legal: left.length ? [...plays(board, left[0]).keys()] : [] };
}

/** Why the plays cannot be followed: first their form, then each in turn. */
function stopped(turn, line, place) {
  requireForm(line, place);
  const halts = orders(turn.numbers).map((order) => along(turn.board, [...order, ...turn.extra_numbers], line));
  const played = Math.max(...halts.map((halt) => halt.played));
  const furthest = halts.filter((halt) => halt.played === played);
  const { board, left } = furthest[0];
  const legal = [...new Set(furthest.flatMap((halt) => halt.legal))];
  const because = menOn(board) ? "no number is left" : "no man is left";
  const params = { winner: turn.winner, board, legal, ...(legal.length ? { numbers: left } : { because }) };
  if (played === line.length) return new Refusal("plays_missing", `${place}/plays`, params);
  return new Refusal("illegal_play", `${place}/plays/${played}`, { ...params, found: line[played] });
}
