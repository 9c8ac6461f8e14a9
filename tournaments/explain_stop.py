"""How the chips of a stopped event come about, from the receipts its ruling has kept."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bankroll.explain import Step
from tournaments.models import Ruling, RulingKind, Tournament
from tournaments.settlement import Basis
from wire.numbers import number_text

if TYPE_CHECKING:
    from accounts.models import User
    from bankroll.selectors import StatementLine


def settlement_steps(tournament: Tournament, user: "User", line: "StatementLine") -> Iterator[Step]:
    """The parts of what one player got when the house stopped an event."""
    ruling = Ruling.objects.filter(tournament=tournament, kind=RulingKind.STOP).first()
    if ruling is None:
        yield Step(_("The house stopped the event and paid it out."))
        return
    receipt = _receipt(tournament, user, line, ruling.details)
    yield Step(_why(Basis(ruling.details["basis"])))
    parts = (
        (_("Your entry, back"), receipt["buy_in"]),
        (_("Your fee, back from the house"), receipt["fee"]),
        (_prize_text(ruling.details), receipt["prize"]),
        (_share_text(ruling.details), receipt["share"]),
        (_("A chip that could not be divided, by lot"), receipt["lot"]),
    )
    yield from (Step(text, chips) for text, chips in parts if chips)
    yield Step(_("Settlement"), line.chips, is_sum=True)


def _receipt(
    tournament: Tournament, user: "User", line: "StatementLine", details: dict[str, Any]
) -> dict[str, int]:
    """His receipt of that sum. Who had bought himself in again may have had two entries."""
    numbers = tournament.entries.filter(user=user).values_list("number", flat=True)
    mine = [details["receipts"].get(str(number), {}) for number in numbers]
    return next(receipt for receipt in mine if sum(receipt.values()) == line.chips)


def _why(basis: Basis) -> str:
    return {
        Basis.ENTRIES: _("The house stopped the event before a prize was reached."),
        Basis.PRIZES: _("The house stopped the event when prizes were reached."),
        Basis.STANDINGS: _("The house stopped the event. Places after the last full round count."),
    }[basis]


def _prize_text(details: dict[str, Any]) -> str:
    if details["basis"] == Basis.PRIZES.value:
        return _("The prize you were certain of")
    return _("The prize of your place")


def _share_text(details: dict[str, Any]) -> str:
    chips = details["divided_chips"]
    if details["basis"] == Basis.ENTRIES.value:
        text = ngettext(
            "Your part of {chips} chip, the entries of those who were out",
            "Your part of {chips} chips, the entries of those who were out",
            chips,
        )
    else:
        text = ngettext(
            "Your part of {chips} chip, the rest of the prizes",
            "Your part of {chips} chips, the rest of the prizes",
            chips,
        )
    return text.format(chips=number_text(chips))
