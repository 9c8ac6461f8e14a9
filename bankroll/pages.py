"""What the wallet page shows, read once: holdings, what is in play where, the refill, the lines."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from bankroll.explain import Step, steps_of
from bankroll.forms import StatementForm
from bankroll.places import Place, places_named
from bankroll.refills import REFILL_CHECKS, RefillFacts, has_enough
from bankroll.selectors import (
    Holdings,
    InPlay,
    StatementLine,
    StatementPage,
    balance_of,
    in_play_of,
    places_in_statement,
    refill_facts,
    statement,
    statement_line,
)
from wire.refusals import all_refusals
from wire.texts import sentence

if TYPE_CHECKING:
    from accounts.models import User


#: Anything else in the address is no place, and no keeper is asked about it.
_PLACE: Final = re.compile(r"[a-z_]+:[\w-]{1,40}", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line of the statement and the place it names, where somebody can tell of it."""

    line: StatementLine
    place: Place | None


@dataclass(frozen=True, slots=True)
class PlacedStake:
    """Chips in play, and where."""

    chips: int
    place: Place


class WalletPage:
    """The wallet of one user, filtered as the address of the page says."""

    def __init__(self, user: "User", address: Mapping[str, str]) -> None:
        self.user = user
        self._address = address

    @cached_property
    def _in_play(self) -> tuple[InPlay, ...]:
        return in_play_of(self.user)

    @cached_property
    def _choices(self) -> dict[str, Place]:
        """By name: places of the latest lines, and the one that is asked for, however old."""
        asked = self._address.get("place", "")
        names = places_in_statement(self.user)
        return places_named((*names, asked) if _PLACE.fullmatch(asked) else names)

    @cached_property
    def _places(self) -> dict[str, Place]:
        """By name: every place the page shows."""
        shown = {line.place for line in self.statement.lines}
        shown |= {each.place for each in self._in_play}
        return self._choices | places_named(shown - {"", *self._choices})

    @cached_property
    def form(self) -> StatementForm:
        """The filters."""
        return StatementForm(
            self._address, places={name: place.title for name, place in self._choices.items()}
        )

    @cached_property
    def holdings(self) -> Holdings:
        """The three figures."""
        return Holdings(balance_of(self.user), sum(each.chips for each in self._in_play))

    @property
    def stakes(self) -> list[PlacedStake]:
        """Chips in play, place by place."""
        elsewhere = Place(_("elsewhere"), "")
        return [
            PlacedStake(each.chips, self._places.get(each.place, elsewhere))
            for each in self._in_play
        ]

    @cached_property
    def statement(self) -> StatementPage:
        """The page of the statement that is asked for."""
        asked = self._address.get("page", "")
        page = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else 1
        return statement(self.user, page=page, asked=self.form.asked)

    @property
    def lines(self) -> list[PlacedLine]:
        """The lines with their places."""
        return [PlacedLine(line, self._places.get(line.place)) for line in self.statement.lines]

    @cached_property
    def refill(self) -> RefillFacts:
        """How the user stands with the refill."""
        return refill_facts(self.user)

    @property
    def has_enough(self) -> bool:
        """Whether the user has too many chips for a refill, which then is not spoken of."""
        return has_enough(self.refill) is not None

    @property
    def refill_refusals(self) -> list[str]:
        """Why there is no refill now, in sentences. Empty when there is one."""
        refusals = all_refusals(REFILL_CHECKS, self.refill)
        return [sentence(refusal.text, dict(refusal.facts)) for refusal in refusals]

    @property
    def filters(self) -> str:
        """The filters as the end of an address, without the page."""
        return urlencode(self.form.address)

    @property
    def is_filtered(self) -> bool:
        """Whether anything is asked for but the whole statement, even where it makes no sense."""
        return any(self._address.get(name) for name in self.form.fields)

    @property
    def newer(self) -> str:
        """The address of the page with newer lines; "" on the first."""
        return self._page_address(self.statement.newer)

    @property
    def older(self) -> str:
        """The address of the page with older lines; "" on the last."""
        return self._page_address(self.statement.older)

    def _page_address(self, number: int | None) -> str:
        return "?" + urlencode({**self.form.address, "page": number}) if number else ""


class LinePage:
    """One line of a statement, explained."""

    def __init__(self, user: "User", number: int) -> None:
        """Raises NotFound `bankroll.no_line`."""
        self.line = statement_line(user, number)
        self.steps: tuple[Step, ...] = steps_of(user, self.line)
        self.place: Place | None = places_named([self.line.place]).get(self.line.place)

    @property
    def before_chips(self) -> int:
        """What was in the wallet before."""
        return self.line.balance_chips - self.line.chips
