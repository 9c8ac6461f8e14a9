"""Where the chips of an event come from and go to, step by step, for whoever played in it.

Registered with `bankroll.explain`. Read from the event's rows and its rules card; the
arithmetic is that of `tournaments.prizes` and `tournaments.satellites`, told in its order.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from django.db.models import Q, Sum
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bankroll.explain import Step
from bankroll.kinds import TransferKind
from bankroll.places import Place
from tournaments import selectors
from tournaments.explain_stop import settlement_steps
from tournaments.models import Arrival, Award, Entry, Tournament, WithdrawReason
from tournaments.prizes import WHOLE, percent_text
from wire.numbers import decimal_text, number_text

if TYPE_CHECKING:
    from accounts.models import User
    from bankroll.selectors import StatementLine

#: The end of the key of chips that come back because a ticket pays instead.
BY_TICKET = "chips"


def event_places(ids: Collection[str], /) -> Mapping[str, Place]:
    """By id: the name and the page of each of these events."""
    names = Tournament.objects.filter(public_id__in=ids).values_list("public_id", "name")
    return {
        event_id: Place(name, reverse("tournaments:detail", args=[event_id]))
        for event_id, name in names
    }


def event_steps(user: "User", line: "StatementLine", /) -> Sequence[Step]:
    """How a line of an event in somebody's statement comes about."""
    _kind, _colon, event_id = line.place.partition(":")
    tournament = Tournament.objects.filter(public_id=event_id).first()
    if tournament is None:
        return ()
    match line.kind:
        case TransferKind.HOLD | TransferKind.RELEASE:
            return tuple(_entry_steps(tournament, line))
        case TransferKind.PAY:
            award = tournament.awards.filter(entry__user_id=user.pk, chips=line.chips).first()
            return () if award is None else tuple(_prize_steps(tournament, award))
        case TransferKind.SETTLE:
            return tuple(settlement_steps(tournament, user, line))
        case _:
            return ()


# --- entries --------------------------------------------------------------------------


def _entry_steps(tournament: Tournament, line: "StatementLine") -> Iterator[Step]:
    """What a seat cost, from the entry that the key of the line names."""
    _entry, _event, number, *ending = line.key.split(":")
    entry = tournament.entries.get(number=number)
    chips = abs(line.chips)
    fee_chips = min(entry.fee_chips, chips)
    is_buy_back = entry.arrival == Arrival.BUY_BACK
    yield Step(
        _("Buy-back, half the buy-in, for the prizes")
        if is_buy_back
        else _("Buy-in, for the prizes"),
        chips - fee_chips,
    )
    if fee_chips:
        yield Step(_("Fee, for the house"), fee_chips)
    yield Step(_("Price of a seat"), chips, is_sum=True)
    if ending == [BY_TICKET]:
        yield Step(_("You have won a ticket since. It pays for your seat, so the chips came back."))
    elif line.kind == TransferKind.RELEASE and entry.reason == WithdrawReason.REPLACED:
        yield Step(_("Staff gave your seat to another, so all of it came back, fee included."))
    elif line.kind == TransferKind.RELEASE:
        yield Step(_("The entry ended before the draw, so all of it came back, fee included."))


# --- prizes ---------------------------------------------------------------------------


def _prize_steps(tournament: Tournament, award: Award) -> Iterator[Step]:
    yield from _pool_steps(tournament)
    if tournament.rules_card.satellite is None:
        yield from _share_steps(tournament, award)
    else:
        yield from _remainder_steps(tournament, award)
    yield Step(_("Your prize"), award.chips, is_sum=True)


def _share_steps(tournament: Tournament, award: Award) -> Iterator[Step]:
    """A share of the pool, and what the shares leave over."""
    places = [entry.place for entry in tournament.entries.drawn()]
    place = award.entry.place
    tied = places.count(place)
    # The shares of the places a tie covers, added up and divided by all who are tied.
    shares = tournament.rules_card.shares_for(len(places))
    percents = shares.percents[place - 1 : place - 1 + tied]
    chips = int(selectors.pool_of(tournament) * sum(percents) / WHOLE / tied)
    yield Step(
        _share_text(place, tied, [decimal_text(percent_text(each)) for each in percents]), chips
    )
    if rest := award.chips - chips:
        yield Step(_("What the shares leave over, to the best place"), rest)


def _remainder_steps(tournament: Tournament, award: Award) -> Iterator[Step]:
    """Chips of a satellite: what the tickets leave, down the places, twice the buy-in each."""
    outlook = selectors.satellite_outlook(tournament)
    tickets = outlook.division.tickets
    text = ngettext(
        "{tickets} ticket of {chips} chips", "{tickets} tickets of {chips} chips", tickets
    )
    yield Step(
        text.format(tickets=tickets, chips=number_text(outlook.ticket_chips)),
        -tickets * outlook.ticket_chips,
    )
    yield Step(_("Left over"), outlook.remainder_chips, is_sum=True)
    better = tournament.awards.filter(place__lt=award.place).aggregate(
        chips=Sum("chips", default=0)
    )
    if better["chips"]:
        yield Step(_("To the places before yours"), -better["chips"])
    rest = outlook.remainder_chips - better["chips"] - award.chips
    if rest:
        yield Step(
            _("Nobody gets more than twice the buy-in; the rest goes on down the places"), -rest
        )


def _pool_steps(tournament: Tournament) -> Iterator[Step]:
    """Everything that went into the pool, and the fees that did not."""
    counts = Q(seat__gt=0) | Q(reason=WithdrawReason.NO_SHOW)
    entries = list(tournament.entries.filter(counts))
    prices = Counter(entry.cost_chips for entry in entries)
    fees = Counter(entry.fee_chips for entry in entries if entry.fee_chips)
    for price, number in sorted(prices.items(), reverse=True):
        paid = ngettext(
            "{entries} entry at {chips} chips", "{entries} entries at {chips} chips", number
        )
        yield Step(
            paid.format(entries=number_text(number), chips=number_text(price)), number * price
        )
    for fee, number in sorted(fees.items(), reverse=True):
        text = ngettext(
            "{entries} fee of {chips}, to the house",
            "{entries} fees of {chips}, to the house",
            number,
        )
        yield Step(text.format(entries=number_text(number), chips=number_text(fee)), -number * fee)
    if tournament.added_chips:
        yield Step(_("Added by the house, and by satellites that led here"), tournament.added_chips)
    yield Step(_("Prize pool"), _paid_in(entries) + tournament.added_chips, is_sum=True)


def _paid_in(entries: Sequence[Entry]) -> int:
    return sum(entry.buy_in_chips for entry in entries)


def _share_text(place: int, tied: int, percents: Sequence[str]) -> str:
    shares = " + ".join(percents)
    if tied == 1:
        # xgettext:no-python-format
        return _("Place {place}: {shares} % of the pool").format(place=place, shares=shares)
    # xgettext:no-python-format
    text = _("Places {first} to {last}, tied: {shares} % of the pool, divided among {tied}")
    return text.format(first=place, last=place + tied - 1, shares=shares, tied=tied)
