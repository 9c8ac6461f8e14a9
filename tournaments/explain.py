"""Where the chips of an event come from and go to, step by step, for whoever played in it.

Registered with `bankroll.explain`. Read from the event's rows and its rules card; the
arithmetic is that of `tournaments.prizes`, told in its order.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from bankroll.explain import Step
from bankroll.kinds import TransferKind
from bankroll.places import Place
from tournaments.card import RulesCard
from tournaments.models import Award, Tournament
from tournaments.prizes import WHOLE, percent_text

if TYPE_CHECKING:
    from accounts.models import User
    from bankroll.selectors import StatementLine


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
    card = tournament.rules_card
    match line.kind:
        case TransferKind.HOLD:
            return tuple(_entry_steps(card))
        case TransferKind.RELEASE:
            return (
                *_entry_steps(card),
                Step(_("The entry ended before the draw, so all of it came back, fee included.")),
            )
        case TransferKind.PAY:
            award = Award.objects.filter(tournament=tournament, entry__user=user).first()
            return () if award is None else tuple(_prize_steps(tournament, award))
        case _:
            return ()


def _entry_steps(card: RulesCard) -> Iterator[Step]:
    yield Step(_("Buy-in, for the prizes"), card.buy_in_chips)
    if card.fee_chips:
        yield Step(_("Fee, for the house"), card.fee_chips)
    yield Step(_("Price of a seat"), card.cost_chips, is_sum=True)


def _prize_steps(tournament: Tournament, award: Award) -> Iterator[Step]:
    card = tournament.rules_card
    places = [entry.place for entry in tournament.entries.drawn()]
    yield from _pool_steps(card, len(places))
    place = award.entry.place
    tied = places.count(place)
    # The shares of the places a tie covers, added up and divided by all who are tied.
    percents = card.shares_for(len(places)).percents[place - 1 : place - 1 + tied]
    chips = int(card.pool_chips(len(places)) * sum(percents) / WHOLE / tied)
    yield Step(_share_text(place, tied, [percent_text(each) for each in percents]), chips)
    if rest := award.chips - chips:
        yield Step(_("What the shares leave over, to the best place"), rest)
    yield Step(_("Your prize"), award.chips, is_sum=True)


def _pool_steps(card: RulesCard, entries: int) -> Iterator[Step]:
    paid = ngettext(
        "{entries} entry at {chips} chips", "{entries} entries at {chips} chips", entries
    )
    yield Step(paid.format(entries=entries, chips=card.cost_chips), entries * card.cost_chips)
    if card.fee_chips:
        fees = ngettext(
            "{entries} fee of {chips} chips, to the house",
            "{entries} fees of {chips} chips, to the house",
            entries,
        )
        text = fees.format(entries=entries, chips=card.fee_chips)
        yield Step(text, -entries * card.fee_chips)
    yield Step(_("Prize pool"), card.pool_chips(entries), is_sum=True)


def _share_text(place: int, tied: int, percents: Sequence[str]) -> str:
    shares = " + ".join(percents)
    if tied == 1:
        return _("Place {place}: {shares} % of the pool").format(place=place, shares=shares)
    text = _("Places {first} to {last}, tied: {shares} % of the pool, divided among {tied}")
    return text.format(first=place, last=place + tied - 1, shares=shares, tied=tied)
