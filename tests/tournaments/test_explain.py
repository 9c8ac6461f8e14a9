"""Every chip an event takes or pays is explained in the player's statement, step by step."""

from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import User
from backgammon import Side
from bankroll.explain import steps_of
from bankroll.kinds import TransferKind
from bankroll.places import Place, places_named
from bankroll.selectors import statement
from tests.factories import a_user
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    assert_settled,
    play_through,
    seated,
)
from tests.tournaments.ruled import a_director, rule, white_at
from tournaments.explain import event_steps
from tournaments.models import Tournament
from tournaments.orders import Replace
from tournaments.services import sit_and_go_leave

pytestmark = pytest.mark.django_db

Told = list[tuple[str, int | None, bool]]


def last_line_explained(user: User) -> Told:
    steps = steps_of(user, statement(user).lines[0])
    return [(step.text, step.chips, step.is_sum) for step in steps]


def at_place(event: Tournament, place: int) -> User:
    """Somebody who finished there."""
    entry = event.entries.filter(place=place).first()
    assert entry is not None
    return entry.user


def test_a_seat_is_explained_as_buy_in_and_fee() -> None:
    alice = a_user("alice", chips=200)
    seated(a_sit_and_go(buy_in_chips=100, fee_chips=10), alice)
    assert last_line_explained(alice) == [
        ("Buy-in, for the prizes", 100, False),
        ("Fee, for the house", 10, False),
        ("Price of a seat", 110, True),
    ]


def test_a_seat_without_a_fee_names_none() -> None:
    alice = a_user("alice", chips=200)
    seated(a_sit_and_go(buy_in_chips=100), alice)
    assert [text for text, *_ in last_line_explained(alice)] == [
        "Buy-in, for the prizes",
        "Price of a seat",
    ]


def test_a_seat_given_back_says_that_the_fee_came_back_too() -> None:
    alice = a_user("alice", chips=200)
    event = seated(a_sit_and_go(buy_in_chips=100, fee_chips=10), alice)
    sit_and_go_leave(event_id=event.public_id, user=alice)
    assert last_line_explained(alice)[-2:] == [
        ("Price of a seat", 110, True),
        ("The entry ended before the draw, so all of it came back, fee included.", None, False),
    ]


def test_what_comes_back_for_a_seat_that_staff_gave_away_says_so() -> None:
    event = a_started_event(buy_in_chips=100, fee_chips=10)
    old, carol = white_at(event, 1, 1), a_user("carol", chips=110)
    rule(event, Replace(old.number, carol.username), a_director())
    assert last_line_explained(old.user)[-2:] == [
        ("Price of a seat", 110, True),
        ("Staff gave your seat to another, so all of it came back, fee included.", None, False),
    ]


def test_a_prize_is_explained_from_the_entries_to_the_last_chip() -> None:
    event = a_started_event(buy_in_chips=33, fee_chips=2, prize_shares="50 30 20")
    play_through(event)
    pool: Told = [
        ("4 entries at 35 chips", 140, False),
        ("4 fees of 2, to the house", -8, False),
        ("Prize pool", 132, True),
    ]
    assert last_line_explained(at_place(event, 1)) == [
        *pool,
        ("Place 1: 50 % of the pool", 66, False),
        ("What the shares leave over, to the best place", 1, False),
        ("Your prize", 67, True),
    ]
    assert last_line_explained(at_place(event, 2)) == [
        *pool,
        ("Place 2: 30 % of the pool", 39, False),
        ("Your prize", 39, True),
    ]
    assert_settled(event)


def test_tied_entrants_see_how_their_places_were_divided() -> None:
    event = a_started_event(buy_in_chips=50, prize_shares="50 25 15 10")
    play_through(event, Side.BLACK)
    assert last_line_explained(at_place(event, 3)) == [
        ("4 entries at 50 chips", 200, False),
        ("Prize pool", 200, True),
        ("Places 3 to 4, tied: 15 + 10 % of the pool, divided among 2", 25, False),
        ("Your prize", 25, True),
    ]
    assert_settled(event)


def test_the_explanation_adds_up_to_the_line_for_everybody_who_was_paid() -> None:
    event = a_started_event(seats=8, buy_in_chips=37, fee_chips=3, prize_shares="40 30 20 10")
    play_through(event)
    for award in event.awards.select_related("entry__user"):
        (line, *_), steps = statement(award.entry.user).lines, last_line_explained(award.entry.user)
        pool_at = next(at for at, (_text, _chips, is_sum) in enumerate(steps) if is_sum)
        assert sum(chips or 0 for _text, chips, _sum in steps[:pool_at]) == 8 * 37
        assert sum(chips or 0 for _text, chips, _sum in steps[pool_at + 1 : -1]) == line.chips
    assert_settled(event)


def test_lines_an_event_cannot_explain_are_left_to_the_house() -> None:
    event = a_started_event(seats=2)
    entry = statement(event.entries.drawn()[0].user).lines[0]
    carol = a_user("carol")
    assert event_steps(carol, replace(entry, place="tournament:nowhere")) == ()
    assert event_steps(carol, replace(entry, kind=TransferKind.PAY)) == ()
    assert event_steps(carol, replace(entry, kind=TransferKind.FEE)) == ()


def test_events_are_named_and_linked_and_unknown_ones_are_left_out() -> None:
    event = a_sit_and_go(name="Evening Four")
    assert places_named([event.escrow_ref, "tournament:nowhere", "attic:1"]) == {
        event.escrow_ref: Place("Evening Four", f"/event/{event.public_id}/")
    }


def test_the_wallet_page_links_the_event_and_the_explanation(client: Client) -> None:
    alice = a_user("alice", chips=200)
    event = seated(a_sit_and_go(name="Evening Four", buy_in_chips=100), alice)
    client.force_login(alice)
    page = client.get("/wallet/").content.decode()
    assert f'<a href="/event/{event.public_id}/"><bdi>Evening Four</bdi></a>' in page
    assert 'href="/wallet/2/"' in page
    assert "Price of a seat" in client.get("/wallet/2/").content.decode()
