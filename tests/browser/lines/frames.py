"""The messages in a piece of what a browser sends over a WebSocket: masked, uncompressed text."""

import json
from collections.abc import Iterator
from typing import Any

_TEXT = 0x81  # a whole text frame
_EXTENDED = 126
_LENGTH = 0x7F


def heard(chunk: bytes) -> Iterator[dict[str, Any]]:
    """Every whole message of the piece; handshakes and farewells are passed over."""
    at = 0
    while at + 6 <= len(chunk):
        is_text = chunk[at] == _TEXT
        length = chunk[at + 1] & _LENGTH
        at += 2
        if length == _EXTENDED:
            length = int.from_bytes(chunk[at : at + 2], "big")
            at += 2
        mask, body = chunk[at : at + 4], chunk[at + 4 : at + 4 + length]
        at += 4 + length
        if is_text:
            text = bytes(byte ^ mask[place % 4] for place, byte in enumerate(body))
            yield json.loads(text)
