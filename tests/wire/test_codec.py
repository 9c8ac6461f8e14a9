"""Strict reading of what browsers send."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wire.codec import MessageReader, peek
from wire.envelope import MAX_FRAME_CHARS, ClientMessage, Ping
from wire.errors import Malformed


class Greet(ClientMessage, frozen=True, kw_only=True, tag="greet"):
    """A message with one field of its own."""

    name: str


reader = MessageReader([Ping, Greet])


def code_of(text: str) -> str:
    with pytest.raises(Malformed) as caught:
        reader.read(text)
    return caught.value.code


def test_a_known_message_becomes_its_struct() -> None:
    assert reader.read('{"type":"greet","id":"7","name":"Alice"}') == Greet(id="7", name="Alice")


def test_an_unknown_type_is_named_as_such() -> None:
    assert code_of('{"type":"match.cheat","id":"7"}') == "request.unknown_type"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "[]",
        "null",
        "{}",
        '{"type":"greet"}',
        '{"type":"greet","name":5}',
        '{"type":"greet","name":"A","dice":[6,6]}',
        '{"type":5,"name":"A"}',
        '{"type":"greet","id":"' + "x" * 41 + '","name":"A"}',
        "[" * 5_000 + "]" * 5_000,
        '{"type":"greet","name":"\\ud800"}',
        '{"type":"greet","name":"A\\u0000"}',
        '{"type":"greet","name":"\\\\\\u0000"}',
        '{"type":"greet","id":"\\u0000","name":"A"}',
    ],
)
def test_what_makes_no_sense_is_malformed(text: str) -> None:
    assert code_of(text) == "request.malformed"


def test_a_backslash_before_u0000_is_text_like_any_other() -> None:
    assert reader.read('{"type":"greet","name":"\\\\u0000"}') == Greet(name="\\u0000")


def test_a_huge_frame_is_refused_before_it_is_read() -> None:
    assert code_of('{"type":"greet","name":"' + "x" * MAX_FRAME_CHARS + '"}') == "request.too_large"


def test_the_id_of_an_unreadable_message_is_still_found() -> None:
    assert peek('{"id":"42","type":"nonsense"}', "id") == "42"


@given(st.text(max_size=200))
def test_no_text_raises_anything_but_malformed(text: str) -> None:
    with suppress(Malformed):
        reader.read(text)
    assert isinstance(peek(text, "id"), str)
