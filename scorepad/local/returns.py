"""When a child that has died is started again: at once after a long life, else after ever longer waits.

Whatever killed it twice within seconds may be over in a minute, and a club's evening lasts longer than that; what kills
it each time is told each time, and less and less often.
"""

from dataclasses import dataclass, field

# Seconds of a long life, and those of the waits after short ones; the last of them stays.
LONG = 20
WAITS = (1, 2, 5, 10, 30, 60)


@dataclass
class Returns:
    """All moments are on one clock, which whoever asks reads."""

    born: dict[str, float] = field(default_factory=dict)
    short_lives: dict[str, int] = field(default_factory=dict)
    expected: dict[str, float] = field(default_factory=dict)

    def lives(self, name: str, now: float) -> None:
        self.born[name] = now

    def died(self, name: str, now: float) -> int:
        """The seconds until it is to come back."""
        short = self.short_lives.get(name, 0) if now - self.born[name] < LONG else None
        self.short_lives[name] = 0 if short is None else short + 1
        wait = 0 if short is None else WAITS[min(short, len(WAITS) - 1)]
        self.expected[name] = now + wait
        return wait

    def due(self, now: float) -> list[str]:
        """Those whose wait is over; each is named once."""
        come = [name for name, moment in self.expected.items() if moment <= now]
        for name in come:
            del self.expected[name]
        return come
