"""Reading events: what is due for the director, what the lobby and the event's page show."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from tournaments.formats.base import History, Outcome, Ref, Result
from tournaments.formats.base import Pairing as PairingValue
from tournaments.models import (
    Entry,
    EntryState,
    Pairing,
    PairingResult,
    Series,
    Tournament,
    WithdrawReason,
)
from tournaments.states import OVER, TournamentState
from tournaments.streams import lobby_row
from wire.errors import NotFound
from wire.secrets import unseal

if TYPE_CHECKING:
    from accounts.models import User


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


LOBBY_STATES = (TournamentState.REGISTERING, TournamentState.SEATED, TournamentState.PLAYING)


def tournament_by_id(tournament_id: str) -> Tournament:
    """The event. Raises NotFound `tournament.not_found`."""
    tournament = Tournament.objects.filter(public_id=tournament_id).first()
    if tournament is None:
        raise NotFound("tournament.not_found", _("There is no such event."))
    return tournament


def state_of(tournament_id: str) -> TournamentState:
    """Where the event stands. Raises NotFound `tournament.not_found`."""
    return TournamentState(tournament_by_id(tournament_id).state)


def tournament_id_of(pairing_pk: int) -> str:
    """The public id of the event a pairing belongs to."""
    return Tournament.objects.values_list("public_id", flat=True).get(pairings=pairing_pk)


def secret_of(tournament: Tournament) -> bytes:
    """The secret of the draw. For the draw alone: nobody is shown it before the end."""
    return unseal(bytes(tournament.sealed_secret))


def revealed_secret(tournament: Tournament) -> str | None:
    """The secret of the draw in hex once nothing can follow from it any more, else None."""
    return secret_of(tournament).hex() if tournament.state in OVER else None


# --- what is due ------------------------------------------------------------------


def series_to_open() -> QuerySet[Series]:
    """Open series without an event that takes entries."""
    taking = Tournament.objects.filter(series=OuterRef("pk"), state=TournamentState.REGISTERING)
    return Series.objects.filter(~Exists(taking), is_open=True)


def pairings_to_start(moment: datetime) -> QuerySet[Pairing]:
    """Pairings of two that have neither match nor result though their time has come."""
    return (
        Pairing.objects.filter(
            match__isnull=True, black__isnull=False, result__isnull=True, starts_at__lte=moment
        )
        .select_related("white__user", "black__user")
        .order_by("round", "slot")
    )


def tournaments_due(moment: datetime) -> list[str]:
    """Ids of the events in which something may be due, the oldest first.

    Read from the rows alone: a running event is due when a result has not
    been counted, a match should start, or no pairing is open any more.
    """
    mine = {"tournament": OuterRef("pk")}
    uncounted = PairingResult.objects.filter(pairing__tournament=OuterRef("pk"), is_counted=False)
    to_start = pairings_to_start(moment).filter(**mine)
    undecided = Pairing.objects.filter(**mine, result__isnull=True)
    due = (
        Q(state=TournamentState.REGISTERING, taken_seats__gt=0)
        | Q(state=TournamentState.SEATED)
        | Q(state=TournamentState.PLAYING)
        & (Exists(uncounted) | Exists(to_start) | ~Exists(undecided))
    )
    events = Tournament.objects.filter(due).order_by("pk")
    return list(events.values_list("public_id", flat=True))


def history_of(tournament: Tournament) -> History:
    """The event as its format sees it; seats stand for entrants."""
    seats = tournament.entries.filter(seat__gt=0).order_by("seat").values_list("seat", flat=True)
    pairings: dict[Ref, PairingValue] = {}
    results: dict[Ref, Result] = {}
    rows = tournament.pairings.order_by("round", "slot").values_list(
        "round", "slot", "white__seat", "black__seat", "result__outcome", "result__winner__seat"
    )
    for round_number, slot, white, black, outcome, winner in rows:
        ref = Ref(round_number, slot)
        entrants = sorted(seat for seat in (white, black) if seat is not None)
        pairings[ref] = PairingValue(ref, tuple(entrants))
        if outcome is not None:
            results[ref] = Result(ref, Outcome(outcome), winner)
    return History(tuple(seats), pairings, results)


# --- people -----------------------------------------------------------------------


def live_event_of(user: "User") -> str:
    """The name of the Sit&Go in which this person has a live seat, "" without one."""
    name = Entry.objects.filter(
        user_id=user.pk, state=EntryState.ACTIVE, is_exclusive=True
    ).values_list("tournament__name", flat=True)
    return name.first() or ""


def live_entry_of(user: "User") -> Entry | None:
    """The entry this person is in an event with now, None without one."""
    return (
        Entry.objects.filter(user_id=user.pk, state=EntryState.ACTIVE)
        .select_related("tournament")
        .order_by("-pk")
        .first()
    )


def seat_lost_by(user: "User", *, since: datetime) -> Entry | None:
    """The seat this person last lost by being away, if that was after `since` and his last act."""
    last = (
        Entry.objects.filter(user_id=user.pk).select_related("tournament").order_by("-pk").first()
    )
    if last is None or last.reason != WithdrawReason.ABSENT or last.last_seen_at < since:
        return None
    return last


def live_entry_counts() -> Counter[int]:
    """In how many events each player is in now, by user key."""
    return Counter(Entry.objects.filter(state=EntryState.ACTIVE).values_list("user_id", flat=True))


# --- the lobby --------------------------------------------------------------------


def sit_and_go_rows(tournament_ids: Iterable[str] | None = None) -> dict[str, dict[str, Any]]:
    """By id: what the lobby shows of each Sit&Go that is open or being played.

    All of them, or of those asked for the ones that still belong there. Open
    ones come first, then the youngest.
    """
    events = Tournament.objects.filter(state__in=LOBBY_STATES).order_by("-pk")
    if tournament_ids is not None:
        events = events.filter(public_id__in=list(tournament_ids))
    shown = sorted(events, key=lambda event: event.state != TournamentState.REGISTERING)
    players: dict[int, list[dict[str, Any]]] = {event.pk: [] for event in shown}
    entries = Entry.objects.filter(tournament__in=shown).exclude(state=EntryState.WITHDRAWN)
    for entry in entries.select_related("user").order_by("number"):
        players[entry.tournament_id].append(person(entry.user))
    return {event.public_id: _row(event, players[event.pk]) for event in shown}


def person(user: "User") -> dict[str, Any]:
    """A player as others see him."""
    return {"name": user.username, "bot": user.is_bot, "guest": user.is_guest}


def _row(event: Tournament, players: list[dict[str, Any]]) -> dict[str, Any]:
    card = event.rules_card
    pool_chips = card.pool_chips(event.seats)
    return {
        "row": lobby_row(event.public_id),
        "id": event.public_id,
        "name": event.name,
        "state": "open" if event.state == TournamentState.REGISTERING else "playing",
        "url": reverse("tournaments:detail", args=[event.public_id]),
        "join_url": reverse("tournaments:join", args=[event.public_id]),
        "leave_url": reverse("tournaments:leave", args=[event.public_id]),
        "length_points": getattr(card.rules_of(1).length, "points", 0),
        "buy_in_chips": card.buy_in_chips,
        "fee_chips": card.fee_chips,
        "cost_chips": card.cost_chips,
        "pool_chips": pool_chips,
        "prizes_chips": list(card.shares.ladder(pool_chips)),
        "seats": event.seats,
        "taken": event.taken_seats,
        "players": players,
        "free_chairs": list(range(event.taken_seats + 1, event.seats + 1)),
    }
