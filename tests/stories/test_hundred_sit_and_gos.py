"""Sit&Gos filled by people who all reach for the last seat, one event after another."""

import json
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import count
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from tests.stories.conftest import OpenStoryHouse
from tests.stories.houses import StoryHouse
from tests.stories.players import PATIENCE_S, Player, open_socket
from tests.support.visitor import Visitor

pytestmark = pytest.mark.story

SERIES = "Four in a Rush"
SEATS, BUY_IN, CHIPS = 4, 10, 2000
RACERS = 14

#: What somebody hears who was too late, or who is seated already.
FAIR_ANSWERS = {
    "tournament.full",
    "tournament.closed",
    "tournament.already_entered",
    "tournament.seated_elsewhere",
    "tournament.in_match",
}

_LOOK_S = 0.5


class Goal:
    """So many matches are to be lost by somebody before nobody sits down any more.

    All go home when what has begun is played.
    """

    def __init__(self, matches: int) -> None:
        self._lock = threading.Lock()
        self._left = matches
        self.is_reached = threading.Event()
        self.all_go_home = threading.Event()

    def count_one(self) -> None:
        """One match less."""
        with self._lock:
            self._left -= 1
            if self._left <= 0:
                self.is_reached.set()


class Racer(threading.Thread):
    """Takes every seat he sees, and gives every match away as soon as both have come."""

    def __init__(self, visitor: Visitor, goal: Goal) -> None:
        super().__init__(daemon=True)
        self.answers: Counter[str] = Counter()
        self.trouble: Exception | None = None
        self._visitor = visitor
        self._goal = goal
        self._numbers = count(1)

    def run(self) -> None:
        """Races until the goal is reached, and plays out what he has begun."""
        try:
            with open_socket(self._visitor, "/ws/lobby/") as news:
                news.send('{"type": "hello", "id": "hello"}')
                while not self._goal.all_go_home.is_set():
                    self._hear(news)
        except Exception as trouble:
            self.trouble = trouble

    def _hear(self, news: ClientConnection) -> None:
        try:
            message = json.loads(news.recv(timeout=_LOOK_S))
        except TimeoutError:
            return
        if message["type"] == "summons":
            self._give_away(message["match"])
        elif message["type"] == "error":
            self.answers[message["code"]] += 1
        elif message["type"] == "ack":
            self.answers["seated"] += 1
        for row in events_in(message).values():
            if row["state"] == "open" and not self._goal.is_reached.is_set():
                self._reach_for(news, row["id"])

    def _reach_for(self, news: ClientConnection, event_id: str) -> None:
        request = {"type": "sit_and_go.join", "id": f"j{next(self._numbers)}", "event": event_id}
        news.send(json.dumps(request))

    def _give_away(self, match_id: str) -> None:
        """Both sit down; whoever is to act first gives up all there is to lose."""
        player = Player(self._visitor, match_id).come()
        while player.state.outcome is None:
            if player.wish is None:
                player.next()
            elif player.wish[0] == "start":
                player.act("start")
            else:
                player.act("resign", level="backgammon")
                self._goal.count_one()
        player.leave()


def events_in(message: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """By key: the rows of our events that a message of the lobby carries."""
    if message["type"] == "welcome":
        rows = message["snapshot"]["rows"]
    else:
        rows = [change["value"] for change in message.get("changes", ())]
    return {row["row"]: row for row in rows if isinstance(row, dict) and row.get("name") == SERIES}


def wait_until_played(visitor: Visitor) -> None:
    """Returns when the lobby shows none of our events that is still being played."""
    shown: dict[str, Mapping[str, Any]] = {}
    with open_socket(visitor, "/ws/lobby/") as news:
        news.send('{"type": "hello", "id": "hello"}')
        while True:
            message = json.loads(news.recv(timeout=PATIENCE_S))
            for change in message.get("changes", ()):
                shown.pop(change["row"], None)
            shown |= events_in(message)
            if shown and all(row["state"] == "open" for row in shown.values()):
                return


@pytest.fixture
def house(open_story_house: OpenStoryHouse) -> StoryHouse:
    house = open_story_house()
    house.open_series(
        SERIES,
        seats=SEATS,
        length_points=1,
        buy_in_chips=BUY_IN,
        prize_shares="100",
        pause_s=0,
        has_house_bots=False,
    )
    return house


@pytest.fixture
def racers(house: StoryHouse) -> Iterator[list[Visitor]]:
    names = [f"racer-{number}" for number in range(1, RACERS + 1)]
    with ExitStack() as closing:
        yield [closing.enter_context(each) for each in house.members(*names, chips=CHIPS)]


@pytest.mark.parametrize("events", [12, pytest.param(100, marks=pytest.mark.slow)])
def test_no_sit_and_go_is_overfilled_or_stuck_however_many_reach_for_it(
    house: StoryHouse, racers: list[Visitor], events: int
) -> None:
    goal = Goal(events * (SEATS - 1))
    racing = [Racer(visitor, goal) for visitor in racers]
    for racer in racing:
        racer.start()
    assert goal.is_reached.wait(PATIENCE_S + 5 * events), [racer.trouble for racer in racing]
    wait_until_played(racers[0])
    goal.all_go_home.set()
    for racer in racing:
        racer.join(PATIENCE_S)
        assert racer.trouble is None
        assert set(racer.answers) <= {"seated", *FAIR_ANSWERS}

    begun = house.rows(
        "SELECT t.state, COUNT(DISTINCT e.user_id), COUNT(*), COUNT(DISTINCT e.seat)"
        " FROM tournaments_tournament AS t JOIN tournaments_entry AS e ON e.tournament_id = t.id"
        f" WHERE t.name = '{SERIES}' AND e.seat > 0 GROUP BY t.id, t.state"
    )
    assert {each[1:] for each in begun} == {(SEATS, SEATS, SEATS)}
    assert {state for state, *_counts in begun} == {"finished"}
    assert len(begun) >= events
    paid = house.rows(
        "SELECT COUNT(*) FROM bankroll_transfer WHERE kind = 'pay' GROUP BY key HAVING COUNT(*) > 1"
    )
    assert paid == []
    house.manage("audit_books")
