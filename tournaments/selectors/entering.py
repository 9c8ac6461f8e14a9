"""What decides whether somebody may enter, and what he is told of it beforehand."""

from dataclasses import dataclass
from datetime import datetime
from hmac import compare_digest
from typing import TYPE_CHECKING

from accounts.gates import Door, gate_refusal
from accounts.ladders import ladder_of
from accounts.selectors import rating_of
from bankroll.selectors import balance_of
from matches.selectors import clocked_matches_of, matches_played_by
from tournaments.card import EntryTerms, RulesCard
from tournaments.eligibility import SCHEDULED_CHECKS, SIT_AND_GO_CHECKS, EntryFacts
from tournaments.models import Attendance, EntryState, Kind, Ticket, TicketKind, Tournament
from tournaments.selectors.events import tournament_by_id
from tournaments.selectors.people import live_event_of
from tournaments.selectors.satellites import places_held, satellite_entry_refusals
from tournaments.selectors.tickets import holds_ticket_to, ticket_for
from tournaments.states import TournamentState
from wire.refusals import Refusal, all_refusals
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: What the winner of a ticket who has one already cannot do; a value of `SecondTicketRule`.
NO_ENTRY = "no_entry"


@dataclass(frozen=True, slots=True)
class Bar:
    """For how long somebody cannot enter scheduled events, and how often he stayed away."""

    until: datetime
    missed_in_row: int
    last_missed: str


def entry_refusals(*, event_id: str, user: "User", invitation: str = "") -> tuple[Refusal, ...]:
    """Every reason why this player cannot enter the event now. Empty means that he can.

    Raises NotFound `tournament.not_found`.
    """
    tournament = tournament_by_id(event_id)
    return entry_refusals_of(entry_facts(tournament, user, invitation=invitation), tournament)


def entry_refusals_of(facts: EntryFacts, tournament: Tournament) -> tuple[Refusal, ...]:
    """Every reason in these facts against an entry in an event of this kind."""
    is_scheduled = tournament.kind == Kind.SCHEDULED
    reasons = all_refusals(SCHEDULED_CHECKS if is_scheduled else SIT_AND_GO_CHECKS, facts)
    return (*reasons, *satellite_entry_refusals(tournament)) if _is_asked(facts) else reasons


def entry_facts(tournament: Tournament, user: "User", *, invitation: str = "") -> EntryFacts:
    """What the checks must know of the event and of somebody who wants to enter it.

    House bots are asked for nothing but what an entry costs.
    """
    card = tournament.rules_card
    is_person = not user.is_bot
    has_entry = tournament.entries.filter(user=user).exclude(state=EntryState.WITHDRAWN).exists()
    is_immediate = is_person and tournament.kind == Kind.SIT_AND_GO
    bar = bar_of(user) if is_person and tournament.kind == Kind.SCHEDULED else None
    ticket = ticket_for(user, tournament)
    # Who holds a ticket to this very event has been asked in by it.
    is_asked_in = tournament.organiser_id == user.pk or (
        ticket is not None and ticket.kind == TicketKind.TARGET
    )
    return EntryFacts(
        state=TournamentState(tournament.state),
        opens_at=tournament.opens_at,
        seats=tournament.seats,
        taken_seats=tournament.taken_seats,
        has_house_bots=card.has_house_bots,
        cost_chips=card.cost_chips,
        balance_chips=balance_of(user),
        is_bot=user.is_bot,
        is_guest=user.is_guest,
        has_entry=has_entry,
        terms=card.entry if is_person else EntryTerms(),
        is_for_members=is_for_members(card),
        rating=round(rating_of(user, ladder_of(card.rules_of(1).variant.key)).rating),
        matches_played=matches_played_by(user) if card.entry.min_matches else 0,
        member_days=max(0, (now() - user.created_at).days),
        knows_invitation=is_asked_in or _is_same(invitation, tournament.invitation_code),
        is_invited=is_asked_in or _is_listed(user, tournament),
        has_ticket=ticket is not None,
        holds_target_ticket=is_person and _has_ticket_to_target(user, tournament),
        barred_until=bar.until if bar else None,
        missed_in_row=bar.missed_in_row if bar else 0,
        other_event=live_event_of(user) if is_immediate and not has_entry else "",
        is_in_match=is_immediate and bool(clocked_matches_of(user)),
        kept_out=gate_refusal(user, Door.EVENTS) if is_person else None,
    )


def is_for_members(card: RulesCard) -> bool:
    """Whether guests stay out: where rating, tickets or the house's own chips are at stake.

    A guest has no rating, and can be a new one in every browser.
    """
    return card.is_rated or card.satellite is not None or card.guarantee_chips > 0


def bar_of(user: "User") -> Bar | None:
    """The bar that keeps this player out of scheduled events now, None without one."""
    row = (
        Attendance.objects.filter(user_id=user.pk, barred_until__gt=now())
        .select_related("last_missed")
        .first()
    )
    if row is None:
        return None
    last_missed = row.last_missed.name if row.last_missed else ""
    return Bar(row.barred_until, row.missed_in_row, last_missed)


def has_free_place(tournament: Tournament, ticket: Ticket | None) -> bool:
    """Whether a newcomer is seated at once; else he stands by.

    Places that are kept for tickets are nobody else's, and whoever stands by is served first.
    ticket: what the newcomer pays with; one to this very event keeps a place for him.
    """
    keeps_place = ticket is not None and ticket.kind == TicketKind.TARGET
    if keeps_place:
        return tournament.taken_seats < tournament.seats
    if tournament.entries.standby().exists():
        return False
    return tournament.taken_seats + places_held(tournament) < tournament.seats


def _is_asked(facts: EntryFacts) -> bool:
    """Whether it matters that a satellite takes nobody else: to somebody who is not in it yet."""
    return facts.state is TournamentState.REGISTERING and not facts.has_entry


def _is_same(given: str, code: str) -> bool:
    """Whether an invitation code is the right one, whatever its case."""
    return compare_digest(given.strip().casefold().encode(), code.strip().casefold().encode())


def _is_listed(user: "User", tournament: Tournament) -> bool:
    name = user.username.casefold()
    return any(name == str(listed).casefold() for listed in tournament.allowed_names)


def _has_ticket_to_target(user: "User", tournament: Tournament) -> bool:
    terms = tournament.rules_card.satellite
    if terms is None or terms.second_ticket != NO_ENTRY or tournament.target is None:
        return False
    return user.pk in holds_ticket_to([user.pk], tournament.target)
