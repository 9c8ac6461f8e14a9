"""Lists of events, entries and pairings for programs: a page at a time, in an order that stays.

Private events are in no list but their organiser's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from django.db.models import Prefetch, Q, QuerySet, Subquery

from tournaments.models import Entry, EntryState, Pairing, Series, Ticket, Tournament
from tournaments.selectors.events import (
    _,
    format_of_event,
    history_of,
    lots_of,
    tournament_by_id,
)
from tournaments.states import OVER, TournamentState
from wire.errors import NotFound

if TYPE_CHECKING:
    from accounts.models import User

#: Events that are to come or being played, and those that are over.
VIEWS: Final = ("coming", "over")


def events_listed(
    *,
    view: str,
    most: int,
    after: str = "",
    kind: str = "",
    state: str = "",
    form: str = "",
    series: str = "",
) -> Sequence[Tournament]:
    """At most so many public events: those to come in the order of their starts, or those that
    are over with the latest first.

    after: the id of an event; only those that stand behind it. kind, state, form and series (its
    name) pick some; "" picks all.
    """
    events = Tournament.objects.filter(is_private=False)
    over = Q(state__in=OVER)
    is_over = view == "over"
    events = events.filter(over if is_over else ~over)
    picked = {"kind": kind, "state": state, "card__format": form, "series__name": series}
    events = events.filter(**{column: value for column, value in picked.items() if value})
    return list(_behind(events, after, is_latest_first=is_over)[:most])


def events_organised(user: "User", *, most: int, after: str = "") -> Sequence[Tournament]:
    """At most so many events that a member has made for his own people, the latest first."""
    mine = Tournament.objects.filter(organiser_id=user.pk)
    return list(_behind(mine, after, is_latest_first=True)[:most])


def organised_event(event_id: str, user: "User") -> Tournament:
    """An event that a member has made. Raises NotFound `tournament.not_found` for all others."""
    tournament = tournament_by_id(event_id)
    if tournament.organiser_id != user.pk:
        raise NotFound("tournament.not_found", _("There is no such event."))
    return tournament


def entries_listed(tournament: Tournament, *, most: int, after: int = 0) -> Sequence[Entry]:
    """At most so many of those who are or were in the event, as they came.

    Who withdrew, or was withdrawn, before the draw is not told. after: a number of an entry.
    """
    entries = tournament.entries.exclude(state=EntryState.WITHDRAWN).filter(number__gt=after)
    return list(entries.select_related("user", "award__ticket").order_by("number")[:most])


def entry_of(tournament: Tournament, user: "User") -> Entry | None:
    """The latest entry of a player in an event, None if he never had one."""
    mine = tournament.entries.filter(user_id=user.pk)
    return mine.select_related("user", "award__ticket").order_by("number").last()


def has_withdrawn(tournament: Tournament, user: "User") -> bool:
    """Whether a player was in the event and gave his entry back, or lost it before the draw."""
    latest = entry_of(tournament, user)
    return latest is not None and latest.state == EntryState.WITHDRAWN


def pairings_listed(
    tournament: Tournament, *, most: int, after: tuple[int, int] = (0, 0), number: int = 0
) -> Sequence[Pairing]:
    """At most so many pairings by round and slot. number: of the only round that is wanted."""
    round_number, slot = after
    behind = Q(round__gt=round_number) | Q(round=round_number, slot__gt=slot)
    pairings = tournament.pairings.filter(behind)
    if number:
        pairings = pairings.filter(round=number)
    told = ("white__user", "black__user", "match", "result__winner__user")
    return list(pairings.select_related(*told).order_by("round", "slot")[:most])


@dataclass(frozen=True, slots=True)
class StandingLine:
    """Where an entrant stands. is_in: he may still be paired or win."""

    place: int
    name: str
    seat: int
    is_in: bool
    points: Fraction
    tie_breaks: tuple[Fraction, ...]


def standing_lines(tournament: Tournament) -> list[StandingLine]:
    """Every drawn entrant by the results so far, the best first."""
    names = dict(tournament.entries.drawn().values_list("seat", "user__username"))
    if not names:
        return []
    rule, history = format_of_event(tournament), history_of(tournament)
    alive = rule.alive(history)
    return [
        StandingLine(
            each.place,
            names[each.entrant],
            each.entrant,
            each.entrant in alive,
            each.points,
            each.tie_breaks,
        )
        for each in rule.standings(history, lots_of(tournament))
    ]


def series_upcoming() -> Sequence[Series]:
    """The open public templates by name, each with `coming`: its events that have not begun."""
    before = (TournamentState.ANNOUNCED, TournamentState.REGISTERING)
    coming = Tournament.objects.filter(is_private=False, state__in=before).order_by("starts_at")
    series = Series.objects.filter(is_open=True, is_private=False).order_by("name")
    return list(series.prefetch_related(Prefetch("tournaments", coming, to_attr="coming")))


def tickets_listed(
    user: "User", *, most: int, state: str = "", older_than: str = ""
) -> Sequence[Ticket]:
    """At most so many of a player's tickets, the latest first, those in one state if asked for."""
    tickets = Ticket.objects.filter(holder_id=user.pk)
    if state:
        tickets = tickets.filter(state=state)
    if older_than:
        older = Ticket.objects.filter(holder_id=user.pk, public_id=older_than).values("pk")
        tickets = tickets.filter(pk__lt=Subquery(older))
    told = tickets.select_related("event", "series", "won_in").prefetch_related("history__event")
    return list(told.order_by("-pk")[:most])


def _behind(
    events: QuerySet[Tournament], after: str, *, is_latest_first: bool
) -> QuerySet[Tournament]:
    """Events in the order of their starts, those behind the one with the id `after`."""
    if after:
        last = Tournament.objects.filter(public_id=after).first()
        if last is None:
            return events.none()
        way = "lt" if is_latest_first else "gt"
        events = events.filter(
            Q(**{f"starts_at__{way}": last.starts_at})
            | Q(starts_at=last.starts_at, **{f"pk__{way}": last.pk})
        )
    sign = "-" if is_latest_first else ""
    return events.select_related("organiser", "target").order_by(f"{sign}starts_at", f"{sign}pk")
