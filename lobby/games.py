"""The games a table can be opened for: every variant of the rules, and every pair that combines.

A new variant in `backgammon` is offered by itself; all it needs here is a sentence.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from backgammon import VARIANTS, NotationError, Variant, find_variant
from backgammon.variants import HOUSE_RULES
from backgammon.variants.base import Opening
from matches.wording import game_name

#: What a newcomer should know of each variant, by its key.
ABOUT: Mapping[str, Promise] = {
    "backgammon": gettext_lazy("The game as the world plays it."),
    "nackgammon": gettext_lazy("Two more checkers start far back: longer, with more contact."),
    "hypergammon": gettext_lazy("Three checkers each: short and wild."),
    "long_nardy": gettext_lazy(
        "All fifteen start on one point and both sides travel the same way round."
        " Nothing is hit, one checker closes a point, and there is no cube."
    ),
    "forced_bear_off": gettext_lazy(
        "At home a die bears off from exactly its point, or else moves the rearmost checker."
    ),
    "rearmost_bear_off": gettext_lazy("At home only the rearmost checker moves."),
    "five_high": gettext_lazy("No point takes more than five of your checkers."),
}


@dataclass(frozen=True, slots=True)
class Game:
    """One game that can be chosen."""

    variant: Variant

    @property
    def key(self) -> str:
        """The stored key of the variant."""
        return self.variant.key

    @property
    def word(self) -> str:
        """The word of a row of the lobby that says it is this game."""
        return f"game-{self.key}"

    @property
    def name(self) -> str:
        """What it is called."""
        return game_name(self.variant)

    @property
    def about(self) -> str:
        """What a newcomer should know; for house rules that are joined, of each of them."""
        return " ".join(str(ABOUT[part]) for part in self.key.split("+"))

    @property
    def gives(self) -> frozenset[str]:
        """The words of this game that options may need (`lobby/options.py`)."""
        words = set(self.variant.offers)
        if self.variant.has_cube:
            words.add("cube")
        if self.variant.opening is Opening.ROLL_DECIDES_ONLY:
            words.add("first_move")
        return frozenset(words)


def _joined() -> Iterator[Variant]:
    """House rules that the rules package lets stand together."""
    for size in range(2, len(HOUSE_RULES) + 1):
        for keys in combinations(HOUSE_RULES, size):
            try:
                yield find_variant("+".join(keys))
            except NotationError:
                continue


GAMES: Mapping[str, Game] = {variant.key: Game(variant) for variant in (*VARIANTS, *_joined())}
