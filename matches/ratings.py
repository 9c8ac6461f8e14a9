"""Which matches are rated: one small check a condition, so that a page can say why one is not.

The checks look at facts that somebody has gathered; they read nothing.

Source: docs/ratings.md, "What is rated".
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AbstractUser

from backgammon import PointMatch, Rules
from wire.refusals import Refusal, all_refusals


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingFacts:
    """What must be known of a match to tell whether it counts.

    is_chosen: both players want it rated, or the card of their event says so. has_rolled and
    is_annulled are known at the end; before it they stand as they do when all goes well.
    """

    rules: Rules
    is_chosen: bool
    has_bot: bool
    has_guest: bool
    has_rolled: bool = True
    is_annulled: bool = False


def _length(facts: RatingFacts) -> Refusal | None:
    if isinstance(facts.rules.length, PointMatch):
        return None
    return Refusal("rating.length", _("Only matches to a number of points are rated."))


def _bot(facts: RatingFacts) -> Refusal | None:
    if not facts.has_bot:
        return None
    return Refusal("rating.bot", _("Games against house bots are not rated."))


def _guest(facts: RatingFacts) -> Refusal | None:
    if not facts.has_guest:
        return None
    return Refusal("rating.guest", _("Guests have no rating. Members do."))


def _chosen(facts: RatingFacts) -> Refusal | None:
    if facts.is_chosen:
        return None
    return Refusal("rating.not_chosen", _("This match was not played for ratings."))


def _rolled(facts: RatingFacts) -> Refusal | None:
    if facts.has_rolled:
        return None
    return Refusal("rating.no_roll", _("No dice were thrown, so nothing is rated."))


def _annulled(facts: RatingFacts) -> Refusal | None:
    if not facts.is_annulled:
        return None
    return Refusal("rating.annulled", _("The match was annulled, and with it its ratings."))


CHECKS: tuple[Callable[[RatingFacts], Refusal | None], ...] = (
    _length,
    _bot,
    _guest,
    _chosen,
    _annulled,
    _rolled,
)


def unrated_reasons(facts: RatingFacts) -> tuple[Refusal, ...]:
    """Everything that keeps a match from being rated, the weightiest first. Empty: it counts."""
    return all_refusals(CHECKS, facts)


def may_be_rated(rules: Rules, players: Iterable[AbstractUser]) -> bool:
    """Whether a match by these rules between these people counts, if they want it to."""
    people = tuple(players)
    facts = RatingFacts(
        rules=rules,
        is_chosen=True,
        has_bot=any(getattr(player, "is_bot", False) for player in people),
        has_guest=any(getattr(player, "is_guest", False) for player in people),
    )
    return not unrated_reasons(facts)
