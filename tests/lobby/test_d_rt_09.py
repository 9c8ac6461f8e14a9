"""D-RT-09, tables nobody sits at: everybody is told and freed, no chips and no row stay behind.

A worker that dies while a table is made: tests/concurrency/test_stakes_races.py.
"""

import pytest
from channels.db import database_sync_to_async as in_database
from django.test import Client

from backgammon import Side
from bankroll.audit import books_check
from bankroll.selectors import holdings_of
from lobby.models import TableSeat
from lobby.selectors import open_table_of, table_rows
from lobby.services import abandoned_tables_close, table_close, table_leave
from tests.factories import a_guest, a_user
from tests.lobby.builders import a_table, fresh, taken
from tests.lobby.sittings import Sitting, a_sitting, stakes
from tests.tournaments.builders import gone

STAKES = stakes(1, 60)


def is_held(user) -> bool:
    """Whether a seat holds this person, as the next table would find."""
    return TableSeat.objects.filter(user=user, is_exclusive=True).exists()


@pytest.mark.django_db
def test_the_host_gets_up_before_the_first_game_and_the_guest_is_told_and_freed(commits) -> None:
    guest = a_guest(chips=200)
    table = taken(a_table(rules=STAKES), guest)
    assert is_held(guest)
    with commits() as heard:
        table_leave(table_id=table.public_id, user=table.host)
    assert heard.rows(f"table:{table.public_id}") == ["state"]
    assert heard.streams("match.events") == [f"match:{table.match.public_id}"]  # type: ignore[union-attr]
    assert table_rows() == {}
    assert not is_held(guest)
    assert holdings_of(guest).available_chips == 200
    assert a_table(guest, rules=STAKES).host == guest
    assert books_check() == ()


@pytest.mark.django_db
def test_a_host_who_is_gone_before_anybody_came_leaves_no_row_no_seat_and_no_chips(
    settings,
) -> None:
    settings.HOUSE_SEAT_GRACE_S = 0
    alice = a_user("alice", chips=60)
    table = a_table(alice, rules=STAKES)
    assert table.public_id in table_rows()
    gone(alice)
    assert abandoned_tables_close() == 1
    assert table_rows() == {}
    assert open_table_of(alice) is None
    assert not is_held(alice)
    assert holdings_of(alice).available_chips == 60
    assert "The connection of alice was lost." in _page(table.public_id)
    assert books_check() == ()


@pytest.mark.django_db(transaction=True)
async def test_all_players_are_gone_and_a_spectator_stays_and_hears_of_it(visit) -> None:
    sitting: Sitting = await in_database(_one_game)()
    path = f"/ws/table/{sitting.table.public_id}/"
    page, welcome = await visit(path, await in_database(a_user)("carol"))
    assert welcome["snapshot"]["state"] == "playing"
    await in_database(table_leave)(table_id=sitting.table.public_id, user=sitting.people["white"])
    changed = await page.hear("table.changed")
    assert {"row": "state", "value": True} in changed["changes"]
    assert "The table was left between two games." in await in_database(_page)(
        sitting.table.public_id
    )
    assert (await in_database(fresh)(sitting.table)).state == "finished"
    await page.close()
    _, again = await visit("/ws/lobby/")
    assert not [row for row in again["snapshot"]["rows"] if row["row"].startswith("table:")]
    assert await in_database(books_check)() == ()


@pytest.mark.django_db(transaction=True)
async def test_a_spectator_of_an_open_table_hears_that_it_closed(visit) -> None:
    table = await in_database(a_table)(rules=STAKES)
    page, _ = await visit(f"/ws/table/{table.public_id}/")
    await in_database(table_close)(table_id=table.public_id, user=table.host)
    assert (await page.hear("table.changed"))["changes"] == [{"row": "state", "value": True}]
    assert "This table is closed." in await in_database(_page)(table.public_id)


def _one_game() -> Sitting:
    return a_sitting(STAKES).on_roll().lose(Side.WHITE)


def _page(table_id: str) -> str:
    return Client().get(f"/table/{table_id}/").content.decode()
