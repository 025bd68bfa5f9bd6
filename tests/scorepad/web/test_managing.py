"""Running a club on pages: who gets to them, and what each of them does, by its form and in its words."""

import re
from typing import Any
from uuid import uuid4

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorepad.models import Club, Invitation, Membership, Player, User
from scorepad.selectors.access import Viewer
from scorepad.services.players import create_player
from scorepad.services.statistics import refresh
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import vectors
from tests.scorepad.web.pages import Element, read
from tests.scorepad.web.test_pad import whole

VECTORS = vectors()
COMPLETE = whole(VECTORS[9]["record"])
HOSTILE = "<img src=x onerror=alert(1)>"


def sent(viewer: Viewer, page: str, /, *of: Any, **form: Any) -> Any:
    """The answer to what this person sends to a page, followed to where it leads."""
    return as_one(viewer).post(reverse(page, args=of), form, follow=True)


def seen(viewer: Viewer, page: str, /, *of: Any, **query: Any) -> Element:
    answer = as_one(viewer).get(reverse(page, args=of), query)
    assert answer.status_code == 200
    return read(answer.content)


def as_one(viewer: Viewer) -> Client:
    client = Client()
    if viewer.user:
        client.force_login(viewer.user)
    return client


def told(answer: Any) -> str:
    return read(answer.content).one("main").text


# -- who gets there ---------------------------------------------------------------------------------------------------

OWNERS, SCORERS, MEMBERS, ANYBODY = ["owner"], ["owner", "scorer"], ["owner", "scorer", "member"], None
POLICY = {
    "club_new": ANYBODY,
    "club_settings": OWNERS,
    "club_delete": OWNERS,
    "club_members": MEMBERS,
    "member": MEMBERS,
    "member_leaves": MEMBERS,
    "club_invitations": OWNERS,
    "player_new": SCORERS,
    "player_change": SCORERS,
    "player_merge": OWNERS,
    "player_anonymise": OWNERS,
}


def address(circle: Circle, name: str) -> str:
    if name == "club_new":
        return reverse(name)
    if name.startswith("player_") and name != "player_new":
        return reverse(name, args=[circle.ann.pk])
    ref = Membership.objects.get(user=circle.member.user).ref
    return reverse(name, args=[circle.club.slug, *([ref] if name.startswith("member") else [])])


def test_each_page_is_for_whom_it_is(circle: Circle):
    heard = {}
    for name, allowed in POLICY.items():
        where = address(circle, name)
        for who in ("owner", "scorer", "member", "stranger"):
            expected = 200 if allowed is ANYBODY or who in allowed else 404 if who == "stranger" else 403
            heard[name, who] = (as_one(getattr(circle, who)).get(where).status_code, expected)
        passer_by = Client().get(where)
        assert (passer_by.status_code, passer_by["Location"]) == (302, f"/accounts/login/?next={where}")
    assert {key: status for key, (status, expected) in heard.items() if status != expected} == {}


def test_what_somebody_may_not_do_changes_nothing_by_its_form_either(circle: Circle):
    ref = Membership.objects.get(user=circle.owner.user).ref
    for name, of, form in (
        ("club_settings", ["friday"], {"name": "Ours"}),
        ("club_delete", ["friday"], {"confirm": "friday"}),
        ("club_members", ["friday"], {"user": circle.stranger.user.username, "role": "owner"}),
        ("member", ["friday", ref], {"role": "member"}),
        ("member_leaves", ["friday", ref], {}),
        ("member_reset", ["friday", ref], {}),
        ("club_invitations", ["friday"], {"id": uuid4(), "role": "owner"}),
        ("player_merge", [circle.ann.pk], {"into": circle.bob.pk}),
        ("player_anonymise", [circle.ann.pk], {"confirm": "Ann"}),
    ):
        assert sent(circle.scorer, name, *of, **form).status_code == 403, name
        assert sent(circle.stranger, name, *of, **form).status_code == 404, name
    assert Club.objects.get(deleted_at=None).name == "Friday Club"
    assert sorted(Membership.objects.values_list("role", flat=True)) == ["member", "owner", "scorer"]
    assert not Invitation.objects.exists()
    assert not Player.objects.exclude(merged_into=None, anonymised_at=None).exists()


