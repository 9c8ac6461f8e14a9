"""A match in bad weather: repeats, breaks, other processes, lost news; the truth stays one."""

import random
from typing import Any

import msgspec
import pytest
from channels.db import database_sync_to_async as in_database

from accounts.models import User
from backgammon import (
    AcceptResignation,
    Action,
    DeclineResignation,
    Double,
    Drop,
    MakePlay,
    Resign,
    Roll,
    Rules,
    Side,
    StartGame,
    Take,
    replay,
)
from backgammon.notation.codec import event_from_dict, play_to_list
from matches.judge import Request
from matches.models import Match
from matches.selectors import event_bodies_since
from matches.services import match_act
from tests.matches.builders import CLOCK, a_match, state_of
from tests.matches.elsewhere import elsewhere, withheld
from tests.matches.sockets import Player
from tests.rules.builders import a_random_action

pytestmark = pytest.mark.django_db(transaction=True)

KINDS: dict[type[Action], str] = {
    StartGame: "start",
    Roll: "roll",
    Double: "double",
    Take: "take",
    Drop: "drop",
    MakePlay: "play",
    Resign: "resign",
    AcceptResignation: "resign_accept",
    DeclineResignation: "resign_decline",
}


class Storm:
    """Two players, their sockets, and what can go wrong between them."""

    def __init__(self, match: Match, people: dict[Side, User], sit: Any, valkey: Any) -> None:
        self.match = match
        self.people = people
        self.sit = sit
        self.valkey = valkey
        self.players: dict[Side, Player] = {}

    async def begin(self) -> None:
        """Both come."""
        for side, person in self.people.items():
            self.players[side] = await self.sit(self.match, person)

    async def over_the_socket(self, side: Side, action: Action, chance: random.Random) -> None:
        """Perhaps late, perhaps twice, perhaps cut off before the answer."""
        player = self.players[side]
        if chance.random() < 0.8:
            await player.catch_up()
        message: dict[str, Any] = {"seen": player.seq}
        if isinstance(action, MakePlay):
            message["moves"] = play_to_list(action.play)
        if isinstance(action, Resign):
            message["level"] = action.level.word
        times = chance.choice([1, 1, 2])
        id_ = await player.send(f"match.{KINDS[type(action)]}", **message)
        for _again in range(times - 1):
            await player.send(f"match.{KINDS[type(action)]}", id=id_, **message)
        if chance.random() < 0.1:
            await self.break_off(side)
            return
        answers = [await player.answer(id_) for _ in range(times)]
        assert all(answer == answers[0] for answer in answers if answer["type"] == "ack")

    async def in_another_process(self, side: Side, action: Action, *, is_told: bool) -> None:
        """The same player acts elsewhere; the news comes, or is lost."""

        def act() -> None:
            with elsewhere(self.valkey) if is_told else withheld():
                match_act(match_id=self.match.public_id, request=Request(side, action))

        await in_database(act)()

    async def break_off(self, side: Side) -> None:
        """The connection goes down and comes back."""
        old = self.players[side]
        await old.leave()
        self.players[side] = await self.sit(self.match, self.people[side], after=old)

    async def stored(self) -> Any:
        return await in_database(state_of)(self.match)


async def play_through(storm: Storm, *, seed: int, steps: int) -> None:
    chance = random.Random(seed)
    await storm.begin()
    for _step in range(steps):
        state = await storm.stored()
        if state.outcome is not None:
            break
        side, action = a_random_action(state, chance)
        weather = chance.random()
        if weather < 0.70:
            await storm.over_the_socket(side, action, chance)
        elif weather < 0.82:
            await storm.in_another_process(side, action, is_told=True)
        elif weather < 0.88:
            await storm.in_another_process(side, action, is_told=False)
        elif weather < 0.97:
            await storm.break_off(chance.choice(list(Side)))
        else:
            storm.valkey.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    await assert_one_truth(storm)


async def assert_one_truth(storm: Storm) -> None:
    """Both screens, once asked, show what is stored; and what is stored follows from its events."""
    state = await storm.stored()
    for player in storm.players.values():
        await player.catch_up()
        await player.send("match.resume", since=player.seq)
        await player.catch_up()
        assert player.state == state
    pk = storm.match.pk
    bodies = await in_database(event_bodies_since)(pk, 0, 10**6)
    events = [event_from_dict(msgspec.json.decode(body)) for body in bodies]
    assert replay(state.rules, events) == state


@pytest.fixture
def storm(alice, bob, owner, sit, valkey, unhurried) -> Storm:
    """A match to five points in bad weather."""
    match = a_match(alice, bob, Rules.match(5, clock=CLOCK))
    return Storm(match, {Side.WHITE: alice, Side.BLACK: bob}, sit, valkey)


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_match_in_bad_weather_is_one_match_on_both_screens(storm, seed) -> None:
    await play_through(storm, seed=seed, steps=35)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 30))
async def test_many_matches_in_bad_weather(storm, seed) -> None:
    await play_through(storm, seed=seed, steps=300)
