"""What the page of a table shows to one visitor, as values. Everything is read from its rows."""

import secrets
from functools import cached_property
from typing import TYPE_CHECKING

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from backgammon import EndReason, PointMatch, Rules, Side, TableStakes
from lobby import selectors
from lobby.eligibility import TAKE_CHECKS
from lobby.models import Access, Table, TableSeat
from lobby.receipts import TableChips
from lobby.stakes import brought_by
from lobby.states import TableState
from lobby.streams import table_ref
from matches.selectors import board_path
from matches.wording import Fact, rules_facts, seconds_text
from wire.numbers import number_text
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
        facts = selectors.seat_facts(self.table, self.viewer, self.usual_chips or None)
        refusals = all_refusals(TAKE_CHECKS, facts)
        return tuple(sentence(refusal.text, dict(refusal.facts)) for refusal in refusals)

    @cached_property
    def usual_chips(self) -> int:
        """What the viewer is asked to bring: as much as the host, or what he has of it."""
        if not self.chips:
            return 0
        asked = self.seats[0].brought_chips
        if not self.table.has_different_sums:
            return brought_by(self.table.rules_value, Side(self.seats[0].side).other)
        return max(self.table.stake_chips, min(asked, self.chips.available_chips))

    @cached_property
    def chips(self) -> TableChips | None:
        """The chips of the table; None where nothing is played for chips."""
        if not self.table.is_for_chips:
            return None
        return TableChips(self.table, self.seats, self.viewer)

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

    @property
    def form_key(self) -> str:
        """Names a form of this page, so that sent twice it is done once."""
        return secrets.token_hex(8)

    @property
    def ending_text(self) -> str:
        """Why the chips of a finished table went home."""
        texts = {
            EndReason.POINTS.value: _("One side holds everything that was on the table."),
            EndReason.FLAG.value: _(
                "Time ran out: the game was settled at the most it could cost."
            ),
            EndReason.FORFEIT.value: _(
                "A player walked out: a game that ran was settled at the most it could cost."
            ),
            EndReason.LEFT.value: _("Both took home what lay before them."),
            EndReason.ANNULLED.value: _("Both took home what lay before them after the last game."),
        }
        return texts.get(self.table.ending, "")

    @property
    def statement_url(self) -> str:
        """The statement of the viewer's wallet, of this table alone."""
        return f"{reverse('bankroll:wallet')}?place={table_ref(self.table.public_id)}"

    @cached_property
    def rematch(self) -> Table | None:
        """The table at which the same two play again, or one waits for the other."""
        return selectors.rematch_of(self.table)

    @cached_property
    def rematch_reasons(self) -> tuple[str, ...]:
        """Why the viewer cannot ask for a rematch; empty if he can."""
        if not self.viewer.is_authenticated:
            return ()
        refusals = selectors.rematch_refusals(self.table, self.viewer)
        return tuple(sentence(refusal.text, dict(refusal.facts)) for refusal in refusals)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The rules card."""
        return table_facts(
            self.table.rules_value,
            is_rated=self.table.is_rated,
            has_different_sums=self.table.has_different_sums,
        )


def table_facts(rules: Rules, *, is_rated: bool, has_different_sums: bool) -> tuple[Fact, ...]:
    """Everything that holds at a table with these rules, line by line."""
    facts, length = list(rules_facts(rules)), rules.length
    if isinstance(length, TableStakes):
        facts += _stakes_facts(length, has_different_sums=has_different_sums)
    if isinstance(length, PointMatch):
        rated = _("The result changes the rating of both") if is_rated else _("Not rated")
        facts.append(Fact(_("Rating"), rated, "is_rated"))
    kept = _("A table is kept while its host is here; %(grace)s after he is gone it closes.")
    grace = seconds_text(settings.HOUSE_SEAT_GRACE_S)
    facts.append(Fact(_("Waiting"), kept % {"grace": grace}, "waiting"))
    return tuple(facts)


def _stakes_facts(length: TableStakes, *, has_different_sums: bool) -> tuple[Fact, ...]:
    """What holds of the chips at a table."""
    brought = ngettext("Both bring %(white)s chip", "Both bring %(white)s chips", length.white)
    if has_different_sums:
        brought = _("Sums may differ: each brings what he likes, from %(stake)s up")
    elif length.white != length.black:
        brought = ngettext(
            "White brings %(white)s chip, Black %(black)s",
            "White brings %(white)s chips, Black %(black)s",
            length.white,
        )
    leaving = _("Nobody, before one side holds everything")
    if length.leave_between_games:
        leaving = _("Either player, after any game, with all that lies before him")
    topping_up = _("No chips are added")
    if length.top_up:
        topping_up = _("Between games, up to what was first brought")
    numbers = {
        "white": number_text(length.white),
        "black": number_text(length.black),
        "stake": number_text(length.stake),
    }
    sums = "has_different_sums" if has_different_sums else "buy_in"
    return (
        Fact(_("Buy-in"), brought % numbers, sums),
        Fact(_("Limit"), _("A game moves no more than the smaller stack as it begins"), "limit"),
        Fact(_("Who may leave"), leaving, "leave_between_games"),
        Fact(_("Topping up"), topping_up, "top_up"),
        Fact(
            _("Time out, walking out"),
            _("The game is lost at the most it can cost; the rest of the stack goes home"),
            "walking_out",
        ),
    )
