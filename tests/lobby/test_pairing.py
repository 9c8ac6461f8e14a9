"""Whom *find an opponent* brings together: examples, and what holds of every pool."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from lobby.seeks import FIRST_REACH, REACH_A_SECOND, Waiting, may_pair, pairs_of, reach_after

NOBODY: frozenset[frozenset[int]] = frozenset()


def waiting(person: int, rating: int = 1500, waited_s: float = 0, asks_for: str = "5") -> Waiting:
    """Somebody whose seek has the number of his person."""
    return Waiting(seek=person, person=person, asks_for=asks_for, rating=rating, waited_s=waited_s)


def people_of(*pool: Waiting, blocks: frozenset[frozenset[int]] = NOBODY) -> list[set[int]]:
    """The pairs of a pool, as sets of people."""
    return [{one.person, other.person} for one, other in pairs_of(pool, blocks)]


def test_two_who_ask_for_the_same_are_paired() -> None:
    assert people_of(waiting(1), waiting(2)) == [{1, 2}]


def test_who_asks_for_something_else_waits() -> None:
    assert people_of(waiting(1), waiting(2, asks_for="7")) == []


def test_the_reach_is_a_hundred_points_at_first() -> None:
    assert people_of(waiting(1, 1500), waiting(2, 1600)) == [{1, 2}]
    assert people_of(waiting(1, 1500), waiting(2, 1601)) == []


def test_the_reach_grows_by_ten_points_a_second() -> None:
    assert (reach_after(0), reach_after(3.05), reach_after(60)) == (100, 130, 700)


def test_a_clock_that_was_set_back_makes_no_reach_smaller() -> None:
    assert reach_after(-5) == FIRST_REACH


def test_both_must_reach_each_other() -> None:
    assert people_of(waiting(1, 1500, waited_s=60), waiting(2, 1700)) == []
    assert people_of(waiting(1, 1500, waited_s=60), waiting(2, 1700, waited_s=10)) == [{1, 2}]


def test_of_several_the_nearest_rating_is_chosen() -> None:
    pool = [waiting(1, 1500, waited_s=9), waiting(2, 1580), waiting(3, 1470), waiting(4, 1450)]
    assert people_of(*pool)[0] == {1, 3}


def test_who_has_waited_longest_chooses_first() -> None:
    pool = [waiting(1, 1500), waiting(2, 1520), waiting(3, 1560, waited_s=30)]
    assert people_of(*pool) == [{3, 2}]


def test_a_blocked_person_is_passed_over_for_the_next() -> None:
    blocks = frozenset({frozenset({1, 2})})
    pool = [waiting(1, 1500, waited_s=9), waiting(2, 1500), waiting(3, 1590)]
    assert people_of(*pool, blocks=blocks) == [{1, 3}]
    assert people_of(*pool[:2], blocks=blocks) == []


def test_nobody_is_paired_with_himself() -> None:
    twice = Waiting(seek=9, person=1, asks_for="5", rating=1500, waited_s=0)
    assert people_of(waiting(1), twice) == []
    assert people_of(waiting(1), twice, waiting(2)) == [{1, 2}]


def pools() -> st.SearchStrategy[list[Waiting]]:
    """Up to a dozen people who wait, some of them twice."""
    one = st.builds(
        Waiting,
        seek=st.integers(1, 10_000),
        person=st.integers(1, 12),
        asks_for=st.sampled_from(["3", "5"]),
        rating=st.integers(800, 2400),
        waited_s=st.floats(-5, 200, allow_nan=False),
    )
    return st.lists(one, max_size=12)


def blocks() -> st.SearchStrategy[frozenset[frozenset[int]]]:
    """Some of those people have blocked one another."""
    pairs = [frozenset(pair) for pair in combinations(range(1, 13), 2)]
    return st.frozensets(st.sampled_from(pairs), max_size=20)


@given(pool=pools(), blocked=blocks())
def test_every_pair_is_acceptable_to_both(pool, blocked) -> None:
    for one, other in pairs_of(pool, blocked):
        assert one.person != other.person
        assert one.asks_for == other.asks_for
        assert frozenset((one.person, other.person)) not in blocked
        distance = abs(one.rating - other.rating)
        assert distance <= FIRST_REACH + max(0, one.waited_s) * REACH_A_SECOND
        assert distance <= FIRST_REACH + max(0, other.waited_s) * REACH_A_SECOND


@given(pool=pools(), blocked=blocks())
def test_nobody_is_in_two_pairs(pool, blocked) -> None:
    people = [each.person for pair in pairs_of(pool, blocked) for each in pair]
    assert len(people) == len(set(people))


@given(pool=pools(), blocked=blocks())
def test_nobody_goes_on_waiting_beside_an_acceptable_opponent(pool, blocked) -> None:
    paired = {each.person for pair in pairs_of(pool, blocked) for each in pair}
    left = [each for each in pool if each.person not in paired]
    assert not any(may_pair(one, other, blocked) for one, other in combinations(left, 2))


@given(pool=pools(), blocked=blocks())
def test_the_order_in_which_seeks_are_read_changes_nothing(pool, blocked) -> None:
    by_seek = {each.seek: each for each in pool}.values()
    assert pairs_of(by_seek, blocked) == pairs_of(list(by_seek)[::-1], blocked)


@given(one=st.integers(0, 4000), other=st.integers(0, 4000))
def test_everybody_becomes_acceptable_at_last(one, other) -> None:
    long_s = abs(one - other) / REACH_A_SECOND
    assert people_of(waiting(1, one, long_s), waiting(2, other, long_s)) == [{1, 2}]
