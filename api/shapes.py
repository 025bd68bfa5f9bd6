"""The shapes that go out: how rows and sheets are shown, and what the OpenAPI document says of them."""

from typing import Any

from rest_framework import serializers

from scorepad.models import Club, Match, Player


# No docstrings below: the document would print them at every shape.
class Shape(serializers.Serializer[Any]):
    pass


class ErrorShape(Shape):
    pointer = serializers.CharField(help_text="Into what was sent; empty when the fault shows elsewhere.")
    record_pointer = serializers.CharField(allow_null=True, help_text="Into the match record.")
    code = serializers.CharField()
    params = serializers.DictField()
    detail = serializers.CharField()


class JournalRowShape(Shape):
    version = serializers.IntegerField()
    id = serializers.UUIDField()
    kind = serializers.CharField()
    data = serializers.DictField(  # type: ignore[assignment]
        allow_null=True, help_text="Null where its cards are not yet yours to see."
    )
    reason = serializers.CharField(allow_null=True)
    undoes = serializers.IntegerField(allow_null=True, help_text="The version that an undo took back.")
    stands = serializers.BooleanField(help_text="False when it was taken back since.")
    actor_id = serializers.IntegerField()
    actor = serializers.CharField(allow_blank=True, help_text="Who entered it; for members.")
    token_id = serializers.UUIDField(allow_null=True)
    device = serializers.CharField(allow_null=True)
    entered_at = serializers.DateTimeField(allow_null=True, help_text="The device's claim.")
    stored_at = serializers.DateTimeField()


class ProblemShape(Shape):
    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="For the person at the table.")
    code = serializers.CharField(help_text="The one thing to switch on.")
    errors = ErrorShape(many=True)  # type: ignore[assignment]
    legal = serializers.ListField(required=False, help_text="What the rules allow there, where it can be listed.")
    version = serializers.IntegerField(required=False, help_text="The match's version now.")
    missed = JournalRowShape(many=True, required=False, help_text="The entries since base_version.")
    awaiting = serializers.DictField(required=False, allow_null=True, help_text="What comes next in the match.")
    request_id = serializers.CharField()


class LimitsShape(Shape):
    body_bytes = serializers.IntegerField()
    depth = serializers.IntegerField()
    entries_per_batch = serializers.IntegerField()
    page_size = serializers.IntegerField()


class GameShape(Shape):
    name = serializers.CharField()
    rules = serializers.CharField(help_text="The rules version a new match is accepted under.")
    record_format = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField())
    kinds = serializers.ListField(child=serializers.CharField(), help_text="The entries of this game's own.")


class RootShape(Shape):
    name = serializers.CharField()
    version = serializers.CharField()
    api = serializers.CharField()
    games = serializers.DictField(child=GameShape())
    limits = LimitsShape()
    epoch = serializers.DateTimeField(help_text="When the database was made: another one, another epoch.")
    time = serializers.DateTimeField(help_text="The server's clock.")
    links = serializers.DictField(child=serializers.CharField())


class ClubShape(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["id", "slug", "name", "time_zone", "visibility", "created_at"]


class PlayerShape(serializers.ModelSerializer[Player]):
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    aliases = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Player
        fields = ["id", "club", "name", "aliases"]


class NewPlayerShape(PlayerShape):
    hints = serializers.ListField(child=serializers.DictField())

    class Meta(PlayerShape.Meta):
        fields = [*PlayerShape.Meta.fields, "hints"]


class SeatShape(Shape):
    player = serializers.UUIDField()
    name = serializers.CharField()
    score = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True, help_text="Once the match is complete; may be shared.")


class MatchRowShape(Shape):
    id = serializers.UUIDField()
    club = serializers.CharField(help_text="The club's slug.")
    game = serializers.CharField()
    rules = serializers.CharField(help_text="The rules version it was accepted under.")
    played_at = serializers.DateTimeField(help_text="As it was written down.")
    played_on = serializers.DateField(help_text="The club's own date of that evening.")
    rated = serializers.BooleanField()
    table = serializers.CharField(allow_blank=True)
    status = serializers.ChoiceField(choices=Match.Status.choices)
    grade = serializers.CharField()
    version = serializers.IntegerField(help_text="The last entry's; the base_version of the next.")
    seats = serializers.DictField(child=SeatShape(), help_text="By the keys of the game's seats.")
    running = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    awaiting = serializers.DictField(allow_null=True, help_text="What comes next: round, trick and leader.")


class MatchShape(MatchRowShape):
    options = serializers.DictField(help_text="A stake is shown to members only.")
    totals = serializers.DictField(child=serializers.IntegerField())
    result = serializers.DictField(allow_null=True, help_text="A payoff is shown to members only.")
    entries = serializers.IntegerField()
    amended = serializers.IntegerField()


class NewMatchShape(MatchShape):
    hints = serializers.ListField(child=serializers.DictField(), help_text="Doubts for a person to look at.")


class EntryAnswerShape(Shape):
    id = serializers.UUIDField()
    kind = serializers.CharField()
    version = serializers.IntegerField()
    stands = serializers.BooleanField(help_text="False when it was taken back or replaced since.")
    trick = serializers.DictField(allow_null=True, help_text="The trick as the rules read it.")
    round = serializers.DictField(allow_null=True, help_text="Its round as the rules read it.")
    running = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    awaiting = serializers.DictField(allow_null=True)
    status = serializers.ChoiceField(choices=Match.Status.choices)
    result = serializers.DictField(allow_null=True)
    dry_run = serializers.BooleanField(required=False, help_text="Nothing was stored.")


class VerdictShape(Shape):
    id = serializers.CharField(allow_null=True)
    status = serializers.IntegerField(allow_null=True, help_text="As for a single entry; null when it was not tried.")
    entry = EntryAnswerShape(allow_null=True)
    problem = ProblemShape(allow_null=True)


class BatchAnswerShape(Shape):
    results = VerdictShape(many=True, help_text="One for each entry, in order; none is tried after a refusal.")


class PageOf(Shape):
    next = serializers.URLField(allow_null=True, help_text="The next page, if there is one.")


class ClubPage(PageOf):
    results = ClubShape(many=True)


class PlayerPage(PageOf):
    results = PlayerShape(many=True)


class MatchPage(PageOf):
    results = MatchRowShape(many=True)


class JournalPage(PageOf):
    results = JournalRowShape(many=True)
