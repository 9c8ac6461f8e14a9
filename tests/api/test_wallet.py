"""The wallet for programs: what there is, every movement, how each came about, the refill."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from backgammon import Side
from bankroll.selectors import balance_of
from tests.api.callers import Program, program_of
from tests.factories import a_user, chips_for
from tests.lobby.builders import a_table
from tests.lobby.sittings import a_sitting, stakes
from tests.support.clock import StoppedClock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("books")]


def test_the_wallet_tells_what_is_free_and_what_is_in_play_where(
    alice: User, as_alice: Program
) -> None:
    table = a_table(alice, rules=stakes(3, 60))
    wallet = as_alice.get("wallet/").body
    assert (wallet["available_chips"], wallet["in_play_chips"], wallet["total_chips"]) == (
        940,
        60,
        1_000,
    )
    assert wallet["in_play"] == [{"place": f"table:{table.public_id}", "chips": 60}]
    assert wallet["refill"]["is_available"] is False
    assert (wallet["refill"]["below_chips"], wallet["refill"]["upto_chips"]) == (50, 200)


def test_every_movement_has_its_sign_its_place_and_the_balance_after_it(
    alice: User, bob: User, as_alice: Program
) -> None:
    sitting = a_sitting(stakes(3, 60), alice=alice, bob=bob)
    place = f"table:{sitting.table.public_id}"
    page = as_alice.get("wallet/transfers/").body
    assert page["next"] is None
    sit, grant = page["results"]
    assert (sit["kind"], sit["chips"], sit["balance_chips"]) == ("sit", -60, 940)
    assert (grant["kind"], grant["chips"], grant["balance_chips"]) == ("grant", 1_000, 1_000)
    assert (sit["number"], sit["place"], sit["posted_at"][-1]) == (2, place, "Z")
    assert set(sit) == {
        *("number", "kind", "reason", "note", "place", "chips", "balance_chips", "posted_at")
    }


def test_pages_lead_from_the_newest_to_the_oldest_without_a_hole(
    alice: User, as_alice: Program
) -> None:
    for chips in range(1, 7):
        chips_for(alice, chips)
    page = as_alice.get("wallet/transfers/", limit=3, kind="grant").body
    seen = [each["number"] for each in page["results"]]
    chips_for(alice, 50)  # newer ones shift nothing
    while page["next"]:
        page = as_alice.get(page["next"]).body
        seen += [each["number"] for each in page["results"]]
    assert seen == [7, 6, 5, 4, 3, 2, 1]


def test_filters_narrow_the_statement(alice: User, bob: User, as_alice: Program) -> None:
    sitting = a_sitting(stakes(3, 60), alice=alice, bob=bob)

    def kinds(**asked: str) -> list[str]:
        return [each["kind"] for each in as_alice.get("wallet/transfers/", **asked).body["results"]]

    assert kinds(kind="sit") == ["sit"]
    assert kinds(place=f"table:{sitting.table.public_id}") == ["sit"]
    assert kinds(place="table:elsewhere") == []
    assert kinds(since="2001-01-01", until="2001-12-31") == []
    assert kinds(since="2001-01-01") == ["sit", "grant"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "theft"),
        ("since", "yesterday"),
        ("until", "2026-13-01"),
        ("limit", "0"),
        ("limit", "201"),
        ("limit", "1.5"),
        ("before", "-1"),
        ("before", "x"),
        ("page", "2"),
    ],
)
def test_a_filter_that_makes_no_sense_is_malformed(
    as_alice: Program, field: str, value: str
) -> None:
    answer = as_alice.get("wallet/transfers/", **{field: value})
    assert (answer.status, answer.fields) == (400, {field})


def test_a_line_is_explained_to_its_owner_alone(alice: User, bob: User, as_alice: Program) -> None:
    sitting = a_sitting(stakes(3, 60), alice=alice, bob=bob)
    sitting.on_roll().lose(Side.BLACK)
    sitting.act(Side.WHITE)
    explained = as_alice.get("wallet/transfers/2/").body
    assert explained["transfer"]["chips"] == -60
    assert explained["steps"]
    assert set(explained["steps"][0]) == {"text", "chips", "is_sum"}
    assert program_of(bob).get("wallet/transfers/2/").body["transfer"]["chips"] == -60
    carol = program_of(a_user("carol"))
    for number in (1, 3, 10**18, 10**40):
        answer = carol.get(f"wallet/transfers/{number}/")
        assert (answer.status, answer.code) == (404, "bankroll.no_line")


def test_a_refill_is_given_once_and_then_refused_with_every_reason(clock: StoppedClock) -> None:
    poor = a_user("poor", chips=10)
    program = program_of(poor)
    assert program.get("wallet/").body["refill"]["is_available"]
    given = program.post("wallet/refill/")
    assert (given.status, given.body["kind"], given.body["chips"]) == (201, "refill", 190)
    again = program.post("wallet/refill/")
    assert (again.status, again.code) == (422, "bankroll.refill_enough")
    assert again.refusals == ["bankroll.refill_enough", "bankroll.refill_too_soon"]
    assert all(reason["message"] for reason in again.body["data"]["refusals"])
    assert balance_of(poor) == 200


def test_a_refill_says_nothing_beside_its_address(as_alice: Program) -> None:
    assert as_alice.post("wallet/refill/", {"chips": 500}).fields == {"chips"}


def test_a_long_statement_costs_no_more_queries(alice: User, as_alice: Program) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert as_alice.get("wallet/transfers/").status == 200
        return len(queries)

    as_alice.get("me/")
    one = cost()
    for _ in range(8):
        chips_for(alice, 1)
    assert cost() == one
