"""Events for programs: Sit&Gos that can be joined, seats in them, an event as it stands."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from bankroll.selectors import balance_of
from tests.api.callers import Program, program_of
from tests.factories import a_user
from tests.tournaments.builders import a_sit_and_go, a_started_event
from tests.tournaments.schedules import a_daily
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("books")]


def test_sit_and_gos_tell_their_cost_their_prizes_and_who_is_there(
    alice: User, as_alice: Program, stranger: Program
) -> None:
    event = a_sit_and_go(buy_in_chips=90, fee_chips=10)
    as_alice.post(f"sit-and-gos/{event.public_id}/seat/")
    (told,) = stranger.get("sit-and-gos/").body
    assert (told["id"], told["state"], told["seats"], told["taken"]) == (
        *(event.public_id, "open", 4, 1),
    )
    assert (told["buy_in_chips"], told["fee_chips"], told["cost_chips"]) == (90, 10, 100)
    assert told["pool_chips"] == sum(told["prizes_chips"]) == 360
    assert (told["tickets"], told["target"]) == (0, "")
    assert told["players"] == [{"name": "alice", "is_bot": False, "is_guest": False}]


def test_a_satellite_tells_its_tickets_and_where_they_lead(stranger: Program) -> None:
    cup = a_daily(name="Evening Cup", buy_in_chips=200, has_house_bots=False)
    event = a_sit_and_go(target_series=cup, has_house_bots=False)
    (told,) = stranger.get("sit-and-gos/").body
    assert (told["id"], told["tickets"], told["target"]) == (event.public_id, 1, "Evening Cup")
    assert told["prizes_chips"] == []


def test_a_seat_is_taken_and_given_back_with_all_that_was_paid(
    alice: User, as_alice: Program
) -> None:
    seat = f"sit-and-gos/{a_sit_and_go().public_id}/seat/"
    assert as_alice.post(seat).body["taken"] == 1
    assert balance_of(alice) == 950
    assert as_alice.delete(seat).status == 204
    assert balance_of(alice) == 1_000


def test_a_seat_under_one_key_is_paid_once(alice: User, as_alice: Program) -> None:
    seat = f"sit-and-gos/{a_sit_and_go().public_id}/seat/"
    assert [as_alice.post(seat, key="k").status for _time in range(3)] == [201, 201, 201]
    assert balance_of(alice) == 950


def test_a_seat_of_a_private_event_is_taken_by_who_knows_it(
    alice: User, as_alice: Program, stranger: Program
) -> None:
    event = a_sit_and_go()
    Tournament.objects.update(is_private=True)
    assert as_alice.post(f"sit-and-gos/{event.public_id}/seat/").body["taken"] == 1
    assert stranger.get("sit-and-gos/").body == []


def test_a_request_without_a_body_takes_a_seat_as_well(as_alice: Program) -> None:
    seat = f"/api/v1/sit-and-gos/{a_sit_and_go().public_id}/seat/"
    bearer = {"Authorization": f"Bearer {as_alice.text}"}
    assert Client().post(seat, content_type="application/json", headers=bearer).status_code == 201


def test_a_seat_with_a_ticket_of_somebody_else_is_refused(as_alice: Program) -> None:
    answer = as_alice.post(
        f"sit-and-gos/{a_sit_and_go().public_id}/seat/", {"ticket": "000000000000"}
    )
    assert (answer.status, answer.code) == (404, "ticket.not_found")


def test_who_cannot_pay_is_told_why() -> None:
    program = program_of(a_user(chips=49))
    answer = program.post(f"sit-and-gos/{a_sit_and_go().public_id}/seat/")
    assert (answer.status, answer.code) == (422, "bankroll.short")
    assert "49" in answer.body["message"]


def test_an_event_is_told_as_it_stands(stranger: Program) -> None:
    event = a_started_event()
    told = stranger.get(f"tournaments/{event.public_id}/").body
    assert (told["id"], told["seats"], told["taken"]) == (event.public_id, 4, 4)
    assert len(told["commitment"]) == 64


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "tournaments/nothing/"),
        ("post", "sit-and-gos/nothing/seat/"),
        ("delete", "sit-and-gos/nothing/seat/"),
    ],
)
def test_an_event_that_is_none_is_not_found(as_alice: Program, method: str, path: str) -> None:
    answer = getattr(as_alice, method)(path)
    assert (answer.status, answer.code) == (404, "tournament.not_found")


def test_many_events_cost_no_more_queries(stranger: Program) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert stranger.get("sit-and-gos/").status == 200
        return len(queries)

    a_sit_and_go()
    one = cost()
    for _ in range(4):
        a_sit_and_go()
    assert cost() == one
