"""Eve at the match socket: whatever she sends, she alone is told off and nothing changes."""

import logging
import re

import pytest
from channels.db import database_sync_to_async as in_database

from backgammon import Side
from chat.models import Message
from matches import store
from matches.models import Match, MatchEvent
from tests.matches.builders import a_match, put, state_of, to_roll
from tests.matches.sockets import Player, session_cookie
from wire import consumer
from wire.envelope import Close
from wire.secrets import unseal

pytestmark = pytest.mark.django_db(transaction=True)

stored = in_database(state_of)


@pytest.fixture(autouse=True)
def _running_game(match) -> None:
    """White is to roll; 1 is the number of the last event."""
    put(match, to_roll(match, Side.WHITE))


def rows() -> tuple[object, ...]:
    """Everything a message at the board could have changed."""
    matches = Match.objects.order_by("pk").values_list("seq", "snapshot", "status", "deadline_ms")
    return (*matches, MatchEvent.objects.count(), Message.objects.count())


stored_rows = in_database(rows)


async def hears_only(player: Player, *kinds: str) -> None:
    """Between the last thing he listened to and a fresh pong he was told just this."""
    before = len(player.heard)
    await player.send("ping", t=7)
    await player.hear("pong")
    assert [message["type"] for message in player.heard[before:]] == [*kinds, "pong"]


# --- frames that make no sense -------------------------------------------------------------

ROLL = '"type":"match.roll","seen":1'
PLAY = '"type":"match.play","seen":1,"id":"x"'
WRONG_FRAMES = [
    "",
    " ",
    "null",
    "true",
    "7",
    "[]",
    "{}",
    "hello",
    "{",
    '{"type":"match.roll"',
    '"match.roll"',
    "\ufeff{" + ROLL + "}",
    "{'type':'match.roll'}",
    "[" * 8_000,
    "[" * 8_000 + "]" * 8_000,
    '{"a":' * 2_000 + "1" + "}" * 2_000,
    '{"type":null}',
    '{"type":["match.roll"]}',
    '{"type":"match.roll"}',
    '{"type":"match.roll","seen":null}',
    '{"type":"match.roll","seen":"1"}',
    '{"type":"match.roll","seen":-1}',
    '{"type":"match.roll","seen":1.5}',
    '{"type":"match.roll","seen":true}',
    '{"type":"match.roll","seen":NaN}',
    '{"type":"match.roll","seen":[1]}',
    "{" + ROLL + ',"dice":[6,6]}',
    "{" + ROLL + ',"seed":1}',
    "{" + ROLL + ',"contribution":"00000000000000000000000000000000"}',
    "{" + ROLL + ',"side":"black"}',
    "{" + ROLL + ',"id":null}',
    "{" + ROLL + ',"id":7}',
    "{" + ROLL + ',"id":"' + "x" * 41 + '"}',
    "{" + ROLL + ',"id":"' + "\u00e4" * 41 + '"}',
    "{" + ROLL + ',"id":"\\u0000"}',
    "{" + ROLL + ',"id":"\\ud800"}',
    "{" + PLAY + "}",
    "{" + PLAY + ',"moves":null}',
    "{" + PLAY + ',"moves":"24/18"}',
    "{" + PLAY + ',"moves":[24,18]}',
    "{" + PLAY + ',"moves":[["24",6]]}',
    "{" + PLAY + ',"moves":[[24,6,1]]}',
    "{" + PLAY + ',"moves":[[24]]}',
    "{" + PLAY + ',"moves":[[-1,6]]}',
    "{" + PLAY + ',"moves":[[0,6]]}',
    "{" + PLAY + ',"moves":[[26,6]]}',
    "{" + PLAY + ',"moves":[[24,0]]}',
    "{" + PLAY + ',"moves":[[24,7]]}',
    "{" + PLAY + ',"moves":[[24,6.5]]}',
    "{" + PLAY + ',"moves":[[24,1],[24,1],[24,1],[24,1],[24,1]]}',
    "{" + PLAY + ',"moves":' + "[" * 4_000 + "]" * 4_000 + "}",
    '{"type":"match.resign","seen":1}',
    '{"type":"match.resign","seen":1,"level":"triple"}',
    '{"type":"match.resign","seen":1,"level":3}',
    '{"type":"match.resume"}',
    '{"type":"match.resume","since":null}',
    '{"type":"match.resume","since":-1}',
    '{"type":"hello","since":-1}',
    '{"type":"hello","contribution":"xyz"}',
    '{"type":"hello","contribution":"00"}',
    '{"type":"hello","contribution":"0000000000000000000000000000000000"}',
    '{"type":"ping","t":"now"}',
    '{"type":"chat.say","room":"match:x"}',
    '{"type":"chat.say","room":"match:x","text":7}',
]
UNKNOWN_TYPES = ["match.cheat", "match.annul", "OpenGame", "", "__class__", "chat.ban", "x" * 900]


