"""Who is in an event: a page of them at a time, found by name, with who is here."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.core.paginator import Page, Paginator
from django.db.models import Case, F, QuerySet, When

from tournaments.models import Entry, EntryState, Tournament
from tournaments.states import OVER, TournamentState
from wire.presence import users_online

ON_A_PAGE = 100
LONGEST_SEARCH = 40

#: Free seats are drawn in events that have no more than so many.
MOST_CHAIRS = 16


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the event. `is_here`: he has a page of ours open, or checked in for the draw."""

    entry: Entry
    is_here: bool


class EntrantsPage:
    """The entrants as an address asks for them: `?q=` a part of a name, `?page=` a number."""

    def __init__(self, tournament: Tournament, query: Mapping[str, str]) -> None:
        self.tournament = tournament
        self.search = query.get("q", "").strip()[:LONGEST_SEARCH].replace("\x00", "")
        self._asked = query.get("page", "1")

    @property
    def is_over(self) -> bool:
        """Whether places and prizes are known."""
        return self.tournament.state == TournamentState.FINISHED

    @property
    def shows_presence(self) -> bool:
        """Whether it matters who is here."""
        return self.tournament.state not in OVER

    @cached_property
    def page(self) -> "Page[Entry]":
        """This page of entries."""
        return Paginator(self._entries(), ON_A_PAGE).get_page(self._asked)

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """Who stands on it."""
        entries = list(self.page)
        here = users_online({entry.user_id for entry in entries}) if self.shows_presence else set()
        # Checking in is a word for the draw; once it is past, only coming counts.
        is_before = self.tournament.state == TournamentState.REGISTERING
        return tuple(
            Entrant(
                entry,
                entry.user.is_bot or entry.user_id in here or (is_before and entry.is_checked_in),
            )
            for entry in entries
        )

    @property
    def has_search(self) -> bool:
        """Whether there is something to look for a name in."""
        return bool(self.search) or self.page.paginator.count > ON_A_PAGE

    @property
    def empty_chairs(self) -> range:
        """One number for each free seat of an event small enough to draw them."""
        is_open = self.tournament.state == TournamentState.REGISTERING and not self.search
        taken, seats = self.tournament.taken_seats, self.tournament.seats
        return range(taken + 1, seats + 1) if is_open and seats <= MOST_CHAIRS else range(0)

    def _entries(self) -> QuerySet[Entry]:
        """Before the draw as they came, then by seat; the best first once places are known.
        Whoever stands by comes last."""
        entries = self.tournament.entries.exclude(state=EntryState.WITHDRAWN)
        if self.search:
            entries = entries.filter(user__username__icontains=self.search)
        order = ("place", F("award__chips").desc(nulls_last=True), "seat", "number")
        waits = Case(When(state=EntryState.STANDBY, then=1), default=0)
        return entries.select_related("user", "award__ticket").order_by(waits, *order)
