"""A match on the wire without a house behind it: the rules decide, the page is told.

It speaks the match socket's protocol to whatever page connects, through the same
projection the house uses, and keeps what the page sent.
"""

import json
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from playwright.sync_api import WebSocketRoute

from backgammon import (
    AcceptResignation,
    Action,
    Beaver,
    DeclineResignation,
    DiceSource,
    Double,
    Drop,
    Event,
    GivenDice,
    IllegalAction,
    IllegalPlay,
    Leave,
    MakePlay,
    MatchState,
    Move,
    OpenGame,
    Position,
    Resign,
    Roll,
    Rules,
    Side,
    StartGame,
    Take,
    WinKind,
    decide,
    evolve,
)
from backgammon.state import initial_state
from matches.deadlines import UNTIMED_MS
from matches.projection import event_body, events_message, snapshot_message
from wire.codec import encode

MATCH_ID = "demo"

ACTIONS: dict[str, Any] = {
    "match.start": lambda message: StartGame(),
    "match.roll": lambda message: Roll(),
    "match.double": lambda message: Double(),
    "match.beaver": lambda message: Beaver(),
    "match.take": lambda message: Take(),
    "match.drop": lambda message: Drop(),
    "match.play": lambda message: MakePlay(tuple(Move(*step) for step in message["moves"])),
    "match.resign": lambda message: Resign(WinKind[message["level"].upper()]),
    "match.resign_accept": lambda message: AcceptResignation(),
    "match.resign_decline": lambda message: DeclineResignation(),
    "match.leave": lambda message: Leave(),
}


