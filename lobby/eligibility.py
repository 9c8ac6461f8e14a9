"""Who may open a table or sit down at one: one small check a condition, every reason is told.

Checks look at facts that a service has gathered under the table's lock; they read nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass

from backgammon import Rules, TableStakes
from lobby.choice import refusal_of
from lobby.lengths import MOST_STACK_POINTS
from lobby.states import TableState
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


#: Games without a clock keep nobody from another one; still nobody needs more than this.
MOST_UNTIMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFacts:
    """What must be known of somebody who wants to play by some rules.

    event: the name of the event in which he has a live seat, else "". has_other_seat: he sits at
    a table that holds him. untimed_matches: those without a clock that he has not finished.
    """

    rules: Rules
    is_in_match: bool
    event: str
    has_other_seat: bool
    untimed_matches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFacts(PersonFacts):
    """And what must be known of the table, to let him sit down at it.

    is_kept_for: the only other person who may, as a name, or "". host: the host's name.
    """

    state: TableState
    is_seated: bool
    kept_for: str
    host: str
    is_host_elsewhere: bool


PersonCheck = Callable[[PersonFacts], Refusal | None]
SeatCheck = Callable[[SeatFacts], Refusal | None]


def in_match_refusal(facts: PersonFacts) -> Refusal | None:
    """One live match with a clock at a time."""
    if not facts.is_in_match:
        return None
    return Refusal("table.in_match", _("You are playing a match. Finish it first."))


def event_refusal(facts: PersonFacts) -> Refusal | None:
    """A seat in an event may become a match at any moment."""
    if not facts.event:
        return None
    text = _("You have a seat in {event}. Finish it or leave it first.")
    return Refusal("table.in_event", text, {"event": facts.event})


def untimed_refusal(facts: PersonFacts) -> Refusal | None:
    """Not more games without a clock than anybody can keep in mind."""
    if facts.rules.clock is not None or facts.untimed_matches < MOST_UNTIMED:
        return None
    text = _("You have {count} matches without a clock. Finish one of them first.")
    return Refusal("table.too_many_untimed", text, {"count": facts.untimed_matches})


def other_seat_refusal(facts: PersonFacts) -> Refusal | None:
    """One open table a host."""
    if not facts.has_other_seat or facts.is_in_match:
        return None
    return already_seated()


def already_seated() -> Refusal:
    """The refusal of a second seat that would hold somebody."""
    return Refusal("table.already_seated", _("You have a table already. Close it first."))


def taken_refusal(facts: SeatFacts) -> Refusal | None:
    """Two seats a table."""
    if facts.state not in (TableState.PLAYING, TableState.FINISHED):
        return None
    return Refusal("table.taken", _("Somebody else has just sat down at this table."))


def closed_refusal(facts: SeatFacts) -> Refusal | None:
    """Nobody waits at a closed table."""
    if facts.state is not TableState.CLOSED:
        return None
    return Refusal("table.closed", _("This table is closed. Look for another one in the lobby."))


def own_refusal(facts: SeatFacts) -> Refusal | None:
    """Nobody plays against himself."""
    if not facts.is_seated:
        return None
    return Refusal("table.own", _("You sit at this table already: wait for an opponent."))


def kept_refusal(facts: SeatFacts) -> Refusal | None:
    """A rematch is between the same two."""
    if not facts.kept_for or facts.is_seated:
        return None
    return Refusal("table.kept", _("This seat is kept for {name}."), {"name": facts.kept_for})


def host_refusal(facts: SeatFacts) -> Refusal | None:
    """The host has found another game; his table is about to be closed."""
    if facts.state is not TableState.OPEN or not facts.is_host_elsewhere:
        return None
    return Refusal("table.host_elsewhere", _("{name} is playing elsewhere."), {"name": facts.host})


OPEN_CHECKS: tuple[PersonCheck, ...] = (
    in_match_refusal,
    event_refusal,
    untimed_refusal,
    other_seat_refusal,
)

#: An own open table is no reason against: whoever sits down elsewhere gives it up.
TAKE_CHECKS: tuple[SeatCheck, ...] = (
    own_refusal,
    taken_refusal,
    closed_refusal,
    kept_refusal,
    host_refusal,
    in_match_refusal,
    event_refusal,
    untimed_refusal,
)


def rules_refusals(rules: Rules) -> tuple[Refusal, ...]:
    """Everything in the rules that does not fit together, or is too high to be read."""
    refusals = [refusal_of(fault) for fault in rules.problems()]
    length = rules.length
    if isinstance(length, TableStakes) and max(length.white, length.black) > MOST_STACK_POINTS:
        text = _("A stack has at most {most} points.")
        refusals.append(Refusal("table.stack_too_high", text, {"most": MOST_STACK_POINTS}))
    return tuple(refusals)
