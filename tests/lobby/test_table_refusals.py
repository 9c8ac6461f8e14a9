"""Nobody is turned away from a table in silence: the same set-up, one thing changed."""

from typing import Any

import pytest

from backgammon import CubeRules, Rules
from lobby.eligibility import MOST_UNTIMED
from lobby.models import Access, Table
from lobby.selectors import open_table_of
from lobby.services import table_close, table_open, table_rematch, table_take
from lobby.states import TableState
from matches.models import Match
from tests.factories import a_guest, a_user
from tests.lobby.builders import (
    TIMED,
    UNTIMED,
    a_private_table,
    a_table,
    finished,
    fresh,
    taken,
)
from tests.matches.builders import CLOCK, a_match, a_noting_owner
from tests.tournaments.builders import a_sit_and_go, seated
from wire.errors import Conflict, Forbidden, NotFound, Refused

pytestmark = pytest.mark.django_db


def codes(refused: pytest.ExceptionInfo[Any]) -> list[str]:
    return [reason["code"] for reason in refused.value.facts["refusals"]]


def untimed_matches(user: Any, number: int) -> None:
    for _ in range(number):
        taken(a_table(rules=UNTIMED, clock="untimed"), user)


# --- opening ----------------------------------------------------------------------


def open_for(user: Any, rules: Rules = TIMED) -> Table:
    return table_open(host=user, rules=rules, access=Access.LOBBY, clock="standard")


def test_whoever_is_free_opens_a_table() -> None:
    assert open_for(a_user()).state == TableState.OPEN


def test_one_open_table_at_a_time() -> None:
    alice = a_user("alice")
    a_table(alice)
    with pytest.raises(Refused) as refused:
        open_for(alice)
    assert codes(refused) == ["table.already_seated"]


def test_whoever_plays_with_a_clock_opens_no_table() -> None:
    alice = a_user("alice")
    taken(a_table(), alice)
    with pytest.raises(Refused) as refused:
        open_for(alice)
    assert codes(refused) == ["table.in_match"]


def test_whoever_has_a_seat_in_an_event_opens_no_table() -> None:
    alice = a_user("alice", chips=100)
    seated(a_sit_and_go(name="Evening Four"), alice)
    with pytest.raises(Refused) as refused:
        open_for(alice)
    assert codes(refused) == ["table.in_event"]
    assert refused.value.facts["event"] == "Evening Four"


def test_matches_without_a_clock_do_not_pile_up() -> None:
    alice = a_user("alice")
    untimed_matches(alice, MOST_UNTIMED)
    with pytest.raises(Refused) as refused:
        open_for(alice, UNTIMED)
    assert codes(refused) == ["table.too_many_untimed"]
    open_for(alice, TIMED)


def test_rules_that_do_not_fit_together_are_refused_with_every_reason() -> None:
    cube = CubeRules(jacoby=True, raccoons=True)
    with pytest.raises(Refused) as refused:
        open_for(a_user(), Rules.match(26, cube=cube))
    assert codes(refused) == [
        "rules.length_range",
        "rules.raccoons_need_beavers",
        "rules.jacoby_in_match",
    ]
    assert not Table.objects.exists()


def test_reasons_of_rules_and_person_are_told_together() -> None:
    alice = a_user("alice")
    taken(a_table(), alice)
    with pytest.raises(Refused) as refused:
        open_for(alice, Rules.match(0))
    assert codes(refused) == ["rules.length_range", "table.in_match"]


def test_without_a_house_bot_in_the_house_nobody_sits_down() -> None:
    alice = a_user("alice")
    with pytest.raises(NotFound) as missing:
        table_open(host=alice, rules=TIMED, access=Access.BOT, clock="standard")
    assert missing.value.code == "table.no_house_bot"
    assert open_table_of(alice) is None


# --- taking -----------------------------------------------------------------------


def refused_at(table: Table, user: Any) -> list[str]:
    """Codes of the reasons against; the table is as it was."""
    before = fresh(table)
    with pytest.raises(Refused) as refused:
        table_take(table_id=table.public_id, user=user)
    assert fresh(table).state == before.state
    return codes(refused)


