"""The words of the protocol: each has an example, stands in the documents, and changes on purpose.

`examples/to_house.json` holds one message of every type a browser may send, by the
app that reads it; `examples/from_house.json` one of every type the house sends;
`examples/events.json` one of every event of a match.
"""

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from channels.db import database_sync_to_async as in_database

from backgammon import Event
from backgammon.notation.codec import event_from_dict, event_to_dict
from config.environment import ROOT
from matches.selectors import summons_message
from tests.factories import a_user
from tests.matches.builders import a_match, a_noting_owner
from tests.matches.rawsocket import RawSocket
from tests.matches.sockets import forget_everything, session_cookie
from tests.support.golden import assert_golden
from wire.envelope import Away, ClientMessage, Ping

EXAMPLES = Path(__file__).parent / "examples"
PROTOCOL_DOC = (ROOT / "docs" / "protocol.md").read_text()
PACKAGES = ("chat", "lobby", "matches", "moderation", "tournaments", "wire")


def examples(name: str) -> Any:
    return json.loads((EXAMPLES / f"{name}.json").read_text())


def tag_of(message: type[ClientMessage]) -> str:
    return str(message.__struct_config__.tag)


def client_messages() -> Iterator[tuple[str, type[ClientMessage]]]:
    """Every message a browser may send, with the app that reads it."""
    yield from (("wire", message) for message in (Ping, Away))
    for file in sorted(ROOT.glob("*/protocol.py")):
        app = file.parent.name
        module = importlib.import_module(f"{app}.protocol")
        own = [each for each in vars(module).values() if is_message_of(module.__name__, each)]
        yield from ((app, message) for message in own)


def is_message_of(module: str, value: Any) -> bool:
    """A message made there; a mere base of messages is tagged with its class's own name."""
    if not isinstance(value, type) or not issubclass(value, ClientMessage):
        return False
    return value.__module__ == module and tag_of(value) != value.__name__


def server_types() -> set[str]:
    """Every type that stands in the code as something the house sends. The desk sends nothing."""
    types: set[str] = set()
    for file in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        if "admin" in file.parts:
            continue
        code = file.read_text()
        types |= set(re.findall(r'"type": "([a-z_.]+)"', code))
        types |= {f"{kind}.changed" for kind in re.findall(r'register_rows\("(\w+)"', code)}
    return {word for word in types if not word.startswith("websocket.")}


# --- to the house -------------------------------------------------------------------------


def test_every_message_to_the_house_has_an_example_that_reads_as_itself() -> None:
    written = examples("to_house")
    expected: dict[str, set[str]] = {}
    for app, message in client_messages():
        expected.setdefault(app, set()).add(tag_of(message))
        example = written[app][tag_of(message)]
        read = msgspec.json.decode(json.dumps(example), type=message)
        assert json.loads(msgspec.json.encode(read)) == example
    assert {app: set(messages) for app, messages in written.items()} == expected


def test_the_schema_of_what_the_house_reads_changes_on_purpose() -> None:
    schemas: dict[str, dict[str, object]] = {}
    for app, message in client_messages():
        _, components = msgspec.json.schema_components([message])
        schemas.setdefault(app, {})[tag_of(message)] = components[message.__name__]
    assert_golden("protocol.schema.json", json.dumps(schemas, indent=1, sort_keys=True) + "\n")


# --- from the house -------------------------------------------------------------------------


def test_every_message_from_the_house_has_an_example() -> None:
    written = examples("from_house")
    assert set(written) == server_types()
    assert all(example["type"] == word for word, example in written.items())


def test_every_event_has_an_example_that_reads_as_itself() -> None:
    written = examples("events")
    kinds = {re.sub("(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower() for kind in get_args(Event)}
    assert set(written) == kinds
    for word, example in written.items():
        assert example["type"] == word
        assert event_to_dict(event_from_dict(example)) == example


# What is inside differs from message to message.
FREE = {"data", "events", "options", "rows", "messages", "legal"}


def assert_same_shape(example: Any, live: Any, place: str) -> None:
    """The same fields of the same types; null stands for anything that may be missing."""
    if example is None or live is None or place.rpartition(".")[2] in FREE:
        return
    assert type(example) is type(live), place
    if isinstance(example, dict):
        assert set(example) == set(live), place
        for key in example:
            assert_same_shape(example[key], live[key], f"{place}.{key}")
    if isinstance(example, list):
        for item in live:
            assert_same_shape(example[0], item, f"{place}[]")


@pytest.mark.django_db(transaction=True)
async def test_what_the_house_sends_at_a_board_looks_like_the_examples() -> None:
    def prepared() -> tuple[dict[str, Any], list[str]]:
        a_noting_owner()
        people = [a_user(name) for name in ("alice", "bob", "carol")]
        match = a_match(people[0], people[1])
        return summons_message(match), [session_cookie(person) for person in people]

    summons, cookies = await in_database(prepared)()
    match_id = summons["match"]
    sockets = [RawSocket(f"/ws/match/{match_id}/", cookie) for cookie in cookies]
    alice, bob, carol = sockets
    for socket in (alice, bob):
        socket.say("hello")
        await socket.hears("welcome")
    await alice.hears("match.events")
    alice.say("match.resume", since=99)
    alice.say("match.roll", seen=99, id="late")
    alice.say("chat.open", room=f"match:{match_id}", id="room")
    alice.say("chat.say", room=f"match:{match_id}", text="good luck", id="line")
    alice.say("ping", t=1)
    await alice.hears("pong")
    await carol.hears("bye")
    lobby = RawSocket("/ws/lobby/")
    lobby.say("hello")
    await lobby.hears("welcome")
    for socket in (*sockets, lobby):
        socket.vanish()
        await socket.is_handled()
    await forget_everything()
    said = [message["text"] for socket in sockets for message in socket.got if "text" in message]
    heard = [json.loads(text) for text in said]
    greeting = await lobby.hears("welcome")
    written = examples("from_house")
    for message in (*heard, greeting["snapshot"], summons):
        assert_same_shape(written[message["type"]], message, message["type"])
    assert {message["type"] for message in heard} >= {
        *("welcome", "match.events", "match.snapshot", "match.presence"),
        *("ack", "error", "pong", "bye", "chat.room", "chat.message"),
    }


# --- in the documents -------------------------------------------------------------------------


def test_every_message_stands_in_the_documents() -> None:
    words = {tag_of(message) for _, message in client_messages()} | server_types()
    assert {word for word in words if f"`{word}`" not in PROTOCOL_DOC} == set()