# -- a club -----------------------------------------------------------------------------------------------------------


def founding(**given: Any) -> dict[str, Any]:
    return {"id": uuid4(), "name": "", "slug": "", "time_zone": "Europe/Vienna", "visibility": "private", **given}


def test_a_club_is_founded_with_an_address_made_of_its_name(circle: Circle):
    form = founding(name="Café Größer & Söhne")
    for _ in range(2):  # the same form sent twice
        assert sent(circle.stranger, "club_new", **form).status_code == 200
    club = Club.objects.get(name="Café Größer & Söhne")
    assert (club.slug, club.time_zone) == ("cafe-grosser-and-sohne", "Europe/Vienna")
    assert Membership.objects.get(club=club).role == "owner"
    assert "Another club has this address already." in told(
        sent(circle.stranger, "club_new", **founding(name="Friday"))
    )
    for wrong, said in (
        ({"slug": "new"}, "an address of the site's own"),
        ({"slug": "Thursday!"}, "made of a to z"),
        ({"time_zone": "Mars/Olympus"}, "named by its place"),
        ({"name": "\u202e", "slug": "turned"}, "something to see"),
    ):
        assert said in told(sent(circle.stranger, "club_new", **founding(**({"name": "Thursday"} | wrong))))
    assert Club.objects.count() == 2


def test_a_club_is_changed_and_deleted_once_its_address_is_said_again(circle: Circle):
    form = {"name": "Saturday Club", "slug": "saturday", "time_zone": "Asia/Tokyo", "visibility": "public"}
    answer = sent(circle.owner, "club_settings", "friday", **form)
    assert answer.request["PATH_INFO"] == "/clubs/saturday/settings/"
    assert Club.objects.filter(**form).exists()
    assert "This is not the club's address." in told(sent(circle.owner, "club_delete", "saturday", confirm="friday"))
    assert Club.objects.filter(deleted_at=None).exists()
    sent(circle.owner, "club_delete", "saturday", confirm="saturday")
    assert not Club.objects.filter(deleted_at=None).exists()


# -- its members ------------------------------------------------------------------------------------------------------


def ref_of(viewer: Viewer) -> Any:
    return Membership.objects.get(user=viewer.user).ref


def test_members_come_change_and_go_and_an_owner_stays(circle: Circle):
    assert "friday-stranger is a member now." in told(
        sent(circle.owner, "club_members", "friday", user="friday-stranger", role="member")
    )
    assert "Nobody signs in here by this name." in told(
        sent(circle.owner, "club_members", "friday", user="nobody", role="member")
    )
    sent(circle.owner, "member", "friday", ref_of(circle.stranger), role="scorer")
    assert Membership.objects.get(user=circle.stranger.user).role == "scorer"
    last = "A club needs an owner"
    assert last in told(sent(circle.owner, "member", "friday", ref_of(circle.owner), role="member"))
    assert last in told(sent(circle.owner, "member_leaves", "friday", ref_of(circle.owner)))
    sent(circle.owner, "member_leaves", "friday", ref_of(circle.stranger))
    own = ref_of(circle.member)
    assert "You have left the club." in told(sent(circle.member, "member_leaves", "friday", own))
    assert set(Membership.objects.values_list("user__username", flat=True)) == {"friday-owner", "friday-scorer"}


