"""The page of an event as one visitor sees it.

Everything is read from the event's rows and its stored card; nothing is remembered here. A part
is read when a template asks for it.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from django.db.models import Q

from matches.wording import Fact, seconds_text
from tournaments import selectors
from tournaments.formats import format_of
from tournaments.formats.base import Ref
from tournaments.models import Award, Entry, EntryState, Pairing, Ruling, Tournament
from tournaments.pages.card import WITH_BRACKET, card_facts
from tournaments.pages.card_diff import CardChange, card_changes
from tournaments.pages.clock import RoundClock, round_clock
from tournaments.pages.entering import EnteringPage
from tournaments.pages.entrants import EntrantsPage
from tournaments.pages.play import Play
from tournaments.pages.prizes import PrizeTable, prize_table
from tournaments.pages.rounds import RoundsPage
from tournaments.pages.satellites import SatelliteLine, outlook_text, satellite_lines
from tournaments.pages.standings import StandingsPage
from tournaments.pages.waiting import wait_minutes
from tournaments.states import OVER, TournamentState
from tournaments.wording import FORMAT_WORDS, LEAVING_WORDS
from wire.time import now

if TYPE_CHECKING:
    from datetime import datetime

    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

BEFORE = (TournamentState.ANNOUNCED, TournamentState.REGISTERING)
DURING = (TournamentState.SEATED, TournamentState.PLAYING)


class EventPage:
    """One event as one visitor sees it; `query` is what his address asks for."""

    def __init__(
        self,
        tournament: Tournament,
        viewer: "User | AnonymousUser",
        query: Mapping[str, str] | None = None,
    ) -> None:
        self.tournament = tournament
        self.card = tournament.rules_card
        self.viewer = viewer
        self.query = query or {}

    # --- where it stands

    @property
    def zone(self) -> str:
        """The time zone the start was promised in; that of the house for a Sit&Go."""
        return self.tournament.zone

    @property
    def is_scheduled(self) -> bool:
        """Whether it starts at a time."""
        return self.card.times is not None

    @property
    def is_taking_entries(self) -> bool:
        """Whether a seat can be taken or given back."""
        return self.tournament.state == TournamentState.REGISTERING

    @property
    def has_begun(self) -> bool:
        """Whether its seats are drawn."""
        return self.tournament.state not in (*BEFORE, TournamentState.CANCELLED)

    @property
    def is_running(self) -> bool:
        """Whether it is being played."""
        return self.tournament.state in DURING

    @property
    def is_finished(self) -> bool:
        """Whether it was played to its end."""
        return self.tournament.state == TournamentState.FINISHED

    @property
    def is_over(self) -> bool:
        """Whether nothing changes in it any more."""
        return self.tournament.state in OVER

    @property
    def is_waiting(self) -> bool:
        """Whether its time has come and entrants are missing."""
        is_late = self.is_scheduled and self.tournament.starts_at <= now()
        return self.is_taking_entries and is_late

    @property
    def cancels_at(self) -> "datetime":
        """Until when a field that is too small is waited for."""
        return selectors.cancels_at(self.tournament)

    @property
    def free_seats(self) -> int:
        """How many more players it takes."""
        return self.tournament.seats - self.tournament.taken_seats

    @cached_property
    def standby_count(self) -> int:
        """How many wait for a seat."""
        return self.tournament.entries.standby().count() if self.is_taking_entries else 0

    @cached_property
    def clock(self) -> RoundClock | None:
        """Its rounds in time, while it is played."""
        return round_clock(self.tournament) if self.is_running else None

    @property
    def rest_text(self) -> str:
        """How long it rests before the next round."""
        return seconds_text(self.clock.rest_s) if self.clock else ""

    @property
    def is_by_round(self) -> bool:
        """Whether nothing of a round begins before the round before is over."""
        return format_of(self.card).by_round

    # --- the visitor

    @cached_property
    def my_entry(self) -> Entry | None:
        """The visitor's own entry, the latest if he came back, unless he gave it back."""
        if not self.viewer.is_authenticated:
            return None
        entries = self.tournament.entries.exclude(state=EntryState.WITHDRAWN)
        mine = entries.filter(user_id=self.viewer.pk).select_related("award__ticket")
        return mine.order_by("-number").first()

    @cached_property
    def my_pairing(self) -> Pairing | None:
        """The visitor's pairing that is played now or next."""
        me = self.my_entry
        if me is None or me.state != EntryState.ACTIVE or not self.is_running:
            return None
        return (
            self.tournament.pairings.filter(result__isnull=True)
            .filter(_with(me))
            .select_related("match", "white__user", "black__user")
            .order_by("round", "slot")
            .first()
        )

    @property
    def opponent(self) -> "User | None":
        """Whom the visitor meets now or next."""
        entries = self.my_pairing.entries if self.my_pairing else ()
        others = [entry.user for entry in entries if entry.user_id != self.viewer.pk]
        return others[0] if others else None

    @cached_property
    def wait_minutes(self) -> int:
        """In about how many minutes the visitor plays again, 0 where nobody can tell."""
        me = self.my_entry
        if me is None or me.state != EntryState.ACTIVE or self.my_pairing:
            return 0
        last = self.tournament.pairings.filter(_with(me)).order_by("-round").first()
        return wait_minutes(self.tournament, Ref(last.round, last.slot) if last else None)

    @cached_property
    def entering(self) -> EnteringPage:
        """What the visitor can do about a seat in it."""
        return EnteringPage(self.tournament, self.viewer, self.my_entry)

    # --- what it is

    @property
    def format_name(self) -> str:
        """What the way it is run is called."""
        return str(FORMAT_WORDS[self.card.format].name)

    @property
    def leaving_text(self) -> str:
        """What becomes of the matches of whoever leaves it."""
        return str(LEAVING_WORDS[self.card.format])

    @property
    def has_bracket(self) -> bool:
        """Whether winners go on in a bracket."""
        return self.card.format in WITH_BRACKET

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The rules card."""
        return card_facts(self.card)

    @cached_property
    def card_changes(self) -> tuple[CardChange, ...]:
        """What was changed on the card since it was first shown, the latest first."""
        return card_changes(self.tournament) if self.card.version > 1 and self.is_scheduled else ()

    @cached_property
    def prizes(self) -> PrizeTable | None:
        """What the places are worth; None where they are tickets."""
        return None if self.card.satellite else prize_table(self.tournament)

    @property
    def outlook_text(self) -> str:
        """What a satellite pays, or would pay if it started now."""
        return outlook_text(selectors.satellite_outlook(self.tournament))

    @cached_property
    def satellites(self) -> tuple[SatelliteLine, ...]:
        """The satellites that lead here."""
        return satellite_lines(self.tournament) if self.is_scheduled and not self.has_begun else ()

    # --- what happens in it

    @cached_property
    def entrants(self) -> EntrantsPage:
        """Who plays."""
        return EntrantsPage(self.tournament, self.query)

    @cached_property
    def rounds(self) -> RoundsPage:
        """Who meets whom."""
        return RoundsPage(self._play, self.viewer, self.query)

    @cached_property
    def standings(self) -> StandingsPage:
        """Who stands where."""
        return StandingsPage(self._play, self.query)

    @cached_property
    def settled(self) -> Sequence[Award]:
        """Who got how much when the house stopped the event, best first; empty for others."""
        if self.tournament.state != TournamentState.STOPPED:
            return []
        return list(self.tournament.awards.select_related("entry__user").order_by("place"))

    @cached_property
    def rulings(self) -> Sequence[Ruling]:
        """What staff have decided, as far as everybody reads it; the latest first."""
        return list(self.tournament.rulings.exclude(public_text=""))

    @property
    def secret(self) -> str | None:
        """The secret of the draw in hex, once the event is over."""
        return selectors.revealed_secret(self.tournament)

    @cached_property
    def next_event(self) -> Tournament | None:
        """The event of the same series that takes entries, if this one does not."""
        if self.tournament.state in BEFORE:
            return None
        following = Tournament.objects.filter(series_id=self.tournament.series_id, state__in=BEFORE)
        return following.exclude(pk=self.tournament.pk).order_by("starts_at").first()

    @cached_property
    def _play(self) -> Play:
        return Play(self.tournament)


def _with(entry: Entry) -> Q:
    """The pairings of an entry."""
    return Q(white=entry) | Q(black=entry)
