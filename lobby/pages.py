"""What the page of a table shows to one visitor, as values. Everything is read from its rows."""

from functools import cached_property
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext as _

from backgammon import EndReason, Rules, TableStakes
from lobby import selectors
from lobby.eligibility import TAKE_CHECKS
from lobby.models import Access, Table, TableSeat
from lobby.states import TableState
from matches.selectors import board_path
from matches.wording import Fact, rules_facts, seconds_text
from wire.refusals import all_refusals
from wire.texts import sentence

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User


class TablePage:
    """One table as one visitor sees it."""

    def __init__(self, table: Table, viewer: "User | AnonymousUser", link: str) -> None:
        """`link`: the whole address of the page, to be sent to a friend."""
        self.table = table
        self.viewer = viewer
        self.link = link

    @property
    def is_private(self) -> bool:
        """Whether only its link leads here."""
        return self.table.access == Access.LINK

    @cached_property
    def seats(self) -> tuple[TableSeat, ...]:
        """Who sits here, the host first."""
        return tuple(selectors.seats_of(self.table))

    @property
    def is_free(self) -> bool:
        """Whether somebody can sit down."""
        return self.table.state == TableState.OPEN

    @cached_property
    def my_seat(self) -> TableSeat | None:
        """The viewer's own seat."""
        return next((seat for seat in self.seats if seat.user_id == self.viewer.pk), None)

    @property
    def is_mine(self) -> bool:
        """Whether the viewer has opened this table."""
        return self.table.host_id == self.viewer.pk

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Why the viewer cannot sit down; empty if he can, or must sign in first."""
        if not self.is_free or not self.viewer.is_authenticated:
            return ()
        facts = selectors.seat_facts(self.table, self.viewer)
        refusals = all_refusals(TAKE_CHECKS, facts)
        return tuple(sentence(refusal.text, dict(refusal.facts)) for refusal in refusals)

    @property
    def board_url(self) -> str:
        """Where it is played, for those who play; "" for others and before the start."""
        if self.my_seat is None or self.table.match is None:
            return ""
        return board_path(self.table.match.public_id)

    @cached_property
    def winner(self) -> TableSeat | None:
        """Who has won."""
        return next((seat for seat in self.seats if seat.is_winner), None)

    @property
    def is_annulled(self) -> bool:
        """Whether the match does not count."""
        return self.table.ending == EndReason.ANNULLED.value

    @cached_property
    def rematch(self) -> Table | None:
        """The table at which the same two play again, or one waits for the other."""
        return selectors.rematch_of(self.table)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The rules card."""
        return table_facts(self.table.rules_value)


def table_facts(rules: Rules) -> tuple[Fact, ...]:
    """Everything that holds at a table with these rules, line by line."""
    facts = list(rules_facts(rules))
    if isinstance(rules.length, TableStakes):
        text = _("Practice points. They are no chips and touch no wallet.")
        facts.append(Fact(_("Stacks"), text))
    kept = _("A table is kept while its host is here; %(grace)s after he is gone it closes.")
    facts.append(Fact(_("Waiting"), kept % {"grace": seconds_text(settings.HOUSE_SEAT_GRACE_S)}))
    return tuple(facts)
