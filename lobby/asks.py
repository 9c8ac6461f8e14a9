"""What somebody looks for, or challenges to: a match to points of some game, on some clock.

Four answers, so that it takes two clicks; everything else is as usual. Whoever wants more than
that opens a table. Pure: no database.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from backgammon import Rules
from lobby.games import GAMES
from lobby.lengths import CLOCKS, KINDS
from matches.wording import title_of
from wire.errors import Malformed

#: Points to win: few enough to choose from that two people meet.
LENGTHS = (1, 3, 5, 7, 9, 11, 15)


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@dataclass(frozen=True)
class Ask:
    """Keys of `GAMES` and `CLOCKS`, one of `LENGTHS`, and whether the result counts for ratings.

    Equal asks belong together. Anything else than those keys raises Malformed
    `seek.unknown_choice`, with the field.
    """

    game: str
    points: int
    clock: str
    is_rated: bool = False

    def __post_init__(self) -> None:
        known = {"game": GAMES, "points": LENGTHS, "clock": CLOCKS}
        for field, choices in known.items():
            if getattr(self, field) not in choices:
                text = _("There is no such choice of {field}.")
                raise Malformed("seek.unknown_choice", text, field=field)

    @classmethod
    def of_form(cls, sent: Mapping[str, str]) -> "Ask":
        """The ask a form has sent: every field as text, `is_rated` missing where it is off."""
        points = sent.get("points", "")
        return cls(
            game=sent.get("game", ""),
            points=int(points) if points in {str(length) for length in LENGTHS} else 0,
            clock=sent.get("clock", ""),
            is_rated="is_rated" in sent,
        )

    @cached_property
    def rules(self) -> Rules:
        """The rules of the match, everything else as is usual for the game."""
        kind = KINDS["match"]
        rules = kind.make({"points": self.points}, GAMES[self.game].variant)
        return replace(rules, clock=CLOCKS[self.clock].rules(kind, rules))

    @property
    def title(self) -> str:
        """What the match will be called."""
        return title_of(self.rules)


#: What a newcomer finds chosen.
USUAL = Ask("backgammon", 5, "standard")
