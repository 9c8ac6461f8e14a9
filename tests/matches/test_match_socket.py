"""Two sockets at one board: who hears what, in what order, and what is refused."""

import pytest
from channels.db import database_sync_to_async as in_database

from backgammon import Phase, Side
from matches.models import MatchEvent
from tests.matches.builders import put, state_of, to_move, to_roll

pytestmark = pytest.mark.django_db(transaction=True)

stored = in_database(state_of)


def number_of_events(match) -> int:
    return MatchEvent.objects.filter(match=match).count()


count_events = in_database(number_of_events)


async def test_the_second_player_to_come_opens_the_game(match, alice, bob, sit, throws) -> None:
    throws((3, 1))
    white = await sit(match, alice)
    assert white.state.phase is Phase.BETWEEN_GAMES
    black = await sit(match, bob)
    await white.hear_up_to(2)
    assert [event["type"] for event in white.events] == ["game_started", "opening_rolled"]
    assert white.state == black.state
    assert white.state.to_act is Side.WHITE
    assert len(white.legal) > 10


async def test_both_screens_follow_a_turn_from_the_same_events(
    match, alice, bob, sit, throws
) -> None:
    throws((3, 1), (6, 5))
    white, black = await sit(match, alice), await sit(match, bob)
    await white.hear_up_to(2)
    answer = await white.act("play", moves=[[8, 3], [6, 1]])
    assert (answer["type"], answer["seq"]) == ("ack", 3)
    await black.hear_up_to(3)
    assert (await black.act("roll"))["type"] == "ack"
    await white.hear_up_to(4)
    await black.hear_up_to(4)
    assert white.state == black.state == await stored(match)
    assert white.state.running_game.dice.pips == (6, 5)


async def test_a_refused_play_changes_nothing_and_reaches_nobody_else(
    match, alice, bob, sit
) -> None:
    await in_database(put)(match, await in_database(to_move)(match, Side.WHITE, (6, 1)))
    white, black = await sit(match, alice), await sit(match, bob)
    await white.hear("match.presence")
    before = await stored(match)
    for moves in ([[24, 6], [24, 6]], [[13, 6]], [], [[6, 5], [6, 1]], [[25, 6], [8, 1]]):
        answer = await white.act("play", moves=moves)
        assert answer["code"].startswith("rules."), answer
        assert answer["message"]
    assert (await black.act("play", moves=[[13, 6], [8, 1]]))["code"] == "rules.not_your_turn"
    assert (await black.act("roll"))["code"] == "rules.not_your_turn"
    assert (await white.act("roll"))["code"] == "rules.wrong_phase"
    assert await stored(match) == before
    assert await count_events(match) == 0
    assert await white.hears_nothing()
    assert await black.hears_nothing()


async def test_a_request_from_an_old_position_is_refused_with_the_present_one(
    match, alice, bob, sit, throws
) -> None:
    throws((3, 1))
    await sit(match, alice)
    black = await sit(match, bob)
    answer = await black.act("roll", seen=0)
    assert (answer["type"], answer["code"]) == ("error", "match.stale")
    assert (await black.next())["type"] == "match.snapshot"


async def test_a_third_person_is_turned_away(match, carol, sit) -> None:
    from tests.matches.sockets import seat

    stranger = await in_database(seat)(match, carol)
    await stranger.socket.connect()
    farewell = await stranger.next()
    assert (farewell["type"], farewell["code"]) == ("bye", "auth.forbidden")
    assert await stranger.socket.receive_output() == {"type": "websocket.close", "code": 4403}


async def test_a_finished_match_is_told_to_its_owner_once(match, alice, bob, owner, sit) -> None:
    await in_database(put)(
        match,
        await in_database(to_move)(
            match, Side.WHITE, (6, 5), white="1:1 off:14", black="6:5 5:5 4:5", score=(2, 0)
        ),
    )
    white, black = await sit(match, alice), await sit(match, bob)
    assert (await white.act("play", moves=[[1, 6]]))["type"] == "ack"
    await black.hear_up_to(white.seq)
    assert white.state.phase is black.state.phase is Phase.OVER
    assert [(game.winner_id, game.points) for game in owner.games] == [(alice.pk, 2)]
    assert [(result.winner_id, result.score) for result in owner.results] == [(alice.pk, (4, 0))]
    assert (await black.act("resign", level="single"))["code"] == "match.over"
    assert len(owner.results) == 1


async def test_the_dice_promise_is_shown_first_and_its_secret_only_at_the_end(
    match, alice, bob, sit
) -> None:
    from wire.secrets import commitment_of

    state = await in_database(to_roll)(match, Side.WHITE, score=(2, 2))
    await in_database(put)(match, state)
    white = await sit(match, alice)
    about = white.welcome["snapshot"]["match"]
    assert (about["commitment"], about["secret"]) == (match.commitment, None)
    await white.act("resign", level="backgammon")
    await white.leave()
    after = (await sit(match, alice)).welcome["snapshot"]["match"]
    assert commitment_of(bytes.fromhex(after["secret"])) == match.commitment
