"""Who may open a table or sit down at one: one small check a condition, every reason is told.

Checks look at facts that a service has gathered under the table's lock; they read nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass

from backgammon import PointMatch, Rules, TableStakes
from bankroll.shortage import short_refusal
from lobby.choice import faults_of, refusal_of
from lobby.stakes import buy_in_refusal, length_refusals, unclocked_refusal
from lobby.states import TableState
from wire.plurals import counted
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
    brings_chips: what he wants to bring, 0 where nothing is played for chips. available_chips:
    what he can bring. bot_chips: what a house bot would have to bring, None against people.
    most_bot_chips: the most it does. kept_out: why the house lets him play nowhere, or None.
    """

    rules: Rules
    is_rated: bool
    is_guest: bool
    is_in_match: bool
    event: str
    has_other_seat: bool
    untimed_matches: int
    brings_chips: int
    available_chips: int
    bot_chips: int | None = None
    most_bot_chips: int = 0
    kept_out: Refusal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFacts(PersonFacts):
    """And what must be known of the table, to let him sit down at it.

    kept_for: the only other person who may, as a name, or "". host: the host's name.
    is_blocked: one of the two has blocked the other. is_host_kept_out: the house lets the host
    play nowhere, and his table is about to be closed.
    fixed_chips: the one sum he can bring, None where the sums may differ.
    """

    state: TableState
    is_seated: bool
    kept_for: str
    host: str
    is_host_elsewhere: bool
    is_blocked: bool = False
    is_host_kept_out: bool = False
    fixed_chips: int | None = None


PersonCheck = Callable[[PersonFacts], Refusal | None]
SeatCheck = Callable[[SeatFacts], Refusal | None]


def kept_out_refusal(facts: PersonFacts) -> Refusal | None:
    """Whom the house keeps out plays nowhere; it says why and for how long."""
    return facts.kept_out


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
    text = counted(
        "You have {count} match without a clock. Finish it first.",
        "You have {count} matches without a clock. Finish one of them first.",
        by="count",
    )
    return Refusal("table.too_many_untimed", text, {"count": facts.untimed_matches})


def other_seat_refusal(facts: PersonFacts) -> Refusal | None:
    """One open table a host."""
    if not facts.has_other_seat or facts.is_in_match:
        return None
    return already_seated()


def already_seated() -> Refusal:
    """The refusal of a second seat that would hold somebody."""
    return Refusal("table.already_seated", _("You have a table already. Close it first."))


def purse_refusal(facts: PersonFacts) -> Refusal | None:
    """Nobody brings more than he has."""
    return short_refusal(facts.available_chips, facts.brings_chips)


def rated_refusal(facts: PersonFacts) -> Refusal | None:
    """Rated are matches to points, on a clock, between two registered people."""
    if not facts.is_rated:
        return None
    if facts.is_guest:
        text = _("This match is rated, and guests have no rating. Sign up first.")
    elif facts.bot_chips is not None:
        text = _("A match against a house bot is not rated.")
    elif not isinstance(facts.rules.length, PointMatch):
        text = _("Only matches to points are rated.")
    elif facts.rules.clock is None:
        text = _("A match without a clock is not rated. Choose a clock, or play it unrated.")
    else:
        return None
    return Refusal("table.not_rated", text)


def clock_refusal(facts: PersonFacts) -> Refusal | None:
    """Chips of two people are played for on a clock."""
    return unclocked_refusal(facts.rules, is_against_bot=facts.bot_chips is not None)


def bot_refusal(facts: PersonFacts) -> Refusal | None:
    """A house bot brings what its opponent brings, up to a limit of the house."""
    length, most = facts.rules.length, facts.most_bot_chips
    if facts.bot_chips is None or facts.bot_chips <= most:
        return None
    text = counted(
        "A house bot brings at most {most} chip. Bring no more, or let the sums differ.",
        "A house bot brings at most {most} chips. Bring no more, or let the sums differ.",
        by="most",
    )
    if isinstance(length, TableStakes) and length.stake > most:
        text = counted(
            "A house bot brings at most {most} chip, and it would not cover one point.",
            "A house bot brings at most {most} chips, and they would not cover one point.",
            by="most",
        )
    return Refusal("table.bot_limit", text, {"most": most})


