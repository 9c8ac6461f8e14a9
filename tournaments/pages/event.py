"""The page of an event as one visitor sees it.

Everything is read from the event's rows and its stored card; nothing is
remembered here.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from matches.wording import Fact
from tournaments import bracket
from tournaments.formats.base import Ref
from tournaments.models import Entry, EntryState, Pairing, Tournament
from tournaments.pages.card import card_facts
from tournaments.prizes import percent_text
from tournaments.selectors import revealed_secret
from tournaments.states import TournamentState

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """What a place is worth. Before the start: if nobody ties, which only prizes can change."""

    place: int
    percent: str
    chips: int


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the event; `place` and `prize_chips` are 0 until it is over."""

    user: "User"
    seat: int
    place: int
    prize_chips: int


class EventPage:
    """One event as one visitor sees it. Each part is read when the template asks for it."""

    def __init__(self, tournament: Tournament, viewer: "User | AnonymousUser") -> None:
        self.tournament = tournament
        self.card = tournament.rules_card
        self.viewer = viewer

    @property
    def is_taking_entries(self) -> bool:
        """Whether a seat can be taken or given back."""
        return self.tournament.state == TournamentState.REGISTERING

    @property
    def is_finished(self) -> bool:
        """Whether it was played to its end."""
        return self.tournament.state == TournamentState.FINISHED

    @property
    def free_seats(self) -> int:
        """How many more players it takes."""
        return self.tournament.seats - self.tournament.taken_seats

    @property
    def empty_chairs(self) -> range:
        """One number for each free seat."""
        return range(self.tournament.taken_seats + 1, self.tournament.seats + 1)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The rules card."""
        return card_facts(self.card)

    @cached_property
    def prizes(self) -> tuple[PrizeLine, ...]:
        """Exact prizes: a Sit&Go starts with all its seats taken."""
        ladder = self.card.shares_for(self.tournament.seats).ladder(
            self.card.pool_chips(self.tournament.seats)
        )
        shares = zip(self.card.shares_for(self.tournament.seats).percents, ladder, strict=True)
        return tuple(
            PrizeLine(place, percent_text(percent), chips)
            for place, (percent, chips) in enumerate(shares, start=1)
        )

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """Who plays: the best first once places are known, before that as they came."""
        entrants = [
            Entrant(
                user=entry.user,
                seat=entry.seat,
                place=entry.place,
                prize_chips=entry.award.chips if hasattr(entry, "award") else 0,
            )
            for entry in self._entries
        ]
        return tuple(sorted(entrants, key=lambda each: (each.place, -each.prize_chips)))

    @cached_property
    def my_entry(self) -> Entry | None:
        """The viewer's own entry, if he has one that was not given back."""
        mine = [entry for entry in self._entries if entry.user_id == self.viewer.pk]
        return mine[0] if mine else None

    @cached_property
    def my_pairing(self) -> Pairing | None:
        """The viewer's pairing that is played now or next."""
        me = self.my_entry
        if me is None or me.state != EntryState.ACTIVE:
            return None
        mine = [
            pairing
            for pairing in self._pairings
            if me.pk in (pairing.white_id, pairing.black_id) and not hasattr(pairing, "result")
        ]
        return mine[0] if mine else None

    @cached_property
    def columns(self) -> tuple[bracket.Column, ...]:
        """The bracket, empty before the draw."""
        players = [
            bracket.Player(entry.user.username, entry.user.is_bot, entry.user.is_guest)
            for entry in sorted(self._entries, key=lambda entry: entry.seat)
            if entry.seat
        ]
        made = {Ref(each.round, each.slot): _made(each) for each in self._pairings}
        return bracket.columns(players, made, viewer=self.viewer.get_username())

    @property
    def secret(self) -> str | None:
        """The secret of the draw in hex, once the event is over."""
        return revealed_secret(self.tournament)

    @cached_property
    def next_event(self) -> Tournament | None:
        """The event of the same series that takes entries, if this one does not."""
        if self.is_taking_entries:
            return None
        return Tournament.objects.filter(
            series_id=self.tournament.series_id, state=TournamentState.REGISTERING
        ).first()

    @cached_property
    def _entries(self) -> tuple[Entry, ...]:
        entries = self.tournament.entries.exclude(state=EntryState.WITHDRAWN)
        return tuple(entries.select_related("user", "award").order_by("number"))

    @cached_property
    def _pairings(self) -> tuple[Pairing, ...]:
        pairings = self.tournament.pairings.order_by("round", "slot")
        return tuple(pairings.select_related("white", "black", "match", "result__winner"))


def _made(pairing: Pairing) -> bracket.Made:
    seats = tuple(entry.seat for entry in pairing.entries)
    result = getattr(pairing, "result", None)
    if result is None:
        status = bracket.LIVE if pairing.match else bracket.WAITING
        return bracket.Made(
            seats, status, match_id=pairing.match.public_id if pairing.match else ""
        )
    points = dict(zip(seats, (result.white_points, result.black_points), strict=False))
    winner = result.winner.seat if result.winner else None
    return bracket.Made(seats, result.outcome, winner, points)
