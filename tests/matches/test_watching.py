"""Looking on: who may, what is heard, what is refused, and how many there are."""

from typing import Any

import pytest
from channels.db import database_sync_to_async as in_database

from backgammon import Side
from chat.models import Message
from matches import gallery
from matches.models import Match, MatchEvent, Seat
from matches.places import gallery_place
from matches.selectors import match_about, watchers_of
from tests.matches.builders import put, something_happens, state_of, to_roll
from tests.matches.elsewhere import elsewhere, from_elsewhere
from tests.matches.sockets import Player, beside
from wire import headcount
from wire.envelope import Close
from wire.headcount import HeadCount
from wire.hub import FRAME, Parcel

pytestmark = pytest.mark.django_db(transaction=True)

stored = in_database(state_of)


@pytest.fixture(autouse=True)
def _running_game(match: Match) -> None:
    """White is to roll; 1 is the number of the last event."""
    put(match, to_roll(match, Side.WHITE))


@pytest.fixture
def private_match(match: Match) -> Match:
    """The same, for invited eyes only."""
    Match.objects.filter(pk=match.pk).update(is_public=False)
    return match


def counts(watcher: Player) -> list[int]:
    """The numbers of watchers this socket was told."""
    return [each["count"] for each in watcher.heard if each["type"] == "match.watchers"]


async def tells(watcher: Player, count: int) -> None:
    """Wait until the last number this socket was told is this one."""
    while counts(watcher)[-1:] != [count]:
        await watcher.next()


async def turned_away(match: Match, user: Any) -> tuple[str, int]:
    """What a watcher is told before the house closes, and the code it closes with."""
    watcher = await in_database(beside)(match, user)
    await watcher.socket.connect()
    code = await watcher.close_code()
    await watcher.socket.wait()
    return watcher.heard[-1]["code"], code


# --- who may, and what is heard ---------------------------------------------------------------


async def test_anybody_may_watch_a_public_match_signed_in_or_not(match, carol, look_on) -> None:
    for user, name in ((carol, "carol"), (None, "")):
        watcher = await look_on(match, user)
        assert watcher.welcome["you"] == {"name": name, "side": None}
        assert "chat" not in watcher.welcome
        assert watcher.state == await stored(match)


async def test_a_watcher_sees_every_turn_as_the_players_do(
    match, alice, bob, sit, look_on, throws
) -> None:
    throws((6, 1))
    white, black = await sit(match, alice), await sit(match, bob)
    watcher = await look_on(match)
    await white.act("roll")
    await white.act("play", moves=[[13, 6], [8, 1]])
    for each in (black, watcher):
        await each.hear_up_to(white.seq)
    assert watcher.state == white.state == black.state
    assert [event["type"] for event in watcher.events] == ["rolled", "played"]
    await black.leave()
    assert await watcher.hear("match.presence") == {
        "type": "match.presence",
        "side": "black",
        "online": False,
    }


async def test_watchers_cost_an_event_nothing_but_the_handing_out(
    match, alice, bob, sit, look_on, monkeypatch
) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    watchers = [await look_on(match) for _ in range(8)]
    reads: list[object] = []
    monkeypatch.setattr("matches.fast.load_live", reads.append)
    monkeypatch.setattr("matches.consumers.stream.event_bodies_since", reads.append)
    await white.act("roll")
    for each in (black, *watchers):
        await each.hear_up_to(white.seq)
    assert reads == []


async def test_a_watcher_goes_on_where_his_connection_broke(match, carol, look_on, valkey) -> None:
    watcher = await look_on(match, carol)
    await watcher.leave()
    await in_database(something_happens)(match, times=3)
    back = await look_on(match, carol, after=watcher)
    assert (back.seq, "snapshot" in back.welcome) == (4, False)
    await back.send("match.resume", since=1)
    assert len((await back.hear("match.events"))["events"]) == 3

    def act() -> int:
        with elsewhere(valkey):
            return something_happens(match, times=2)

    await back.hear_up_to(await in_database(act)())
    assert back.state == await stored(match)