def test_a_link_to_a_new_password_is_shown_once_and_not_for_everybody(circle: Circle, make_circle: Any):
    shown = read(sent(circle.owner, "member_reset", "friday", ref_of(circle.member)).content)
    link = shown.one("code").text
    assert shown.one("div", **{"class": "code"}).all("svg")
    page = read(Client().get(re.sub("^http://testserver", "", link)).content)
    assert page.one("main").all("bdi")[0].text == "friday-member"
    refused = sent(circle.owner, "member_reset", "friday", ref_of(circle.owner))
    assert (refused.status_code, "by your own link" in told(refused)) == (403, True)
    elsewhere = make_circle("monday")
    Membership.objects.create(club=elsewhere.club, user=circle.scorer.user, role="member")
    ref = Membership.objects.get(user=circle.scorer.user, club=circle.club).ref
    refused = sent(circle.owner, "member_reset", "friday", ref)
    assert (refused.status_code, "reaches further than your clubs" in told(refused)) == (403, True)


def test_an_invitation_is_shown_once_opens_once_and_is_withdrawn(circle: Circle):
    form = {"id": uuid4(), "role": "scorer", "player": circle.ann.pk}
    shown = read(sent(circle.owner, "club_invitations", "friday", **form).content)
    link = shown.one("code").text
    assert shown.one("div", **{"class": "code"}).all("svg")
    assert not read(sent(circle.owner, "club_invitations", "friday", **form).content).all("code")
    listed = seen(circle.owner, "club_invitations", "friday").text
    assert "scorer · Ann" in listed
    assert link not in listed
    as_one(circle.stranger).post(re.sub("^http://testserver", "", link))
    assert Membership.objects.get(user=circle.stranger.user).role == "scorer"
    assert Player.objects.get(pk=circle.ann.pk).user == circle.stranger.user
    form = {"id": uuid4(), "role": "member", "player": ""}
    link = read(sent(circle.owner, "club_invitations", "friday", **form).content).one("code").text
    sent(circle.owner, "invitation_withdrawn", "friday", form["id"])
    assert Client().get(re.sub("^http://testserver", "", link)).status_code == 404
    assert "Still open" not in seen(circle.owner, "club_invitations", "friday").text


# -- its players ------------------------------------------------------------------------------------------------------


def test_a_player_is_taken_in_with_every_spelling_and_what_is_much_alike_is_told(circle: Circle):
    taken = sent(circle.scorer, "player_new", "friday", id=uuid4(), name="Carla", aliases="Karla\n\nBOB ")
    assert "Another player of this club is known by this name." in told(taken)
    assert "BOB" in told(taken)  # nothing that was typed is lost
    made = sent(circle.scorer, "player_new", "friday", id=uuid4(), name="Carla Nunes", aliases="Karla\n\nC. N. ")
    player = Player.objects.get(name="Carla Nunes")
    assert player.aliases == ["C. N.", "Karla"]
    assert "/clubs/friday/players/new/" in [link.attributes["href"] for link in read(made.content).all("a")]
    assert "much like" not in told(made).lower()
    again = sent(circle.scorer, "player_new", "friday", id=uuid4(), name="Carla Nunez", aliases="")
    assert "Much like a name that is there: Carla Nunes." in told(again)


def test_names_are_put_right_by_scorers_and_members_named_by_owners(circle: Circle):
    form = {"name": "Anna", "aliases": "Ann", "hidden": "on", "user": "friday-member"}
    sent(circle.scorer, "player_change", circle.ann.pk, **form)
    player = Player.objects.get(pk=circle.ann.pk)
    assert (player.name, player.aliases, player.hidden, player.user) == ("Anna", ["Ann"], True, None)
    sent(circle.owner, "player_change", circle.ann.pk, **form)
    assert Player.objects.get(pk=circle.ann.pk).user == circle.member.user
    sent(circle.owner, "player_change", circle.ann.pk, **(form | {"user": "", "hidden": ""}))
    player.refresh_from_db()
    assert (player.user, player.name) == (None, "Anna")