async def test_what_makes_no_sense_is_answered_to_its_sender_alone(
    match, alice, bob, sit, caplog, unhurried
) -> None:
    eve, other = await sit(match, alice), await sit(match, bob)
    await eve.hear("match.presence")
    before = await stored_rows()
    for frame in WRONG_FRAMES:
        await eve.send_text(frame)
        answer = await eve.next()
        assert (answer["type"], answer["code"]) == ("error", "request.malformed"), frame[:80]
        assert answer["message"]
    for kind in UNKNOWN_TYPES:
        answer = await eve.answer(await eve.send(kind, seen=1))
        assert answer["code"] == ("request.unknown_type" if kind else "request.malformed")
    assert await stored_rows() == before
    await hears_only(other)
    await hears_only(eve)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


HUGE_FRAMES = [
    "x" * 2**20,
    '{"type":"match.roll","seen":1,"id":"' + "x" * 2**20 + '"}',
    '{"type":"ping","t":' + "9" * 20_000 + "}",
    "[" * 2**20,
    "\u00e4" * 16_385,
]


async def test_a_huge_frame_is_refused_unread(match, alice, sit) -> None:
    eve = await sit(match, alice)
    before = await stored_rows()
    for frame in HUGE_FRAMES:
        await eve.send_text(frame)
        answer = await eve.next()
        assert (answer["code"], answer["data"]) == ("request.too_large", {"limit": 16_384})
    assert await stored_rows() == before
    await hears_only(eve)


async def test_a_binary_frame_is_refused(match, alice, sit) -> None:
    eve = await sit(match, alice)
    await eve.socket.send_to(bytes_data=b'{"type":"match.roll","seen":1}')
    assert (await eve.next())["code"] == "request.malformed"
    await hears_only(eve)


# --- actions that make sense but not here ---------------------------------------------------

REFUSED = {
    "play": {"moves": [[24, 6], [24, 1]]},
    "take": {},
    "drop": {},
    "beaver": {},
    "raccoon": {},
    "start": {},
    "resign_accept": {},
    "resign_decline": {},
    "claim_flag": {},
}


async def test_an_action_out_of_place_is_refused_by_name_and_changes_nothing(
    match, alice, bob, sit, unhurried
) -> None:
    eve, other = await sit(match, alice), await sit(match, bob)
    await eve.hear("match.presence")
    before = await stored_rows()
    for kind, fields in REFUSED.items():
        answer = await eve.act(kind, **fields)
        assert answer["code"].startswith("rules."), (kind, answer)
        assert answer["message"]
    for kind in ("roll", "double", "take", "play"):
        answer = await other.act(kind, **REFUSED.get(kind, {}))
        assert answer["code"] == "rules.not_your_turn"
    assert await stored_rows() == before
    await hears_only(eve)
    await hears_only(other)


async def test_an_action_about_another_position_is_refused_with_this_one(
    match, alice, bob, sit
) -> None:
    eve, other = await sit(match, alice), await sit(match, bob)
    await eve.hear("match.presence")
    before = await stored_rows()
    for seen in (0, 2, 99, 2**31, 2**63, 10**30):
        assert (await eve.act("roll", seen=seen))["code"] == "match.stale"
        assert (await eve.next())["type"] == "match.snapshot"
    assert await stored_rows() == before
    await hears_only(other)


async def test_at_ones_own_board_nothing_can_be_done_about_another(match, alice, carol, bob, sit):
    theirs = await in_database(a_match)(bob, carol)
    eve = await sit(match, alice)
    before = await stored_rows()
    for frame in (
        '{"type":"match.roll","seen":1,"match":"%s"}',
        '{"type":"match.resume","since":0,"match_id":"%s"}',
        '{"type":"hello","match":"%s"}',
        '{"type":"chat.say","room":"match:%s","text":"psst"}',
    ):
        await eve.send_text(frame % theirs.public_id)
        assert (await eve.next())["code"] in {"request.malformed", "auth.forbidden"}
    assert await stored_rows() == before


# --- ids ------------------------------------------------------------------------------------


async def test_an_old_id_on_another_action_repeats_the_old_answer_and_does_nothing(
    match, alice, bob, sit
) -> None:
    eve, other = await sit(match, alice), await sit(match, bob)
    first = await eve.act("resign", level="single", id="mine")
    await other.hear_up_to(2)
    before = await stored_rows()
    assert await eve.act("roll", id="mine") == first
    assert await stored_rows() == before
    await hears_only(other)


