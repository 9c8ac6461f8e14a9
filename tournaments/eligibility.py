"""Who may enter: one small check a condition, so that a player hears every reason at once.

Checks look at facts that the service has gathered under the event's lock; they
read nothing themselves. A further condition is one more function in the list.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from bankroll.shortage import short_refusal
from tournaments.card import EntryTerms
from tournaments.states import TournamentState
from wire.plurals import counted
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFacts:
    """What must be known to let somebody in.

    opens_at: when entries open. terms: what the card asks of entrants; the fields below it say
    how the player stands to it. is_for_members: guests stay out. has_ticket: a ticket of his
    pays for the entry. holds_target_ticket: he has what the satellite would give him, and the
    card keeps such people out. barred_until: he stayed away too often; None for no bar.
    other_event: the name of another Sit&Go in which he has a live seat, else "".
    kept_out: why the house lets him into no event, or None.
    """

    state: TournamentState
    opens_at: datetime
    seats: int
    taken_seats: int
    has_house_bots: bool
    cost_chips: int
    balance_chips: int
    is_bot: bool
    is_guest: bool
    has_entry: bool
    terms: EntryTerms = field(default_factory=EntryTerms)
    is_for_members: bool = False
    rating: int = 1500
    matches_played: int = 0
    member_days: int = 0
    knows_invitation: bool = True
    is_invited: bool = True
    has_ticket: bool = False
    holds_target_ticket: bool = False
    barred_until: datetime | None = None
    missed_in_row: int = 0
    other_event: str = ""
    is_in_match: bool = False
    kept_out: Refusal | None = None


EntryCheck = Callable[[EntryFacts], Refusal | None]


# --- the event ------------------------------------------------------------------------


def entered_refusal(facts: EntryFacts) -> Refusal | None:
    """One entry a player."""
    if not facts.has_entry:
        return None
    return Refusal("tournament.already_entered", _("You already have a seat in this event."))


def full_refusal(facts: EntryFacts) -> Refusal | None:
    """No more entries than seats; said of a Sit&Go that has just begun as well."""
    if facts.has_entry or facts.taken_seats < facts.seats:
        return None
    text = counted(
        "The {seats} seat is taken. The next event of this kind is in the lobby.",
        "All {seats} seats are taken. The next event of this kind is in the lobby.",
        by="seats",
    )
    return Refusal("tournament.full", text, {"seats": facts.seats})


def closed_refusal(facts: EntryFacts) -> Refusal | None:
    """Entries only while they are open; a full Sit&Go is told of as full."""
    if facts.state is TournamentState.REGISTERING or facts.taken_seats >= facts.seats:
        return None
    return ended_refusal(facts)


def ended_refusal(facts: EntryFacts) -> Refusal | None:
    """Entries from the announced time until the draw. A full field is no reason: there is standby.

    Somebody who is in it needs no telling.
    """
    if facts.state is TournamentState.REGISTERING or facts.has_entry:
        return None
    if facts.state is TournamentState.ANNOUNCED:
        text = _("Entries open on {opens_at}. Come back then.")
        return Refusal("tournament.not_open", text, {"opens_at": facts.opens_at})
    text = _("This event takes no entries any more. Look for another one in the lobby.")
    return Refusal("tournament.closed", text)


# --- the card -------------------------------------------------------------------------


def rating_low_refusal(facts: EntryFacts) -> Refusal | None:
    """A rating that is high enough."""
    if facts.rating >= facts.terms.rating_min:
        return None
    text = _("Your rating is {rating}; this event takes {rating_min} and above.")
    numbers = {"rating": facts.rating, "rating_min": facts.terms.rating_min}
    return Refusal("tournament.rating_low", text, numbers)


def rating_high_refusal(facts: EntryFacts) -> Refusal | None:
    """A rating that is low enough, where the card has a limit."""
    if not facts.terms.rating_max or facts.rating <= facts.terms.rating_max:
        return None
    text = _("Your rating is {rating}; this event takes {rating_max} and below.")
    numbers = {"rating": facts.rating, "rating_max": facts.terms.rating_max}
    return Refusal("tournament.rating_high", text, numbers)


def matches_refusal(facts: EntryFacts) -> Refusal | None:
    """Enough matches played on this site."""
    missing = facts.terms.min_matches - facts.matches_played
    if missing <= 0:
        return None
    text = counted(
        "You have played {matches} match; this takes {needed}. Play {missing} more.",
        "You have played {matches} matches; this takes {needed}. Play {missing} more.",
        by="matches",
    )
    numbers = {
        "matches": facts.matches_played,
        "needed": facts.terms.min_matches,
        "missing": missing,
    }
    return Refusal("tournament.few_matches", text, numbers)


def age_refusal(facts: EntryFacts) -> Refusal | None:
    """An account that is old enough."""
    missing = facts.terms.min_account_days - facts.member_days
    if missing <= 0:
        return None
    text = counted(
        "This event is for accounts of {needed} day and more; yours needs {missing} more.",
        "This event is for accounts of {needed} days and more; yours needs {missing} more.",
        by="needed",
    )
    numbers = {"needed": facts.terms.min_account_days, "missing": missing}
    return Refusal("tournament.young_account", text, numbers)


def invitation_refusal(facts: EntryFacts) -> Refusal | None:
    """The word that the organiser has given out, where he asks for one; not of who is in."""
    if not facts.terms.needs_invitation or facts.knows_invitation or facts.has_entry:
        return None
    text = _("This event asks for an invitation code. Ask its organiser for it.")
    return Refusal("tournament.invitation", text)


def invited_refusal(facts: EntryFacts) -> Refusal | None:
    """A name on the organiser's list, where he keeps one."""
    if not facts.terms.is_for_invited or facts.is_invited:
        return None
    text = _("This event is for invited players. Ask its organiser to put you on the list.")
    return Refusal("tournament.not_invited", text)


