"""People who play an event through without anybody's help, over real sockets.

Each has a thread of his own. He waits in the lobby, follows every summons, plays what the rules
allow until the match is over, and comes back when the house was away. Whatever goes wrong in a
thread is raised again where the story joins it.
"""

import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from json import loads

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.stories.houses import StoryHouse
from tests.stories.players import PATIENCE_S, Player, open_socket
from tests.stories.visits import wait_until_over
from tests.support.visitor import Visitor

#: What a visitor meets whose house has just died.
AWAY = (ConnectionClosed, InvalidHandshake, OSError, httpx.TransportError)

#: A look at whether the evening is over, for somebody whom nobody calls.
_LOOK_S = 0.5


class Storm:
    """Kills the house when so many actions have been done, and opens it again.

    Whoever is about to do the fatal action kills it with his request on the way.
    """

    def __init__(self, house: StoryHouse, *, kills: int = 0, within_actions: int = 1) -> None:
        self._house = house
        self._lock = threading.Lock()
        self._actions = 0
        self._at = set(random.sample(range(1, within_actions + 1), kills))
        self._is_open = threading.Event()
        self._is_open.set()

    @property
    def is_over(self) -> bool:
        """Every kill has happened."""
        return not self._at

    def after_asking(self) -> None:
        """Counts a request that is on its way, and kills the house if it is a fatal one."""
        with self._lock:
            self._actions += 1
            if self._actions not in self._at:
                return
            self._at.discard(self._actions)
            self._is_open.clear()
            self._house.kill9()
            self._house.rise_again()
            self._is_open.set()

    def wait_for_house(self) -> None:
        """Returns when the house is open; AssertionError if it never is."""
        assert self._is_open.wait(3 * PATIENCE_S), "the house did not come back"


class Contender(threading.Thread):
    """One of them. `stop` ends him where he waits."""

    def __init__(self, visitor: Visitor, storm: Storm) -> None:
        super().__init__(daemon=True)
        self.visitor = visitor
        self.trouble: Exception | None = None
        self.matches_played = 0
        self._storm = storm
        self._player: Player | None = None
        self._over = threading.Event()

    def stop(self) -> None:
        """Lets him go home."""
        self._over.set()

    def run(self) -> None:
        """Waits, plays, waits, until he is sent home."""
        try:
            while not self._over.is_set():
                try:
                    self._play(self._player) if self._player else self._wait()
                except AWAY:
                    self._storm.wait_for_house()
        except Exception as trouble:
            self.trouble = trouble

    def _wait(self) -> None:
        """Sits in the lobby until he is called."""
        with open_socket(self.visitor, "/ws/lobby/") as news:
            news.send('{"type": "hello", "id": "hello"}')
            while not self._over.is_set():
                try:
                    message = loads(news.recv(timeout=_LOOK_S))
                except TimeoutError:
                    continue
                if message["type"] == "summons":
                    self._player = Player(self.visitor, message["match"])
                    return

    def _play(self, player: Player) -> None:
        """Plays on from wherever the match stands."""
        player.come()
        for request_id in tuple(player.unanswered):
            player.insist(request_id)
        while player.state.outcome is None:
            if player.wish is None:
                player.next()
                continue
            kind, fields = player.wish
            request_id = player.ask(kind, **fields)
            self._storm.after_asking()
            answer = player.answer_to(request_id)
            if answer["type"] == "ack":
                player.hear_up_to(answer["seq"])
            else:
                # Overtaken by the clock or by the opponent: look again.
                assert answer["code"] in ("match.stale", "match.over"), answer
                player.catch_up()
        player.leave()
        self.matches_played += 1
        self._player = None


def wait_through(storm: Storm, visitor: Visitor, event_id: str) -> None:
    """Returns once the page of the event says that it is over, however often the house dies."""
    while True:
        try:
            return wait_until_over(visitor, event_id)
        except AWAY:
            storm.wait_for_house()


@contextmanager
def contest(visitors: Sequence[Visitor], storm: Storm) -> Iterator[list[Contender]]:
    """Lets them all loose; raises what went wrong with any of them once they are called home."""
    contenders = [Contender(visitor, storm) for visitor in visitors]
    for contender in contenders:
        contender.start()
    try:
        yield contenders
    finally:
        for contender in contenders:
            contender.stop()
    for contender in contenders:
        contender.join(2 * PATIENCE_S)
        if contender.trouble is not None:
            raise contender.trouble
        assert not contender.is_alive(), f"{contender.name} never went home"
