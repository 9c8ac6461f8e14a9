"""The rating ladders, and which game is rated on which. Pure data: a new ladder is a line here."""

from collections.abc import Mapping
from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Ladder(TextChoices):
    """Skill in one of these says little about another, so each has its own ratings."""

    BACKGAMMON = "backgammon", _("Backgammon")
    LONG_NARDY = "long_nardy", _("Long nardy")
    VARIANTS = "variants", _("Variants")


_OWN_LADDER: Final[Mapping[str, Ladder]] = {
    "backgammon": Ladder.BACKGAMMON,
    "long_nardy": Ladder.LONG_NARDY,
}


def ladder_of(game_key: str) -> Ladder:
    """The ladder of a game, by the key of its variant: its own, or the one of all others."""
    return _OWN_LADDER.get(game_key, Ladder.VARIANTS)
