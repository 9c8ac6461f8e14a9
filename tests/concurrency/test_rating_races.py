"""Ratings under real threads on PostgreSQL: every match counted once, nobody waits in a circle."""

from collections.abc import Callable
from functools import partial
from itertools import combinations

import pytest

from accounts.ladders import Ladder
from accounts.models import Rating, RatingChange, User
from accounts.selectors import rating_history, rating_of, rating_receipts
from accounts.services import rating_apply, rating_reverse
from backgammon import Resign, Rules, Side, Standing, WinKind
from matches.aftermath import match_result_annul
from matches.judge import Request
from matches.models import Match, PastMatch
from matches.services import match_act, match_create, match_forfeit
from tests.concurrency.together import failures, together
from tests.factories import a_user
from tests.matches.builders import CLOCK, a_noting_owner, put, to_roll

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

BACKGAMMON = Ladder.BACKGAMMON


def a_rated_match(white: User, black: User) -> Match:
    """To one point, White to roll."""
    match = match_create(
        rules=Rules.match(1, clock=CLOCK),
        white=white,
        black=black,
        owner="noting",
        owner_ref="7",
        title="A rated match",
        is_rated=True,
    )
    put(match, to_roll(match, Side.WHITE))
    return match


def black_resigns(match: Match) -> None:
    request = Request(Side.BLACK, Resign(WinKind.SINGLE))
    match_act(match_id=match.public_id, request=request)


def is_unbroken(user: User) -> bool:
    """Whether each of his receipts begins where the one before it ended, the last at his rating."""
    history = rating_history(user, BACKGAMMON)
    before = [Standing().rating, *(receipt.rating_after for receipt in history)]
    starts = [receipt.rating_before for receipt in history]
    return before == [*starts, rating_of(user, BACKGAMMON).rating]


def test_matches_of_one_person_that_end_at_once_are_counted_one_after_the_other() -> None:
    a_noting_owner()
    alice, *others = (a_user() for _ in range(9))
    matches = [a_rated_match(alice, other) for other in others]
    assert failures(together([partial(black_resigns, match) for match in matches])) == []
    assert rating_of(alice, BACKGAMMON).experience == 8
    assert len(rating_history(alice, BACKGAMMON)) == 8
    assert all(is_unbroken(user) for user in (alice, *others))


def test_everybody_against_everybody_at_once_never_waits_in_a_circle() -> None:
    a_noting_owner()
    people = [a_user() for _ in range(5)]
    pairs = [pair[:: 1 if n % 2 else -1] for n, pair in enumerate(combinations(people, 2))]
    matches = [a_rated_match(*pair) for pair in pairs]
    assert failures(together([partial(black_resigns, match) for match in matches])) == []
    assert RatingChange.objects.count() == 2 * len(matches)
    assert Rating.objects.count() == len(people)
    assert all(is_unbroken(user) for user in people)


def test_one_match_that_ends_in_three_ways_at_once_is_counted_once() -> None:
    a_noting_owner()
    alice, bob = a_user("alice"), a_user("bob")
    match = a_rated_match(alice, bob)
    leave = partial(match_forfeit, match_id=match.public_id, reason="left")
    together(
        [
            partial(black_resigns, match),
            partial(leave, user_pk=alice.pk),
            partial(leave, user_pk=bob.pk),
        ]
    )
    assert len(rating_receipts(match.public_id)) == 2
    assert PastMatch.objects.filter(match=match).count() == 2
    assert sorted(rating_of(user, BACKGAMMON).rating for user in (alice, bob)) == [1490, 1510]


def test_one_result_told_by_eight_workers_is_counted_once() -> None:
    alice, bob = a_user("alice"), a_user("bob")
    tell = partial(
        rating_apply,
        match_id="m1",
        ladder=BACKGAMMON,
        winner_pk=bob.pk,
        loser_pk=alice.pk,
        length_points=1,
    )
    answers = together([tell] * 8)
    assert failures(answers) == []
    assert len({tuple(answer) for answer in answers if isinstance(answer, tuple)}) == 1
    assert rating_of(bob, BACKGAMMON).rating == 1510


def test_a_match_annulled_by_two_members_of_staff_is_taken_back_once() -> None:
    a_noting_owner()
    alice, bob = a_user("alice"), a_user("bob")
    match = a_rated_match(alice, bob)
    black_resigns(match)
    annul = partial(match_result_annul, match_id=match.public_id, reason="Agreed beforehand.")
    staff = [a_user(is_staff=True) for _ in range(4)]
    reverse = partial(rating_reverse, match_id=match.public_id)
    acts: list[Callable[[], object]] = [partial(annul, staff=one) for one in staff]
    acts += [reverse, reverse]
    answers = together(acts)
    assert failures(answers) == []
    assert len(rating_receipts(match.public_id)) == 4
    assert rating_of(alice, BACKGAMMON) == rating_of(bob, BACKGAMMON) == Standing()
