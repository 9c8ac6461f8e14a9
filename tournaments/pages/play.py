"""What has been played in an event, read once for all parts of its page that show it.

Reading and grouping a thousand pairings costs more than a page may. So whatever looks the same
to everybody is kept in the cache under the version of the event's results: it is made once when
something has happened, by whoever asks first, and found by all others. While the cache is out of
reach everybody makes his own.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TypeVar

import redis
from django.core.cache import cache
from django.db.models import Count, Max
from django.utils.translation import get_language

from tournaments import bracket
from tournaments.formats.base import Format, History, Ref, Section
from tournaments.models import Entry, EntryState, Tournament
from tournaments.selectors import format_of_event, history_of
from tournaments.states import OVER

#: How long something is kept at most; a player's new name is seen by then.
KEPT_S = 60

Kept = TypeVar("Kept")


class Play:
    """An event's rounds and results as values; each is read when it is asked for."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament

    def kept(self, what: str, make: Callable[[], Kept]) -> Kept:
        """What `make` gives, made once for this version of the event's results and a language."""
        key = f"event:{self.tournament.public_id}:{self.version}:{get_language()}:{what}"
        with suppress(redis.RedisError):
            found: Kept | None = cache.get(key)
            if found is not None:
                return found
        made = make()
        with suppress(redis.RedisError):
            cache.set(key, made, KEPT_S)
        return made

    @cached_property
    def version(self) -> str:
        """Another one whenever a pairing, a match or a result has come or changed, or somebody
        has gone out."""
        out = self.tournament.entries.filter(state=EntryState.OUT).count()
        facts = self.tournament.pairings.aggregate(
            made=Count("pk"),
            started=Count("match"),
            last_match=Max("match"),
            decided=Count("result"),
            latest=Max("result__recorded_at"),
        )
        latest = facts.pop("latest")
        moment = latest.timestamp() if latest else 0
        return ".".join(map(str, [self.tournament.state, out, *facts.values(), moment]))

    @cached_property
    def format(self) -> Format:
        """The way it is run."""
        return format_of_event(self.tournament)

    @cached_property
    def history(self) -> History:
        """The event as its format sees it."""
        return history_of(self.tournament)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Its places as the format groups them; none before the draw."""
        return self.format.sections(self.history) if self.history.entrants else ()

    @cached_property
    def players(self) -> Mapping[int, bracket.Player]:
        """By seat: who was drawn or came later."""
        seated = Entry.objects.filter(tournament=self.tournament, seat__gt=0)
        columns = ("seat", "user__username", "user__is_bot", "user__is_guest")
        return {
            seat: bracket.Player(name, is_bot, is_guest)
            for seat, name, is_bot, is_guest in seated.values_list(*columns)
        }

    @cached_property
    def matches(self) -> Mapping[Ref, str]:
        """By pairing: the id of its match."""
        started = self.tournament.pairings.filter(match__isnull=False)
        columns = ("round", "slot", "match__public_id")
        return {Ref(number, slot): match for number, slot, match in started.values_list(*columns)}

    @cached_property
    def made(self) -> Mapping[Ref, bracket.Made]:
        """By place: the pairing that stands there."""
        return {ref: self._made(ref) for ref in self.history.pairings}

    def rounds(self, viewer: str = "") -> tuple[bracket.Round, ...]:
        """Everything under its headings; `viewer` is the name of whoever looks."""
        return bracket.rounds(self.sections, self.players, self.made, viewer=viewer)

    def _made(self, ref: Ref) -> bracket.Made:
        seats = self.history.pairings[ref].entrants
        match_id, result = self.matches.get(ref, ""), self.history.results.get(ref)
        if result is None:
            status = bracket.LIVE if match_id else bracket.WAITING
            if self.tournament.state in OVER:
                status = bracket.LEFT
            return bracket.Made(seats, status, match_id=match_id)
        points = dict(zip(seats, result.points, strict=False))
        return bracket.Made(seats, result.outcome.value, result.winner, points, match_id)
