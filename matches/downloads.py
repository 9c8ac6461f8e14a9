"""A finished match as anybody may take it away: its document (JSON) and its match file (`.mat`).

The document is all that checking the dice needs; `matches.verify` and the browser read it.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from backgammon import Event, NotationError, Rules, Side
from backgammon.notation.codec import event_from_dict, rules_from_dict
from backgammon.notation.matchfile import format_match
from backgammon.notation.record import record_of
from backgammon.position import Geometry
from matches.dice import DiceSeed
from matches.models import Match, Seat
from matches.selectors import event_bodies_since, revealed_seed
from matches.verify import FORMAT
from matches.wording import game_name
from wire.codec import encode
from wire.errors import Refused


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text


NO_MATCH_FILE: Final = _("A match file cannot hold {game}. Take the JSON instead.")


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over, read once. `bodies` are its events as they were sent."""

    match: Match
    rules: Rules
    seats: dict[Side, Seat]
    seed: DiceSeed
    bodies: tuple[str, ...]

    @property
    def events(self) -> list[Event]:
        """What happened, in order."""
        return [event_from_dict(msgspec.json.decode(body)) for body in self.bodies]

    @property
    def score(self) -> dict[str, int]:
        """What stood at the end, by side: points, or the stacks of a table."""
        return dict(msgspec.json.decode(self.match.snapshot)["score"])

    @property
    def names(self) -> dict[Side, str]:
        """The players' names."""
        return {side: seat.user.username for side, seat in self.seats.items()}

    @property
    def dice(self) -> dict[str, str]:
        """What the rolls follow from, in hex, and the promise it was fixed by."""
        return {
            "commitment": self.match.commitment,
            "secret": self.seed.secret.hex(),
            "white": self.seed.white,
            "black": self.seed.black,
        }

    def document(self) -> bytes:
        """The published document. Event i has the number i + 1.

        Its fields are listed in docs/fairness.md.
        """
        return encode(
            {
                "format": FORMAT,
                "id": self.match.public_id,
                "title": self.match.title,
                "status": self.match.status,
                "is_rated": self.match.is_rated,
                "created_ms": self.match.created_ms,
                "finished_ms": self.match.finished_ms,
                **{side.value: _player(seat) for side, seat in self.seats.items()},
                "rules": self.match.rules,
                "dice": self.dice,
                "events": [msgspec.Raw(body.encode()) for body in self.bodies],
            }
        )

    def match_file(self) -> str:
        """The match as a `.mat` file.

        Raises Refused `match.no_match_file` for what such a file cannot hold.
        """
        white, black = (_name_in_a_file(self.names[side]) for side in (Side.WHITE, Side.BLACK))
        try:
            record = record_of(self.rules, self.events, white=white, black=black)
            return format_match(record)
        except NotationError:
            raise Refused(
                "match.no_match_file", NO_MATCH_FILE, game=game_name(self.rules.variant)
            ) from None

    def file_name(self, ending: str) -> str:
        """A name that every file system takes: the players and the match."""
        parts = (*(self.names[side] for side in Side), self.match.public_id)
        return f"{'-'.join(filter(None, map(_plain, parts)))}.{ending}"


def finished_match(match: Match) -> FinishedMatch:
    """Everything that is published of a match. Raises NotFound `match.running` while it runs."""
    seed = revealed_seed(match)
    return FinishedMatch(
        match=match,
        rules=rules_from_dict(match.rules),
        seed=seed,
        seats={Side(seat.side): seat for seat in match.seats.select_related("user")},
        bodies=tuple(event_bodies_since(match.pk, 0, match.seq)),
    )


def has_match_file(rules: Rules) -> bool:
    """Whether a match file can hold games of this kind."""
    return rules.variant.geometry is Geometry.OPPOSED


def _player(seat: Seat) -> dict[str, Any]:
    return {"name": seat.user.username, "bot": seat.is_bot, "guest": seat.user.is_guest}


_UNSAFE_IN_A_FILE = re.compile(r"[:\s]+")
_UNSAFE_IN_A_NAME = re.compile(r"[^A-Za-z0-9_]+")


def _name_in_a_file(name: str) -> str:
    """A player's name as match files take it: printable, single spaces, no colon."""
    printable = "".join(char if char.isprintable() else " " for char in name)
    return " ".join(_UNSAFE_IN_A_FILE.split(printable)).strip() or "?"


def _plain(text: str) -> str:
    """The part of a text that is safe in a file's name anywhere."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return _UNSAFE_IN_A_NAME.sub("_", bare).strip("_")[:40]
