"""Rating receipts as people read them: the formula with every number, line by line."""

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.selectors import rating_receipts
from backgammon import RatingStep, Standing, rating_step
from backgammon.ratings import pace_of
from wire.numbers import decimal_text, signed_text

if TYPE_CHECKING:
    from accounts.models import RatingChange, User


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a receipt: what is worked out, how, and what came of it."""

    name: str
    working: str
    value: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a match, or its annulment, did to one player's rating."""

    change: "RatingChange"
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """One worked match: both players before it, and what it did to each."""

    title: str
    winner: RatingStep
    loser: RatingStep


def receipt_lines(match_id: str) -> tuple[Receipt, ...]:
    """Every receipt of a match in the order it was made, each with its working."""
    return tuple(_receipt(change) for change in rating_receipts(match_id))


def _receipt(change: "RatingChange") -> Receipt:
    if change.is_reversal:
        line = Line(_("Taken back"), _("the match was annulled"), signed_text(change.change))
        return Receipt(change, (line, _after(change)))
    step = rating_step(
        Standing(change.rating_before, change.experience_before),
        change.opponent_rating,
        length_points=change.length_points,
        is_win=change.is_win,
    )
    return Receipt(change, (*_working(change.user, change.opponent, step), _after(change)))


def _working(user: "User", opponent: "User", step: RatingStep) -> tuple[Line, ...]:
    difference, root = decimal_text(step.difference), f"√{step.length_points}"
    pace, loser_chance = decimal_text(f"{step.pace:.2f}"), decimal_text(f"{step.loser_chance:.4f}")
    loser = opponent if step.is_win else user
    return (
        Line(_("Before"), user.username, decimal_text(step.before.rating)),
        Line(_("Before"), opponent.username, decimal_text(step.opponent_rating)),
        Line("D", _("the difference"), difference),
        Line("n", _("the length of the match"), str(step.length_points)),
        Line(
            _("Chance of the lower rated"),
            f"1 / (10^({difference} × {root} / 2000) + 1)",
            decimal_text(f"{step.underdog_chance:.4f}"),
        ),
        Line(
            "P",
            _("the chance of {name}, who lost").format(name=loser.username),
            loser_chance,
        ),
        Line("K", f"max(1, 5 − {step.before.experience} / 100)", pace),
        Line(
            pgettext("of a rating", "Change"),
            f"4 × {pace} × {root} × {loser_chance}",
            signed_text(step.change),
        ),
    )


def _after(change: "RatingChange") -> Line:
    sign, moved = ("+" if change.change >= 0 else "−"), decimal_text(abs(change.change))
    working = f"{decimal_text(change.rating_before)} {sign} {moved}"
    return Line(_("Rating after"), working, decimal_text(change.rating_after))


def formula_examples() -> tuple[Example, ...]:
    """The match of docs/ratings.md both ways: to five points, 1700 (600) against 1500 (50)."""
    favourite, underdog = Standing(Decimal(1700), 600), Standing(Decimal(1500), 50)
    return (
        _example(_("The favourite wins"), favourite, underdog),
        _example(_("An upset"), underdog, favourite),
    )


def _example(title: str, winner: Standing, loser: Standing) -> Example:
    return Example(
        title,
        rating_step(winner, loser.rating, length_points=5, is_win=True),
        rating_step(loser, winner.rating, length_points=5, is_win=False),
    )


def paces() -> tuple[tuple[int, Decimal], ...]:
    """K for some experience, until it moves no more."""
    return tuple((experience, pace_of(experience)) for experience in (0, 100, 200, 300, 400))
