"""The queue of the director's desk: every open problem of every event, read from the rows.

Nothing is stored about a problem: it is in the queue while it is there. A few queries, however
many events and matches there are.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from accounts.selectors import people_by_pk
from matches.running import RunningMatch, matches_annulled, running_matches
from tournaments.deadlines import ABSENT_AFTER, GONE_AFTER, OVERDUE_AFTER, STILL_AFTER
from tournaments.models import Appeal, Pairing
from tournaments.selectors.appeals import appeals_waiting
from tournaments.selectors.desk_events import (
    EventAtDesk,
    events_at_risk,
    events_held,
    events_overdue,
)
from wire.presence import is_presence_known, last_seen_ms, people_here
from wire.time import at

MATCHES: Final = "tournament"
#: More than so many problems nobody can look at; how many there are besides is told.
MOST_SHOWN: Final = 200


class ProblemKind(StrEnum):
    """What is the matter, the most urgent first."""

    OVERDUE = "overdue"
    APPEAL = "appeal"
    STUCK = "stuck"
    ABSENT = "absent"
    DISCONNECTED = "disconnected"
    AT_RISK = "at_risk"
    NO_RESULT = "no_result"
    HELD = "held"


#: By problem: the orders that may help, as the desk's pages name them. Of a match that is
#: appealed against, one that is decided is reversed, one that is not is declared.
FITTING: Final = {
    ProblemKind.OVERDUE: ("stop", "cancel"),
    ProblemKind.APPEAL: ("uphold", "declare", "reverse"),
    ProblemKind.STUCK: ("declare", "give_time", "disqualify"),
    ProblemKind.ABSENT: ("give_time", "declare", "replace", "disqualify"),
    ProblemKind.DISCONNECTED: ("give_time", "declare", "disqualify"),
    ProblemKind.AT_RISK: ("delay", "cancel"),
    ProblemKind.NO_RESULT: ("declare", "disqualify"),
    ProblemKind.HELD: ("resume", "stop", "cancel"),
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """One fact about a problem: an English template, what fills it, and since when it is so."""

    text: str
    facts: dict[str, Any] = field(default_factory=dict)
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something staff may have to rule on. since: for how long; None where nobody knows."""

    kind: ProblemKind
    event: EventAtDesk
    since: datetime | None
    names: tuple[str, ...] = ()
    round: int = 0
    slot: int = 0
    match_id: str = ""
    entry: int = 0
    is_decided: bool = False
    evidence: tuple[Evidence, ...] = ()

    @property
    def orders(self) -> tuple[str, ...]:
        """What may help."""
        too_late = "declare" if self.is_decided else "reverse"
        return tuple(order for order in FITTING[self.kind] if order != too_late)


