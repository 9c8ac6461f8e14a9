"""Who follows the lobby or the page of a table hears of every change; nobody hears of the rest."""

import pytest
from channels.db import database_sync_to_async as in_database

from lobby.models import Table
from lobby.services import table_close
from tests.factories import a_user
from tests.lobby.builders import a_private_table, a_table, taken
from tests.tournaments.sockets import Page

pytestmark = pytest.mark.django_db(transaction=True)

make_user = in_database(a_user)
open_table = in_database(a_table)
open_private_table = in_database(a_private_table)
sit_down = in_database(taken)
close = in_database(table_close)


def opened_row(table: Table) -> str:
    """The lobby's row of a table."""
    return f"table:{table.public_id}"


async def test_the_welcome_brings_every_listed_table(visit) -> None:
    table = await open_table()
    await open_private_table()
    _, welcome = await visit("/ws/lobby/")
    (row,) = welcome["snapshot"]["rows"]
    assert row["row"] == f"table:{table.public_id}"
    assert {"game-backgammon", "kind-match", "clock-standard"} <= set(row["words"])
    assert (row["state"], row["points"], row["free_chairs"]) == ("open", 3, [2])
    assert row["take_url"] == f"/table/{table.public_id}/take/"


async def test_a_table_appears_is_taken_and_goes_from_the_lobby(visit) -> None:
    page, welcome = await visit("/ws/lobby/")
    alice = await make_user("alice")
    table = await open_table(alice)
    opened = await page.hear("lobby.changed")
    (change,) = opened["changes"]
    assert opened["seq"] == welcome["seq"] + 1
    assert change["value"]["players"] == [{"name": "alice", "bot": False, "guest": False}]
    await sit_down(table)
    changes = (await page.hear("lobby.changed"))["changes"]
    (value,) = [change["value"] for change in changes if change["row"] == opened_row(table)]
    assert (value["state"], len(value["players"])) == ("playing", 2)


async def test_a_closed_table_leaves_the_lobby_of_everybody(visit) -> None:
    table = await open_table()
    page, _ = await visit("/ws/lobby/")
    await close(table_id=table.public_id, user=table.host)
    changed = await page.hear("lobby.changed")
    assert changed["changes"] == [{"row": f"table:{table.public_id}", "value": None}]


async def test_not_even_the_id_of_a_private_table_reaches_the_lobby(visit) -> None:
    page, _ = await visit("/ws/lobby/")
    private = await open_private_table()
    await sit_down(private)
    listed = await open_table()
    rows: set[str] = set()
    while opened_row(listed) not in rows:
        changed = await page.hear("lobby.changed")
        rows |= {change["row"] for change in changed["changes"]}
    assert {row for row in rows if not row.startswith("person:")} == {opened_row(listed)}


async def test_the_page_of_a_table_hears_that_its_state_has_changed(visit) -> None:
    table = await open_private_table()
    page, welcome = await visit(f"/ws/table/{table.public_id}/")
    assert welcome["snapshot"]["state"] == "open"
    assert welcome["you"] == {"name": ""}
    await close(table_id=table.public_id, user=table.host)
    changed = await page.hear("table.changed")
    assert (changed["seq"], changed["epoch"]) == (welcome["seq"] + 1, welcome["snapshot"]["epoch"])
    assert changed["changes"] == [{"row": "state", "value": True}]


async def test_the_host_is_summoned_on_the_page_of_his_table(visit) -> None:
    table = await open_private_table()
    page, _ = await visit(f"/ws/table/{table.public_id}/", table.host)
    table = await sit_down(table)
    summons = await page.hear("summons")
    assert summons["url"] == f"/match/{table.match.public_id}/"
    assert summons["title"] == "Backgammon, to 3 points"


async def test_whoever_comes_back_to_the_page_hears_a_summons_he_missed(visit) -> None:
    table = await sit_down(await open_private_table())
    page, _ = await visit(f"/ws/table/{table.public_id}/", table.host)
    assert (await page.hear("summons"))["match"] == table.match.public_id


async def test_a_table_that_does_not_exist_is_closed_with_its_code(visit) -> None:
    page = Page("/ws/table/nothing/")
    await page.socket.connect()
    assert (await page.next())["code"] == "table.not_found"
    closed = await page.socket.receive_output()
    assert (closed["type"], closed["code"]) == ("websocket.close", 4404)


async def test_a_message_a_table_does_not_know_is_a_coded_error(visit) -> None:
    table = await open_private_table()
    page, _ = await visit(f"/ws/table/{table.public_id}/", await make_user("eve"))
    answer = await page.ask("sit_and_go.join", event=table.public_id)
    assert answer["code"] == "request.unknown_type"
