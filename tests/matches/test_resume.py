"""Following a match by number: nothing is missed or told twice, whatever happens meanwhile."""

from collections.abc import Callable

import pytest
from channels.db import database_sync_to_async as in_database

from backgammon import Side
from matches.consumers import player, stream
from matches.fast import road
from tests.matches.builders import put, something_happens, state_of, to_roll
from tests.matches.elsewhere import elsewhere, from_elsewhere, withheld
from tests.matches.sockets import Player, seat
from wire.hub import FRAME, Parcel, hub
from wire.publish import user_stream

pytestmark = pytest.mark.django_db(transaction=True)

stored = in_database(state_of)
happens = in_database(something_happens)


@pytest.fixture(autouse=True)
def _running_game(match) -> None:
    """White is to roll; 1 is the number of the last event."""
    put(match, to_roll(match, Side.WHITE))


@pytest.fixture
def meanwhile(monkeypatch) -> Callable[..., None]:
    """Let something happen right after a read: `meanwhile("watchers_of", act)`."""

    def arrange(reader: str, happen: Callable[[], object]) -> None:
        module = player if hasattr(player, reader) else stream
        original = getattr(module, reader)

        def read(*arguments: object) -> object:
            found = original(*arguments)
            monkeypatch.setattr(module, reader, original)
            happen()
            return found

        monkeypatch.setattr(module, reader, read)

    return arrange


async def happens_elsewhere(match, valkey, *, times: int = 1) -> int:
    """In another process, which tells this one through Valkey."""

    def act() -> int:
        with elsewhere(valkey):
            return something_happens(match, times=times)

    return await in_database(act)()


async def happens_silently(match, *, times: int = 1) -> list[Parcel]:
    """In another process; the news is still on its way."""

    def act() -> list[Parcel]:
        with withheld() as parcels:
            something_happens(match, times=times)
        return parcels

    return await in_database(act)()


def news_of(match, number: int) -> Parcel:
    """Says only how far the match has come."""
    return Parcel(f"match:{match.public_id}", FRAME, "", number, number)


def runs(player: Player) -> list[int]:
    """The first numbers of the runs of events this socket was sent."""
    return [message["first"] for message in player.heard if message["type"] == "match.events"]


# --- coming back ------------------------------------------------------------------------


async def test_a_page_that_comes_back_gets_exactly_what_it_missed(match, alice, sit) -> None:
    white = await sit(match, alice)
    await white.leave()
    await happens(match, times=3)
    back = await sit(match, alice, after=white)
    assert "snapshot" not in back.welcome
    assert (back.welcome["events"]["first"], len(back.events)) == (2, 3)
    assert (back.seq, back.state) == (4, await stored(match))


async def test_a_page_that_missed_nothing_gets_an_empty_run(match, alice, sit) -> None:
    back = await sit(match, alice, after=await sit(match, alice))
    assert back.welcome["events"]["events"] == []
    assert back.seq == 1


@pytest.mark.parametrize(("missed", "part"), [(10, "events"), (11, "snapshot")])
async def test_who_is_too_far_behind_gets_a_snapshot(
    match, alice, sit, monkeypatch, missed, part
) -> None:
    monkeypatch.setattr(stream, "LONGEST_RUN", 10)
    white = await sit(match, alice)
    await white.leave()
    await happens(match, times=missed)
    back = await sit(match, alice, after=white)
    assert part in back.welcome
    assert (back.seq, back.state) == (1 + missed, await stored(match))


async def test_who_knows_more_than_there_is_gets_a_snapshot(match, alice, sit) -> None:
    white = await sit(match, alice)
    white.seq = 99
    back = await sit(match, alice, after=white)
    assert back.welcome["snapshot"]["seq"] == back.seq == 1
    await back.send("match.resume", since=2)
    assert (await back.hear("match.snapshot"))["seq"] == 1


async def test_a_hole_is_filled_on_request_with_the_exact_run(match, alice, sit) -> None:
    white = await sit(match, alice)
    await white.hear_up_to(await happens(match, times=4))
    white.seq = 2  # as if 3 to 5 had been lost on the way
    await white.send("match.resume", since=2)
    run = await white.hear("match.events")
    assert (run["first"], len(run["events"])) == (3, 3)


async def test_a_ping_tells_how_far_the_match_has_come(match, alice, sit) -> None:
    white = await sit(match, alice)
    assert (await white.act("roll"))["type"] == "ack"
    await white.send("ping", t=5)
    pong = await white.hear("pong")
    assert (pong["t"], pong["seq"]) == (5, white.seq)


# --- while the answer is on its way -----------------------------------------------------


@pytest.mark.parametrize("reader", ["match_about", "watchers_of"])
async def test_what_happens_while_a_greeting_is_answered_comes_after_the_answer(
    match, alice, sit, meanwhile, reader
) -> None:
    meanwhile(reader, lambda: something_happens(match, times=2))
    white = await sit(match, alice)
    await white.hear_up_to(3)
    await white.hear_up_to(await happens(match))
    assert white.state == await stored(match)


@pytest.mark.parametrize("reader", ["event_bodies_since", "watchers_of"])
async def test_what_happens_while_a_run_is_read_comes_after_it(
    match, alice, sit, meanwhile, reader
) -> None:
    white = await sit(match, alice)
    await white.leave()
    await happens(match)
    meanwhile(reader, lambda: something_happens(match, times=2))
    back = await sit(match, alice, after=white)
    await back.hear_up_to(4)
    await back.hear_up_to(await happens(match))
    assert back.state == await stored(match)


