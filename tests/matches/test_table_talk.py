"""Talk at the board: both hear it, a page that comes later reads it, the rules of talk hold."""

import pytest
from channels.db import database_sync_to_async as in_database

from accounts.services import player_block, player_unblock
from chat.filters.cleanup import LONGEST_CHARS
from chat.filters.flood import FLOOD_LINES
from chat.models import Message

pytestmark = pytest.mark.django_db(transaction=True)


def said_to(player) -> list[tuple[str, str]]:
    """Who said what, as this socket was told."""
    lines = [message for message in player.heard if message["type"] == "chat.message"]
    return [(line["message"]["name"], line["message"]["text"]) for line in lines]


async def test_a_line_is_heard_in_every_tab_of_both_and_read_by_who_comes_later(
    match, alice, bob, sit
) -> None:
    sockets = [await sit(match, alice), await sit(match, alice), await sit(match, bob)]
    room = f"match:{match.public_id}"
    for player, text in ((sockets[0], "good luck"), (sockets[2], "<i>you</i> too \u202e:)")):
        answer = await player.answer(await player.send("chat.say", room=room, text=text))
        assert answer["type"] == "ack"
    for player in sockets:
        await player.catch_up()
        assert said_to(player) == [("alice", "good luck"), ("bob", "<i>you</i> too :)")]
    await in_database(Message.objects.filter(user=bob).update)(is_hidden=True)
    later = await sit(match, bob)
    assert [line["text"] for line in later.welcome["chat"]] == ["good luck"]
    assert "user" not in later.welcome["chat"][0]


async def test_what_may_not_be_said_is_answered_to_the_speaker_alone(
    match, alice, bob, sit
) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    room = f"match:{match.public_id}"
    black.heard.clear()

    async def say(text: str, *, where: str = room) -> str:
        answer = await white.answer(await white.send("chat.say", room=where, text=text))
        return str(answer.get("code", answer["type"]))

    assert await say(" \n\t") == "chat.empty"
    assert await say("x" * (LONGEST_CHARS + 1)) == "chat.too_long"
    for elsewhere in ("match:2222222222", "lobby", "", f"{room} "):
        assert await say("psst", where=elsewhere) == "auth.forbidden"
    assert [await say("hello") for _ in range(FLOOD_LINES)] == ["ack"] * FLOOD_LINES
    assert await say("once more") == "chat.flood"
    await black.catch_up()
    assert len(said_to(black)) == FLOOD_LINES
    answer = await black.answer(await black.send("chat.say", room=room, text="easy"))
    assert answer["type"] == "ack"


async def test_who_has_blocked_the_other_is_not_talked_to_and_does_not_talk(
    match, alice, bob, sit
) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    room = f"match:{match.public_id}"
    await in_database(player_block)(user=bob, blocked=alice)
    for player, other in ((white, "bob"), (black, "alice")):
        answer = await player.answer(await player.send("chat.say", room=room, text="hello"))
        assert (answer["code"], answer["data"]) == ("chat.blocked", {"name": other})
        await player.catch_up()
        assert said_to(player) == []
    await in_database(player_unblock)(user=bob, blocked=alice)
    answer = await white.answer(await white.send("chat.say", room=room, text="hello"))
    assert answer["type"] == "ack"
