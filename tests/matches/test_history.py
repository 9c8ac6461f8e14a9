"""What a player looks back on: in order, narrowed, page by page, and never what is private."""

from decimal import Decimal
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from pytest_django import DjangoAssertNumQueries

from accounts.ladders import Ladder
from accounts.models import User
from accounts.services import rating_reverse
from backgammon import LONG_NARDY, CubeRules, EndReason, Resign, Rules, Side, WinKind
from matches.history import Choice, HistoryPage, Result, matches_of, record_between, why_unrated
from matches.judge import Request
from matches.models import Match, PastMatch
from matches.services import match_act, match_annul, match_create
from tests.factories import a_bot, a_guest
from tests.matches.builders import NotingOwner, a_match, put, to_roll
from tests.matches.pastmatches import a_past_match

pytestmark = pytest.mark.django_db

LINE = (
    "match",
    "user",
    "opponent",
    "ladder",
    "result",
    "score",
    "opponent_score",
    "ending",
    "has_rolled",
)
NARDY = Rules.match(5, variant=LONG_NARDY, cube=CubeRules(enabled=False))


def history(user: User, choice: Choice | None = None, **how: object) -> HistoryPage:
    """A page of his history as he sees it himself."""
    return matches_of(user, viewer=user, choice=choice or Choice(), **how)  # type: ignore[arg-type]


def ids(page: HistoryPage) -> list[str]:
    return [line.match_id for line in page.lines]


def test_the_latest_match_comes_first_with_everything_a_line_tells(alice: User, bob: User) -> None:
    a_past_match(bob, alice)
    latest = a_past_match(alice, bob, is_rated=True, ending=EndReason.FLAG)
    line = history(alice).lines[0]
    assert (line.match_id, line.title) == (latest.public_id, "Backgammon, to 5 points")
    assert (line.opponent, line.result, line.score, line.opponent_score) == (
        bob,
        Result.WON,
        5,
        2,
    )
    assert (line.ending, line.is_public, line.unrated) == ("time ran out", True, "")
    assert line.change == Decimal("22.36")
    assert history(bob).lines[0].change == Decimal("-22.36")
    assert len(history(alice).lines) == 2


def test_a_match_that_was_not_rated_says_why(alice: User, bob: User) -> None:
    for rules, opponent, is_annulled in (
        (None, bob, False),
        (Rules.fixed(3), bob, False),
        (None, a_bot(), False),
        (None, a_guest(), False),
        (None, bob, True),
    ):
        a_past_match(alice, opponent, rules, is_annulled=is_annulled, is_rated=is_annulled)
    assert [line.unrated for line in reversed(history(alice).lines)] == [
        "This match was not played for ratings.",
        "Only matches to a number of points are rated.",
        "Games against house bots are not rated.",
        "Guests have no rating. Members do.",
        "The match was annulled, and with it its ratings.",
    ]
    assert all(line.change is None for line in history(alice).lines)


def test_a_change_that_was_taken_back_counts_nothing(alice: User, bob: User) -> None:
    match = a_past_match(alice, bob, is_rated=True)
    rating_reverse(match_id=match.public_id)
    assert history(alice).lines[0].change == 0


def test_a_history_is_narrowed_by_ladder_opponent_and_result(
    alice: User, bob: User, carol: User
) -> None:
    won = a_past_match(alice, bob).public_id
    nardy = a_past_match(alice, carol, NARDY).public_id
    lost = a_past_match(bob, alice).public_id
    annulled = a_past_match(alice, bob, is_annulled=True).public_id
    for choice, expected in (
        (Choice(), [annulled, lost, nardy, won]),
        (Choice(ladder=Ladder.LONG_NARDY), [nardy]),
        (Choice(opponent=carol), [nardy]),
        (Choice(result=Result.WON), [nardy, won]),
        (Choice(Ladder.BACKGAMMON, bob, Result.WON), [won]),
        (Choice(result=Result.ANNULLED), [annulled]),
        (Choice(result=Result.LEVEL), []),
    ):
        assert ids(history(alice, choice)) == expected