class Table:
    """One match, seen by the page from `seat`. `dice` are thrown in order, openings included."""

    def __init__(
        self, rules: Rules, dice: Iterable[tuple[int, int]] = (), seat: Side = Side.WHITE
    ) -> None:
        self.rules = rules
        self.seat = seat
        self.dice: DiceSource = GivenDice(dice)
        self.state: MatchState = initial_state(rules)
        self.bodies: list[str] = []
        self.received: list[dict[str, Any]] = []
        self.sockets: list[WebSocketRoute] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.chat: list[dict[str, Any]] = []
        self.is_deaf = False  # takes messages, answers nothing
        self.is_shut = False  # lets nobody in
        self.secret: str | None = None
        self.opponent = "Bob"
        self.is_person = False  # Bob is the house bot unless he must be able to go away
        self.is_away = False  # Bob
        self.quiet_ms = 0  # how long ago the last event happened

    # --- for tests ----------------------------------------------------------------

    def act(self, side: Side | None, action: Action) -> None:
        """Somebody does something; every page hears of it."""
        events = decide(self.state, side, action, dice=self.dice, now_ms=self.now_ms)
        self._happen(events)

    def begin(self) -> None:
        """The first game starts."""
        self.act(None, OpenGame())

    def set_up(self, position: Position, **changes: Any) -> None:
        """Puts checkers on the board before the page looks; other fields of the game too."""
        game = replace(self.state.running_game, position=position, **changes)
        self.state = replace(self.state, game=game)

    def goes_away(self, *, is_away: bool = True) -> None:
        """Bob's last page is closed, or one is open again."""
        self.is_away = is_away
        side = self.seat.other.value
        self.send({"type": "match.presence", "side": side, "online": not is_away})

    def cut(self, code: int = 1012) -> None:
        """Every socket is closed with a code."""
        sockets, self.sockets = self.sockets, []
        for socket in sockets:
            socket.close(code=code, reason="")

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        """What the page sent of one type."""
        return [message for message in self.received if message["type"] == kind]

    def send(self, message: dict[str, Any]) -> None:
        """Tells every page."""
        for socket in self.sockets:
            socket.send(encode(message).decode())

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.bodies)

    @property
    def now_ms(self) -> int:
        """The time of this table."""
        return int(time.time() * 1000)

    # --- the protocol ----------------------------------------------------------------

    def connect(self, socket: WebSocketRoute) -> None:
        """A page opened its socket."""
        if self.is_shut:
            socket.close(code=1012, reason="")
            return
        self.sockets.append(socket)
        socket.on_message(lambda text: self._heard(socket, json.loads(text)))

    def _heard(self, socket: WebSocketRoute, message: dict[str, Any]) -> None:
        self.received.append(message)
        if self.is_deaf:
            return
        answer = self._answer(message)
        if answer is not None:
            socket.send(encode(answer).decode())

    def _answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        kind = message["type"]
        if kind == "hello":
            return self._welcome(message["since"])
        if kind == "ping":
            return {"type": "pong", "t": message["t"], "now_ms": self.now_ms, "seq": self.seq}
        if kind == "presence.away":
            return None
        if kind == "match.resume":
            return self._events_since(message["since"])
        if kind.startswith("chat."):
            return self._talk(message)
        if message["id"] not in self.answers:
            self.answers[message["id"]] = self._judge(message)
        return self.answers[message["id"]]

    def _judge(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            self.act(self.seat, ACTIONS[message["type"]](message))
        except (IllegalAction, IllegalPlay) as refused:
            code = f"rules.{refused.fault.value}"
            return {"type": "error", "re": message["id"], "code": code, "message": str(refused)}
        return {"type": "ack", "re": message["id"], "seq": self.seq}

    def _talk(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["type"] == "chat.open":
            return self._room(message["room"])
        if message["type"] == "chat.say":
            return self._say(message)
        return {"type": "ack", "re": message["id"], "seq": 0}

    def _room(self, room: str) -> dict[str, Any]:
        return {
            "type": "chat.room",
            "room": room,
            "title": "Table talk",
            "messages": self.chat,
            "has_more": False,
            "unread": 0,
            "read_id": 0,
            "is_hidden": False,
            "is_off": False,
            "refusal": None,
            "slow_s": 0,
            "is_calm": False,
            "here": {"count": 2, "names": ["Alice", "Bob"]},
            "muted": [],
            "may_moderate": False,
            "may_organise": False,
        }

    def _say(self, message: dict[str, Any]) -> dict[str, Any]:
        line = {
            "id": len(self.chat) + 1,
            "name": "Alice",
            "is_staff": False,
            "is_organiser": False,
            "text": message["text"],
            "phrase": "",
            "reply_to": None,
            "at_ms": self.now_ms,
        }
        self.chat.append(line)
        self.send({"type": "chat.message", "room": message["room"], "message": line})
        return {"type": "ack", "re": message["id"], "seq": line["id"]}

    def _welcome(self, since: int | None) -> dict[str, Any]:
        if since is None:
            parts = {"snapshot": self.snapshot()}
        else:
            parts = {"events": self._events_since(since)}
        you = {"name": "Alice", "side": self.seat.value}
        return {
            "type": "welcome",
            "protocol": 1,
            "level": 2,
            "now_ms": self.now_ms,
            "seq": self.seq,
            "you": you,
            "watchers": 0,
            **parts,
        }

    def snapshot(self) -> dict[str, Any]:
        """Everything a page needs."""
        seats = {self.seat: "Alice", self.seat.other: self.opponent}
        about = {
            "id": MATCH_ID,
            "title": "Sit&Go of four: semi-final",
            "back_url": "/event/demo/",
            "untimed_ms": UNTIMED_MS if self.rules.clock is None else None,
            "due_ms": self.now_ms - self.quiet_ms + UNTIMED_MS,
            "commitment": "5f1b" * 16,
            "secret": self.secret,
            **{
                side.value: {
                    "name": name,
                    "bot": side is not self.seat and not self.is_person,
                    "guest": False,
                    "online": side is self.seat or not self.is_away,
                }
                for side, name in seats.items()
            },
        }
        return snapshot_message(self.seq, self.state, self.now_ms, about)

    def _events_since(self, since: int) -> dict[str, Any]:
        return events_message(since + 1, self.bodies[since:], self.state, self.now_ms)

    def _happen(self, events: Iterable[Event]) -> None:
        first = self.seq + 1
        for event in events:
            self.state = evolve(self.state, event)
            self.bodies.append(event_body(event))
        self.send(events_message(first, self.bodies[first - 1 :], self.state, self.now_ms))
