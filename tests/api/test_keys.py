"""`Idempotency-Key`: the same request is done once, however often it comes."""

from datetime import timedelta

import pytest

from accounts.models import ApiReply, User
from accounts.services.replies import old_replies_forget
from bankroll.selectors import balance_of
from lobby.models import Seek, Table
from tests.api.callers import Program
from tests.factories import chips_for
from tests.lobby.builders import a_table
from tests.lobby.sittings import stakes
from tests.support.clock import StoppedClock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("books")]

STAKES = {"kind": "table", "stake": 3, "buy_in": 60}


def test_a_request_sent_again_is_answered_as_before_and_not_done_again(
    alice: User, as_alice: Program
) -> None:
    first = as_alice.post("tables/", STAKES, key="one")
    again = as_alice.post("tables/", dict(reversed(STAKES.items())), key="one")
    assert (again.status, again.body) == (first.status, first.body)
    assert Table.objects.count() == 1
    assert balance_of(alice) == 940


def test_the_answer_stays_what_it_was_when_the_world_has_moved_on(as_alice: Program) -> None:
    opened = as_alice.post("tables/", STAKES, key="one").body
    as_alice.delete(f"tables/{opened['id']}/seat/")
    assert as_alice.post("tables/", STAKES, key="one").body == opened


@pytest.mark.parametrize(
    ("path", "body"), [("tables/", {**STAKES, "buy_in": 61}), ("seek/", STAKES), ("tables/", {})]
)
def test_a_key_belongs_to_one_request(as_alice: Program, path: str, body: object) -> None:
    as_alice.post("tables/", STAKES, key="one")
    answer = as_alice.post(path, body, key="one")
    assert (answer.status, answer.code) == (409, "request.key_reused")
    assert Table.objects.count() == 1


def test_everybody_has_keys_of_his_own(as_alice: Program, as_bob: Program) -> None:
    assert as_alice.post("tables/", STAKES, key="one").status == 201
    assert as_bob.post("tables/", {**STAKES, "buy_in": 90}, key="one").status == 201
    assert Table.objects.count() == 2


def test_a_refused_request_may_be_sent_again_under_its_key(alice: User, as_alice: Program) -> None:
    order = {**STAKES, "buy_in": 1_500}
    assert as_alice.post("tables/", order, key="one").code == "bankroll.short"
    assert not ApiReply.objects.exists()
    chips_for(alice, 600)
    assert as_alice.post("tables/", order, key="one").status == 201


def test_a_malformed_request_leaves_its_key_free(as_alice: Program) -> None:
    assert as_alice.post("tables/", {"stake": "3"}, key="one").status == 400
    assert as_alice.post("tables/", b"{", key="one").status == 400
    assert as_alice.post("tables/", STAKES, key="one").status == 201


def test_nothing_is_taken_away_twice_either(alice: User, as_alice: Program) -> None:
    table = a_table(alice, rules=stakes(3, 60))
    seat = f"tables/{table.public_id}/seat/"
    first = as_alice.delete(seat, key="leave")
    assert (first.status, first.body["state"]) == (200, "closed")
    assert as_alice.delete(seat, key="leave").body == first.body


def test_an_answer_without_a_body_is_repeated_without_one(as_alice: Program) -> None:
    as_alice.post("seek/", {"game": "backgammon", "points": 3, "clock": "fast"})
    for _time in range(2):
        answer = as_alice.delete("seek/", key="stop")
        assert (answer.status, answer.response.content) == (204, b"")
    assert Seek.objects.get().state == "withdrawn"


@pytest.mark.parametrize("key", ["k" * 81, "a\tb"])
def test_a_key_that_is_none_is_malformed(as_alice: Program, key: str) -> None:
    answer = as_alice.post("tables/", STAKES, key=key)
    assert (answer.status, answer.code) == (400, "request.key")


def test_a_key_is_remembered_for_a_day(as_alice: Program, clock: StoppedClock) -> None:
    as_alice.post("tables/", STAKES, key="one")
    clock.pass_s(timedelta(days=1).total_seconds())
    assert old_replies_forget() == 0
    clock.pass_s(1)
    assert old_replies_forget() == 1