def test_nobody_plays_against_himself() -> None:
    table = a_table()
    assert refused_at(table, table.host) == ["table.own"]


def test_a_taken_table_is_taken() -> None:
    assert refused_at(taken(a_table()), a_user()) == ["table.taken"]


def test_a_finished_table_is_not_taken_again() -> None:
    table = finished(taken(a_table(rules=Rules.match(1, clock=CLOCK))))
    assert refused_at(table, a_user()) == ["table.taken"]


def test_nobody_waits_at_a_closed_table() -> None:
    table = a_table()
    table_close(table_id=table.public_id, user=table.host)
    assert refused_at(table, a_user()) == ["table.closed"]


def test_whoever_plays_with_a_clock_finishes_first() -> None:
    alice = a_user("alice")
    taken(a_table(), alice)
    assert refused_at(a_table(), alice) == ["table.in_match"]


def test_nobody_sits_down_where_the_host_has_gone_to_an_event() -> None:
    host = a_user("alice", chips=100)
    table = a_table(host)
    seated(a_sit_and_go(), host)
    assert refused_at(table, a_user()) == ["table.closed"]


def test_a_host_whose_match_has_begun_elsewhere_is_waited_for_by_nobody() -> None:
    a_noting_owner()
    host = a_user("alice")
    table = a_table(host)
    a_match(host, a_user())
    assert refused_at(table, a_user()) == ["table.host_elsewhere"]


def test_a_rematch_is_kept_for_the_other() -> None:
    alice, bob, carol = a_user("alice"), a_user("bob"), a_user("carol")
    table = finished(taken(a_table(alice, rules=Rules.match(1, clock=CLOCK)), bob))
    again = table_rematch(table_id=table.public_id, user=bob)
    assert refused_at(again, carol) == ["table.kept"]
    assert taken(again, alice).state == TableState.PLAYING


def test_every_reason_is_told_at_once() -> None:
    alice, guest = a_user("alice", chips=100), a_guest(chips=100)
    table = taken(a_table())
    seated(a_sit_and_go(), alice, guest)
    untimed = a_table(rules=UNTIMED, clock="untimed")
    table_close(table_id=untimed.public_id, user=untimed.host)
    assert refused_at(table, alice) == ["table.taken", "table.in_event"]
    assert refused_at(untimed, guest) == ["table.closed", "table.in_event"]


def test_who_is_refused_keeps_the_table_he_has() -> None:
    bob = a_user("bob")
    own, table = a_table(bob), a_table()
    table_close(table_id=table.public_id, user=table.host)
    assert refused_at(table, bob) == ["table.closed"]
    assert fresh(own).state == TableState.OPEN


def test_what_does_not_exist_is_not_found() -> None:
    for service in (table_take, table_close, table_rematch):
        with pytest.raises(NotFound):
            service(table_id="nothing", user=a_user())


# --- closing, playing again -------------------------------------------------------


def test_only_its_host_closes_a_table() -> None:
    table = a_private_table()
    with pytest.raises(Forbidden) as refused:
        table_close(table_id=table.public_id, user=a_user("eve"))
    assert refused.value.code == "table.not_host"


def test_a_match_that_has_begun_is_not_closed() -> None:
    table = taken(a_table())
    with pytest.raises(Conflict) as refused:
        table_close(table_id=table.public_id, user=table.host)
    assert refused.value.code == "table.started"
    assert Match.objects.get().status == "playing"


def test_a_rematch_comes_after_the_match() -> None:
    table = taken(a_table())
    with pytest.raises(Conflict) as refused:
        table_rematch(table_id=table.public_id, user=table.host)
    assert refused.value.code == "table.not_over"


def test_a_rematch_is_for_those_who_have_played() -> None:
    table = finished(taken(a_table(rules=Rules.match(1, clock=CLOCK))))
    with pytest.raises(Forbidden) as refused:
        table_rematch(table_id=table.public_id, user=a_user("eve"))
    assert refused.value.code == "table.not_seated"
