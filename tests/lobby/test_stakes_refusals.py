"""What a table of chips refuses, with a reason, before a single chip is held."""

from typing import Any

import pytest

from backgammon import Rules, Side, TableStakes
from bankroll.selectors import balance_of, holdings_of
from lobby.models import Access, Table, TableSeat
from lobby.services import (
    table_close,
    table_leave,
    table_open,
    table_rematch,
    table_take,
    table_top_up,
)
from tests.factories import a_bot, a_guest, a_user
from tests.lobby.builders import TIMED, UNTIMED, a_table, an_old_table, taken
from tests.lobby.sittings import a_sitting, stakes
from tests.matches.test_tables import TOP_UP
from wire.errors import Conflict, Forbidden, Malformed, NotFound, Refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("books")]


def codes(refused: pytest.ExceptionInfo[Any]) -> list[str]:
    return [reason["code"] for reason in refused.value.facts["refusals"]]


# --- opening ----------------------------------------------------------------------


def refused_to_open(
    rules: Rules, *, chips: int = 1_000, access: Access = Access.LOBBY, **changes: Any
) -> list[str]:
    """Codes of the reasons against; nothing is opened and nothing held."""
    host = changes.pop("host", None) or a_user(chips=chips)
    before = balance_of(host)
    with pytest.raises(Refused) as refused:
        table_open(host=host, rules=rules, access=access, clock="standard", **changes)
    assert not Table.objects.exists()
    assert not TableSeat.objects.exists()
    assert balance_of(host) == before
    return codes(refused)


@pytest.mark.parametrize(
    ("stake", "buy_in"),
    [(0, 50), (-1, 50), (1_001, 5_000), (10, 9), (1, 0), (1, -50), (1, 1_000_001), (1, 10**30)],
)
def test_a_stake_or_buy_in_that_makes_no_sense_is_beyond_the_limits(stake, buy_in) -> None:
    assert "table.limits" in refused_to_open(stakes(stake, buy_in, buy_in))


def test_what_is_wrong_twice_is_told_twice_and_what_is_wrong_once_is_told_once() -> None:
    assert refused_to_open(stakes(0, 0, 0)) == ["table.limits"] * 2
    assert refused_to_open(stakes(10, 9)) == ["table.limits"]


def test_nobody_opens_a_table_with_more_than_he_has() -> None:
    alice = a_user(chips=49)
    with pytest.raises(Refused) as refused:
        table_open(host=alice, rules=stakes(1, 50), access=Access.LOBBY, clock="standard")
    assert refused.value.code == "bankroll.short"
    assert refused.value.facts["available_chips"] == 49
    assert refused.value.facts["needed_chips"] == 50


def test_a_house_bot_brings_no_more_than_it_may(settings) -> None:
    a_bot()
    assert refused_to_open(stakes(1, 201), access=Access.BOT) == ["table.bot_limit"]
    settings.HOUSE_BOT_BUY_IN_CHIPS = 5
    assert refused_to_open(stakes(6, 60), access=Access.BOT, has_different_sums=True) == [
        "table.bot_limit"
    ]


def test_without_a_house_bot_nothing_is_held() -> None:
    alice = a_user(chips=100)
    with pytest.raises(NotFound):
        table_open(host=alice, rules=stakes(1, 50), access=Access.BOT, clock="standard")
    assert balance_of(alice) == 100


def test_only_matches_to_points_between_members_are_rated() -> None:
    a_bot()
    rated: dict[str, Any] = {"is_rated": True}
    assert refused_to_open(TIMED, host=a_guest(), **rated) == ["table.not_rated"]
    assert refused_to_open(TIMED, access=Access.BOT, **rated) == ["table.not_rated"]
    assert refused_to_open(stakes(1, 50), **rated) == ["table.not_rated"]
    assert refused_to_open(Rules.fixed(3), **rated) == ["table.not_rated"]


@pytest.mark.parametrize("access", [Access.LOBBY, Access.LINK])
def test_without_a_clock_only_friendly_games_are_played(access) -> None:
    """Neither a rating nor another player's chips wait for whoever takes his time."""
    assert refused_to_open(UNTIMED, access=access, is_rated=True) == ["table.not_rated"]
    unclocked = stakes(1, 60, clock=None)
    assert refused_to_open(unclocked, access=access) == ["table.needs_clock"]
    assert taken(a_table(rules=UNTIMED, access=access, clock="untimed")).state == "playing"


def test_a_house_bot_minds_no_wait_for_its_chips() -> None:
    a_bot()
    table = a_table(rules=stakes(1, 60, clock=None), access=Access.BOT, clock="untimed")
    assert table.state == "playing"


def test_a_rated_table_makes_a_rated_match() -> None:
    table = taken(a_table(is_rated=True))
    assert table.match is not None
    assert table.match.is_rated
    assert not taken(a_table()).match.is_rated  # type: ignore[union-attr]


# --- taking -----------------------------------------------------------------------


def refused_to_take(table: Table, user: Any, chips: int | None = None) -> list[str]:
    """Codes of the reasons against; nothing is held."""
    before = balance_of(user)
    with pytest.raises(Refused) as refused:
        table_take(table_id=table.public_id, user=user, chips=chips)
    assert balance_of(user) == before
    assert table.seats.count() == 1
    return codes(refused)


def test_nobody_sits_down_without_the_chips_the_table_asks_for() -> None:
    bob = a_user(chips=59)
    with pytest.raises(Refused) as refused:
        taken(a_table(rules=stakes(3, 60)), bob)
    assert refused.value.code == "bankroll.short"
    assert refused.value.facts["available_chips"] == 59
    assert refused.value.facts["needed_chips"] == 60
    assert holdings_of(bob).in_play_chips == 0


