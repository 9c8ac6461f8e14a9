"""A clock that tests hold in their hand."""


class FrozenClock:
    """The house's clock, standing until it is moved."""

    def __init__(self) -> None:
        self.now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now_ms

    def pass_s(self, seconds: float) -> None:
        """Let time pass."""
        self.now_ms += round(seconds * 1000)
