"""Players over the API: who is whom, and who has no name any more."""

from typing import Any

from tests.api.callers import Caller, problem

Json = dict[str, Any]


def test_a_player_is_made_anonymous_and_what_showed_the_name_is_shown_anew(
    callers: dict[str, Caller], match: Json
) -> None:
    owner = callers["owner"]
    red = match["seats"]["red"]
    player, shown = f"/players/{red['player']}/", f"/matches/{match['id']}/"
    before = owner.get(shown)
    problem(callers["scorer"].post(f"{player}anonymise/", {}), 403, "forbidden")
    said = owner.post(f"{player}anonymise/", {})
    assert said.status_code == 200
    assert said.json()["anonymised"] is True
    assert red["name"] not in said.content.decode()
    assert owner.post(f"{player}anonymise/", {}).json() == said.json() == owner.get(player).json()
    after = owner.get(shown, if_none_match=before["ETag"])
    assert after.status_code == 200
    assert after.json()["seats"]["red"] == {**red, "name": said.json()["name"]}
    assert after.json()["seats"]["white"] == match["seats"]["white"]
    for form in ("record/", "entries/"):
        assert red["name"] not in owner.get(shown + form).content.decode()
    renamed = owner.send("PATCH", player, {"name": red["name"]}, if_match="*")
    problem(renamed, 409, "anonymised")


def test_a_merge_is_shown_and_refused_to_those_who_have_met(owner: Caller, match: Json) -> None:
    red, white = (match["seats"][key]["player"] for key in ("red", "white"))
    said = problem(owner.post(f"/players/{red}/merge/", {"into": white}), 409, "have_met")
    assert said["matches"] == [match["id"]]
    other = owner.post(f"/clubs/{match['club']}/players/", {"name": "Anna again"}).json()["id"]
    for _ in range(2):
        merged = owner.post(f"/players/{other}/merge/", {"into": red})
        assert (merged.status_code, merged.json()["merged_into"]) == (200, red)
    for _ in range(2):
        assert owner.post(f"/players/{other}/unmerge/", {}).json()["merged_into"] is None
