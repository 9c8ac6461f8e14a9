"""The draw: every random choice of an event comes from one committed secret.

Anybody can repeat it afterwards from published data: the secret, the event's
id, and the names. The stream of a purpose is HMAC-SHA-256(secret,
"<event_id>|<what>|<counter>") for counter 0, 1, 2, ..., read as big-endian
32-bit numbers. Nothing here makes entropy; see docs/tournaments.md, "The draw".
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item", str, int)

_WORD_BYTES = 4
_WORDS = 1 << (8 * _WORD_BYTES)


class DrawStream:
    """Unbiased whole numbers from a secret, for one purpose of one event."""

    def __init__(self, secret: bytes, event_id: str, what: str) -> None:
        self._words = _words(secret, f"{event_id}|{what}")

    def below(self, bound: int) -> int:
        """The next number from 0 to `bound` - 1, each equally likely.

        Words in the last, incomplete run of `bound` are skipped; taking the
        remainder of those too would favour the small numbers.
        """
        limit = _WORDS - _WORDS % bound
        return next(word for word in self._words if word < limit) % bound

    def shuffled(self, items: Iterable[Item]) -> tuple[Item, ...]:
        """The items in random order (Fisher-Yates from the end), whatever order they come in."""
        order = sorted(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)


def draw_seats(names: Iterable[str], *, secret: bytes, event_id: str) -> tuple[str, ...]:
    """The names in seat order, seat 1 first. The order of joining has no influence."""
    return DrawStream(secret, event_id, "seats").shuffled(names)


def draw_lots(seats: Iterable[int], *, secret: bytes, event_id: str, what: str) -> tuple[int, ...]:
    """The seats in the order of a lot named `what`, the luckiest first."""
    return DrawStream(secret, event_id, what).shuffled(seats)


class DrawnLots:
    """The lots of one event, from its secret."""

    def __init__(self, secret: bytes, event_id: str) -> None:
        self._secret, self._event_id = secret, event_id

    def order(self, what: str, entrants: Iterable[int]) -> tuple[int, ...]:
        """The entrants in the order of the lot named `what`, the luckiest first."""
        return draw_lots(entrants, secret=self._secret, event_id=self._event_id, what=what)


def draw_white(seats: tuple[int, int], *, secret: bytes, event_id: str, round_number: int) -> int:
    """Which of two seats plays White when they meet in a round."""
    low, high = sorted(seats)
    return draw_lots(
        seats, secret=secret, event_id=event_id, what=f"white:{round_number}:{low}-{high}"
    )[0]


def _words(secret: bytes, label: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(secret, f"{label}|{counter}".encode(), hashlib.sha256)
        for start in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[start : start + _WORD_BYTES], "big")
        counter += 1