async def test_what_happens_while_a_hole_is_filled_is_neither_lost_nor_repeated(
    match, alice, sit, meanwhile
) -> None:
    white = await sit(match, alice)
    meanwhile("event_bodies_since", lambda: something_happens(match, times=2))
    await white.send("match.resume", since=1)
    await white.hear_up_to(3)
    await white.hear_up_to(await happens(match))
    assert white.state == await stored(match)


async def test_what_happens_while_a_late_action_is_refused_comes_after_the_snapshot(
    match, alice, sit, meanwhile
) -> None:
    white = await sit(match, alice)
    await happens_silently(match, times=2)
    meanwhile("match_about", lambda: something_happens(match))
    assert (await white.act("roll"))["code"] == "match.stale"
    await white.hear("match.snapshot")
    await white.hear_up_to(4)
    await white.hear_up_to(await happens(match))
    assert white.state == await stored(match)


async def test_a_late_action_while_the_socket_catches_up_does_not_send_it_back(
    match, alice, sit, meanwhile
) -> None:
    white = await sit(match, alice)
    await happens_silently(match, times=2)
    meanwhile("event_bodies_since", lambda: something_happens(match))
    hub().publish(news_of(match, 2))
    assert (await white.act("roll"))["code"] == "match.stale"
    await white.hear("match.snapshot")
    await white.hear_up_to(4)
    await white.hear_up_to(await happens(match))
    assert white.state == await stored(match)


# --- news from other processes ------------------------------------------------------------


async def test_both_screens_follow_a_match_that_moves_on_elsewhere(
    match, alice, bob, sit, valkey
) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    last = await happens_elsewhere(match, valkey, times=3)
    await white.hear_up_to(last)
    await black.hear_up_to(last)
    assert white.state == black.state == await stored(match)
    assert (await white.act("roll"))["type"] == "ack"


async def test_parcels_that_overtake_each_other_arrive_in_order(match, alice, sit, valkey) -> None:
    white = await sit(match, alice)
    parcels = await happens_silently(match, times=4)
    for place in (2, 0, 3, 1):
        from_elsewhere(valkey, parcels[place])
    await white.hear_up_to(5)
    await white.hear_up_to(await happens_elsewhere(match, valkey))
    assert white.state == await stored(match)


async def test_a_lost_parcel_is_fetched_when_the_next_one_comes(match, alice, sit, valkey) -> None:
    white = await sit(match, alice)
    _lost, _lost_too, third = await happens_silently(match, times=3)
    from_elsewhere(valkey, third)
    await white.hear_up_to(4)
    assert runs(white) == [2]
    assert white.state == await stored(match)


async def test_a_parcel_that_comes_twice_is_told_once(match, alice, sit, valkey) -> None:
    white = await sit(match, alice)
    parcels = await happens_silently(match, times=2)
    for parcel in [*parcels, *parcels]:
        from_elsewhere(valkey, parcel)
    await white.hear_up_to(3)
    await white.hear_up_to(await happens(match))
    assert runs(white) == [2, 3, 4]


async def test_a_parcel_without_text_only_says_where_to_look(match, alice, sit, valkey) -> None:
    white = await sit(match, alice)
    await happens_silently(match, times=2)
    from_elsewhere(valkey, news_of(match, 3))
    await white.hear_up_to(3)
    assert white.state == await stored(match)


async def test_news_of_what_is_not_stored_is_looked_up_and_forgotten(
    match, alice, sit, valkey
) -> None:
    white = await sit(match, alice)
    from_elsewhere(valkey, Parcel(f"match:{match.public_id}", FRAME, '{"type":"lie"}', 70, 71))
    await white.hear_up_to(await happens_elsewhere(match, valkey))
    assert runs(white) == [2]
    assert white.state == await stored(match)


async def test_what_is_stored_during_a_look_is_found_by_a_second_one(
    match, alice, sit, monkeypatch
) -> None:
    white = await sit(match, alice)
    renew = road.renew

    async def renew_and_be_overtaken(live) -> None:
        await renew(live)
        monkeypatch.setattr(road, "renew", renew)
        (parcel,) = await happens_silently(match)
        hub().publish(parcel)

    monkeypatch.setattr(road, "renew", renew_and_be_overtaken)
    hub().publish(news_of(match, 2))
    await white.hear_up_to(2)
    assert white.state == await stored(match)


async def test_a_broken_road_between_processes_is_mended_without_a_hole(
    match, alice, bob, sit, valkey
) -> None:
    white, black = await sit(match, alice), await sit(match, bob)
    valkey.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    for times in (2, 1):  # while nobody here listens, and after
        last = await happens_elsewhere(match, valkey, times=times)
        await white.hear_up_to(last)
        await black.hear_up_to(last)
    assert white.state == black.state == await stored(match)


async def test_a_summons_that_comes_before_the_board_is_found_is_passed_on(
    match, alice, sit, monkeypatch
) -> None:
    find = road.find

    async def find_late(match_id: str):
        hub().publish(Parcel(user_stream(alice.pk), FRAME, '{"type":"summons"}'))
        return await find(match_id)

    monkeypatch.setattr(road, "find", find_late)
    white = await sit(match, alice)
    assert white.heard[0]["type"] == "summons"


async def test_nothing_is_resumed_before_a_greeting(match, alice, sit) -> None:
    white = await in_database(seat)(match, alice)
    await white.socket.connect()
    for kind, fields in (("match.resume", {"since": 0}), ("match.roll", {"seen": 1})):
        answer = await white.answer(await white.send(kind, **fields))
        assert answer["code"] == "request.hello_first"
    await white.leave()