def test_pages_lead_to_older_matches_and_back(alice: User, bob: User) -> None:
    played = [a_past_match(alice, bob).public_id for _ in range(5)][::-1]
    first = history(alice, lines_per_page=2)
    assert (ids(first), first.newer, first.older) == (played[:2], "", played[1])
    second = history(alice, lines_per_page=2, older_than=first.older)
    assert (ids(second), second.newer, second.older) == (played[2:4], played[2], played[3])
    last = history(alice, lines_per_page=2, older_than=second.older)
    assert (ids(last), last.newer, last.older) == (played[4:], played[4], "")
    back = history(alice, lines_per_page=2, newer_than=last.newer)
    assert (ids(back), back.newer, back.older) == (played[2:4], played[2], played[3])
    assert history(alice, lines_per_page=2, newer_than=back.newer) == first


def test_a_page_stays_where_it_is_while_matches_are_finished(alice: User, bob: User) -> None:
    for _ in range(4):
        a_past_match(alice, bob)
    older = history(alice, lines_per_page=2).older
    before = history(alice, lines_per_page=2, older_than=older)
    a_past_match(bob, alice)
    assert history(alice, lines_per_page=2, older_than=older) == before


@pytest.mark.parametrize("start", ["nowhere", "past' or 1=1", "x" * 500])
def test_a_start_that_is_no_match_of_his_is_the_first_page(
    alice: User, bob: User, start: str
) -> None:
    a_past_match(alice, bob)
    assert history(alice, older_than=start) == history(alice)


def test_a_private_match_is_seen_by_its_players_alone(alice: User, bob: User, carol: User) -> None:
    a_past_match(alice, carol, is_public=False)
    public = a_past_match(alice, bob).public_id
    assert len(history(alice).lines) == 2
    assert len(matches_of(alice, viewer=carol).lines) == 2
    for stranger in (bob, AnonymousUser(), None):
        assert ids(matches_of(alice, viewer=stranger)) == [public]
        assert record_between(alice, carol, viewer=stranger).played == 0
    assert record_between(alice, carol, viewer=carol).played == 1


def test_two_players_have_a_record_from_either_side(alice: User, bob: User, carol: User) -> None:
    a_past_match(alice, bob)
    a_past_match(alice, bob)
    a_past_match(bob, alice)
    a_past_match(bob, alice, is_annulled=True)
    a_past_match(carol, alice)
    record = record_between(alice, bob, viewer=None)
    assert (record.won, record.lost, record.others, record.played) == (2, 1, 1, 4)
    assert record_between(bob, alice, viewer=None).won == 1


def test_a_page_takes_three_queries_however_many_were_played(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(30):
        a_past_match(alice, bob, is_rated=True)
    with django_assert_num_queries(2):
        first = history(alice)
    with django_assert_num_queries(3):
        history(alice, older_than=first.older)


def test_matches_that_ended_before_there_were_histories_get_theirs(
    owner: NotingOwner, alice: User, bob: User
) -> None:
    won, annulled = a_match(alice, bob, Rules.match(1)), a_match(bob, alice)
    a_match(alice, bob)
    put(won, to_roll(won, Side.WHITE))
    request = Request(Side.BLACK, Resign(WinKind.SINGLE))
    match_act(match_id=won.public_id, request=request)
    match_annul(match_id=annulled.public_id, reason="staff")
    written = list(PastMatch.objects.order_by("pk").values(*LINE))
    PastMatch.objects.all().delete()

    import_module("matches.migrations.0004_write_histories").write_histories(apps, None)

    assert list(PastMatch.objects.order_by("pk").values(*LINE)) == written
    assert len(written) == 4


def test_a_match_tells_why_it_is_not_rated_before_and_after_its_end(
    owner: NotingOwner, alice: User
) -> None:
    def made(opponent: User, *, is_rated: bool) -> Match:
        return match_create(
            rules=Rules.match(3),
            white=alice,
            black=opponent,
            owner="noting",
            owner_ref="7",
            title="A match",
            is_rated=is_rated,
        )

    assert why_unrated(made(a_bot(), is_rated=True)) == (
        "Games against house bots are not rated.",
        "This match was not played for ratings.",
    )
    bob = a_guest()
    annulled = a_past_match(alice, bob, is_annulled=True)
    assert "The match was annulled, and with it its ratings." in why_unrated(annulled)
