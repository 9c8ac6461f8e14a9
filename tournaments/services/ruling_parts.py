"""What every ruling is made of: finding what it speaks of, and what it hands back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.consequences import Consequence
from tournaments.models import Entry, EntryState, Pairing, PairingResult, Tournament
from tournaments.services.locks import _
from tournaments.states import TournamentState
from wire.errors import Conflict, NotFound, Refused

RUNNING = (TournamentState.SEATED, TournamentState.PLAYING)
RULED = "ruling"


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What an act has done, beside what the rows tell: for the record of the ruling.

    lines: consequences that come after the act, such as refunds that follow bit by bit.
    details: what was true before, as plain data.
    """

    pairing: Pairing | None = None
    entry: Entry | None = None
    lines: tuple[Consequence, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


def pairing_named(tournament: Tournament, round_number: int, slot: int) -> Pairing:
    """A pairing by its place. Raises NotFound `tournament.no_such_pairing`."""
    pairing = (
        tournament.pairings.filter(round=round_number, slot=slot)
        .select_related("match", "white__user", "black__user")
        .first()
    )
    if pairing is None:
        raise NotFound("tournament.no_such_pairing", _("There is no such pairing in this event."))
    pairing.tournament = tournament
    return pairing


def entry_numbered(tournament: Tournament, number: int) -> Entry:
    """An entry by its number. Raises NotFound `tournament.no_such_entry`."""
    entry = tournament.entries.filter(number=number).select_related("user", "ticket").first()
    if entry is None:
        raise NotFound("tournament.no_such_entry", _("There is no such entry in this event."))
    entry.tournament = tournament
    return entry


def live_entry_numbered(tournament: Tournament, number: int) -> Entry:
    """One that still binds its player. Raises NotFound, or Refused `ruling.not_in_event`."""
    entry = entry_numbered(tournament, number)
    if entry.state not in (EntryState.ACTIVE, EntryState.STANDBY):
        raise Refused(
            "ruling.not_in_event",
            _("{name} is not in the event any more."),
            name=entry.user.username,
        )
    return entry


def result_of(pairing: Pairing) -> PairingResult | None:
    """The result that stands now, read anew."""
    results = PairingResult.objects.filter(pairing=pairing).select_related("winner__user")
    return results.first()


def drawn_check(tournament: Tournament) -> None:
    """Raise Conflict `ruling.not_begun` for an event without pairings yet."""
    if tournament.state not in RUNNING:
        text = _("The event has not begun: there is nothing to rule on yet.")
        raise Conflict("ruling.not_begun", text)