async def test_a_private_match_is_watched_by_its_players_only(
    private_match, alice, carol, look_on
) -> None:
    for stranger in (carol, None):
        told = await turned_away(private_match, stranger)
        assert told == ("match.not_found", Close.NO_SUCH_STREAM)
    watcher = await look_on(private_match, alice)
    assert watcher.welcome["you"] == {"name": "alice", "side": None}


async def test_a_match_that_does_not_exist_cannot_be_watched(match, carol, process) -> None:
    for unknown in ("2222222222", "x", "-" * 60):
        told = await turned_away(Match(public_id=unknown), carol)
        assert told == ("match.not_found", Close.NO_SUCH_STREAM)


async def test_what_is_not_on_the_list_stays_at_the_table(match, look_on, valkey) -> None:
    watcher = await look_on(match)
    stream = f"match:{match.public_id}"
    for body in ('{"type":"match.hint"}', '{"type":"chat.message"}', "", "{", "null"):
        from_elsewhere(valkey, Parcel(stream, FRAME, body))
    shown = '{"type":"match.presence","side":"white","online":true}'
    from_elsewhere(valkey, Parcel(stream, FRAME, shown))
    watcher.heard.clear()
    await watcher.hear("match.presence")
    assert {each["type"] for each in watcher.heard} <= {"match.presence", "match.watchers"}


async def test_the_talk_of_the_table_is_not_for_watchers(match, alice, bob, sit, look_on) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    watchers = [await look_on(match), await look_on(match, alice)]
    room = f"match:{match.public_id}"
    await black.open_room(room)
    await white.answer(await white.send("chat.say", room=room, text="between us"))
    await black.hear("chat.message")
    for watcher in watchers:
        await watcher.catch_up()
        assert "between us" not in str([watcher.welcome, watcher.heard])


# --- what is refused ------------------------------------------------------------------------------

FORGED: dict[str, dict[str, Any]] = {
    "match.start": {"seen": 1},
    "match.roll": {"seen": 1},
    "match.double": {"seen": 1},
    "match.beaver": {"seen": 1},
    "match.raccoon": {"seen": 1},
    "match.take": {"seen": 1},
    "match.drop": {"seen": 1},
    "match.play": {"seen": 1, "moves": [[13, 6], [8, 1]]},
    "match.resign": {"seen": 1, "level": "single"},
    "match.resign_accept": {"seen": 1},
    "match.resign_decline": {"seen": 1},
    "match.leave": {"seen": 1},
    "match.claim_flag": {"seen": 1},
}


async def test_whatever_a_watcher_asks_for_is_refused_and_nobody_hears_of_it(
    match, alice, bob, carol, sit, look_on
) -> None:
    white = await sit(match, alice)
    before = await stored(match)
    for user in (carol, None, alice):
        watcher = await look_on(match, user)
        await white.catch_up()
        for kind, fields in FORGED.items():
            answer = await watcher.answer(await watcher.send(kind, **fields))
            assert answer["code"] == "auth.forbidden", kind
            assert answer["message"] == "You are watching. Only the two players may do that."
    assert await stored(match) == before
    assert await in_database(MatchEvent.objects.count)() == 0
    assert await in_database(Message.objects.count)() == 0
    await white.catch_up()
    assert {each["type"] for each in white.heard} <= {
        *("welcome", "match.presence", "match.watchers", "pong")
    }


def test_every_action_of_a_player_is_among_the_refused() -> None:
    from chat.consumers import TalkConsumer
    from matches.consumers import MatchConsumer

    own = set(MatchConsumer.HANDLERS) - set(TalkConsumer.HANDLERS)
    tags = {message.__struct_config__.tag for message in own}
    assert tags - {"hello", "match.resume"} == set(FORGED)


async def test_nonsense_from_a_watcher_is_answered_as_from_anybody(match, look_on) -> None:
    watcher = await look_on(match)
    for text, code in (
        ("{", "request.malformed"),
        ('{"type":"match.roll"}', "request.malformed"),
        ('{"type":"match.watch","id":"x"}', "request.unknown_type"),
        ('{"type":"hello","since":-1}', "request.malformed"),
        ('{"type":"match.roll","seen":1,"dice":[6,6]}', "request.malformed"),
    ):
        await watcher.send_text(text)
        assert (await watcher.hear("error"))["code"] == code


