"""Tickets on the page of an event: what a satellite pays, and which satellites lead to a target."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.wording import Fact
from tournaments import selectors
from tournaments.card import RulesCard, SatelliteTerms
from tournaments.models import RemainderRule, SecondTicketRule, Tournament
from tournaments.selectors import SatelliteOutlook
from wire.numbers import number_text


@dataclass(frozen=True, slots=True)
class SatelliteLine:
    """A satellite of the event that is shown, and what it would pay if it started now."""

    event: Tournament
    text: str


def satellite_lines(target: Tournament) -> tuple[SatelliteLine, ...]:
    """The satellites that lead to an event and are not over; none that is private."""
    leading = selectors.satellites_to(target).filter(is_private=False)
    return tuple(
        SatelliteLine(each, outlook_text(selectors.satellite_outlook(each))) for each in leading
    )


def outlook_text(outlook: SatelliteOutlook) -> str:
    """What the pool comes to, in a sentence: "3 tickets, 2 tickets for another try, …"."""
    division = outlook.division
    if not division.tickets:
        missing = outlook.ticket_chips - outlook.pool_chips
        text = ngettext(
            "no ticket yet: %(chips)s chip is missing from the first",
            "no ticket yet: %(chips)s chips are missing from the first",
            missing,
        )
        return text % {"chips": number_text(missing)}
    parts = [ngettext("%(n)d ticket", "%(n)d tickets", division.tickets) % {"n": division.tickets}]
    if division.again:
        text = ngettext(
            "%(n)d ticket for another try", "%(n)d tickets for another try", division.again
        )
        parts.append(text % {"n": division.again})
    if division.chips:
        parts.append(_("%(chips)s chips") % {"chips": " / ".join(map(number_text, division.chips))})
    if division.target_chips:
        text = ngettext(
            "%(chips)s chip to the pool of the target",
            "%(chips)s chips to the pool of the target",
            division.target_chips,
        )
        parts.append(text % {"chips": number_text(division.target_chips)})
    return ", ".join(parts)


def satellite_facts(card: RulesCard, terms: SatelliteTerms) -> Iterator[Fact]:
    """The rules of a satellite's tickets in sentences."""
    prizes = ngettext(
        "Tickets to %(target)s, each worth %(chips)s chip: as many as the pool makes. It ends as"
        " soon as so many players cannot miss one; where that is no whole round, its losers play"
        " off.",
        "Tickets to %(target)s, each worth %(chips)s chips: as many as the pool makes. It ends as"
        " soon as so many players cannot miss one; where that is no whole round, its losers play"
        " off.",
        terms.ticket_chips,
    )
    worth = {"target": terms.target_name, "chips": number_text(terms.ticket_chips)}
    yield Fact(_("Prizes"), prizes % worth, "satellites")
    if terms.guaranteed:
        text = ngettext(
            "%(n)d ticket is guaranteed: the house adds what is missing.",
            "%(n)d tickets are guaranteed: the house adds what is missing.",
            terms.guaranteed,
        )
        yield Fact(_("Guarantee"), text % {"n": terms.guaranteed}, "satellites")
    else:
        text = _("A pool that makes no ticket cancels the event, and everything goes back.")
        yield Fact(_("No ticket"), text, "satellites")
    yield Fact(_("Remainder"), _remainder_text(card, terms), "remainder")
    yield Fact(_("Second ticket"), _SECOND[terms.second_ticket](), "second_ticket")
    about = _(
        "A ticket is yours alone and has no chip value. It enters you in its event when entries"
        " open; who gives the entry back gets the ticket back, and who does not come has used it."
    )
    yield Fact(_("Tickets"), about, "tickets")


def _remainder_text(card: RulesCard, terms: SatelliteTerms) -> str:
    if terms.remainder == RemainderRule.TRY_AGAIN:
        text = ngettext(
            "Tickets for another try, worth %(chips)s chip, to the next places, by lot among"
            " players who went out in the same round; what is less than one goes to the prizes of"
            " the target.",
            "Tickets for another try, worth %(chips)s chips, to the next places, by lot among"
            " players who went out in the same round; what is less than one goes to the prizes of"
            " the target.",
            terms.again_chips,
        )
        return text % {"chips": number_text(terms.again_chips)}
    text = _("Chips to the next places, %(chips)s each while it lasts.")
    return text % {"chips": number_text(2 * card.buy_in_chips)}


_SECOND = {
    SecondTicketRule.FLEXIBLE.value: lambda: _(
        "Whoever has one already gets a ticket to any event of that price, for 90 days."
    ),
    SecondTicketRule.NEXT.value: lambda: _("Whoever has one already passes it to the next place."),
    SecondTicketRule.NO_ENTRY.value: lambda: _("Whoever has one already cannot enter."),
}
