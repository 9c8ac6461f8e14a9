"""Dice of the house: from a secret per match that was committed to before the first roll.

Anyone can check a finished match: block = HMAC-SHA-256(secret,
`<match>|<game>|<roll>|<white hex>|<black hex>|<counter>`); bytes of 252 and
more are skipped, die = 1 + byte mod 6. Every throw counts as a roll, opening
ties included, White's die first. Nothing else in the house rolls.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass

FAIR_BYTES = 252  # the largest multiple of 6 that fits a byte: beyond it dice would lean low


@dataclass(frozen=True, slots=True)
class DiceSeed:
    """What every roll of a match follows from.

    `white` and `black` are the players' contributions in hex, "" where none came.
    """

    match_id: str
    secret: bytes
    white: str = ""
    black: str = ""


class HouseDice:
    """A `DiceSource` that goes on from a given throw of a given game."""

    def __init__(self, seed: DiceSeed, *, game: int, throws: int) -> None:
        self._seed = seed
        self._game = game
        self._throws = throws

    def roll(self) -> tuple[int, int]:
        """The next two dice. The same seed, game and throw always give the same."""
        self._throws += 1
        return dice_of(self._seed, game=self._game, roll=self._throws)


def dice_of(seed: DiceSeed, *, game: int, roll: int) -> tuple[int, int]:
    """The dice of one numbered roll; games and rolls count from 1."""
    faces = _faces(seed, game, roll)
    return next(faces), next(faces)


def _faces(seed: DiceSeed, game: int, roll: int) -> Iterator[int]:
    counter = 0
    while True:
        label = f"{seed.match_id}|{game}|{roll}|{seed.white}|{seed.black}|{counter}"
        for byte in hmac.digest(seed.secret, label.encode(), hashlib.sha256):
            if byte < FAIR_BYTES:
                yield 1 + byte % 6
        counter += 1