@dataclass(frozen=True, slots=True)
class Queue:
    """The open problems, the most urgent kind first, then the oldest.

    more: how many there are besides. knows_presence: False while nobody can say who is here.
    """

    problems: tuple[Problem, ...]
    more: int
    knows_presence: bool


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A running match in which something is the matter, before its pairing is read."""

    kind: ProblemKind
    match: RunningMatch
    since: datetime | None
    people: tuple[int, ...] = ()
    evidence: tuple[Evidence, ...] = ()


def desk_queue(moment: datetime) -> Queue:
    """Every open problem at this moment."""
    running = running_matches(MATCHES)
    knows_presence = is_presence_known()
    here = set(people_here())
    suspects = [
        *_still(running, moment),
        *_absent(running, here if knows_presence else None, moment),
        *(_gone(running, here, moment) if knows_presence else ()),
        *_without_result(running),
    ]
    others = [*map(_of_appeal, appeals_waiting()), *_of_events(moment)]
    order = {kind: number for number, kind in enumerate(ProblemKind)}

    def urgency(each: _Suspect | Problem) -> tuple[int, datetime]:
        return order[each.kind], each.since or moment

    # Only what is shown is read in full: a house without light has ten thousand absent.
    first = sorted(suspects, key=urgency)[:MOST_SHOWN]
    problems = sorted([*_of_matches(first), *others], key=urgency)[:MOST_SHOWN]
    more = len(suspects) + len(others) - len(problems)
    return Queue(tuple(problems), more, knows_presence)


def _still(running: Iterable[RunningMatch], moment: datetime) -> Iterator[_Suspect]:
    """Matches the house should have moved on, and untimed ones that nobody moves."""
    for match in running:
        if match.due_at is not None and match.due_at <= moment - OVERDUE_AFTER:
            said = Evidence(_("The house should have moved it on."), at=match.due_at)
        elif match.moved_at is not None and match.moved_at <= moment - STILL_AFTER:
            said = Evidence(_("No clock runs, and the last move was then."), at=match.moved_at)
        else:
            continue
        yield _Suspect(ProblemKind.STUCK, match, said.at, tuple(match.people), (said,))


def _absent(
    running: Iterable[RunningMatch], here: set[int] | None, moment: datetime
) -> Iterator[_Suspect]:
    """Matches to which somebody has not come."""
    for match in running:
        if not match.missing or match.created_at > moment - ABSENT_AFTER:
            continue
        said = [Evidence(_("Called to the board."), at=match.created_at)]
        if match.steps:
            said.append(Evidence(_("No-show steps taken: {steps}."), {"steps": match.steps}))
        if match.due_at is not None:
            said.append(Evidence(_("The next step comes by itself."), at=match.due_at))
        if here is not None and here.issuperset(match.missing):
            said.append(Evidence(_("On the site, but not at the board.")))
        people = tuple(match.missing)
        yield _Suspect(ProblemKind.ABSENT, match, match.created_at, people, tuple(said))


def _gone(running: Iterable[RunningMatch], here: set[int], moment: datetime) -> Iterator[_Suspect]:
    """Matches in which somebody has played and is not on the site any more."""
    lost = [
        (match, gone)
        for match in running
        if not match.missing and (gone := [pk for pk in match.people if pk not in here])
    ]
    seen = last_seen_ms({pk for _match, gone in lost for pk in gone})
    for match, gone in lost:
        times = [at(seen[pk]) if pk in seen else None for pk in gone]
        since = min((each for each in times if each is not None), default=None)
        if since is not None and since > moment - GONE_AFTER:
            continue
        said = [Evidence(_("Last seen on the site."), at=since)] if since else []
        if match.due_at is not None and match.moved_at is None:
            said.append(Evidence(_("The flag of whoever is to move falls."), at=match.due_at))
        yield _Suspect(ProblemKind.DISCONNECTED, match, since, tuple(gone), tuple(said))


def _without_result(running: list[RunningMatch]) -> Iterator[_Suspect]:
    """Matches that are played again because nobody won before."""
    annulled = matches_annulled(MATCHES, [match.owner_ref for match in running])
    for match in running:
        if times := annulled[match.owner_ref]:
            said = Evidence(_("Ended without a result before: {times}."), {"times": times})
            people = tuple(match.people)
            yield _Suspect(ProblemKind.NO_RESULT, match, match.created_at, people, (said,))


def _of_matches(suspects: list[_Suspect]) -> Iterator[Problem]:
    """The problems of matches, with their events, places and names."""
    rows = Pairing.objects.filter(pk__in={int(each.match.owner_ref) for each in suspects})
    pairings = {str(row.pk): row for row in rows.select_related("tournament", "white", "black")}
    people = people_by_pk({pk for each in suspects for pk in each.people})
    for suspect in suspects:
        pairing = pairings[suspect.match.owner_ref]
        first = suspect.people[0] if suspect.people else None
        yield Problem(
            kind=suspect.kind,
            event=EventAtDesk.of(pairing.tournament),
            since=suspect.since,
            names=tuple(people[pk].username for pk in suspect.people),
            round=pairing.round,
            slot=pairing.slot,
            match_id=suspect.match.match_id,
            entry=next((each.number for each in pairing.entries if each.user_id == first), 0),
            evidence=suspect.evidence,
        )


def _of_appeal(appeal: Appeal) -> Problem:
    pairing = appeal.pairing
    return Problem(
        kind=ProblemKind.APPEAL,
        event=EventAtDesk.of(pairing.tournament),
        since=appeal.opened_at,
        names=(appeal.entry.user.username,),
        round=pairing.round,
        slot=pairing.slot,
        match_id=pairing.match.public_id if pairing.match else "",
        is_decided=hasattr(pairing, "result"),
        evidence=(Evidence("“{text}”", {"text": appeal.text}),),
    )


def _of_events(moment: datetime) -> Iterator[Problem]:
    for event in events_overdue(moment):
        said = Evidence(_("Something is due in it and is not done: see the log of the workers."))
        yield Problem(kind=ProblemKind.OVERDUE, event=event, since=None, evidence=(said,))
    for event in events_at_risk(moment):
        facts = {"entered": event.entered, "fewest": event.fewest}
        said = Evidence(_("Entered: {entered}; it takes at least {fewest}."), facts)
        begins = Evidence(_("It starts."), at=event.starts_at)
        yield Problem(kind=ProblemKind.AT_RISK, event=event, since=None, evidence=(said, begins))
    for event, since in events_held(moment):
        said = Evidence(_("Nothing new begins in it until staff let it go on."))
        yield Problem(kind=ProblemKind.HELD, event=event, since=since, evidence=(said,))


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
