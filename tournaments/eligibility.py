"""Who may take a seat: one small check a condition, so that a player hears every reason at once.

Checks look at facts that the service has gathered under the event's lock; they
read nothing themselves. A further condition is one more function in the list.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.states import TournamentState
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFacts:
    """What must be known to let somebody in.

    other_event: the name of another Sit&Go in which he has a live seat, else "".
    """

    state: TournamentState
    seats: int
    taken_seats: int
    has_house_bots: bool
    cost_chips: int
    balance_chips: int
    is_bot: bool
    has_entry: bool
    other_event: str
    is_in_match: bool


EntryCheck = Callable[[EntryFacts], Refusal | None]


def entered_refusal(facts: EntryFacts) -> Refusal | None:
    """One entry a player."""
    if not facts.has_entry:
        return None
    return Refusal("tournament.already_entered", _("You already have a seat in this event."))


def full_refusal(facts: EntryFacts) -> Refusal | None:
    """No more entries than seats; said of a Sit&Go that has just begun as well."""
    if facts.has_entry or facts.taken_seats < facts.seats:
        return None
    text = _("All {seats} seats are taken. The next event of this kind is in the lobby.")
    return Refusal("tournament.full", text, {"seats": facts.seats})


def closed_refusal(facts: EntryFacts) -> Refusal | None:
    """Entries only while they are open."""
    if facts.state is TournamentState.REGISTERING or facts.taken_seats >= facts.seats:
        return None
    text = _("This event takes no entries any more. Look for another one in the lobby.")
    return Refusal("tournament.closed", text)


def elsewhere_refusal(facts: EntryFacts) -> Refusal | None:
    """One live Sit&Go seat at a time."""
    return seated_elsewhere(facts.other_event) if facts.other_event else None


def in_match_refusal(facts: EntryFacts) -> Refusal | None:
    """One live match at a time; house bots play many."""
    if facts.is_bot or not facts.is_in_match or facts.has_entry or facts.other_event:
        return None
    return Refusal("tournament.in_match", _("You are playing a match. Finish it first."))


def chips_refusal(facts: EntryFacts) -> Refusal | None:
    """The entry must be paid in full."""
    if facts.has_entry or facts.balance_chips >= facts.cost_chips:
        return None
    numbers = {"available_chips": facts.balance_chips, "needed_chips": facts.cost_chips}
    text = _("You have {available_chips} chips; this takes {needed_chips}.")
    return Refusal("bankroll.short", text, numbers)


def bot_refusal(facts: EntryFacts) -> Refusal | None:
    """House bots only where the card lets them in."""
    if not facts.is_bot or facts.has_house_bots:
        return None
    return Refusal("tournament.no_house_bots", _("House bots do not play in this event."))


def seated_elsewhere(event: str) -> Refusal:
    """The refusal of a second live seat, with the name of the first one's event."""
    text = _("You have a seat in {event}. Finish it or leave it first.")
    return Refusal("tournament.seated_elsewhere", text, {"event": event})


SIT_AND_GO_CHECKS: tuple[EntryCheck, ...] = (
    entered_refusal,
    full_refusal,
    closed_refusal,
    elsewhere_refusal,
    in_match_refusal,
    chips_refusal,
    bot_refusal,
)
