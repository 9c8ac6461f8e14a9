"""Challenging somebody by name: who can be asked, and what becomes of the table."""

from dataclasses import replace

import pytest

from accounts.services import player_block
from lobby.asks import USUAL
from lobby.models import Table
from lobby.selectors import challenge_messages, challenges_to, table_rows
from lobby.services import (
    abandoned_tables_close,
    challenge_decline,
    challenge_make,
    table_close,
    table_take,
)
from tests.factories import a_bot, a_guest, a_user
from tests.lobby.builders import a_table, fresh, taken
from tests.tournaments.builders import a_sit_and_go, gone, here, seated
from wire.errors import Conflict, Forbidden, NotFound, PlatformError, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice():
    return a_user("alice")


@pytest.fixture
def bob():
    user = a_user("bob")
    here(user)
    return user


def challenged(host, name="bob", **changes) -> Table:
    """A challenge by somebody who is here."""
    here(host)
    return challenge_make(host=host, name=name, ask=replace(USUAL, **changes))


def codes(refused) -> list[str]:
    """Every reason given."""
    return [reason["code"] for reason in refused.value.facts["refusals"]]


def test_whoever_is_challenged_is_told_and_nobody_else_sees_it(alice, bob, commits) -> None:
    with commits() as published:
        table = challenged(alice)
    assert challenges_to(bob) == [table]
    (message,) = [each for each in published.messages() if each["type"] == "lobby.challenge"]
    assert message == challenge_messages(bob)[0]
    assert (message["name"], message["is_open"]) == ("alice", True)
    assert message["title"] == "Backgammon, to 5 points"
    assert table_rows() == {}


def test_to_accept_is_to_sit_down(alice, bob) -> None:
    table = challenged(alice)
    table_take(table_id=table.public_id, user=bob)
    assert fresh(table).state == "playing"
    assert challenges_to(bob) == []
    assert list(table_rows()) == [table.public_id]


def test_to_decline_closes_the_table_and_says_so(alice, bob, commits) -> None:
    table = challenged(alice)
    with commits() as published:
        challenge_decline(table_id=table.public_id, user=bob)
    assert (fresh(table).state, fresh(table).close_reason) == ("closed", "declined")
    assert "lobby.challenge" in published.types()
    challenge_decline(table_id=table.public_id, user=bob)


def test_nobody_else_sits_down_at_it_or_declines_it(alice, bob) -> None:
    table, eve = challenged(alice), a_user("eve")
    with pytest.raises(Refused) as refused:
        table_take(table_id=table.public_id, user=eve)
    assert (refused.value.code, refused.value.facts["name"]) == ("table.kept", "bob")
    for somebody in (eve, alice):
        with pytest.raises(Forbidden) as forbidden:
            challenge_decline(table_id=table.public_id, user=somebody)
        assert forbidden.value.code == "challenge.not_yours"


def test_after_accepting_it_is_too_late_to_decline(alice, bob) -> None:
    table = challenged(alice)
    table_take(table_id=table.public_id, user=bob)
    with pytest.raises(Conflict) as late:
        challenge_decline(table_id=table.public_id, user=bob)
    assert late.value.code == "table.started"


@pytest.mark.parametrize("how", ["closes", "leaves", "sits down elsewhere"])
def test_a_challenge_falls_when_its_challenger(alice, bob, clock, commits, how) -> None:
    table = challenged(alice)
    with commits() as published:
        if how == "closes":
            table_close(table_id=table.public_id, user=alice)
        elif how == "leaves":
            gone(alice)
            clock.pass_s(31)
            abandoned_tables_close()
        else:
            taken(a_table(a_user("carol")), alice)
    assert fresh(table).state == "closed"
    assert challenges_to(bob) == []
    told = [each for each in published.messages() if each["type"] == "lobby.challenge"]
    assert [each["is_open"] for each in told] == [False]


def test_nobody_challenges_himself_a_bot_or_somebody_who_is_not_here(alice) -> None:
    here(alice)
    a_bot("robot")
    a_user("carol")
    for name, code in [
        ("alice", "challenge.self"),
        ("robot", "challenge.bot"),
        ("carol", "challenge.absent"),
    ]:
        with pytest.raises(Refused) as refused:
            challenged(alice, name)
        assert codes(refused) == [code]
    with pytest.raises(NotFound):
        challenged(alice, "nobody")


def test_the_blocked_are_not_asked_and_cannot_ask(alice, bob) -> None:
    player_block(user=bob, blocked=alice)
    with pytest.raises(Refused) as refused:
        challenged(alice)
    assert codes(refused) == ["challenge.unwanted"]
    here(alice)
    with pytest.raises(Refused) as refused:
        challenged(bob, "alice")
    assert codes(refused) == ["challenge.blocked"]


def test_the_blocked_cannot_sit_down_at_an_open_table(alice, bob) -> None:
    player_block(user=bob, blocked=alice)
    table = a_table(bob)
    with pytest.raises(Refused) as refused:
        table_take(table_id=table.public_id, user=alice)
    assert codes(refused) == ["table.unwanted"]


def test_who_plays_on_a_clock_or_has_a_seat_in_an_event_is_left_alone(alice, bob) -> None:
    taken(a_table(bob))
    carol = a_user("carol", chips=100)
    here(carol)
    seated(a_sit_and_go(), carol)
    for name in ("bob", "carol"):
        with pytest.raises(Refused) as refused:
            challenged(alice, name)
        assert codes(refused) == ["challenge.elsewhere"]


def test_a_guest_is_challenged_to_unrated_matches_only(alice) -> None:
    guest = a_guest()
    here(guest)
    with pytest.raises(Refused) as refused:
        challenged(alice, guest.username, is_rated=True)
    assert codes(refused) == ["challenge.not_rated"]
    assert challenged(alice, guest.username).invited == guest


def test_who_has_just_declined_is_left_in_peace_for_a_minute(alice, bob, clock) -> None:
    table = challenged(alice)
    challenge_decline(table_id=table.public_id, user=bob)
    with pytest.raises(Refused) as refused:
        challenged(alice)
    assert codes(refused) == ["challenge.declined"]
    clock.pass_s(61)
    here(bob)
    challenged(alice)


def test_one_open_table_a_host_counts_challenges_too(alice, bob) -> None:
    challenged(alice)
    with pytest.raises(PlatformError) as refused:
        challenged(alice)
    assert refused.value.code == "table.already_seated"