def test_two_who_are_one_are_compared_merged_and_parted_again(circle: Circle):
    other = create_player(viewer=circle.owner, club_slug="friday", name="Annie").obj
    circle.match(**COMPLETE)
    circle.match(**COMPLETE, seats={"red": other.pk, "white": circle.bob.pk}, played_at="2026-11-22T19:30:00+01:00")
    list(refresh(club_id=circle.club.pk))
    table = seen(circle.owner, "player_merge", other.pk, into=circle.ann.pk).one("table").text
    assert "1 Matches 1" in table
    assert "22 Nov 2026 Last played 29 Nov 2026" in table
    assert "Bob Mostly against Bob" in table
    foretold = told(sent(circle.owner, "player_merge", other.pk, into=circle.ann.pk, rehearse="yes"))
    assert "no ladder would change" in foretold
    assert Player.objects.get(pk=other.pk).merged_into is None
    merged = told(sent(circle.owner, "player_merge", other.pk, into=circle.ann.pk))
    assert "Annie is the same person from now on." in merged
    assert Player.objects.get(pk=other.pk).merged_into == circle.ann
    sent(circle.owner, "player_unmerge", other.pk)
    assert Player.objects.get(pk=other.pk).merged_into is None


def test_two_who_have_met_are_two_and_their_matches_prove_it(circle: Circle):
    match = circle.match(**COMPLETE)
    page = seen(circle.owner, "player_merge", circle.ann.pk, into=circle.bob.pk).one("main")
    assert "they are two people" in page.text
    assert page.one("a", href=f"/matches/{match.pk}/")
    assert not page.all("input", name="into")  # and no button
    refused = sent(circle.owner, "player_merge", circle.ann.pk, into=circle.bob.pk)
    assert "they are two people" in told(refused)
    assert Player.objects.get(pk=circle.ann.pk).merged_into is None


def test_a_name_goes_for_good_once_it_is_said_again(circle: Circle):
    assert "This is not the player's name." in told(
        sent(circle.owner, "player_anonymise", circle.ann.pk, confirm="Bob")
    )
    assert Player.objects.get(pk=circle.ann.pk).name == "Ann"
    sent(circle.owner, "player_anonymise", circle.ann.pk, confirm=" ann ")
    assert Player.objects.get(pk=circle.ann.pk).anonymised_at
    assert {field.attributes["name"] for field in seen(circle.owner, "player_change", circle.ann.pk).all("input")} == {
        "csrfmiddlewaretoken",
        "hidden",
    }


# -- of all of them ---------------------------------------------------------------------------------------------------


def test_many_members_and_players_ask_no_more_queries_than_few(circle: Circle):
    def asked() -> list[int]:
        counts = []
        for name, of in (
            ("club_members", ["friday"]),
            ("club_invitations", ["friday"]),
            ("player_change", [circle.ann.pk]),
            ("player_merge", [circle.ann.pk]),
        ):
            client = as_one(circle.owner)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(reverse(name, args=of)).status_code == 200
            counts.append(len(queries))
        return counts

    few = asked()
    for number in range(20):
        user = User.objects.create_user(f"member-{number}")
        Membership.objects.create(club=circle.club, user=user, role="member")
        player = create_player(viewer=circle.owner, club_slug="friday", name=f"Player {number} of many").obj
        Player.objects.filter(pk=player.pk).update(user=user)
        form = {"id": uuid4(), "role": "member", "player": ""}
        as_one(circle.owner).post(reverse("club_invitations", args=["friday"]), form)
    assert asked() == few
    assert max(few) <= 12


def test_names_that_mean_harm_stay_names(circle: Circle):
    Club.objects.filter(pk=circle.club.pk).update(name=HOSTILE)
    User.objects.filter(pk=circle.member.user.pk).update(username=HOSTILE)
    sent(circle.owner, "player_change", circle.ann.pk, name=HOSTILE, aliases=HOSTILE[1:], user=HOSTILE)
    other = create_player(viewer=circle.owner, club_slug="friday", name="Bobby").obj
    for name in POLICY:
        answer = as_one(circle.owner).get(address(circle, name), {"into": other.pk} if name == "player_merge" else {})
        assert b"<img" not in answer.content, name
    for name in ("account", "tokens"):
        assert b"<img" not in as_one(circle.member).get(reverse(name)).content
