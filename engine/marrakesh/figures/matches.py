"""Figures of matches, of rounds and of the results of rounds: what a score pad tells."""

from collections.abc import Iterator
from functools import partial

from engine.figures import Figure
from engine.marrakesh.declared import TIEBREAKS
from engine.marrakesh.figures.formulas import figure, of
from engine.marrakesh.matches import OASES
from engine.marrakesh.scoring import DEFENSIVE, OFFENSIVE, in_words

of_matches = partial(figure, group="matches", unit="matches")
of_rounds = partial(figure, group="rounds", unit="rounds")
of_results = partial(figure, group="results", unit="rounds")

_OUTCOMES = (
    ("win_rate", "Won", "won", "matches won"),
    ("draw_rate", "Drawn", "drawn", "matches drawn"),
    ("loss_rate", "Lost", "lost", "matches lost"),
    ("gave_up", "Given up", "gave_up", "matches given up"),
    ("won_by_forfeit", "Given up by the opponent", "won_by_forfeit", "matches that the opponent gave up"),
)


def _matches() -> Iterator[Figure]:
    yield of_matches("matches", "Matches", "count", "matches", "matches")
    for key, label, fact, said in _OUTCOMES:
        yield of_matches(key, label, "rate", fact, "matches", says=f"{said} / matches that count, forfeits too")
    yield of_matches("completed", "Played to the end", "count", "completed", "matches")
    yield of_matches(
        "points_per_match",
        "Points per match",
        "mean",
        "completed_points",
        "completed",
        squares="completed_points_squares",
    )
    yield of_matches(
        "margin_per_match",
        "Margin per match",
        "mean",
        {"completed_points": 1, "completed_against": -1},
        "completed",
        says="(points - the opponents' points) in matches played to the end / matches played to the end",
        squares="completed_margin_squares",
    )
    yield of_matches("best_match", "Best match", "most", "best_match", "completed")
    yield from _tiebreaks()
    for name, _ in OASES.values():
        yield of_matches(name, f"Won by {in_words(name)}", "count", name, "completed")


def _tiebreaks() -> Iterator[Figure]:
    def decided(*tiebreaks: str) -> dict[str, int]:
        return {f"{outcome}_by_{by}": 1 for by in tiebreaks for outcome in ("won", "lost")}

    for by, name in TIEBREAKS.items():
        yield of_matches(
            f"decided_by_{by}",
            f"Decided by {name}",
            "rate",
            decided(by),
            decided(*TIEBREAKS),
            says=f"matches won or lost by {name} / matches played to the end and not drawn",
        )
    ties = [by for by in TIEBREAKS if by != "score"]
    yield of_matches(
        "ties_won",
        "Ties broken in the player's favor",
        "rate",
        of(*(f"won_by_{by}" for by in ties)),
        decided(*ties),
        says="matches of equal scores won by a tiebreak / matches of equal scores won or lost by one",
    )


def _rounds() -> Iterator[Figure]:
    yield of_rounds("rounds", "Rounds", "count", "rounds", "rounds")
    yield of_rounds("points_per_round", "Points per round", "mean", "points", "rounds", squares="points_squares")
    yield of_rounds("rounds_scored", "Scored in", "rate", "rounds_scored", "rounds")
    yield of_rounds(
        "points_per_round_scored",
        "Points per round scored in",
        "mean",
        "points",
        "rounds_scored",
        squares="points_squares",
    )
    yield of_rounds("best_round", "Best round", "most", "best_round", "rounds")
    yield of_rounds("marrakeshes", "Marrakeshes", "count", "marrakeshes", "rounds")


def _results() -> Iterator[Figure]:
    known = "rounds whose patterns are known and stood"
    for kind, points_of in (("offensive", OFFENSIVE), ("defensive", DEFENSIVE)):
        yield of_results(
            f"{kind}_points",
            f"{kind.title()} points per round",
            "mean",
            {f"{kind}_{name}": points for name, points in points_of.items()},
            "named",
            says=f"{kind} points by the scorecard / {known}",
            squares={f"{kind}_{name}": points**2 for name, points in points_of.items()},
        )
    yield of_results(
        "borne_off",
        "All men off",
        "rate",
        of(*(f"offensive_{name}" for name in OFFENSIVE)),
        "named",
        says=f"rounds with all six men off / {known}",
    )
    for name in OFFENSIVE:
        yield of_results(f"offensive_{name}", in_words(name), "rate", f"offensive_{name}", "named")
    for name in DEFENSIVE:
        yield of_results(f"defensive_{name}", in_words(name), "rate", f"defensive_{name}", "named")
    yield of_results("pips_won", "Pips", "rate", "pips_won", "named")


FIGURES = (*_matches(), *_rounds(), *_results())
