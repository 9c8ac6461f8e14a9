"""Whoever is kept out of something is refused at each of its doors, with the reason and the end."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from backgammon import Side
from bankroll.selectors import balance_of
from bankroll.services import hold, overlay_add, pay, refill, stack_hold
from lobby.asks import USUAL
from lobby.models import Access, SeekState, Table
from lobby.services import (
    challenge_make,
    seek_post,
    seeks_pair,
    table_open,
    table_rematch,
    table_take,
    table_top_up,
)
from moderation.sanctions import SanctionKind
from tests.factories import a_user
from tests.lobby.builders import TIMED, a_table, finished, fresh, taken
from tests.lobby.sittings import a_sitting, stakes
from tests.matches.test_tables import TOP_UP
from tests.moderation.barring import REASON, sanctioned
from tests.tournaments.builders import a_sit_and_go, called_off, here
from tests.tournaments.ruled import a_director, rule, white_at
from tests.tournaments.scheduled import (
    a_scheduled_event,
    a_started_evening,
    entered,
    entrants,
)
from tests.tournaments.ticketed import a_target, a_ticket, again
from tournaments.director import tournament_advance
from tournaments.models import Tournament
from tournaments.orders import Replace
from tournaments.services import (
    buy_back,
    entry_register,
    late_enter,
    sit_and_go_join,
    ticket_use,
)
from wire.errors import Refused

pytestmark = pytest.mark.django_db

EVENT_BAN = SanctionKind.EVENT_BAN


@pytest.fixture
def bob(db: None) -> User:
    bob = a_user("bob", chips=1_000)
    here(bob)
    return bob


@pytest.fixture
def eve(db: None) -> User:
    """Whoever is kept out."""
    eve = a_user("eve", chips=1_000)
    here(eve)
    return eve


def refusals(act: Callable[..., Any], /, **asked: Any) -> dict[str, dict[str, Any]]:
    """Every reason against, by code, with its facts."""
    with pytest.raises(Refused) as refused:
        act(**asked)
    return {reason["code"]: reason["facts"] for reason in refused.value.facts["refusals"]}


# --- tables --------------------------------------------------------------------------


def test_whoever_is_barred_sits_down_nowhere_and_reads_why(eve, bob) -> None:
    played = finished(taken(a_table(eve), bob))
    table = a_table(bob)
    sanctioned(eve)
    asked: list[Callable[[], Any]] = [
        partial(table_open, host=eve, rules=TIMED, access=Access.LOBBY, clock="standard"),
        partial(table_take, table_id=table.public_id, user=eve),
        partial(table_rematch, table_id=played.public_id, user=eve),
        partial(seek_post, user=eve, ask=USUAL),
        partial(challenge_make, host=eve, name="bob", ask=USUAL),
    ]
    for ask in asked:
        assert refusals(ask)["account.barred"]["reason"] == REASON
    assert Table.objects.filter(host=eve).count() == 1


def test_it_is_told_together_with_everything_else_that_speaks_against_it(eve, bob) -> None:
    table = a_table(eve)
    sanctioned(eve)
    assert refusals(table_take, table_id=table.public_id, user=eve).keys() >= {
        "account.barred",
        "table.own",
    }


def test_nobody_sits_down_opposite_somebody_who_has_just_been_barred(eve, bob) -> None:
    table = a_table(eve)
    sanctioned(eve)
    assert refusals(table_take, table_id=table.public_id, user=bob).keys() == {"table.closed"}
    assert fresh(table).state == "open"  # it is closed by what carries the sanction out


def test_nobody_is_told_that_whom_he_would_challenge_is_barred(eve, bob) -> None:
    sanctioned(eve)
    asked = refusals(challenge_make, host=bob, name="eve", ask=USUAL)
    assert asked == {"challenge.unwanted": {"name": "eve"}}


def test_a_rematch_cannot_be_asked_of_him_and_the_page_says_so(eve, bob, client) -> None:
    played = finished(taken(a_table(eve), bob))
    sanctioned(eve)
    asked = refusals(table_rematch, table_id=played.public_id, user=bob)
    assert asked.keys() == {"table.opponent_gone"}
    client.force_login(bob)
    page = client.get(f"/table/{played.public_id}/").content.decode()
    assert "Your opponent cannot play again." in page
    assert f"/table/{played.public_id}/rematch/" not in page


def test_find_an_opponent_never_finds_somebody_who_was_barred_in_between(eve, bob) -> None:
    seeks = [seek_post(user=user, ask=USUAL) for user in (eve, bob)]
    sanctioned(eve)
    assert seeks_pair() == 0
    for seek in seeks:
        seek.refresh_from_db()
    assert [seek.state for seek in seeks] == [SeekState.ELSEWHERE, SeekState.OPEN]


# --- events --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "code"),
    [(SanctionKind.SUSPEND, "account.barred"), (EVENT_BAN, "events.barred")],
)
def test_whoever_is_kept_out_of_events_enters_none_and_reads_why(eve, kind, code) -> None:
    event, quick = a_scheduled_event(seats=4), a_sit_and_go()
    full = a_scheduled_event(seats=4)
    entrants(full, 4)
    sanctioned(eve, kind)
    for ask, asked in (
        (entry_register, event),
        (entry_register, full),
        (sit_and_go_join, quick),
        (late_enter, event),
        (buy_back, event),
    ):
        assert refusals(ask, event_id=asked.public_id, user=eve)[code]["reason"] == REASON
    assert not any(each.entries.filter(user=eve).exists() for each in Tournament.objects.all())


def test_a_ticket_enters_nobody_who_is_kept_out_of_events_and_stays_his(eve) -> None:
    target = a_target()
    ticket = a_ticket(eve, target)
    sanctioned(eve, EVENT_BAN)
    tournament_advance(tournament_id=target.public_id)
    asked = refusals(ticket_use, ticket_id=ticket.public_id, event_id=target.public_id, user=eve)
    assert asked.keys() == {"events.barred"}
    assert not target.entries.exists()
    assert again(ticket).state == "issued"


def test_an_entry_for_chips_is_not_turned_into_one_by_ticket(eve) -> None:
    target = entered(a_target(), eve)
    ticket = a_ticket(eve, target)
    sanctioned(eve, EVENT_BAN)
    tournament_advance(tournament_id=target.public_id)
    assert again(ticket).state == "issued"


def test_the_page_of_an_event_says_why_in_place_of_its_button(eve, client) -> None:
    event = a_scheduled_event()
    sanctioned(eve, EVENT_BAN)
    client.force_login(eve)
    page = client.get(f"/event/{event.public_id}/").content.decode()
    assert "You are kept out of events until" in page
    assert REASON in page
    assert f"/event/{event.public_id}/enter/" not in page


@pytest.mark.parametrize("tab", ["/", "/tournaments/"])
def test_the_lobby_says_why_in_place_of_the_buttons_of_events(eve, client, tab) -> None:
    client.force_login(eve)
    assert "is-kept-out" not in client.get(tab).content.decode()
    sanctioned(eve, EVENT_BAN)
    page = client.get(tab).content.decode()
    assert "is-kept-out" in page
    assert REASON in page


def test_a_ban_from_events_closes_no_table(eve, bob) -> None:
    sanctioned(eve, EVENT_BAN)
    assert taken(a_table(bob), eve).state == "playing"


def test_a_ruling_puts_nobody_in_a_seat_who_is_kept_out_of_events(eve, clock) -> None:
    event = a_started_evening(clock)
    seat = white_at(event, 1, 1)
    sanctioned(eve, EVENT_BAN)
    asked = refusals(rule, event=event, order=Replace(seat.number, "eve"), actor=a_director())
    assert asked == {"ruling.kept_out": {"name": "eve"}}


# --- chips ---------------------------------------------------------------------------


def test_no_chip_leaves_a_frozen_wallet_and_none_is_added_by_a_refill(eve) -> None:
    sanctioned(eve)
    asked: list[Callable[[], Any]] = [
        partial(hold, user=eve, escrow_ref="tournament:x", chips=5, key="a"),
        partial(stack_hold, user=eve, table_ref="table:x", chips=5, key="b"),
        partial(refill, user=eve),
    ]
    for ask in asked:
        assert refusals(ask)["account.barred"]["reason"] == REASON


def test_nobody_lays_more_chips_on_a_table_from_a_frozen_wallet(eve, bob) -> None:
    sitting = a_sitting(stakes(3, 60, length=TOP_UP), alice=eve, bob=bob)
    sitting.on_roll().lose(Side.WHITE)
    sanctioned(eve)
    asked = refusals(table_top_up, table_id=sitting.table.public_id, user=eve, chips=3, key="again")
    assert asked.keys() == {"account.barred"}
    assert sitting.stacks == (57, 63)


def test_prizes_and_refunds_still_arrive_in_it(eve) -> None:
    event = entered(a_scheduled_event(), eve)
    sanctioned(eve)
    called_off(event)
    pay(escrow_ref=a_pot(30), user=eve, chips=30, key="prize")
    assert balance_of(eve) == 1_030


def a_pot(chips: int) -> str:
    """An escrow with so many chips in it."""
    overlay_add(escrow_ref="tournament:pot", chips=chips, key="pot")
    return "tournament:pot"
