"""The clock of the house, stopped: time goes by when a test says so."""

EVENING_MS = 1_780_000_000_000


class StoppedClock:
    """A source of time for `wire.time` that stands still unless it is moved."""

    def __init__(self) -> None:
        self.moment_ms = EVENING_MS

    def __call__(self) -> int:
        return self.moment_ms

    def pass_s(self, seconds: float) -> None:
        """Let time go by."""
        self.moment_ms += round(seconds * 1000)
