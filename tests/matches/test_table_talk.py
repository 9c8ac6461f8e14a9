"""Talk at the board and around it: who hears it, a page that comes later, the rules of talk."""

import pytest
from channels.db import database_sync_to_async as in_database

from accounts.services import player_block, player_unblock
from chat.filters.cleanup import LONGEST_CHARS
from chat.filters.flood import FLOOD_LINES
from chat.models import Message
from tests.chat.people import a_moderator

pytestmark = pytest.mark.django_db(transaction=True)

SENTENCES = ("good luck to you", "what a roll", "my prime holds", "back to the bar", "well played")


def said_to(player) -> list[tuple[str, str]]:
    """Who said what, as this socket was told."""
    lines = [message for message in player.heard if message["type"] == "chat.message"]
    return [(line["message"]["name"], line["message"]["text"]) for line in lines]


async def say(player, room: str, text: str) -> str:
    """Say a line; "ack", or the code of the refusal."""
    answer = await player.answer(await player.send("chat.say", room=room, text=text))
    return str(answer.get("code", answer["type"]))


async def test_a_line_is_heard_in_every_tab_of_both_and_read_by_who_comes_later(
    match, alice, bob, sit
) -> None:
    sockets = [await sit(match, alice), await sit(match, alice), await sit(match, bob)]
    room = f"match:{match.public_id}"
    for player in sockets:
        assert (await player.open_room(room))["messages"] == []
    for player, text in ((sockets[0], "good luck"), (sockets[2], "<i>you</i> too \u202e:)")):
        assert await say(player, room, text) == "ack"
    for player in sockets:
        await player.catch_up()
        assert said_to(player) == [("alice", "good luck"), ("bob", "<i>you</i> too :)")]
    await in_database(Message.objects.filter(user=bob).update)(is_hidden=True)
    later = await sit(match, bob)
    assert "chat" not in later.welcome
    shown = await later.open_room(room)
    assert [line["text"] for line in shown["messages"]] == ["good luck"]
    assert "user" not in shown["messages"][0]


async def test_what_may_not_be_said_is_answered_to_the_speaker_alone(
    match, alice, bob, sit
) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    room = f"match:{match.public_id}"
    await black.open_room(room)
    black.heard.clear()
    assert await say(white, room, " \n\t") == "chat.empty"
    assert await say(white, room, "x" * (LONGEST_CHARS + 1)) == "chat.too_long"
    for elsewhere in ("match:2222222222", "lobby", "lobby:", f"{room} ", "cellar:1"):
        assert await say(white, elsewhere, "psst") == "chat.no_room"
    await black.catch_up()
    assert said_to(black) == []


async def test_haste_at_the_board_silences_only_the_hasty(match, alice, bob, sit) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    room = f"match:{match.public_id}"
    await black.open_room(room)
    answers = [await say(white, room, text) for text in SENTENCES]
    assert answers == ["ack"] * FLOOD_LINES
    assert await say(white, room, "once more") == "chat.flood"
    await black.catch_up()
    assert len(said_to(black)) == FLOOD_LINES
    assert await say(black, room, "take it easy") == "ack"


async def test_who_has_blocked_the_other_is_not_talked_to_and_does_not_talk(
    match, alice, bob, sit
) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    room = f"match:{match.public_id}"
    for player in (white, black):
        await player.open_room(room)
    await in_database(player_block)(user=bob, blocked=alice)
    for player, other in ((white, "bob"), (black, "alice")):
        answer = await player.answer(await player.send("chat.say", room=room, text="hello"))
        assert (answer["code"], answer["data"]) == ("chat.blocked", {"name": other})
        assert (await player.open_room(room))["refusal"]["code"] == "chat.blocked"
        assert said_to(player) == []
    await in_database(player_unblock)(user=bob, blocked=alice)
    assert await say(white, room, "hello") == "ack"


async def test_watchers_talk_among_themselves_and_the_players_hear_nothing(
    match, alice, bob, carol, sit, look_on
) -> None:
    around, at_table = f"watch:{match.public_id}", f"match:{match.public_id}"
    white = await sit(match, alice)
    watchers = [await look_on(match, carol), await look_on(match, None)]
    for watcher in watchers:
        await watcher.open_room(around)
    assert await say(watchers[0], around, "white should double") == "ack"
    for watcher in watchers:
        await watcher.catch_up()
        assert said_to(watcher) == [("carol", "white should double")]
    for socket, room in ((white, around), (watchers[0], at_table), (watchers[1], at_table)):
        for kind in ("chat.open", "chat.older"):
            further = {"before": 1} if kind == "chat.older" else {}
            answer = await socket.answer(await socket.send(kind, room=room, **further))
            assert answer["code"] == "auth.forbidden"
    assert await say(watchers[0], at_table, "take it!") == "auth.forbidden"
    assert await say(watchers[1], at_table, "take it!") == "auth.required"
    await white.catch_up()
    assert said_to(white) == []


async def test_a_player_hears_no_watchers_from_the_watchers_page_either(
    match, alice, look_on
) -> None:
    page = await look_on(match, alice)
    answer = await page.answer(await page.send("chat.open", room=f"watch:{match.public_id}"))
    assert answer["code"] == "auth.forbidden"


async def test_staff_may_step_to_a_table_and_are_marked(match, alice, bob, sit, look_on) -> None:
    dora = await in_database(a_moderator)()
    room = f"match:{match.public_id}"
    white, desk = await sit(match, alice), await look_on(match, dora)
    await white.open_room(room)
    assert (await desk.open_room(room))["may_moderate"]
    assert await say(desk, room, "please be kind to each other") == "ack"
    heard = await white.hear("chat.message")
    assert (heard["message"]["name"], heard["message"]["is_staff"]) == ("dora", True)