def ticket_refusal(facts: EntryFacts) -> Refusal | None:
    """A ticket, where chips do not pay."""
    if not facts.terms.needs_ticket or facts.has_ticket:
        return None
    text = _("This event is by ticket only. Win one in a satellite that leads to it.")
    return Refusal("tournament.ticket_only", text)


def target_ticket_refusal(facts: EntryFacts) -> Refusal | None:
    """No second ticket to one event, where the card says so."""
    if not facts.holds_target_ticket:
        return None
    text = _("You have a ticket to the event this one leads to. Others may win theirs here.")
    return Refusal("tournament.has_ticket", text)


# --- the player -----------------------------------------------------------------------


def guest_refusal(facts: EntryFacts) -> Refusal | None:
    """Members only, where rating, tickets or a guarantee are at stake."""
    if not facts.is_guest or not facts.is_for_members:
        return None
    text = _("This event is for members. Register: your chips come along.")
    return Refusal("tournament.members_only", text)


def barred_refusal(facts: EntryFacts) -> Refusal | None:
    """Somebody who keeps staying away takes seats from those who would come."""
    if facts.barred_until is None:
        return None
    text = _(
        "You did not come to {missed} scheduled events in a row that you had entered,"
        " so you can enter the next one on {until}. Sit&Gos are open to you."
    )
    words = {"missed": facts.missed_in_row, "until": facts.barred_until}
    return Refusal("tournament.barred", text, words)


def kept_out_refusal(facts: EntryFacts) -> Refusal | None:
    """Whom the house keeps out of events enters none; it says why and for how long."""
    return facts.kept_out


def elsewhere_refusal(facts: EntryFacts) -> Refusal | None:
    """One live Sit&Go seat at a time."""
    return seated_elsewhere(facts.other_event) if facts.other_event else None


def in_match_refusal(facts: EntryFacts) -> Refusal | None:
    """One live match at a time; house bots play many."""
    if facts.is_bot or not facts.is_in_match or facts.has_entry or facts.other_event:
        return None
    return Refusal("tournament.in_match", _("You are playing a match. Finish it first."))


def chips_refusal(facts: EntryFacts) -> Refusal | None:
    """The entry must be paid in full, where no ticket pays it."""
    if facts.has_entry or facts.has_ticket or facts.terms.needs_ticket:
        return None
    return short_refusal(facts.balance_chips, facts.cost_chips)


def bot_refusal(facts: EntryFacts) -> Refusal | None:
    """House bots only where the card lets them in."""
    if not facts.is_bot or facts.has_house_bots:
        return None
    return Refusal("tournament.no_house_bots", _("House bots do not play in this event."))


def seated_elsewhere(event: str) -> Refusal:
    """The refusal of a second live seat, with the name of the first one's event."""
    text = _("You have a seat in {event}. Finish it or leave it first.")
    return Refusal("tournament.seated_elsewhere", text, {"event": event})


TERMS_CHECKS: tuple[EntryCheck, ...] = (
    guest_refusal,
    rating_low_refusal,
    rating_high_refusal,
    matches_refusal,
    age_refusal,
    invitation_refusal,
    invited_refusal,
    ticket_refusal,
    target_ticket_refusal,
)

SIT_AND_GO_CHECKS: tuple[EntryCheck, ...] = (
    entered_refusal,
    full_refusal,
    closed_refusal,
    kept_out_refusal,
    elsewhere_refusal,
    in_match_refusal,
    *TERMS_CHECKS,
    chips_refusal,
    bot_refusal,
)

SCHEDULED_CHECKS: tuple[EntryCheck, ...] = (
    entered_refusal,
    ended_refusal,
    kept_out_refusal,
    barred_refusal,
    *TERMS_CHECKS,
    chips_refusal,
    bot_refusal,
)