def sum_refusal(facts: SeatFacts) -> Refusal | None:
    """Both bring the same sum, unless the table lets them differ."""
    length = facts.rules.length
    if not isinstance(length, TableStakes):
        return None
    if facts.fixed_chips is None:
        return buy_in_refusal(facts.brings_chips, length.stake)
    if facts.brings_chips == facts.fixed_chips:
        return None
    text = counted(
        "Who sits down here brings {chips} chip, no more and no less.",
        "Who sits down here brings {chips} chips, no more and no less.",
        by="chips",
    )
    return Refusal("table.limits", text, {"chips": facts.fixed_chips})


def taken_refusal(facts: SeatFacts) -> Refusal | None:
    """Two seats a table."""
    if facts.state not in (TableState.PLAYING, TableState.FINISHED):
        return None
    return Refusal("table.taken", _("Somebody else has just sat down at this table."))


def closed_refusal(facts: SeatFacts) -> Refusal | None:
    """Nobody waits at a closed table, or at one whose host has just been kept out of the house."""
    is_given_up = facts.state is TableState.OPEN and facts.is_host_kept_out
    if facts.state is not TableState.CLOSED and not is_given_up:
        return None
    return Refusal("table.closed", _("This table is closed. Look for another one in the lobby."))


def own_refusal(facts: SeatFacts) -> Refusal | None:
    """Nobody plays against himself."""
    if not facts.is_seated:
        return None
    return Refusal("table.own", _("You sit at this table already: wait for an opponent."))


def kept_refusal(facts: SeatFacts) -> Refusal | None:
    """A rematch is between the same two, a challenge for one."""
    if not facts.kept_for or facts.is_seated:
        return None
    return Refusal("table.kept", _("This seat is kept for {name}."), {"name": facts.kept_for})


def blocked_refusal(facts: SeatFacts) -> Refusal | None:
    """Whoever wants nothing to do with somebody does not play him; who is blocked is not told."""
    if not facts.is_blocked:
        return None
    text = _("{name} waits for somebody else.")
    return Refusal("table.unwanted", text, {"name": facts.host})


def host_refusal(facts: SeatFacts) -> Refusal | None:
    """The host has found another game; his table is about to be closed."""
    if facts.state is not TableState.OPEN or not facts.is_host_elsewhere:
        return None
    return Refusal("table.host_elsewhere", _("{name} is playing elsewhere."), {"name": facts.host})


OPEN_CHECKS: tuple[PersonCheck, ...] = (
    kept_out_refusal,
    in_match_refusal,
    event_refusal,
    untimed_refusal,
    other_seat_refusal,
    rated_refusal,
    clock_refusal,
    bot_refusal,
    purse_refusal,
)

#: An own open table is no reason against: whoever sits down elsewhere gives it up.
TAKE_CHECKS: tuple[SeatCheck, ...] = (
    kept_out_refusal,
    own_refusal,
    taken_refusal,
    closed_refusal,
    kept_refusal,
    blocked_refusal,
    host_refusal,
    in_match_refusal,
    event_refusal,
    untimed_refusal,
    rated_refusal,
    sum_refusal,
    purse_refusal,
)


def rules_refusals(rules: Rules) -> tuple[Refusal, ...]:
    """Everything in the rules that does not fit together, or is beyond the limits of a table."""
    length = rules.length
    if not isinstance(length, TableStakes):
        return tuple(refusal_of(fault) for fault in rules.problems())
    return (*length_refusals(length), *(refusal_of(fault) for fault in faults_of(rules)))
