"""Sockets of the lobby: looking for an opponent, challenges, who is here, who watches."""

import asyncio

import pytest
from channels.db import database_sync_to_async as in_database

import lobby.heads
import lobby.snapshots
import wire.coalescer
from lobby.asks import USUAL
from lobby.selectors import open_seek_of
from lobby.services import (
    challenge_decline,
    challenge_make,
    seeks_pair,
    table_close,
)
from tests.factories import a_guest, a_user
from tests.lobby.builders import a_private_table, a_table, fresh, taken
from tests.tournaments.builders import a_started_event, here

pytestmark = pytest.mark.django_db(transaction=True)

make_user = in_database(a_user)
make_table = in_database(a_table)
sit_down = in_database(taken)
pair = in_database(seeks_pair)
challenge = in_database(challenge_make)

ASKED = {"game": "backgammon", "points": 5, "clock": "fast"}


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for others to come or go."""
    monkeypatch.setattr(lobby.heads, "HEADCOUNT_S", 0.01)


async def change_of(page, row: str):
    """The next value of a row."""
    while True:
        changed = await page.hear("lobby.changed")
        for change in changed["changes"]:
            if change["row"] == row:
                return change["value"]


async def state_of(page, row: str, state: str):
    """The value of a row once it says so."""
    while True:
        value = await change_of(page, row)
        if value is not None and value["state"] == state:
            return value


# --- looking for an opponent ------------------------------------------------------


async def test_a_search_is_posted_and_cancelled_by_message(visit) -> None:
    alice = await make_user("alice")
    page, _ = await visit("/ws/lobby/", alice)
    assert (await page.ask("lobby.seek_post", **ASKED))["type"] == "ack"
    assert (await in_database(open_seek_of)(alice)).clock == "fast"
    assert (await page.ask("lobby.seek_cancel"))["type"] == "ack"
    assert await in_database(open_seek_of)(alice) is None
    assert (await page.ask("lobby.seek_cancel"))["type"] == "ack"


async def test_every_page_of_a_person_hears_where_his_search_stands(visit) -> None:
    alice, bob = await make_user("alice"), await make_user("bob")
    first, _ = await visit("/ws/lobby/", alice)
    table = await make_table()
    second, _ = await visit(f"/ws/table/{table.public_id}/", alice)
    await first.ask("lobby.seek_post", **ASKED)
    assert (await second.hear("lobby.seek"))["state"] == "open"
    his, _ = await visit("/ws/lobby/", bob)
    await his.ask("lobby.seek_post", **ASKED)
    assert await pair() == 1
    assert (await second.hear("lobby.seek"))["state"] == "paired"
    summons = [await page.hear("summons") for page in (first, second, his)]
    assert len({each["match"] for each in summons}) == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "request.malformed"),
        ({**ASKED, "points": "5"}, "request.malformed"),
        ({**ASKED, "points": 0}, "request.malformed"),
        ({**ASKED, "points": 6}, "seek.unknown_choice"),
        ({**ASKED, "points": 2**70}, "request.malformed"),
        ({**ASKED, "game": "chess"}, "seek.unknown_choice"),
        ({**ASKED, "game": "x" * 61}, "request.malformed"),
        ({**ASKED, "clock": ""}, "request.malformed"),
        ({**ASKED, "is_rated": "yes"}, "request.malformed"),
        ({**ASKED, "user": 1}, "request.malformed"),
    ],
)
async def test_a_search_that_makes_no_sense_is_a_coded_error(visit, fields, code) -> None:
    page, _ = await visit("/ws/lobby/", await make_user("eve"))
    assert (await page.ask("lobby.seek_post", **fields))["code"] == code


async def test_a_refused_search_brings_every_reason(visit) -> None:
    guest = await in_database(a_guest)()
    page, _ = await visit("/ws/lobby/", guest)
    answer = await page.ask("lobby.seek_post", **ASKED, is_rated=True)
    assert (answer["type"], answer["code"]) == ("error", "table.not_rated")
    assert [reason["code"] for reason in answer["data"]["refusals"]] == ["table.not_rated"]


@pytest.mark.parametrize("message", ["lobby.seek_post", "lobby.seek_cancel"])
async def test_a_stranger_must_sign_in_first(visit, message) -> None:
    page, _ = await visit("/ws/lobby/")
    fields = ASKED if message == "lobby.seek_post" else {}
    assert (await page.ask(message, **fields))["code"] == "auth.required"


# --- challenges -------------------------------------------------------------------


async def test_a_challenge_reaches_its_person_on_whatever_page_and_falls_there(visit) -> None:
    alice, bob = await make_user("alice"), await make_user("bob")
    table = await make_table()
    page, _ = await visit(f"/ws/table/{table.public_id}/", bob)
    made = await challenge(host=alice, name="bob", ask=USUAL)
    told = await page.hear("lobby.challenge")
    assert (told["table"], told["name"], told["is_open"]) == (made.public_id, "alice", True)
    await in_database(table_close)(table_id=made.public_id, user=alice)
    assert not (await page.hear("lobby.challenge"))["is_open"]


async def test_a_page_that_opens_later_hears_of_the_challenges_that_wait(visit) -> None:
    alice, bob = await make_user("alice"), await make_user("bob")
    await in_database(here)(bob)
    made = await challenge(host=alice, name="bob", ask=USUAL)
    event = await in_database(a_started_event)(seats=2)
    for path in ("/ws/lobby/", f"/ws/tournament/{event.public_id}/"):
        page, _ = await visit(path, bob)
        assert (await page.hear("lobby.challenge"))["table"] == made.public_id


async def test_the_challenger_sees_on_his_table_that_it_was_declined(visit) -> None:
    alice, bob = await make_user("alice"), await make_user("bob")
    await in_database(here)(bob)
    made = await challenge(host=alice, name="bob", ask=USUAL)
    page, _ = await visit(f"/ws/table/{made.public_id}/", alice)
    await in_database(challenge_decline)(table_id=made.public_id, user=bob)
    assert (await page.hear("table.changed"))["changes"] == [{"row": "state", "value": True}]


# --- who is here ------------------------------------------------------------------


async def test_who_comes_turns_away_and_goes_is_seen_by_everybody(visit) -> None:
    page, _ = await visit("/ws/lobby/")
    alice = await make_user("alice")
    his, _ = await visit("/ws/lobby/", alice)
    value = await change_of(page, "person:alice")
    assert (value["state"], value["guest"]) == ("online", False)
    await his.send("presence.away", is_away=True)
    await state_of(page, "person:alice", "away")
    await his.send("presence.away", is_away=False)
    await state_of(page, "person:alice", "online")
    _, later = await visit("/ws/lobby/")
    assert [each["name"] for each in later["snapshot"]["people"]] == ["alice"]
    await his.close()
    while await change_of(page, "person:alice") is not None:
        pass


async def test_a_second_tab_that_is_looked_at_keeps_a_person_online(visit) -> None:
    page, _ = await visit("/ws/lobby/")
    alice = await make_user("alice")
    hidden, _ = await visit("/ws/lobby/", alice)
    await hidden.send("presence.away", is_away=True)
    await state_of(page, "person:alice", "away")
    seen, _ = await visit("/ws/lobby/", alice)
    await state_of(page, "person:alice", "online")
    await seen.close()
    await state_of(page, "person:alice", "away")


async def test_who_plays_on_a_clock_is_seen_to_play_until_the_end(visit) -> None:
    alice = await make_user("alice")
    page, _ = await visit("/ws/lobby/")
    await visit("/ws/lobby/", alice)
    await sit_down(await make_table(), alice)
    await state_of(page, "person:alice", "playing")


@pytest.mark.parametrize("fields", [{}, {"is_away": 1}, {"is_away": "true"}, {"is_away": None}])
async def test_being_away_is_yes_or_no(visit, fields) -> None:
    page, _ = await visit("/ws/lobby/", await make_user("eve"))
    assert (await page.ask("presence.away", **fields))["code"] == "request.malformed"


# --- what is played ---------------------------------------------------------------


async def test_another_number_of_watchers_is_told_live(visit) -> None:
    table = await in_database(a_table)()
    await sit_down(table)
    match_id = (await in_database(fresh)(table)).match.public_id
    page, _ = await visit("/ws/lobby/")
    watching, _ = await visit(f"/ws/match/{match_id}/watch/")
    assert await change_of(page, f"watchers:{match_id}") == 1
    await watching.close()
    assert await change_of(page, f"watchers:{match_id}") == 0


async def test_a_match_of_an_event_comes_as_a_row(visit) -> None:
    page, _ = await visit("/ws/lobby/")
    event = await in_database(a_started_event)(seats=2)
    pairing = await in_database(lambda: event.pairings.select_related("match").get())()
    row = f"match:{pairing.match.public_id}"
    assert (await change_of(page, row))["watch_url"].endswith("/watch/")


async def test_no_word_of_a_private_table_or_its_match_reaches_the_lobby(visit) -> None:
    alice, bob = await make_user("alice"), await make_user("bob")
    page, _ = await visit("/ws/lobby/")
    await sit_down(await in_database(a_private_table)(alice), bob)
    listed = await make_table()
    rows: list[str] = []
    while f"table:{listed.public_id}" not in rows:
        rows += [change["row"] for change in (await page.hear("lobby.changed"))["changes"]]
    assert {row for row in rows if not row.startswith("person:")} == {f"table:{listed.public_id}"}


# --- many at once -----------------------------------------------------------------


async def test_pages_that_open_together_share_one_reading(visit, monkeypatch) -> None:
    await make_table()
    readings = []
    read = lobby.snapshots.lobby_snapshot

    def counted():
        readings.append(1)
        return read()

    monkeypatch.setattr(lobby.snapshots, "lobby_snapshot", counted)
    opened = await asyncio.gather(*(visit("/ws/lobby/") for _ in range(10)))
    assert len(readings) == 1
    assert len({str(welcome["snapshot"]) for _page, welcome in opened}) == 1


async def test_a_page_that_opens_after_a_change_gets_it(visit) -> None:
    await visit("/ws/lobby/")
    page, _ = await visit("/ws/lobby/")
    table = await make_table()
    await change_of(page, f"table:{table.public_id}")
    _, welcome = await visit("/ws/lobby/")
    assert [row["id"] for row in welcome["snapshot"]["rows"]] == [table.public_id]


async def test_a_snapshot_that_could_not_be_read_is_read_by_the_next(visit, monkeypatch) -> None:
    def broken() -> None:
        raise RuntimeError("the database is gone")

    page, _ = await visit("/ws/lobby/")
    with monkeypatch.context() as patch:
        patch.setattr(lobby.snapshots, "lobby_snapshot", broken)
        patch.setattr(lobby.snapshots, "HOLDS_S", 0)
        await page.send("hello", since=None)
        assert (await page.hear("error"))["code"] == "server.trouble"
    await page.send("hello", since=None)
    assert (await page.hear("welcome"))["snapshot"]["rows"] == []


async def test_a_burst_of_changes_is_told_in_few_messages(visit, monkeypatch) -> None:
    monkeypatch.setattr(wire.coalescer, "GATHER_S", 0.2)
    page, welcome = await visit("/ws/lobby/")
    tables = {f"table:{(await make_table()).public_id}" for _time in range(10)}
    last = welcome["seq"]
    while tables:
        changed = await page.hear("lobby.changed")
        tables -= {change["row"] for change in changed["changes"]}
        last = changed["seq"]
    assert last - welcome["seq"] <= 4
