"""Live rows: who follows the lobby or an event hears of every change by number."""

import pytest
from channels.db import database_sync_to_async as in_database

import lobby.heads
from lobby.selectors.rows import sit_and_go_tab_rows
from tests.factories import a_user
from tests.tournaments.builders import a_sit_and_go, fresh, live_boards, players, seated
from tests.tournaments.sockets import Page
from tournaments.services import sit_and_go_join, sit_and_go_leave

pytestmark = pytest.mark.django_db(transaction=True)

make_event = in_database(a_sit_and_go)
make_user = in_database(a_user)
make_players = in_database(players)
join = in_database(sit_and_go_join)
leave = in_database(sit_and_go_leave)
sit_down = in_database(seated)
again = in_database(fresh)
rows_now = in_database(sit_and_go_tab_rows)


async def test_the_welcome_brings_every_row(visit) -> None:
    event = await make_event(name="Evening")
    _, welcome = await visit("/ws/lobby/")
    (row,) = welcome["snapshot"]["rows"]
    assert row["row"] == f"sit_and_go:{event.public_id}"
    assert (row["name"], row["taken"], row["seats"], row["state"]) == ("Evening", 0, 4, "open")
    assert (row["cost_chips"], row["prizes_chips"]) == (50, [120, 80])
    assert welcome["you"] == {"name": ""}


async def test_a_taken_seat_is_seen_by_strangers_too_with_the_next_number(visit) -> None:
    event = await make_event()
    alice = await make_user("alice", chips=100)
    page, welcome = await visit("/ws/lobby/")
    await join(event_id=event.public_id, user=alice)
    changed = await page.hear("lobby.changed")
    assert changed["seq"] == welcome["seq"] + 1
    assert changed["epoch"] == welcome["snapshot"]["epoch"]
    (change,) = changed["changes"]
    assert change["value"] == (await rows_now())[event.public_id]
    assert change["value"]["players"] == [{"name": "alice", "bot": False, "guest": False}]


async def test_the_last_seat_changes_the_row_and_brings_the_next_event(visit) -> None:
    event = await make_event(seats=2)
    alice, bob = await make_players(2)
    await join(event_id=event.public_id, user=alice)
    page, _ = await visit("/ws/lobby/")
    await join(event_id=event.public_id, user=bob)
    changed = await page.hear("lobby.changed")
    events = [each for each in changed["changes"] if each["row"].startswith("sit_and_go:")]
    states = {each["row"]: each["value"]["state"] for each in events}
    assert states.pop(f"sit_and_go:{event.public_id}") == "playing"
    assert list(states.values()) == ["open"]


async def test_a_seat_is_taken_and_left_by_message(visit) -> None:
    event = await make_event()
    alice = await make_user("alice", chips=100)
    page, _ = await visit("/ws/lobby/", alice)
    assert (await page.ask("sit_and_go.join", event=event.public_id))["type"] == "ack"
    assert (await again(event)).taken_seats == 1
    assert (await page.ask("sit_and_go.leave", event=event.public_id))["type"] == "ack"
    assert (await again(event)).taken_seats == 0


async def test_a_refusal_reaches_its_sender_alone_with_every_reason(visit) -> None:
    event = await make_event()
    poor = await make_user("poor", chips=1)
    page, _ = await visit("/ws/lobby/", poor)
    answer = await page.ask("sit_and_go.join", event=event.public_id)
    assert (answer["type"], answer["code"]) == ("error", "bankroll.short")
    assert answer["message"] == "You have 1 chip; this takes 50."
    assert [reason["code"] for reason in answer["data"]["refusals"]] == ["bankroll.short"]
    assert (await again(event)).taken_seats == 0


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"event": "x" * 21}, "request.malformed"),
        ({"event": 7}, "request.malformed"),
        ({}, "request.malformed"),
        ({"event": "nothing"}, "tournament.not_found"),
        ({"event": "nothing", "chips": 1}, "request.malformed"),
    ],
)
async def test_a_join_that_makes_no_sense_is_a_coded_error(visit, fields, code) -> None:
    page, _ = await visit("/ws/lobby/", await make_user("eve"))
    assert (await page.ask("sit_and_go.join", **fields))["code"] == code


async def test_a_stranger_must_sign_in_before_he_sits_down(visit) -> None:
    event = await make_event()
    page, _ = await visit("/ws/lobby/")
    answer = await page.ask("sit_and_go.join", event=event.public_id)
    assert answer["code"] == "auth.required"


async def test_the_number_of_people_here_follows_those_who_come(visit, monkeypatch) -> None:
    monkeypatch.setattr(lobby.heads, "HEADCOUNT_S", 0.01)
    page, _ = await visit("/ws/lobby/")
    await visit("/ws/lobby/", await make_user("alice"))
    changed = await page.hear("lobby.changed")
    while {"row": "online", "value": 1} not in changed["changes"]:
        changed = await page.hear("lobby.changed")


async def test_whoever_is_between_two_pages_hears_the_summons_on_the_next(visit) -> None:
    event = await make_event(seats=2)
    alice, bob = await make_players(2)
    await sit_down(event, alice, bob)
    (board,) = await in_database(live_boards)(event)
    for path in ("/ws/lobby/", f"/ws/tournament/{event.public_id}/"):
        page, _ = await visit(path, alice)
        summons = await page.hear("summons")
        assert summons["match"] == board.match_id
        assert summons["url"] == f"/match/{board.match_id}/"


async def test_both_players_are_summoned_on_whatever_page_they_are(visit) -> None:
    event = await make_event(seats=2)
    alice, bob = await make_players(2)
    await join(event_id=event.public_id, user=alice)
    in_lobby, _ = await visit("/ws/lobby/", alice)
    at_event, _ = await visit(f"/ws/tournament/{event.public_id}/", bob)
    await join(event_id=event.public_id, user=bob)
    assert (await in_lobby.hear("summons"))["match"] == (await at_event.hear("summons"))["match"]


async def test_the_page_of_an_event_hears_which_parts_have_changed(visit) -> None:
    event = await make_event()
    alice = await make_user("alice", chips=100)
    page, welcome = await visit(f"/ws/tournament/{event.public_id}/")
    assert welcome["snapshot"]["state"] == "registering"
    await join(event_id=event.public_id, user=alice)
    changed = await page.hear("tournament.changed")
    assert changed["seq"] == welcome["seq"] + 1
    assert {change["row"] for change in changed["changes"]} == {"state", "entrants"}


async def test_an_event_that_does_not_exist_is_closed_with_its_code(visit) -> None:
    page = Page("/ws/tournament/nothing/")
    await page.socket.connect()
    assert (await page.next())["type"] == "bye"
    closed = await page.socket.receive_output()
    assert (closed["type"], closed["code"]) == ("websocket.close", 4404)
