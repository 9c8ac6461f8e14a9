"""What is won is paid: chips by the shares of the card, or the tickets of a satellite.

The caller has locked the row of the event, placed everybody, and settles with all of them in one
transaction. A satellite's row is locked before that of its target. Each award is a row here and
has its own key in the books, `award:<event>:<place>`, so no second attempt pays anything.
"""

from collections.abc import Mapping, Sequence

from django.db import transaction

from bankroll import kinds
from bankroll.services import accounts_lock, overlay_add, pay, pool_carry, ticket_lapse
from tournaments import satellites, selectors
from tournaments.formats.base import EntrantId, Lots, Standing
from tournaments.models import Award, Entry, Ticket, TicketKind, Tournament
from tournaments.satellites import Division, SatellitePrize, Won
from tournaments.selectors.series import COMING
from tournaments.services.locks import _, say_changed
from tournaments.services.ticket_reminders import ticket_won_say
from tournaments.services.tickets import (
    GOOD_FOR,
    target_expires_at,
    ticket_issue,
)
from tournaments.states import OVER
from wire.publish import enqueue_on_commit
from wire.time import now


@transaction.atomic
def awards_pay(
    *, tournament: Tournament, standings: Sequence[Standing], lots: Lots
) -> tuple[Award, ...]:
    """Pay everything that is won in an event, once; its escrow holds nothing afterwards."""
    entries = {entry.seat: entry for entry in tournament.entries.drawn()}
    luck = lots.order("prizes", entries)
    if tournament.rules_card.satellite is None:
        return _shares_pay(tournament, standings, luck, entries)
    return _tickets_pay(tournament, satellites.finishers(standings, luck), entries)


def _shares_pay(
    tournament: Tournament,
    standings: Sequence[Standing],
    luck: Sequence[EntrantId],
    entries: Mapping[EntrantId, Entry],
) -> tuple[Award, ...]:
    """The pool by the shares of the card."""
    shares = tournament.rules_card.shares_for(len(entries))
    prizes = shares.prizes(standings, selectors.pool_of(tournament), lots=luck)
    awards = [
        Award(
            tournament=tournament,
            place=prize.place,
            entry=entries[prize.entrant],
            chips=prize.chips,
        )
        for prize in prizes
    ]
    accounts_lock(
        [kinds.escrow(tournament.escrow_ref), *(kinds.wallet(each.entry.user) for each in awards)]
    )
    for award in awards:
        _chips_pay(award)
    return tuple(Award.objects.bulk_create(awards))


def _tickets_pay(
    tournament: Tournament, order: Sequence[EntrantId], entries: Mapping[EntrantId, Entry]
) -> tuple[Award, ...]:
    """The tickets of a satellite, what its card says of the remainder, and the rest carried on."""
    card, target = tournament.rules_card, _target_locked(tournament)
    terms = card.satellite
    assert terms is not None
    holders: frozenset[int] = frozenset()
    if target is not None:
        holders = selectors.holds_ticket_to([each.user_id for each in entries.values()], target)
    divided = selectors.satellite_outlook(tournament).division
    prizes = satellites.prizes(
        terms,
        divided,
        order,
        holders=[seat for seat, entry in entries.items() if entry.user_id in holders],
    )
    paid_in_chips = [entries[each.entrant].user for each in prizes if each.won is Won.CHIPS]
    accounts_lock(
        [
            kinds.escrow(tournament.escrow_ref),
            *([kinds.escrow(target.escrow_ref)] if target else []),
            *([kinds.MINT] if divided.overlay_chips else []),
            *map(kinds.wallet, paid_in_chips),
        ]
    )
    _overlay_add(tournament, divided)
    awards = [_award(tournament, target, prize, entries[prize.entrant]) for prize in prizes]
    if divided.target_chips:
        _rest_carry(tournament, target, divided.target_chips)
    if target is not None and target.state in COMING:
        enqueue_on_commit("tournaments.advance_tournament", tournament_id=target.public_id)
    return tuple(Award.objects.bulk_create(awards))


def _award(
    tournament: Tournament, target: Tournament | None, prize: SatellitePrize, entry: Entry
) -> Award:
    """One prize of a satellite, handed over."""
    award = Award(tournament=tournament, place=prize.place, entry=entry)
    if prize.won is Won.CHIPS:
        award.chips = prize.chips
        _chips_pay(award)
    else:
        award.ticket = _ticket_hand_over(award, target, prize)
    return award


def _ticket_hand_over(award: Award, target: Tournament | None, prize: SatellitePrize) -> Ticket:
    """The ticket of a prize: to the target while that is to come, else to any event of its price.

    One for another try is to the satellite's own series.
    """
    tournament = award.tournament
    kind, event, series, expires_at = TicketKind.FLEXIBLE, None, None, now() + GOOD_FOR
    if prize.won is Won.TRY_AGAIN:
        kind, series = TicketKind.SERIES, tournament.series
    elif prize.won is Won.TICKET and target is not None and target.state in COMING:
        kind, event, expires_at = TicketKind.TARGET, target, target_expires_at(target)
    ticket = ticket_issue(
        holder=award.entry.user,
        kind=kind,
        event=event,
        series=series,
        value_chips=prize.chips,
        key=_key(award),
        expires_at=expires_at,
        source_ref=tournament.escrow_ref,
        won_in=tournament,
        note=_("Won."),
    )
    ticket_won_say(ticket)
    return ticket


def _chips_pay(award: Award) -> None:
    if award.chips:
        pay(
            escrow_ref=award.tournament.escrow_ref,
            user=award.entry.user,
            chips=award.chips,
            key=_key(award),
            note=award.tournament.name,
        )


def _overlay_add(tournament: Tournament, divided: Division) -> None:
    """What the guaranteed tickets cost more than the pool holds comes from the house."""
    if divided.overlay_chips:
        overlay_add(
            escrow_ref=tournament.escrow_ref,
            chips=divided.overlay_chips,
            key=f"overlay:{tournament.public_id}:tickets",
            note=tournament.name,
        )
        tournament.added_chips += divided.overlay_chips
        tournament.save(update_fields=["added_chips"])


def _rest_carry(tournament: Tournament, target: Tournament | None, chips: int) -> None:
    """What makes no ticket goes to the pool of the target; to the house where that is settled."""
    key = f"carry:{tournament.public_id}"
    if target is None or target.state in OVER:
        ticket_lapse(escrow_ref=tournament.escrow_ref, chips=chips, key=key, note=tournament.name)
        return
    pool_carry(
        source_ref=tournament.escrow_ref,
        target_ref=target.escrow_ref,
        chips=chips,
        key=key,
        note=tournament.name,
    )
    target.added_chips += chips
    target.save(update_fields=["added_chips"])
    say_changed(target, "state")


def _target_locked(satellite: Tournament) -> Tournament | None:
    """The event the tickets lead to, locked and as it is now."""
    if satellite.target_id is None:
        return None
    return Tournament.objects.select_for_update(of=("self",), no_key=True).get(
        pk=satellite.target_id
    )


def _key(award: Award) -> str:
    """The name of an award in the books."""
    return f"award:{award.tournament.public_id}:{award.place}"