@pytest.mark.parametrize("chips", [59, 61, 0, -60])
def test_where_sums_are_equal_nobody_brings_another(chips) -> None:
    assert refused_to_take(a_table(rules=stakes(3, 60)), a_user(chips=100), chips) == [
        "table.limits"
    ]


@pytest.mark.parametrize("chips", [2, 0, -3, 1_000_001])
def test_where_sums_may_differ_a_buy_in_covers_a_point_and_can_be_read(chips) -> None:
    table = a_table(rules=stakes(3, 60), has_different_sums=True)
    assert "table.limits" in refused_to_take(table, a_user(chips=100), chips)


def test_a_guest_sits_down_at_no_rated_table() -> None:
    assert refused_to_take(a_table(is_rated=True), a_guest()) == ["table.not_rated"]


def test_chips_at_another_table_are_not_brought_twice() -> None:
    bob = a_user(chips=100)
    rules = stakes(1, 60, clock=None)
    taken(an_old_table(rules=rules), bob)
    other = an_old_table(rules=rules)
    assert refused_to_take(other, bob) == ["bankroll.short"]


def test_a_rematch_asks_for_the_same_buy_in() -> None:
    bob = a_user(chips=60)
    sitting = a_sitting(stakes(3, 60), bob=bob).on_roll().lose(Side.BLACK)
    table_leave(table_id=sitting.table.public_id, user=bob)
    with pytest.raises(Refused) as refused:
        table_rematch(table_id=sitting.table.public_id, user=bob)
    assert refused.value.code == "bankroll.short"
    assert balance_of(bob) == 57


# --- between games ----------------------------------------------------------------


def test_nobody_leaves_while_a_game_is_running() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll()
    with pytest.raises(Refused) as refused:
        table_leave(table_id=sitting.table.public_id, user=sitting.people["white"])
    assert refused.value.code == "rules.leave_mid_game"
    assert sitting.stacks == (60, 60)


def test_where_nobody_may_leave_nobody_does() -> None:
    length = TableStakes(3, 60, 60, leave_between_games=False)
    sitting = a_sitting(stakes(3, 60, length=length)).on_roll().lose(Side.WHITE)
    with pytest.raises(Refused) as refused:
        table_leave(table_id=sitting.table.public_id, user=sitting.people["white"])
    assert refused.value.code == "rules.leaving_off"


def refused_top_up(sitting: Any, chips: int, *, key: str = "a", user: Any = None) -> str:
    """The code of the refusal; no chip has moved."""
    user = user or sitting.people["white"]
    before = sitting.stacks, balance_of(user)
    with pytest.raises((Refused, Forbidden, Conflict, Malformed)) as refused:
        table_top_up(table_id=sitting.table.public_id, user=user, chips=chips, key=key)
    assert (sitting.stacks, balance_of(user)) == before
    return refused.value.code


@pytest.mark.parametrize("chips", [0, -1, 4, 10**18])
def test_a_stack_is_filled_up_no_higher_than_at_first(chips) -> None:
    sitting = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(Side.WHITE)
    assert refused_top_up(sitting, chips) == "rules.top_up_range"


def test_no_chips_are_added_during_a_game_or_where_it_was_not_agreed() -> None:
    running = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(Side.WHITE).on_roll()
    assert refused_top_up(running, 3) == "rules.top_up_mid_game"
    plain = a_sitting(stakes(3, 60)).on_roll().lose(Side.WHITE)
    assert refused_top_up(plain, 3) == "rules.top_up_off"


def test_nobody_adds_what_he_does_not_have() -> None:
    alice = a_user(chips=61)
    sitting = a_sitting(stakes(3, 60, length=TOP_UP), alice=alice).on_roll().lose(Side.WHITE)
    assert refused_top_up(sitting, 2) == "bankroll.short"
    table_top_up(table_id=sitting.table.public_id, user=alice, chips=1, key="a")
    assert sitting.stacks == (58, 63)


def test_a_key_names_one_sum() -> None:
    sitting = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(Side.WHITE)
    alice = sitting.people["white"]
    table_top_up(table_id=sitting.table.public_id, user=alice, chips=1, key="a")
    assert refused_top_up(sitting, 2) == "bankroll.key_reused"


@pytest.mark.parametrize("key", ["", "k" * 31])
def test_a_top_up_is_named_by_a_key(key) -> None:
    sitting = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(Side.WHITE)
    assert refused_top_up(sitting, 1, key=key) == "table.bad_key"


def test_only_those_who_sit_there_leave_or_add_chips() -> None:
    sitting = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(Side.WHITE)
    eve = a_user("eve", chips=100)
    assert refused_top_up(sitting, 1, user=eve) == "table.not_seated"
    with pytest.raises(Forbidden):
        table_leave(table_id=sitting.table.public_id, user=eve)


def test_nothing_is_added_or_left_where_nothing_is_played() -> None:
    alice = a_user(chips=100)
    table = a_table(alice, rules=stakes(3, 60, length=TOP_UP))
    for _ in range(2):
        with pytest.raises(Conflict) as refused:
            table_top_up(table_id=table.public_id, user=alice, chips=1, key="a")
        assert refused.value.code == "table.not_playing"
        with pytest.raises(Conflict):
            table_leave(table_id=table.public_id, user=alice)
        table_close(table_id=table.public_id, user=alice)
    assert balance_of(alice) == 100
