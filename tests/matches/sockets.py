"""A player at the board, as a socket: speaks, listens, and folds what it hears.

Every batch is folded into the state the socket knows, and numbers are checked
on the way, so any test that listens also proves that the stream is whole.
"""

from itertools import count
from typing import Any

import msgspec
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import User
from backgammon import MatchState, evolve
from backgammon.notation.codec import event_from_dict, rules_from_dict, state_from_dict
from chat.presence import close_doorman
from config.asgi import application
from matches.fast import road
from matches.gallery import close_gallery
from matches.models import Match
from wire.envelope import SUBPROTOCOL
from wire.hub import close_hub

_numbers = count(1)

PATIENCE_S = 30  # a machine that does many things at once answers late, and rightly


def session_cookie(user: User) -> str:
    """The cookie of a signed-in browser. Touches the database."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def headers_with(cookie: str) -> list[tuple[bytes, bytes]]:
    """The headers of a handshake from our own page."""
    own = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    return [*own, (b"cookie", cookie.encode())]


class Player:
    """One socket of one person at one board. `heard` keeps every message as it came."""

    path = "/ws/match/{}/"
    state: MatchState
    seq: int

    def __init__(self, match_id: str, cookie: str) -> None:
        self.legal: list[Any] = []
        self.events: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.welcome: dict[str, Any] = {}
        self._asked_from = 0
        self.socket = WebsocketCommunicator(
            application,
            self.path.format(match_id),
            headers=headers_with(cookie),
            subprotocols=[SUBPROTOCOL],
        )

    async def connect(self, *, contribution: str = "", after: "Player | None" = None) -> "Player":
        """Open the socket and say hello, knowing what the closed socket `after` knew."""
        is_open, _ = await self.socket.connect(timeout=PATIENCE_S)
        assert is_open
        if after is not None:
            self.state, self.seq = after.state, after.seq
        since = None if after is None else after.seq
        await self.send("hello", since=since, contribution=contribution)
        self.welcome = await self.hear("welcome")
        return self

    async def leave(self) -> None:
        """Close the tab, unless it was cut off before: whoever waited in vain has ended it."""
        if not self.socket.future.done():
            await self.socket.disconnect(timeout=PATIENCE_S)

    async def send(self, kind: str, **fields: Any) -> str:
        """Send a message without waiting; its id."""
        message_id = fields.pop("id", f"m{next(_numbers)}")
        message = {"type": kind, "id": message_id, **fields}
        if kind == "match.resume":
            self._asked_from = fields["since"] + 1
        await self.send_text(msgspec.json.encode(message).decode())
        return message_id

    async def send_text(self, text: str) -> None:
        """Send a frame as it is, sensible or not."""
        await self.socket.send_input({"type": "websocket.receive", "text": text})

    async def act(self, kind: str, *, seen: int | None = None, **fields: Any) -> dict[str, Any]:
        """Ask for something at the board; the answer, with all events until then folded."""
        seen = self.seq if seen is None else seen
        answer = await self.answer(await self.send(f"match.{kind}", seen=seen, **fields))
        await self.hear_up_to(answer.get("seq", 0))
        return answer

    async def open_room(self, room: str) -> dict[str, Any]:
        """Open a room of talk; the room as it is shown."""
        message_id = await self.send("chat.open", room=room)
        shown = await self.hear("chat.room")
        assert (await self.answer(message_id))["type"] == "ack"
        return shown

    async def answer(self, message_id: str) -> dict[str, Any]:
        """The ack or error with this id, folding whatever comes before it."""
        while True:
            message = await self.next()
            if message.get("re") == message_id:
                return message

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next message of a type, folding whatever comes before it."""
        while True:
            message = await self.next()
            if message["type"] == kind:
                return message

    async def hear_up_to(self, seq: int) -> None:
        """Fold until event number `seq` is known."""
        while self.seq < seq:
            await self.next()

    async def refresh(self) -> None:
        """Ask for the whole position, as a page does that trusts nothing it knows."""
        await self.send("match.resume", since=2**40)
        await self.catch_up()

    async def catch_up(self) -> None:
        """Fold all that was sent to this socket until now."""
        await self.send("ping")
        await self.hear("pong")

    async def next(self) -> dict[str, Any]:
        """The next message, folded."""
        message = msgspec.json.decode(await self.socket.receive_from(timeout=PATIENCE_S))
        self.heard.append(message)
        self._fold(message)
        return message

    async def close_code(self) -> int:
        """The code with which the house closes this socket, after whatever it still says."""
        while True:
            output = await self.socket.receive_output(timeout=PATIENCE_S)
            if output["type"] == "websocket.close":
                return int(output["code"])
            self.heard.append(msgspec.json.decode(output["text"]))

    async def hears_nothing(self) -> bool:
        """Nothing has come and nothing is coming."""
        return await self.socket.receive_nothing(timeout=0.1)

    def _fold(self, message: dict[str, Any]) -> None:
        if message["type"] == "welcome":
            for part in ("snapshot", "events"):
                if part in message:
                    self._fold(message[part])
            assert message["seq"] == self.seq
        elif message["type"] == "match.snapshot":
            rules = rules_from_dict(message["rules"])
            self.state = state_from_dict(message["state"], rules)
            self.seq, self.legal = message["seq"], message["legal"]
        elif message["type"] == "match.events":
            # Only what was asked for again may begin with events that are known.
            assert message["first"] in {self.seq + 1, self._asked_from}, "a hole in the numbers"
            for event in message["events"][self.seq + 1 - message["first"] :]:
                self.state = evolve(self.state, event_from_dict(event))
                self.events.append(event)
            self.seq = max(self.seq, message["first"] + len(message["events"]) - 1)
            self.legal = message["legal"]


class Watcher(Player):
    """One socket of somebody who looks on."""

    path = "/ws/match/{}/watch/"


def beside(match: Match, user: User | None) -> Watcher:
    """A watcher's socket, not yet open; without a user a stranger's. Touches the database."""
    return Watcher(match.public_id, session_cookie(user) if user else "")


def seat(match: Match, user: User) -> Player:
    """A socket for this player, not yet open. Touches the database."""
    return Player(match.public_id, session_cookie(user))


async def forget_everything() -> None:
    """As after a restart: this process knows no match, no stream and nobody's presence."""
    await road.close()
    await close_gallery()
    await close_doorman()
    await close_hub()
