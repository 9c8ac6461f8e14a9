"""The clock: simple delay and a reserve, as arithmetic. Time always comes in as an argument.

Source: docs/rules.md, "The clock".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from backgammon.sides import Side

OVERTIME_MS = 30_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRules:
    """Delay at each turn, then the side's reserve.

    `overtimes`: how many times 30 s are added when the reserve is gone.
    `renews_each_game`: the reserve is for one game, not for the whole match.
    """

    delay_ms: int
    reserve_ms: int
    overtimes: int = 0
    renews_each_game: bool = False

    @property
    def allowance_ms(self) -> int:
        """Reserve and overtime together: what one side has beside the delays."""
        return self.reserve_ms + self.overtimes * OVERTIME_MS

    @property
    def is_sound(self) -> bool:
        """No part is negative and there is a reserve."""
        return self.delay_ms >= 0 and self.reserve_ms > 0 and self.overtimes >= 0


@dataclass(frozen=True, slots=True)
class ClockState:
    """What each side has left, whose clock runs, and since when (server time, ms)."""

    white_ms: int
    black_ms: int
    running: Side | None = None
    since_ms: int = 0

    @classmethod
    def full(cls, rules: ClockRules) -> ClockState:
        """Both sides with all their time, nobody's running."""
        return cls(rules.allowance_ms, rules.allowance_ms)

    def remaining_ms(self, side: Side) -> int:
        """The reserve of a side as last written down."""
        return self.white_ms if side is Side.WHITE else self.black_ms

    def deadline_ms(self, rules: ClockRules) -> int | None:
        """When the running side's flag falls; None when no clock runs."""
        if self.running is None:
            return None
        return self.since_ms + rules.delay_ms + self.remaining_ms(self.running)

    def has_fallen(self, rules: ClockRules, at_ms: int) -> bool:
        """The running side has no time left."""
        deadline = self.deadline_ms(rules)
        return deadline is not None and at_ms >= deadline

    def passed_to(self, side: Side | None, rules: ClockRules, at_ms: int) -> ClockState:
        """The clock after the running side has used its time and `side` begins a fresh turn."""
        white_ms, black_ms = self.white_ms, self.black_ms
        if self.running is not None:
            used_ms = max(0, at_ms - self.since_ms - rules.delay_ms)
            if self.running is Side.WHITE:
                white_ms = max(0, white_ms - used_ms)
            else:
                black_ms = max(0, black_ms - used_ms)
        return ClockState(white_ms, black_ms, side, at_ms)

    def shifted(self, by_ms: int, at_ms: int) -> ClockState:
        """The clock as if the last `by_ms` had not passed; never beyond `at_ms`."""
        return replace(self, since_ms=self.since_ms + max(0, min(by_ms, at_ms - self.since_ms)))