async def test_a_watcher_says_hello_before_he_resumes(match, carol, process) -> None:
    watcher = await in_database(beside)(match, carol)
    await watcher.socket.connect()
    answer = await watcher.answer(await watcher.send("match.resume", since=0))
    assert answer["code"] == "request.hello_first"
    await watcher.leave()


# --- a player who looks on at his own match ----------------------------------------------------


async def test_looking_on_is_not_coming_to_the_board(match, alice, bob, sit, look_on) -> None:
    await in_database(Seat.objects.update)(has_come=False, contribution="")
    white = await sit(match, alice)
    await look_on(match, bob, contribution="ab" * 16)
    bobs = await in_database(Seat.objects.get)(match=match, user=bob)
    assert (bobs.has_come, bobs.contribution) == (False, "")
    await white.catch_up()
    assert all(each.get("side") != "black" for each in white.heard)
    about = await in_database(match_about)(match.public_id)
    assert (about["white"]["online"], about["black"]["online"]) == (True, False)


async def test_a_watching_tab_neither_keeps_a_seat_nor_gives_it_up(
    match, alice, bob, sit, look_on
) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    watcher = await look_on(match, bob)
    await watcher.leave()
    await white.catch_up()
    assert not any(each.get("online") is False for each in white.heard)
    await look_on(match, bob)
    await black.leave()
    assert (await white.hear("match.presence"))["online"] is False


# --- how many ---------------------------------------------------------------------------------


async def test_players_and_watchers_are_told_how_many_look_on_by_few_messages(
    match, alice, sit, look_on, monkeypatch
) -> None:
    monkeypatch.setattr(gallery, "GATHER_S", 0.05)
    white = await sit(match, alice)
    assert white.welcome["watchers"] == 0
    watchers = [await look_on(match) for _ in range(6)]
    await tells(white, 6)
    assert len(counts(white)) <= 6
    assert watchers[-1].welcome["watchers"] == 6
    white.heard.clear()
    for watcher in watchers[:4]:
        await watcher.leave()
    await tells(white, 2)
    assert await in_database(watchers_of)([match.public_id, "other"]) == {
        match.public_id: 2,
        "other": 0,
    }


async def test_a_crowd_that_comes_at_once_is_told_of_once(
    match, alice, sit, look_on, monkeypatch
) -> None:
    white = await sit(match, alice)
    monkeypatch.setattr(gallery, "GATHER_S", 0.3)
    for _ in range(5):
        await gallery.gallery().came(match.public_id)
    await white.hear("match.watchers")
    assert counts(white) == [5]
    for _ in range(5):
        await gallery.gallery().went(match.public_id)


async def test_a_second_hello_counts_nobody_twice(match, look_on) -> None:
    watcher = await look_on(match)
    await watcher.send("hello", since=None)
    assert (await watcher.hear("welcome"))["watchers"] == 1


async def test_the_lobby_is_told_of_another_number(match, look_on, monkeypatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(gallery, "GATHER_S", 0.01)
    monkeypatch.setattr(gallery, "_hooks", [])
    gallery.on_watchers(noted.append)
    watcher = await look_on(match)
    await tells(watcher, 1)
    assert noted == [match.public_id]


async def test_a_number_left_standing_by_a_killed_process_is_put_right(
    clock, match, look_on, monkeypatch
) -> None:
    monkeypatch.setattr(gallery, "GATHER_S", 0.01)
    monkeypatch.setattr(gallery, "RENEW_S", 0.05)
    monkeypatch.setattr(headcount, "RENEW_S", 0.02)
    killed = HeadCount("killed")
    for _ in range(3):
        await killed.came(gallery_place(match.public_id))
    await killed.close()
    watcher = await look_on(match)
    await tells(watcher, 4)
    clock.pass_s(31)
    await tells(watcher, 1)


def test_while_redis_is_out_of_reach_nobody_is_counted_and_nobody_looks_absent(
    match, settings
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert watchers_of([match.public_id]) == {match.public_id: 0}
    about = match_about(match.public_id)
    assert about["white"]["online"]
    assert about["black"]["online"]
