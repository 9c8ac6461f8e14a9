"""Who may come into an event that has begun: one small check a condition.

Checks look at facts that somebody has gathered under the event's lock; they read nothing. What
the card asks of everybody who enters is checked beside them (`tournaments.eligibility`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from tournaments.states import OVER, TournamentState
from wire.plurals import counted
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class LateFacts:
    """What must be known of an event that has begun, and of somebody who wants to come into it.

    is_offered: the card knows late entry, or buying back. is_by_bye: newcomers take the place of
    a free pass of the first round, of which `free_byes` can still be taken; else they come into
    the round `joins_round`, 0 where it is too late. rounds: all rounds of the event.
    closes_at: when buying back ends. is_in: he plays in the event. has_entry: he does, or did.
    lost_first: he is out because he lost his first match. has_come_back: he bought back before.
    """

    state: TournamentState
    is_offered: bool
    moment: datetime
    closes_at: datetime
    seats: int
    taken_seats: int
    is_by_bye: bool
    free_byes: int
    joins_round: int
    rounds: int
    is_in: bool
    has_entry: bool
    lost_first: bool
    has_come_back: bool


LateCheck = Callable[[LateFacts], Refusal | None]


def in_refusal(facts: LateFacts) -> Refusal | None:
    """One entry a player."""
    if not facts.is_in:
        return None
    return Refusal("tournament.already_entered", _("You already have a seat in this event."))


def once_refusal(facts: LateFacts) -> Refusal | None:
    """Who was in an event does not come in as new: leaving and joining again wins nothing."""
    if facts.is_in or not facts.has_entry:
        return None
    text = _("You were in this event already. Who is out does not enter it once more.")
    return Refusal("tournament.was_entered", text)


def running_refusal(facts: LateFacts) -> Refusal | None:
    """Only while the event is played."""
    if facts.state is TournamentState.PLAYING:
        return None
    if facts.state in OVER:
        return Refusal("tournament.over", _("The event is over. Look for another in the lobby."))
    return Refusal("tournament.not_begun", _("The event has not begun: enter it as usual."))


def late_offer_refusal(facts: LateFacts) -> Refusal | None:
    """Only where the card says so."""
    if facts.is_offered:
        return None
    text = _("This event takes nobody once it has begun. Its rules card says so.")
    return Refusal("tournament.no_late_entry", text)


def late_full_refusal(facts: LateFacts) -> Refusal | None:
    """No more entrants than seats."""
    if facts.taken_seats < facts.seats:
        return None
    text = counted("The {seats} seat is taken.", "All {seats} seats are taken.", by="seats")
    return Refusal("tournament.full", text, {"seats": facts.seats})


def bye_refusal(facts: LateFacts) -> Refusal | None:
    """A bracket takes newcomers only where a free pass of its first round is not used yet."""
    if not facts.is_by_bye or facts.free_byes > 0 or not facts.is_offered:
        return None
    text = _("Every free pass of the first round is used; no place in the bracket is left.")
    return Refusal("tournament.no_free_pass", text)


def half_refusal(facts: LateFacts) -> Refusal | None:
    """A Swiss takes newcomers until half its rounds have begun."""
    if facts.is_by_bye or not facts.is_offered or facts.joins_round:
        return None
    text = counted(
        "Half of the {rounds} round has begun; newcomers come before that.",
        "Half of the {rounds} rounds have begun; newcomers come before that.",
        by="rounds",
    )
    return Refusal("tournament.late_closed", text, {"rounds": facts.rounds})


def buy_back_offer_refusal(facts: LateFacts) -> Refusal | None:
    """Only where the card says so."""
    if facts.is_offered:
        return None
    text = _("Nobody can come back in this event. Its rules card says so.")
    return Refusal("tournament.no_buy_back", text)


def first_match_refusal(facts: LateFacts) -> Refusal | None:
    """Only after the loss of a first match, and not after leaving."""
    if facts.lost_first:
        return None
    text = _("Only who has lost the first match can come back.")
    return Refusal("tournament.not_first_match", text)


def second_time_refusal(facts: LateFacts) -> Refusal | None:
    """Once an event."""
    if not facts.has_come_back:
        return None
    return Refusal("tournament.came_back", _("You have come back once; that is as often as goes."))


def closing_refusal(facts: LateFacts) -> Refusal | None:
    """Until the time on the card."""
    if not facts.is_offered or facts.moment <= facts.closes_at:
        return None
    text = _("Coming back was possible until {until}.")
    return Refusal("tournament.buy_back_closed", text, {"until": facts.closes_at})


LATE_CHECKS: tuple[LateCheck, ...] = (
    in_refusal,
    once_refusal,
    running_refusal,
    late_offer_refusal,
    late_full_refusal,
    bye_refusal,
    half_refusal,
)

BUY_BACK_CHECKS: tuple[LateCheck, ...] = (
    in_refusal,
    running_refusal,
    buy_back_offer_refusal,
    first_match_refusal,
    second_time_refusal,
    closing_refusal,
    bye_refusal,
)
