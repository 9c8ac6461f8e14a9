"""Ratings as they are kept: counted once, taken back once, a receipt for every move."""

from decimal import Decimal

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.append_only import missing_guards
from accounts.ladders import Ladder, ladder_of
from accounts.models import Rating, RatingChange, User
from accounts.selectors import (
    account_record,
    leaderboard,
    place_of,
    rating_changes,
    rating_history,
    rating_of,
    rating_receipts,
    ratings_of,
    ratings_on,
)
from accounts.services import rating_apply, rating_reverse
from backgammon import Standing
from tests.factories import a_user

pytestmark = pytest.mark.django_db

BACKGAMMON = Ladder.BACKGAMMON


@pytest.fixture
def bob(db: None) -> User:
    return a_user("bob")


def rated(user: User, rating: str, experience: int = 100, ladder: Ladder = BACKGAMMON) -> User:
    """The user, with this standing on a ladder."""
    Rating.objects.create(user=user, ladder=ladder, rating=Decimal(rating), experience=experience)
    return user


def won(winner: User, loser: User, *, match_id: str = "m1", points: int = 5) -> None:
    """Count a match."""
    rating_apply(
        match_id=match_id,
        ladder=BACKGAMMON,
        winner_pk=winner.pk,
        loser_pk=loser.pk,
        length_points=points,
    )


def standings(*users: User) -> list[tuple[str, int]]:
    """Ratings and experience on the ladder of backgammon."""
    found = [rating_of(user, BACKGAMMON) for user in users]
    return [(str(standing.rating), standing.experience) for standing in found]


def test_everybody_starts_at_1500_without_experience(alice: User) -> None:
    assert standings(alice) == [("1500.00", 0)]
    assert ratings_of(alice) == {}


def test_the_favourites_win_moves_both_by_their_own_pace(alice: User, bob: User) -> None:
    rated(alice, "1700", 600)
    rated(bob, "1500", 50)
    won(alice, bob)
    assert standings(alice, bob) == [("1703.35", 605), ("1484.94", 55)]


def test_an_upset_moves_both_by_their_own_pace(alice: User, bob: User) -> None:
    rated(alice, "1700", 600)
    rated(bob, "1500", 50)
    won(bob, alice)
    assert standings(alice, bob) == [("1694.40", 605), ("1525.19", 55)]


def test_a_match_leaves_a_receipt_to_each(alice: User, bob: User) -> None:
    rated(alice, "1700", 600)
    rated(bob, "1500", 50)
    won(alice, bob)

    mine, his = rating_receipts("m1")
    assert (mine.user, mine.opponent, mine.is_win, mine.is_reversal) == (alice, bob, True, False)
    assert (mine.rating_before, mine.change, mine.rating_after) == (
        Decimal("1700.00"),
        Decimal("3.35"),
        Decimal("1703.35"),
    )
    assert (mine.experience_before, mine.opponent_rating, mine.length_points) == (600, 1500, 5)
    assert (his.user, his.is_win, str(his.change)) == (bob, False, "-15.06")
    assert str(his) == "bob -15.06 (m1)"


def test_a_match_told_twice_is_counted_once(alice: User, bob: User) -> None:
    won(alice, bob)
    before = standings(alice, bob)
    won(alice, bob)
    won(bob, alice)
    assert standings(alice, bob) == before
    assert RatingChange.objects.count() == 2


def test_ladders_know_nothing_of_each_other(alice: User, bob: User) -> None:
    rated(alice, "1800", ladder=Ladder.LONG_NARDY)
    won(alice, bob, points=1)
    assert ratings_of(alice) == {
        Ladder.BACKGAMMON: Standing(Decimal("1510.00"), 1),
        Ladder.LONG_NARDY: Standing(Decimal("1800.00"), 100),
    }


@pytest.mark.parametrize(
    ("game", "ladder"),
    [
        ("backgammon", Ladder.BACKGAMMON),
        ("long_nardy", Ladder.LONG_NARDY),
        ("nackgammon", Ladder.VARIANTS),
        ("forced_bear_off+five_high", Ladder.VARIANTS),
    ],
)
def test_every_game_has_its_ladder(game: str, ladder: Ladder) -> None:
    assert ladder_of(game) is ladder


def test_a_reversal_takes_both_back_and_leaves_receipts(alice: User, bob: User) -> None:
    rated(alice, "1700", 600)
    rated(bob, "1500", 50)
    won(alice, bob)
    rating_reverse(match_id="m1")

    assert standings(alice, bob) == [("1700.00", 600), ("1500.00", 50)]
    assert [str(receipt.change) for receipt in rating_receipts("m1")] == [
        "3.35",
        "-15.06",
        "-3.35",
        "15.06",
    ]
    assert rating_changes(alice, ["m1", "m2"]) == {"m1": 0}


