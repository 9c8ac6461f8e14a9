"""Dice as values, and where they come from. No entropy: a source is always given.

Source: docs/rules.md, "The opening throw" and "A move".
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from backgammon.errors import Fault, NotationError


@dataclass(frozen=True, slots=True, order=True)
class Dice:
    """Two dice, each 1 to 6, in the order they were thrown.

    Raises NotationError(BAD_DIE) for any other number.
    """

    first: int
    second: int

    def __post_init__(self) -> None:
        for die in (self.first, self.second):
            if type(die) is not int or not 1 <= die <= 6:
                raise NotationError(Fault.BAD_DIE, die=die)

    def __iter__(self) -> Iterator[int]:
        return iter((self.first, self.second))

    @property
    def is_double(self) -> bool:
        """Both dice show the same number."""
        return self.first == self.second

    @property
    def pips(self) -> tuple[int, ...]:
        """The numbers to play: two, or the same one four times for a double."""
        if self.first == self.second:
            return (self.first,) * 4
        return (self.first, self.second)


class DiceSource(Protocol):
    """Anything that can throw two dice; in an opening throw the first die is White's."""

    def roll(self) -> tuple[int, int]:
        """Two numbers from 1 to 6."""
        ...


class SeededDice:
    """Dice that repeat themselves for the same seed; for tests, bots and replays."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - repeatable, never for play

    def roll(self) -> tuple[int, int]:
        """The next two numbers of the seeded stream."""
        return self._random.randint(1, 6), self._random.randint(1, 6)


class GivenDice:
    """Throws that were decided beforehand, in order.

    Raises NotationError(MALFORMED) when more are asked for than were given.
    """

    def __init__(self, throws: Iterable[tuple[int, int]]) -> None:
        self._throws = iter(throws)

    def roll(self) -> tuple[int, int]:
        """The next throw of the list."""
        for first, second in self._throws:
            return first, second
        raise NotationError(Fault.MALFORMED, detail="not enough dice were given")
