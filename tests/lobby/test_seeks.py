"""Looking for an opponent: posting, being paired, stopping, and what ends a search."""

import pytest

from accounts.services import player_block
from bankroll.audit import books_check
from lobby.asks import LENGTHS, USUAL, Ask
from lobby.forms import Opener, TableForm
from lobby.games import GAMES
from lobby.lengths import CLOCKS
from lobby.models import Seek, Table
from lobby.selectors import open_seek_of
from lobby.services import (
    abandoned_seeks_close,
    seek_cancel,
    seek_post,
    seeks_pair,
    table_take,
)
from lobby.tasks import sweep_seeks
from matches.selectors import clocked_matches_of
from tests.factories import a_guest, a_user
from tests.lobby.builders import UNTIMED, a_table, fresh, taken
from tests.tournaments.builders import a_sit_and_go, gone, here, seated
from wire.errors import Malformed, Refused

pytestmark = pytest.mark.django_db

RATED = Ask("backgammon", 5, "fast", is_rated=True)


@pytest.fixture
def alice():
    return a_user("alice")


@pytest.fixture
def bob():
    return a_user("bob")


def looking(user, ask=USUAL) -> Seek:
    """Somebody who is here and looks for an opponent."""
    here(user)
    return seek_post(user=user, ask=ask)


def rated_at(user, rating: int) -> None:
    """His search, as if he had posted it with this rating."""
    Seek.objects.filter(user=user).update(rating=rating)


def states() -> dict[str, str]:
    """By name: how every search stands."""
    return dict(Seek.objects.values_list("user__username", "state"))


def test_two_who_look_for_the_same_play_each_other(alice, bob, commits) -> None:
    looking(alice, RATED)
    with commits() as published:
        looking(bob, RATED)
        assert seeks_pair() == 1
    assert states() == {"alice": "paired", "bob": "paired"}
    (match,) = clocked_matches_of(alice)
    assert list(clocked_matches_of(bob)) == [match]
    assert (match.title, match.is_rated, match.is_public) == ("Backgammon, to 5 points", True, True)
    table = Table.objects.get(match=match)
    assert {seek.table for seek in Seek.objects.all()} == {table}
    assert published.types().count("summons") == 2


@pytest.mark.parametrize(
    "other",
    [
        Ask("nackgammon", 5, "standard"),
        Ask("backgammon", 7, "standard"),
        Ask("backgammon", 5, "fast"),
        Ask("backgammon", 5, "standard", is_rated=True),
    ],
)
def test_who_looks_for_something_else_is_not_disturbed(alice, bob, other) -> None:
    looking(alice)
    looking(bob, other)
    assert seeks_pair() == 0
    assert states() == {"alice": "open", "bob": "open"}


def test_the_reach_widens_with_waiting(alice, bob, clock) -> None:
    for user, rating in ((alice, 1500), (bob, 1800)):
        looking(user)
        rated_at(user, rating)
    assert seeks_pair() == 0
    clock.pass_s(19)
    assert seeks_pair() == 0
    clock.pass_s(1)
    assert seeks_pair() == 1


def test_who_has_blocked_the_other_is_never_paired_with_him(alice, bob, clock) -> None:
    player_block(user=bob, blocked=alice)
    for user in (alice, bob):
        looking(user)
    clock.pass_s(600)
    assert seeks_pair() == 0


def test_posting_again_changes_what_is_looked_for(alice) -> None:
    first = looking(alice)
    assert looking(alice) == first
    second = looking(alice, RATED)
    assert open_seek_of(alice) == second
    assert Seek.objects.get(pk=first.pk).state == "withdrawn"


def test_a_search_can_be_stopped_and_stopping_twice_is_fine(alice, bob) -> None:
    looking(alice)
    looking(bob)
    seek_cancel(user=alice)
    seek_cancel(user=alice)
    assert seeks_pair() == 0
    assert states() == {"alice": "withdrawn", "bob": "open"}


def test_a_search_ends_with_the_connection(alice, bob, clock, settings) -> None:
    for user in (alice, bob):
        looking(user)
    seek_cancel(user=bob)
    looking(bob, RATED)
    gone(alice)
    clock.pass_s(settings.HOUSE_SEAT_GRACE_S - 1)
    assert abandoned_seeks_close() == 0
    clock.pass_s(2)
    here(bob)
    sweep_seeks()
    assert open_seek_of(alice) is None
    assert open_seek_of(bob) is not None
    assert Seek.objects.get(user=alice).state == "absent"


def test_who_is_paired_no_longer_waits_at_his_own_table(alice, bob) -> None:
    table = a_table(alice)
    looking(alice)
    looking(bob)
    assert seeks_pair() == 1
    assert (fresh(table).state, fresh(table).close_reason) == ("closed", "elsewhere")


@pytest.mark.parametrize("rules", ["timed", "untimed"])
def test_taking_a_seat_withdraws_both_searches(alice, bob, rules) -> None:
    changes = {"rules": UNTIMED, "clock": "untimed"} if rules == "untimed" else {}
    table = a_table(alice, **changes)
    looking(alice)
    looking(bob, RATED)
    table_take(table_id=table.public_id, user=bob)
    assert states() == {"alice": "elsewhere", "bob": "elsewhere"}


def test_a_seat_in_a_sit_and_go_withdraws_search_and_table() -> None:
    carol = a_user("carol", chips=100)
    table = a_table(carol)
    looking(carol)
    seated(a_sit_and_go(), carol)
    assert states() == {"carol": "elsewhere"}
    assert fresh(table).close_reason == "elsewhere"
    books_check()


def test_whoever_plays_on_a_clock_cannot_look(alice) -> None:
    taken(a_table(alice))
    with pytest.raises(Refused) as refused:
        looking(alice)
    assert refused.value.code == "table.in_match"


def test_a_search_that_was_overtaken_ends_and_the_other_goes_on(alice, bob) -> None:
    looking(alice)
    looking(bob)
    # As if he had sat down through a door that knows no seeks.
    Seek.objects.filter(user=alice).update(state="withdrawn")
    taken(a_table(alice))
    Seek.objects.filter(user=alice).update(state="open")
    assert seeks_pair() == 0
    assert states() == {"alice": "elsewhere", "bob": "open"}


def test_guests_play_unrated_only(bob) -> None:
    guest = a_guest()
    with pytest.raises(Refused) as refused:
        looking(guest, RATED)
    assert refused.value.code == "table.not_rated"
    looking(guest)
    looking(bob)
    assert seeks_pair() == 1


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"game": "chess", "points": "5", "clock": "fast"},
        {"game": "backgammon", "points": "6", "clock": "fast"},
        {"game": "backgammon", "points": "5.0", "clock": "fast"},
        {"game": "backgammon", "points": "-5", "clock": "fast"},
        {"game": "backgammon", "points": "٥", "clock": "fast"},
        {"game": "backgammon", "points": "5", "clock": "none"},
    ],
)
def test_an_unknown_choice_is_refused(fields) -> None:
    with pytest.raises(Malformed) as refused:
        Ask.of_form(fields)
    assert refused.value.code == "seek.unknown_choice"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("clock_key", CLOCKS)
def test_every_choice_makes_the_usual_rules_of_its_game(game, clock_key) -> None:
    for points in LENGTHS:
        ask = Ask(game, points, clock_key)
        assert ask.rules.problems() == ()
    sent = {"game": game, "kind": "match", "points": "15", "clock": clock_key}
    form = TableForm(sent, opener=Opener(is_guest=False, available_chips=0))
    assert form.is_valid(), form.errors
    assert form.rules == Ask(game, 15, clock_key).rules