def test_a_reversal_leaves_later_matches_as_they_were(alice: User, bob: User) -> None:
    won(alice, bob, match_id="m1", points=1)
    won(alice, bob, match_id="m2", points=9)
    second = rating_changes(alice, ["m2"])["m2"]
    rating_reverse(match_id="m1")
    assert standings(alice) == [(str(1500 + second), 9)]
    last = rating_history(alice, BACKGAMMON)[-1]
    assert (last.is_reversal, last.rating_after) == (True, 1500 + second)


def test_a_match_is_taken_back_once(alice: User, bob: User) -> None:
    won(alice, bob)
    first = rating_reverse(match_id="m1")
    assert rating_reverse(match_id="m1") == first
    won(alice, bob)
    assert standings(alice, bob) == [("1500.00", 0), ("1500.00", 0)]


def test_where_nothing_was_counted_nothing_is_taken_back(db: None) -> None:
    assert rating_reverse(match_id="m1") == ()


def test_a_receipt_is_for_ever(alice: User, bob: User) -> None:
    won(alice, bob)
    with pytest.raises(DatabaseError), transaction.atomic():
        RatingChange.objects.update(change=100)
    with pytest.raises(DatabaseError), transaction.atomic():
        RatingChange.objects.all().delete()
    assert missing_guards(RatingChange._meta.db_table) == ()


def test_the_database_knows_one_receipt_of_a_kind_a_match_and_player(
    alice: User, bob: User
) -> None:
    won(alice, bob)
    again = rating_receipts("m1")[0]
    again.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


def test_the_leaderboard_lists_the_best_first_and_lets_equals_share(
    settings: Settings,
) -> None:
    settings.HOUSE_LEADERBOARD_EXPERIENCE = 20
    for name, rating, experience in (
        ("carol", "1600", 20),
        ("alice", "1650.50", 80),
        ("eve", "1900", 19),
        ("dora", "1600", 300),
        ("frank", "1400", 40),
    ):
        rated(a_user(name), rating, experience)
    board = leaderboard(BACKGAMMON)
    assert [(place.rank, place.user.username) for place in board.places] == [
        (1, "alice"),
        (2, "carol"),
        (2, "dora"),
        (4, "frank"),
    ]
    assert board.players == 4
    assert leaderboard(Ladder.VARIANTS).places == ()


def test_ranks_go_on_from_page_to_page(db: None) -> None:
    for number in range(5):
        rated(a_user(), "1600" if number < 3 else "1500")
    second = leaderboard(BACKGAMMON, page=2, places_per_page=2)
    assert [place.rank for place in second.places] == [1, 4]
    assert (second.better, second.number, second.worse, second.pages) == (1, 2, 3, 3)
    last = leaderboard(BACKGAMMON, page=99, places_per_page=2)
    assert ([place.rank for place in last.places], last.worse) == ([4], None)
    assert leaderboard(BACKGAMMON).better is None


def test_one_finds_his_own_place(alice: User, bob: User) -> None:
    rated(alice, "1500")
    rated(bob, "1600")
    rated(a_user(), "1600")
    place = place_of(alice, BACKGAMMON)
    assert place is not None
    assert (place.rank, place.standing) == (3, Standing(Decimal("1500.00"), 100))
    assert place_of(alice, Ladder.VARIANTS) is None


def test_closed_accounts_leave_the_leaderboard(alice: User, bob: User) -> None:
    rated(alice, "1500")
    rated(bob, "1600")
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert [place.user for place in leaderboard(BACKGAMMON).places] == [alice]
    assert place_of(bob, BACKGAMMON) is None


def test_a_page_of_the_leaderboard_takes_three_queries_however_many_play(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(30):
        rated(a_user(), "1500")
    with django_assert_num_queries(3):
        leaderboard(BACKGAMMON, places_per_page=20)


def test_the_history_is_the_latest_receipts_oldest_first(alice: User, bob: User) -> None:
    for number in range(4):
        won(alice, bob, match_id=f"m{number}", points=1)
    history = rating_history(alice, BACKGAMMON, most=3)
    assert [receipt.match_id for receipt in history] == ["m1", "m2", "m3"]


def test_one_takes_his_receipts_along(alice: User, bob: User) -> None:
    won(alice, bob, points=1)
    (receipt,) = account_record(alice)["ratings"]
    assert (receipt["match"], receipt["opponent"], receipt["change"]) == ("m1", "bob", "10.00")


def test_staff_look_at_receipts_and_change_none(desk: Client, alice: User, bob: User) -> None:
    won(alice, bob, points=1)
    page = desk.get("/admin/accounts/ratingchange/", {"q": "ali"}).content.decode()
    assert "10.00" in page
    row = f"/admin/accounts/ratingchange/{RatingChange.objects.get(user=alice).pk}"
    assert desk.post(f"{row}/change/", {"change": "99"}).status_code == 403
    assert desk.post(f"{row}/delete/", {"post": "yes"}).status_code == 403


def test_many_standings_are_read_at_once(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rated(alice, "1700")
    with django_assert_num_queries(1):
        assert ratings_on(BACKGAMMON, [alice.pk, bob.pk]) == {
            alice.pk: Standing(Decimal("1700.00"), 100)
        }
