"""The address of every page, as a club with something on each of them has it. A page that nobody named here fails.

Whatever stands for all of its kind is chosen by its name or by when it was made, never by its id, which is random.
Reading pages are the same for everyone who may see them; `managing` ones hold forms that write, and are never cached.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorepad.models import Club, Frozen, Ladder, LadderRating, Match, Membership, Player


@dataclass(frozen=True)
class Page:
    name: str
    address: str


def reading(club: Club) -> list[Page]:
    """What guests of a public club may read, with the ways to look at it that show something else."""
    match = Match.objects.filter(club=club, status=Match.Status.COMPLETE, grade="tricks", void=False).latest(
        "played_at", "created_at"
    )
    under_way = Match.objects.filter(club=club, status=Match.Status.OPEN, void=False).order_by("created_at").first()
    red, white = (seat.player for seat in match.seats.order_by("number"))
    of_club, of_match = {"slug": club.slug}, {"match_id": match.pk}
    pages = [
        _page("home"),
        _page("search", query={"q": red.name[:3]}),
        _page("club", of_club),
        _page("club_screen", of_club),
        _page("club_matches", of_club),
        _page("club_players", of_club),
        _page("club_statistics", of_club),
        _page("club_records", of_club),
        _page("club_ladders", of_club),
        _page("blank_paper", of_club),
        _page("match", of_match),
        _page("match", of_match, {"round": 3}),
        _page("match", of_match, {"round": 3, "step": 2}),
        _page("match", of_match, {"view": "table"}),
        _page("match_paper", of_match),
        *reading_of(red),
        _page("head_to_head", query={"a": red.pk, "b": white.pk}),
        _page("head_to_head", query={"a": red.pk}),
        _page("pair_figure", {"a": red.pk, "b": white.pk, "figure": "win_rate"}),
        _page("club_figures", of_club),
        _page("club_figure", {**of_club, "figure": "setup_pips"}),
    ]
    if under_way:
        pages.append(_page("match", {"match_id": under_way.pk}, {"round": "now"}))
    for ladder in Ladder.objects.filter(club=club):
        pages.append(_page("ladder", {"ladder_id": ladder.pk}))
        pages.append(_page("ladder", {"ladder_id": ladder.pk}, {"view": "table"}))
        pages.append(_page("ladder_season", {"ladder_id": ladder.pk}))
        pages.append(_page("ladder_known", {"ladder_id": ladder.pk}))
        if Frozen.objects.filter(ladder=ladder).exists():
            pages.append(_page("ladder_frozen", {"ladder_id": ladder.pk}))
            pages.append(_page("ladder_since", {"ladder_id": ladder.pk}))
        rating = LadderRating.objects.filter(ladder=ladder).latest("period", "player__name_key")
        of_rating = {"ladder_id": ladder.pk, "player_id": rating.player_id}
        pages.append(_page("ladder_player", of_rating))
        pages.append(_page("rating_explained", {**of_rating, "day": rating.period}))
    return pages


def managing(club: Club) -> list[Page]:
    """What only those see who run the club, or whose account it is."""
    player = Player.objects.filter(club=club, merged_into=None).earliest("name_key")
    match = Match.objects.filter(club=club, void=False).earliest("played_at", "created_at")
    ladder = Ladder.objects.filter(club=club).latest("created_at", "name")
    other = Player.objects.filter(club=club, merged_into=None).latest("name_key")
    of_club = {"slug": club.slug}
    of_member = {**of_club, "ref": Membership.objects.filter(club=club).earliest("pk").ref}
    return [
        _page("club_new"),
        _page("club_settings", of_club),
        _page("club_delete", of_club),
        _page("club_members", of_club),
        _page("member", of_member),
        _page("member_leaves", of_member),
        _page("club_invitations", of_club),
        _page("club_imports", of_club),
        _page("player_new", of_club),
        *managing_of(player),
        _page("player_merge", {"player_id": player.pk}, {"into": other.pk}),
        _page("ladder_new", of_club),
        _page("ladder_change", {"ladder_id": ladder.pk}),
        _page("ladder_freeze", {"ladder_id": ladder.pk}),
        _page("ladder_delete", {"ladder_id": ladder.pk}),
        _page("match_change", {"match_id": match.pk}),
        _page("match_change", {"match_id": match.pk}, {"what": "match"}),
        _page("match_change", {"match_id": match.pk}, {"what": "trick"}),
        _page("match_change", {"match_id": match.pk}, {"what": "void"}),
        _page("match_pair", {"match_id": match.pk}),
        _page("account"),
        _page("account_change_password"),
        _page("account_delete"),
        _page("mfa_index"),
        _page("tokens"),
        _page("language"),
    ]


def reading_of(player: Player) -> list[Page]:
    of_player = {"player_id": player.pk}
    return [
        _page("player", of_player),
        _page("player", of_player, {"view": "table"}),
        _page("player_figures", of_player, {"group": "leads"}),
        _page("player_figure", {**of_player, "figure": "men_off"}),
    ]


def managing_of(player: Player) -> list[Page]:
    of_player = {"player_id": player.pk}
    return [_page("player_change", of_player), _page("player_merge", of_player), _page("player_anonymise", of_player)]


def names() -> set[str]:
    """The names of all pages there are, but what is no page: the API, the files, the admin's own."""
    return set(_names(get_resolver().url_patterns))


def _names(patterns: list[Any]) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if not str(pattern.pattern).startswith(("api/", "admin/")):
                yield from _names(pattern.url_patterns)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield pattern.name


def _page(name: str, of: dict[str, Any] | None = None, query: dict[str, Any] | None = None) -> Page:
    return Page(name, reverse(name, kwargs=of) + (f"?{urlencode(query)}" if query else ""))
