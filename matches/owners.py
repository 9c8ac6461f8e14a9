"""Who is told what a finished game or match means: the maker of the match, by registration.

Matches lie below tournaments and tables and must not know them. An owner
registers in its `AppConfig.ready()` and is called inside the transaction that
finishes the match, so that a result and its consequences stand or fall together.
"""

from dataclasses import dataclass
from typing import Protocol

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class GameOver:
    """One game of a match ended. Ids are user keys; a draw has no winner and no loser.

    `points` are `cube_value` x `kind`, where a drop counts as a single game at
    the value before the double and Jacoby may make every `kind` count single;
    `kind` is `single`, `gammon`, `backgammon`, or "" for a draw. `chips` moved from
    the loser's stack to the winner's, 0 where nobody plays for chips. `score` is
    what stands after the game, white first: points, or the stacks of a table.
    """

    match_id: str
    owner_ref: str
    number: int
    winner_id: int | None
    loser_id: int | None
    points: int
    kind: str
    cube_value: int
    chips: int
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match ended.

    Ids are user keys. `reason` is the rules' word for the ending (`points`,
    `flag`, `penalty`, `forfeit`, `left`) or why the match was annulled
    (`both_absent`, ...). Without a winner nobody won: a draw, a table that was
    left, or annulled. `score` is points, or the stacks of a table, white first.
    `has_rolled`: dice were thrown; else somebody stayed away, or left before.
    """

    match_id: str
    owner_ref: str
    white_id: int
    black_id: int
    winner_id: int | None
    loser_id: int | None
    score: tuple[int, int]
    reason: str
    has_rolled: bool = True


class MatchOwner(Protocol):
    """Whoever makes matches. `back_path` leads a player from the board back to the maker."""

    key: str

    @property
    def back_text(self) -> str | Promise:
        """What the button to `back_path` says."""

    def game_finished(self, result: GameOver) -> None:
        """A game is over; called before `match_finished` where both happen at once."""

    def match_finished(self, result: MatchResult) -> None:
        """The match is over. Raising undoes the finishing action as well."""

    def back_path(self, owner_ref: str) -> str:
        """The page a player returns to from the board."""

    def mute_scope(self, owner_ref: str) -> str:
        """Under which scope somebody may be muted at this match beside the house; "" for none."""


_owners: dict[str, MatchOwner] = {}


def register_owner(owner: MatchOwner) -> None:
    """Make an owner known by its key."""
    _owners[owner.key] = owner


def owner_of(key: str) -> MatchOwner:
    """The owner registered under a key. Raises KeyError for a key nobody registered."""
    return _owners[key]
