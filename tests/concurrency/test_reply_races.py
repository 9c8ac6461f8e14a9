"""One key sent by many hands in the same instant, with real threads on PostgreSQL."""

from functools import partial

import pytest

from accounts.models import ApiReply
from bankroll.audit import books_check
from bankroll.selectors import balance_of
from lobby.models import Table
from tests.api.callers import program_of
from tests.concurrency.together import failures, together
from tests.factories import a_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

STAKES = {"kind": "table", "stake": 3, "buy_in": 60}


def test_a_request_that_arrives_ten_times_at_once_is_done_once() -> None:
    alice = a_user("alice", chips=1_000)
    program = program_of(alice)
    answers = together([partial(program_of(alice).post, "tables/", STAKES, key="one")] * 10)
    assert failures(answers) == []
    assert {answer.status for answer in answers} == {201}  # type: ignore[union-attr]
    assert len({answer.body["id"] for answer in answers}) == 1  # type: ignore[union-attr]
    assert Table.objects.count() == 1
    assert balance_of(alice) == 940
    assert program.get("wallet/").body["in_play_chips"] == 60
    assert books_check() == ()


def test_of_different_requests_under_one_key_one_is_done() -> None:
    alice = a_user("alice", chips=1_000)
    orders = [{**STAKES, "buy_in": buy_in} for buy_in in (60, 70, 80, 90)]
    answers = together(
        [partial(program_of(alice).post, "tables/", order, key="one") for order in orders]
    )
    assert failures(answers) == []
    statuses = sorted(answer.status for answer in answers)  # type: ignore[union-attr]
    assert statuses == [201, 409, 409, 409]
    assert Table.objects.count() == ApiReply.objects.count() == 1
    assert books_check() == ()


def test_requests_refused_at_once_leave_the_key_free() -> None:
    poor = a_user("poor", chips=10)
    answers = together([partial(program_of(poor).post, "tables/", STAKES, key="one")] * 5)
    assert failures(answers) == []
    assert {answer.status for answer in answers} == {422}  # type: ignore[union-attr]
    assert not ApiReply.objects.exists()
