"""The engine beside python-chess: a trick replayed and validated, dict in and dict out, and a ply pushed from its SAN.

Both read what people write down, find the one legal move that it means, and refuse what is none. The matches come from
the seeded generator, always the same, recorded trick by trick, one turn in ten by its board alone and half of them with
the leaders; the games are well-known ones of a master's length. The two are timed in turn, several times over, and the
best time of each counts: what the machine does besides only makes a run slower.

    python -m tests.bench.bench_engine
"""

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

import chess

from engine.marrakesh import replay
from scorepad.demo.generator import Habits, match

ROUNDS_OF_TIMING = 25
MATCHES = 20
BOARDS = 0.1

# Anderssen - Kieseritzky 1851, Anderssen - Dufresne 1852, Morphy - the Duke and the Count 1858, Byrne - Fischer 1956,
# Kasparov - Topalov 1999.
GAMES = """
e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3
Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#

e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5
Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#

e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6
Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#

Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4 Bg5 Na4 Qa3 Nxc3 bxc3 Nxe4 Bxe7 Qb6 Bc4
Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1 Nxd4+ Kg1 Ne2+ Kf1 Nc3+ Kg1 axb6 Qb4 Ra4 Qxb6 Nxd1 h3 Rxa2 Kh2 Nxf2 Re1
Rxe1 Qd8+ Bf8 Nxe1 Bd5 Nf3 Ne4 Qb8 b5 h4 h5 Ne5 Kg7 Kg1 Bc5+ Kf1 Ng3+ Ke1 Bb4+ Kd1 Bb3+ Kc1 Ne2+ Kb1 Nc3+ Kc1 Rc2#

e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 Kb1 a6 Nc1 O-O-O Nb3 exd4 Rxd4 c5
Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5 exd5 Qd6 Rxd4 cxd4 Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5 Ra7
Bb7 Rxb7 Qc4 Qxf6 Kxa3 Qxa6+ Kxb4 c3+ Kxc3 Qa1+ Kd2 Qb2+ Kd1 Bf1 Rd2 Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 Qa8 c3 Qa4+ Ke1 f4 f5
Kc1 Rd2 Qa7
"""


def recorded_matches() -> list[dict[str, Any]]:
    return [match(Random(seed), habits=Habits(boards=BOARDS, leaders=seed % 2 == 0)) for seed in range(MATCHES)]


def played_games() -> list[list[str]]:
    return [game.split() for game in GAMES.split("\n\n")]


def push(game: list[str]) -> None:
    board = chess.Board()
    for san in game:
        board.push_san(san)


def timed(work: Callable[[Any], object], pieces: list[Any]) -> float:
    start = perf_counter()
    for piece in pieces:
        work(piece)
    return perf_counter() - start


def main() -> None:
    matches, games = recorded_matches(), played_games()
    tricks = sum(len(one["tricks"]) for match in matches for one in match["rounds"])
    plies = sum(map(len, games))
    runs = [(timed(replay, matches), timed(push, games)) for _ in range(ROUNDS_OF_TIMING)]
    per_trick = min(run[0] for run in runs) / tricks * 1e6
    per_ply = min(run[1] for run in runs) / plies * 1e6
    print(f"engine        {per_trick:6.2f} µs a trick ({tricks} tricks of {len(matches)} records, best of {len(runs)})")
    print(f"python-chess  {per_ply:6.2f} µs a ply   ({plies} plies of {len(games)} games, push_san)")
    print(f"ratio         {per_ply / per_trick:6.2f}")


if __name__ == "__main__":
    main()
