"""Whether somebody may still come into an event that has begun, or back into it."""

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from tournaments.card import RulesCard
from tournaments.eligibility import (
    TERMS_CHECKS,
    barred_refusal,
    bot_refusal,
    chips_refusal,
    kept_out_refusal,
)
from tournaments.formats import format_of
from tournaments.formats.base import History, Ref
from tournaments.formats.knockout import Knockout
from tournaments.formats.swiss import Swiss
from tournaments.latecomers import BUY_BACK_CHECKS, LATE_CHECKS, LateFacts
from tournaments.models import Arrival, Entry, EntryState, Tournament, WithdrawReason
from tournaments.selectors.entering import entry_facts
from tournaments.selectors.events import format_of_event, history_of, tournament_by_id
from tournaments.states import TournamentState
from wire.refusals import Refusal, all_refusals
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User


def late_refusals(*, event_id: str, user: "User", invitation: str = "") -> tuple[Refusal, ...]:
    """Every reason why this player cannot come into the event late. Empty means that he can.

    Raises NotFound `tournament.not_found`.
    """
    return late_refusals_of(tournament_by_id(event_id), user, invitation=invitation)


def late_refusals_of(
    tournament: Tournament, user: "User", *, invitation: str = ""
) -> tuple[Refusal, ...]:
    """The same of an event at hand."""
    card = tournament.rules_card
    facts = replace(_facts(tournament, user), is_offered=_takes_latecomers(card))
    terms = replace(entry_facts(tournament, user, invitation=invitation), has_entry=False)
    checks = (kept_out_refusal, barred_refusal, *TERMS_CHECKS, chips_refusal, bot_refusal)
    return (*all_refusals(LATE_CHECKS, facts), *all_refusals(checks, terms))


def buy_back_refusals(*, event_id: str, user: "User") -> tuple[Refusal, ...]:
    """Every reason why this player cannot come back into the event. Empty means that he can.

    Raises NotFound `tournament.not_found`.
    """
    return buy_back_refusals_of(tournament_by_id(event_id), user)


def buy_back_refusals_of(tournament: Tournament, user: "User") -> tuple[Refusal, ...]:
    """The same of an event at hand."""
    card = tournament.rules_card
    facts = replace(_facts(tournament, user), is_offered=card.late.buy_back_s > 0)
    price = replace(
        entry_facts(tournament, user),
        has_entry=False,
        has_ticket=False,
        cost_chips=card.buy_back_chips,
    )
    return (
        *all_refusals(BUY_BACK_CHECKS, facts),
        *all_refusals((kept_out_refusal, chips_refusal), price),
    )


def late_round(tournament: Tournament) -> int:
    """The first round of a Swiss a newcomer could play in, 0 where that is too late."""
    return _late_round(tournament, history_of(tournament))


def late_slots(tournament: Tournament) -> tuple[Ref, ...]:
    """The free passes of the first round a newcomer can take the place of, the first one first."""
    return _late_slots(tournament, history_of(tournament))


def _late_slots(tournament: Tournament, history: History) -> tuple[Ref, ...]:
    event_format = format_of_event(tournament)
    return event_format.late_slots(history) if isinstance(event_format, Knockout) else ()


def _late_round(tournament: Tournament, history: History) -> int:
    event_format = format_of_event(tournament)
    return event_format.late_round(history) if isinstance(event_format, Swiss) else 0


def _takes_latecomers(card: RulesCard) -> bool:
    """Whether the card lets somebody in late, in a format that knows a place for him."""
    return card.late.has_late_entry and card.format in (Knockout.key, Swiss.key)


def _facts(tournament: Tournament, user: "User") -> LateFacts:
    card, history = tournament.rules_card, history_of(tournament)
    mine = list(tournament.entries.filter(user=user).exclude(state=EntryState.WITHDRAWN))
    return LateFacts(
        state=TournamentState(tournament.state),
        is_offered=False,
        moment=now(),
        closes_at=tournament.starts_at + timedelta(seconds=card.late.buy_back_s),
        seats=tournament.seats,
        taken_seats=tournament.taken_seats,
        is_by_bye=card.format != Swiss.key,
        free_byes=len(_late_slots(tournament, history)),
        joins_round=_late_round(tournament, history),
        rounds=format_of(card).round_total(history),
        is_in=any(entry.state == EntryState.ACTIVE for entry in mine),
        has_entry=bool(mine),
        lost_first=any(_lost_first(entry, history) for entry in mine),
        has_come_back=any(entry.arrival == Arrival.BUY_BACK for entry in mine),
    )


def _lost_first(entry: Entry, history: History) -> bool:
    """Whether this entry ended with the loss of its first match, a free pass not counted."""
    if entry.state != EntryState.OUT or entry.reason != WithdrawReason.NONE:
        return False
    played = [
        history.results.get(ref)
        for ref, pairing in history.pairings.items()
        if pairing.is_contested and entry.seat in pairing.entrants
    ]
    return len(played) == 1 and played[0] is not None and played[0].winner != entry.seat
