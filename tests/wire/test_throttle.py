"""The token bucket."""

from wire.throttle import TokenBucket


class Clock:
    """A clock that stands until it is moved."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_a_burst_passes_and_the_next_waits() -> None:
    clock = Clock()
    bucket = TokenBucket(rate=2, burst=3, clock=clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_time_fills_the_bucket_but_never_beyond_the_burst() -> None:
    clock = Clock()
    bucket = TokenBucket(rate=2, burst=3, clock=clock)
    for _ in range(3):
        bucket.take()
    clock.now_s = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.now_s = 1_000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
