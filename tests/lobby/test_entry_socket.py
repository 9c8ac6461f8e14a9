"""Entering a scheduled event from an open page: what is answered, and what the other page hears."""

import pytest
from channels.db import database_sync_to_async as in_database

from bankroll.selectors import balance_of
from tests.factories import a_user
from tests.tournaments.builders import fresh
from tests.tournaments.scheduled import a_scheduled_event

pytestmark = pytest.mark.django_db(transaction=True)

make_event = in_database(a_scheduled_event)
make_user = in_database(a_user)
again = in_database(fresh)
balance = in_database(balance_of)


async def test_an_entry_by_socket_is_acknowledged_and_the_other_page_hears_of_it(visit) -> None:
    event, alice = await make_event(), await make_user("alice", chips=100)
    mine, _ = await visit(f"/ws/tournament/{event.public_id}/", alice)
    other, _ = await visit(f"/ws/tournament/{event.public_id}/")
    assert (await mine.ask("tournament.enter", event=event.public_id))["type"] == "ack"
    changed = await other.hear("tournament.changed")
    assert {change["row"] for change in changed["changes"]} == {"state", "entrants"}
    assert await balance(alice) == 45


async def test_check_in_and_withdrawal_by_socket(visit) -> None:
    event, alice = await make_event(starts_in_s=600), await make_user("alice", chips=100)
    page, _ = await visit("/ws/lobby/", alice)
    for wish in ("tournament.enter", "tournament.check_in", "tournament.withdraw"):
        assert (await page.ask(wish, event=event.public_id))["type"] == "ack"
    assert await balance(alice) == 100
    assert (await again(event)).taken_seats == 0


async def test_every_reason_against_an_entry_reaches_the_page(visit) -> None:
    event, poor = await make_event(opens_in_s=60), await make_user("poor")
    page, _ = await visit("/ws/lobby/", poor)
    answer = await page.ask("tournament.enter", event=event.public_id)
    assert answer["code"] == "tournament.not_open"
    codes = [reason["code"] for reason in answer["data"]["refusals"]]
    assert codes == ["tournament.not_open", "bankroll.short"]


@pytest.mark.parametrize("wish", ["tournament.enter", "tournament.withdraw", "tournament.check_in"])
async def test_strangers_are_asked_to_sign_in(visit, wish) -> None:
    event = await make_event()
    page, _ = await visit("/ws/lobby/")
    assert (await page.ask(wish, event=event.public_id))["code"] == "auth.required"


@pytest.mark.parametrize("fields", [{}, {"event": 7}, {"event": "x", "seat": 1}])
async def test_malformed_wishes_are_told_so(visit, fields) -> None:
    page, _ = await visit("/ws/lobby/", await make_user("eve"))
    assert (await page.ask("tournament.enter", **fields))["code"] == "request.malformed"
