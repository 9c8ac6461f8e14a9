"""A person at the board without a browser: a raw WebSocket, and hands that play something.

What is heard is folded as a page does it, and numbers are checked on the way, so whoever
plays a match through has also proved that its stream is whole.
"""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from itertools import count
from typing import Any

from websockets import Subprotocol
from websockets.sync.client import ClientConnection, connect

from backgammon import MatchState, Phase, Side, evolve
from backgammon.notation.codec import event_from_dict, rules_from_dict, state_from_dict
from tests.support.visitor import Visitor
from wire.envelope import SUBPROTOCOL
from wire.throttle import TokenBucket

PATIENCE_S = 60
HANDS_PER_S = 25

_numbers = count(1)


def open_socket(visitor: Visitor, path: str) -> ClientConnection:
    """A socket of one of our own pages, opened with the visitor's cookies."""
    return connect(
        visitor.socket_url(path),
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        additional_headers=visitor.socket_headers,
        compression=None,
        proxy=None,
        close_timeout=1,
    )


class Player:
    """One visitor at one match. What he asked for is kept until it is answered."""

    state: MatchState
    side: Side
    seq: int | None = None

    def __init__(self, visitor: Visitor, match_id: str) -> None:
        self.visitor = visitor
        self._path = f"/ws/match/{match_id}/"
        self._socket: ClientConnection | None = None
        self._closing = ExitStack()
        self._pace = TokenBucket(rate=HANDS_PER_S, burst=HANDS_PER_S, clock=time.monotonic)
        self.legal: Sequence[Sequence[Sequence[int]]] = ()
        self.unanswered: dict[str, dict[str, Any]] = {}

    def come(self) -> "Player":
        """Opens the socket, says hello and hears what was missed."""
        self.leave()
        self._socket = self._closing.enter_context(open_socket(self.visitor, self._path))
        self._write({"type": "hello", "id": "hello", "since": self.seq, "contribution": ""})
        self.hear("welcome")
        return self

    def leave(self) -> None:
        """Closes the socket, if there is one."""
        self._closing.close()

    def ask(self, kind: str, **fields: Any) -> str:
        """Asks for something at the board without waiting; the request's id."""
        request_id = f"r{next(_numbers)}"
        self.unanswered[request_id] = {
            "type": f"match.{kind}",
            "id": request_id,
            "seen": self.seq,
            **fields,
        }
        self._write(self.unanswered[request_id])
        return request_id

    def answer_to(self, request_id: str) -> Mapping[str, Any]:
        """The ack or the error, once everything before it is folded."""
        while True:
            message = self.next()
            if message.get("re") == request_id:
                del self.unanswered[request_id]
                return message

    def act(self, kind: str, **fields: Any) -> int:
        """Does something; the number of its last event, which is folded by then."""
        return self._done(self.answer_to(self.ask(kind, **fields)))

    def insist(self, request_id: str) -> int:
        """Repeats a request as a page does that finds the house again; the number of its event.

        The id is the same. The number seen is the present one, for the house may have moved
        the clock.
        """
        self.unanswered[request_id]["seen"] = self.seq
        self._write(self.unanswered[request_id])
        return self._done(self.answer_to(request_id))

    def hear(self, kind: str) -> Mapping[str, Any]:
        """The next message of a type, once everything before it is folded."""
        while True:
            message = self.next()
            if message["type"] == kind:
                return message

    def hear_up_to(self, seq: int) -> None:
        """Folds until event number `seq` is known."""
        while self.seq is None or self.seq < seq:
            self.next()

    def catch_up(self) -> None:
        """Folds all that has happened until now."""
        self._write({"type": "ping", "id": "ping", "t": 0})
        self.hear_up_to(self.hear("pong")["seq"])

    def next(self) -> Mapping[str, Any]:
        """The next message, folded. Raises ConnectionClosed where the house is gone."""
        assert self._socket is not None, "say hello first"
        message: dict[str, Any] = json.loads(self._socket.recv(timeout=PATIENCE_S))
        self._fold(message)
        return message

    @property
    def wish(self) -> tuple[str, dict[str, Any]] | None:
        """What there is to do for this player, the simplest of it; None while he must wait."""
        if self.state.phase is Phase.BETWEEN_GAMES:
            is_ready = self.side in self.state.ready or self.state.game_number == 0
            return None if is_ready else ("start", {})
        if self.state.to_act is not self.side:
            return None
        if self.state.phase is Phase.TO_MOVE:
            return "play", {"moves": self.legal[0]}
        return {Phase.TO_ROLL: "roll", Phase.DOUBLED: "take"}[self.state.phase], {}

    def _done(self, answer: Mapping[str, Any]) -> int:
        assert answer["type"] == "ack", answer
        self.hear_up_to(answer["seq"])
        return int(answer["seq"])

    def _write(self, message: Mapping[str, Any]) -> None:
        assert self._socket is not None, "say hello first"
        # Hands are not quicker than the house listens: it refuses more than 30 a second.
        while not self._pace.take():
            time.sleep(1 / HANDS_PER_S)
        self._socket.send(json.dumps(message))

    def _fold(self, message: Mapping[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.side = Side(message["you"]["side"])
            self._fold(message.get("snapshot") or message["events"])
            assert message["seq"] == self.seq
        elif kind == "match.snapshot":
            rules = rules_from_dict(message["rules"])
            self.state = state_from_dict(message["state"], rules)
            self.seq, self.legal = message["seq"], message["legal"]
        elif kind == "match.events":
            assert self.seq is not None
            assert message["first"] == self.seq + 1, "a hole in the numbers"
            for event in message["events"]:
                self.state = evolve(self.state, event_from_dict(event))
            self.seq += len(message["events"])
            self.legal = message["legal"]


def sit_down(match_id: str, visitors: Iterable[Visitor]) -> list[Player]:
    """The players of a match at their board; what came with the last of them is known to all."""
    players = [Player(visitor, match_id).come() for visitor in visitors]
    last = max(player.seq or 0 for player in players)
    for player in players:
        player.hear_up_to(last)
    return players


def one_action(players: Sequence[Player]) -> bool:
    """Whoever must do something does it, and all hear of it; False when there is nothing to do."""
    for actor in players:
        if (wish := actor.wish) is not None:
            kind, fields = wish
            seq = actor.act(kind, **fields)
            for player in players:
                player.hear_up_to(seq)
            return True
    return False
