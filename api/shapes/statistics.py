"""Statistics: figures with what they rest on, tables of them, and what results there were."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.shapes.base import Shape


@extend_schema_field(OpenApiTypes.NUMBER)
class Number(serializers.FloatField):
    pass


class PersonShape(Shape):
    id = serializers.UUIDField(help_text="Of a merged player, whom he became.")
    name = serializers.CharField()


class FiltersShape(Shape):
    to = serializers.DateField(allow_null=True)
    opponent = serializers.UUIDField(allow_null=True)
    role = serializers.CharField(allow_null=True)
    grade = serializers.CharField(allow_null=True)
    ladder = serializers.UUIDField(allow_null=True)

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        return {"from": serializers.DateField(allow_null=True), **super().get_fields()}


class AboutShape(Shape):
    club = serializers.CharField(help_text="The club's slug.")
    game = serializers.CharField()
    filters = FiltersShape()
    pending = serializers.IntegerField(help_text="How many changes in the club are not in the figures yet.")


class GroupShape(Shape):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class FigureShape(Shape):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    group = serializers.CharField()
    measure = serializers.CharField(help_text="`count`, `most`, `rate`, `mean`, `index` or `deviation`.")
    role = serializers.CharField(allow_null=True)
    unit = serializers.CharField(help_text="What n counts.")
    grade = serializers.CharField(help_text="The least grade of round that tells it.")
    shown_from = serializers.IntegerField(help_text="The least n of which it is told.")
    verdict_from = serializers.IntegerField(help_text="The least n of which it is judged.")


class IntervalShape(Shape):
    low = Number()
    high = Number()


class ToldShape(Shape):
    value = Number(allow_null=True, help_text="Null of too few cases; then nothing is told but n.")
    n = serializers.IntegerField()
    interval = IntervalShape(allow_null=True, help_text="95 %.")
    standard_error = Number(allow_null=True)
    p_value = Number(allow_null=True, help_text="How often chance alone would be as far from what is expected.")
    expected = Number(allow_null=True, help_text="What chance alone brings.")


class AverageShape(Shape):
    value = Number(allow_null=True)
    n = serializers.IntegerField()
    percentile = Number(allow_null=True, help_text="Where the player stands among the others.")
    players = serializers.IntegerField(help_text="How many others: those with cases enough for a verdict.")


class LineShape(FigureShape, ToldShape):
    pass


class ComparedShape(LineShape):
    club = AverageShape()
    verdict = serializers.ChoiceField(
        allow_null=True,
        choices=["above", "below", "none"],
        help_text="Where the interval lies beside that of the others.",
    )


class TableShape(Shape):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    group = serializers.CharField()
    role = serializers.CharField(allow_null=True)
    unit = serializers.CharField()
    grade = serializers.CharField()
    rows = serializers.ListField(child=serializers.CharField())
    columns = serializers.ListField(child=serializers.CharField())


class ComparedTableShape(TableShape):
    cells = serializers.ListField(child=ComparedShape(many=True), help_text="By row and column.")


class LineTableShape(TableShape):
    cells = serializers.ListField(child=LineShape(many=True), help_text="By row and column.")


class ResultShape(Shape):
    match = serializers.UUIDField()
    played_on = serializers.DateField()
    opponent = PersonShape()
    outcome = serializers.ChoiceField(choices=["won", "drawn", "lost"])
    points = serializers.IntegerField()
    against = serializers.IntegerField()


class StreakShape(Shape):
    matches = serializers.IntegerField()
    to = serializers.DateField(allow_null=True)

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        return {"from": serializers.DateField(allow_null=True), **super().get_fields()}


class StreaksShape(Shape):
    kind = serializers.ChoiceField(choices=["won", "unbeaten", "lost"])
    current = StreakShape()
    longest = StreakShape()


class MonthShape(Shape):
    month = serializers.CharField(help_text="As `2026-11`.")
    matches = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    points = serializers.IntegerField()


class PlayerStatisticsShape(AboutShape):
    player = PersonShape()
    groups = GroupShape(many=True)
    figures = ComparedShape(many=True)
    tables = ComparedTableShape(many=True)
    form = ResultShape(many=True, help_text="The last ten, the latest first.")
    streaks = StreaksShape(many=True)
    calendar = MonthShape(many=True, help_text="The months with a match, the latest first.")


class EvidenceShape(Shape):
    n = serializers.IntegerField(help_text="Dice.")
    e_value = Number(help_text="Evidence against fair dice; holds however often one looks.")
    p_value = Number(help_text="1 / e_value, at most 1.")
    log_e = Number()


class HeadlineShape(ToldShape):
    key = serializers.CharField()


class ListedShape(Shape):
    player = PersonShape()
    figures = HeadlineShape(many=True)


class ClubStatisticsShape(AboutShape):
    matches = serializers.IntegerField()
    groups = GroupShape(many=True)
    figures = LineShape(many=True, help_text="Each match is counted once for each seat.")
    tables = LineTableShape(many=True)
    fairness = EvidenceShape(allow_null=True, help_text="Of all dice of the club; null under a filter.")
    headlines = FigureShape(many=True)
    players = ListedShape(many=True, help_text="By name.")


class ExplainedFigureShape(FigureShape):
    formula = serializers.CharField()


class ChanceShape(Shape):
    expected = serializers.CharField(help_text="Of each case, exactly: a whole number or a fraction.")
    variance = serializers.CharField(allow_null=True)


class InputShape(Shape):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    unit = serializers.CharField()
    grade = serializers.CharField()
    adds = serializers.ChoiceField(choices=["sum", "max"])
    sum = serializers.IntegerField()
    counted = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How often it is counted in `of`, `per` (which is n), `squares`, `expected` and `variance`.",
    )


class ExplainedShape(ToldShape):
    player = PersonShape(allow_null=True, help_text="Null for the club.")
    inputs = InputShape(many=True)


class ExplanationShape(AboutShape):
    figure = ExplainedFigureShape()
    chance = ChanceShape(allow_null=True, help_text="What is known beforehand of each case.")
    explained = ExplainedShape(many=True, help_text="One; of a head-to-head two.")


class TallyShape(Shape):
    matches = serializers.IntegerField()
    a_won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    b_won = serializers.IntegerField()
    a_points = serializers.IntegerField()
    b_points = serializers.IntegerField()


class PairShape(FigureShape):
    a = ToldShape()
    b = ToldShape()


class PairTableShape(TableShape):
    cells = serializers.ListField(child=PairShape(many=True), help_text="By row and column.")


class HeadToHeadShape(AboutShape):
    a = PersonShape()
    b = PersonShape()
    tally = TallyShape()
    last = ResultShape(many=True, help_text="The last ten matches as `a` saw them, the latest first.")
    groups = GroupShape(many=True)
    figures = PairShape(many=True)
    tables = PairTableShape(many=True)


class HolderShape(Shape):
    player = PersonShape()
    opponent = PersonShape(allow_null=True, help_text="Null of a streak.")
    match = serializers.UUIDField(help_text="Of a streak the first.")
    played_on = serializers.DateField()
    round = serializers.IntegerField(allow_null=True)
    last_match = serializers.UUIDField(allow_null=True, help_text="Of a streak.")
    last_played_on = serializers.DateField(allow_null=True)


class RecordShape(Shape):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    unit = serializers.CharField()
    value = serializers.IntegerField(allow_null=True, help_text="Null of a feat, and where nobody has played.")
    count = serializers.IntegerField(help_text="How often in all.")
    holders = HolderShape(many=True, help_text="Of a record the first 20, of a feat the last 200.")


class RecordsShape(AboutShape):
    records = RecordShape(many=True)
    feats = RecordShape(many=True)


class HabitShape(FigureShape):
    count = serializers.IntegerField()
    n = serializers.IntegerField()
    share = Number(allow_null=True)
    rest_count = serializers.IntegerField(help_text="The rest: the club without this player.")
    rest_n = serializers.IntegerField()
    rest_share = Number(allow_null=True)
    p_value = Number(allow_null=True, help_text="Null where either has too few cases to be tested.")
    adjusted = Number(allow_null=True, help_text="The least rate at which it would be marked.")
    marked = serializers.BooleanField()


class HabitTableShape(TableShape):
    cells = serializers.ListField(child=HabitShape(many=True), help_text="By row and column.")


class HabitsShape(AboutShape):
    player = PersonShape()
    rate = Number(help_text="The share of marks that may be chance, on average.")
    tested = serializers.IntegerField(help_text="How many differences were tested together.")
    groups = GroupShape(many=True)
    habits = HabitShape(many=True)
    tables = HabitTableShape(many=True)
