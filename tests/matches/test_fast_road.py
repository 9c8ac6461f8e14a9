"""The fast road when something gives way under it: its memory, or the answer of the database."""

import asyncio

import pytest
from channels.db import database_sync_to_async as in_database
from django.db import connection

from backgammon import Side
from matches import fast
from matches.fast import road
from matches.models import MatchEvent
from matches.store import Append
from tests.matches.builders import a_match, put, state_of, to_roll

pytestmark = pytest.mark.django_db(transaction=True)

stored = in_database(state_of)


@pytest.fixture(autouse=True)
def _running_game(match) -> None:
    """White is to roll; 1 is the number of the last event."""
    put(match, to_roll(match, Side.WHITE))


async def offer(player) -> None:
    """Something that both may do again and again."""
    assert (await player.act("resign", level="single"))["type"] == "ack"


async def test_a_match_remembered_twice_in_one_process_is_still_one_match(
    match, alice, bob, carol, sit, monkeypatch
) -> None:
    monkeypatch.setattr(fast, "REMEMBERED_MATCHES", 1)
    other = await in_database(a_match)(alice, carol)
    white = await sit(match, alice)
    await sit(other, alice)  # the first match is forgotten, but White still holds it
    black = await sit(match, bob)
    assert await road.find(match.public_id) is not await road.find(other.public_id)
    for player, watcher in ((white, black), (black, white), (white, black), (black, white)):
        await offer(player)
        await watcher.hear_up_to(player.seq)
    assert white.state == black.state == await stored(match)


async def test_an_answer_the_database_could_not_give_is_looked_up(
    match, alice, bob, sit, monkeypatch
) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    append = road._appends.append

    async def append_and_lose_the_answer(one: Append) -> bool:
        await append(one)
        return False

    monkeypatch.setattr(road._appends, "append", append_and_lose_the_answer)
    answer = await white.act("roll", id="roll")
    assert (answer["type"], answer["seq"]) == ("ack", white.seq)
    await black.hear_up_to(white.seq)
    assert white.state == black.state == await stored(match)
    rolls = MatchEvent.objects.filter(match=match, kind="rolled")
    assert await in_database(rolls.count)() == 1


async def test_trouble_with_one_append_is_the_trouble_of_its_sender_alone(
    match, alice, bob, sit, monkeypatch
) -> None:
    white, black = await sit(match, alice), await sit(match, bob)

    def rows_that_cannot_be(self: Append) -> list[tuple[object, ...]]:
        return [(self.match_pk, "no number", None)]

    with monkeypatch.context() as patch:
        patch.setattr(Append, "event_rows", rows_that_cannot_be)
        assert (await white.act("roll"))["code"] == "server.trouble"
    assert (await stored(match)).running_game.dice is None
    await offer(black)
    await white.hear_up_to(2)
    assert (await white.act("roll"))["type"] == "ack"


def backend_pid() -> int:
    """The process that serves this thread's connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def terminate(pid: int) -> None:
    """As a restart of the database does."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])


@pytest.mark.race
async def test_a_database_that_was_away_is_found_again(match, alice, bob, sit) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    for _again in range(3):
        await offer(white)
        await black.hear_up_to(white.seq)
        appender = asyncio.get_running_loop().run_in_executor(road._appends._thread, backend_pid)
        await in_database(terminate)(await appender)
        await offer(black)
        await white.hear_up_to(black.seq)
    assert white.state == black.state == await stored(match)