async def test_an_id_of_long_ago_still_has_its_answer(match, alice, bob, sit, monkeypatch, caplog):
    monkeypatch.setattr(store, "REMEMBERED_REQUESTS", 2)
    eve, other = await sit(match, alice), await sit(match, bob)
    first = await eve.act("resign", level="single", id="mine")
    for _ in range(4):
        await eve.act("resign", level="single")
    await other.hear_up_to(6)
    await eve.refresh()
    before = await stored_rows()
    assert await eve.act("roll", id="mine") == first
    assert await eve.act("resign", level="backgammon", id="mine") == first
    assert await stored_rows() == before
    await hears_only(other)
    assert "incident" not in caplog.text


async def test_an_id_the_other_player_has_used_is_free(match, alice, bob, sit) -> None:
    eve, other = await sit(match, alice), await sit(match, bob)
    assert (await other.act("resign", level="single", id="1"))["seq"] == 2
    await eve.hear_up_to(2)
    assert (await eve.act("roll", id="1"))["seq"] >= 3


async def test_actions_without_an_id_are_all_new(match, alice, sit) -> None:
    eve = await sit(match, alice)
    for number in (2, 3):
        assert (await eve.act("resign", level="single", id=""))["seq"] == number


# --- haste ------------------------------------------------------------------------------------


async def test_a_hundred_messages_at_once_are_slowed_down_and_no_more(
    match, alice, bob, sit, monkeypatch
) -> None:
    monkeypatch.setattr(consumer, "MESSAGES_PER_S", 0.1)  # of slow machines too
    eve, other = await sit(match, alice), await sit(match, bob)
    before = await stored_rows()
    for _ in range(100):
        await eve.send("match.take", seen=1)
    answers = [await eve.hear("error") for _ in range(100)]
    codes = {answer["code"] for answer in answers}
    assert codes == {"rules.wrong_phase", "request.too_fast"}
    assert all(answer["re"] for answer in answers)
    assert await stored_rows() == before
    await hears_only(other)
    assert (await other.act("claim_flag"))["code"] == "rules.flag_stands"


async def test_who_never_slows_down_is_closed_and_the_other_plays_on(
    match, alice, bob, sit, monkeypatch
) -> None:
    monkeypatch.setattr(consumer, "PATIENCE", 30)
    monkeypatch.setattr(consumer, "BURST", 5)
    eve, other = await sit(match, alice), await sit(match, bob)
    for _ in range(60):
        await eve.send("match.take", seen=1)
    assert await eve.close_code() == Close.TOO_FAST
    await other.hear("match.presence")
    assert (await other.act("resign", level="single"))["type"] == "ack"


async def test_too_fast_is_said_also_of_what_could_not_be_read(match, alice, sit, monkeypatch):
    monkeypatch.setattr(consumer, "BURST", 1)
    monkeypatch.setattr(consumer, "MESSAGES_PER_S", 0.0)
    eve = await sit(match, alice)
    for frame in ("{", "x" * 2**20, '{"type":"ping","id":"' + "y" * 50 + '"}'):
        await eve.send_text(frame)
        answer = await eve.next()
        assert answer["code"] == "request.too_fast"
        assert len(answer["re"]) <= 40


# --- trouble and traces -----------------------------------------------------------------------


async def test_trouble_on_our_side_is_a_number_to_the_player_and_a_line_in_the_log(
    match, alice, sit, monkeypatch, caplog
) -> None:
    eve = await sit(match, alice)

    async def fail(*_arguments: object) -> int:
        raise OSError("disk 7 of host db-2 is on fire")

    monkeypatch.setattr("matches.fast.road.act", fail)
    answer = await eve.act("roll")
    assert answer["code"] == "server.trouble"
    assert "db-2" not in str(answer)
    assert answer["data"]["incident"] in answer["message"]
    assert answer["data"]["incident"] in caplog.text
    await hears_only(eve)


async def test_no_secret_is_ever_logged(match, alice, bob, sit, caplog, monkeypatch) -> None:
    caplog.set_level(logging.DEBUG)
    await in_database(alice.set_password)("the password of alice")
    await in_database(alice.save)()
    eve = await sit(match, alice, contribution="a1" * 16)
    await sit(match, bob, contribution="b2" * 16)
    await eve.act("roll")
    await eve.send_text("{" + ROLL + ',"id":"x","secret":"a1a1a1"}')
    monkeypatch.setattr("matches.fast.road.act", None)
    assert (await eve.act("resign", level="single"))["code"] == "server.trouble"
    key = re.search("=(.+)", await in_database(session_cookie)(alice))
    assert key is not None
    secret = unseal((await in_database(Match.objects.get)(pk=match.pk)).sealed_secret).hex()
    assert "incident" in caplog.text
    for kept in (secret, "a1" * 16, "b2" * 16, "a1a1a1", key[1], alice.password, "sessionid"):
        assert kept not in caplog.text
