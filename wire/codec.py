"""Strict JSON: bytes in, one known message out, or a coded complaint."""

import re
from collections.abc import Iterable
from typing import Any, Union

import msgspec

from wire.envelope import MAX_FRAME_CHARS, ClientMessage
from wire.errors import Malformed

_encoder = msgspec.json.Encoder()
_MAX_ID_CHARS = 40
# The one character that PostgreSQL stores in no text, as JSON has to spell it.
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def encode(message: Any) -> bytes:
    """A message as JSON bytes. msgspec leaves nothing to escape for a browser's `JSON.parse`."""
    return _encoder.encode(message)


class MessageReader:
    """Decodes exactly the given message types and nothing else."""

    def __init__(self, types: Iterable[type[ClientMessage]]) -> None:
        known = tuple(types)
        self._tags = {kind.__struct_config__.tag for kind in known}
        self._decoder = msgspec.json.Decoder(Union[known])  # noqa: UP007  built at run time

    def read(self, text: str) -> ClientMessage:
        """The message in `text`.

        Raises Malformed: `request.too_large`, `request.unknown_type` or
        `request.malformed`, the last with the path of the trouble as `problem`.
        """
        if len(text) > MAX_FRAME_CHARS:
            raise Malformed("request.too_large", limit=MAX_FRAME_CHARS)
        try:
            message = self._decoder.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise self._complaint(text, error) from None
        if "\\u0000" in text and _NUL.search(text):
            raise Malformed("request.malformed", problem="the character NUL is not a text")
        if len(message.id) > _MAX_ID_CHARS:
            raise Malformed("request.malformed", problem=f"id is over {_MAX_ID_CHARS} characters")
        return message

    def _complaint(self, text: str, error: Exception) -> Malformed:
        kind = peek(text, "type")
        if kind and kind not in self._tags:
            return Malformed("request.unknown_type", kind=kind[:_MAX_ID_CHARS])
        return Malformed("request.malformed", problem=str(error)[:200])


def peek(text: str, field: str) -> str:
    """A text field of a message we could not accept, so that the answer can name it; else ""."""
    if len(text) > MAX_FRAME_CHARS:
        return ""
    try:
        loose = msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return ""
    value = loose.get(field) if isinstance(loose, dict) else None
    return value if isinstance(value, str) else ""
