"""The draw: reproducible from published data, even, and deaf to who joined when."""

import hashlib
import hmac
from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.seating import DrawStream, draw_lots, draw_seats, draw_white

NAMES = ("alice", "bob", "carol", "dora", "eve", "frank", "grace", "heidi")


def secret_number(number: int) -> bytes:
    return hashlib.sha256(f"secret {number}".encode()).digest()


def chi_square(counts: Counter, cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((counts[cell] - expected) ** 2 for cell in counts) / expected + expected * (
        cells - len(counts)
    )


def test_the_stream_is_the_documented_one() -> None:
    block = hmac.new(b"s" * 32, b"event1|seats|0", hashlib.sha256).digest()
    word = int.from_bytes(block[:4], "big")
    assert DrawStream(b"s" * 32, "event1", "seats").below(1000) == word % 1000


def test_a_second_block_follows_when_the_first_is_used_up() -> None:
    stream = DrawStream(b"s" * 32, "event1", "seats")
    numbers = [stream.below(2**32) for _ in range(9)]
    second = hmac.new(b"s" * 32, b"event1|seats|1", hashlib.sha256).digest()
    assert numbers[8] == int.from_bytes(second[:4], "big")


def test_numbers_that_would_bias_the_draw_are_skipped() -> None:
    bound = 2**31 + 1
    words = DrawStream(b"b" * 32, "e", "w")
    raw = [words.below(2**32) for _ in range(64)]
    fair = DrawStream(b"b" * 32, "e", "w")
    kept = [word for word in raw if word < bound]
    assert [fair.below(bound) for _ in range(len(kept) - 1)] == kept[:-1]


@settings(deadline=None)
@given(st.lists(st.text(min_size=1), min_size=1, unique=True), st.binary(min_size=32, max_size=32))
def test_the_draw_seats_everybody_once_and_the_order_of_joining_changes_nothing(
    names, secret
) -> None:
    drawn = draw_seats(names, secret=secret, event_id="e1")
    assert sorted(drawn) == sorted(names)
    assert draw_seats(reversed(names), secret=secret, event_id="e1") == drawn


def test_another_event_or_purpose_gives_another_order() -> None:
    secret = secret_number(1)
    first = draw_lots(range(64), secret=secret, event_id="e1", what="prizes")
    assert first != draw_lots(range(64), secret=secret, event_id="e2", what="prizes")
    assert first != draw_lots(range(64), secret=secret, event_id="e1", what="other")


def test_white_does_not_depend_on_who_is_named_first() -> None:
    secret = secret_number(2)
    assert draw_white((3, 7), secret=secret, event_id="e", round_number=2) == draw_white(
        (7, 3), secret=secret, event_id="e", round_number=2
    )


def test_d_trn_12_every_pair_meets_in_round_one_and_takes_each_seat_equally_often() -> None:
    pairs: Counter = Counter()
    first_seats: Counter = Counter()
    whites: Counter = Counter()
    for number in range(2000):
        secret, event_id = secret_number(number), f"event-{number}"
        seats = draw_seats(NAMES, secret=secret, event_id=event_id)
        first_seats[seats[0]] += 1
        for slot in range(0, 8, 2):
            pairs[tuple(sorted(seats[slot : slot + 2]))] += 1
            meeting = (slot + 1, slot + 2)
            white = draw_white(meeting, secret=secret, event_id=event_id, round_number=1)
            whites[seats[white - 1]] += 1
    assert set(pairs) == set(combinations(NAMES, 2))
    # 99.9 % quantiles of chi-square with 27 and 7 degrees of freedom.
    assert chi_square(pairs, 28) < 55.5
    assert chi_square(first_seats, 8) < 24.4
    assert chi_square(whites, 8) < 24.4
