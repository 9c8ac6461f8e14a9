"""What the lobby shows of events."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from tournaments.models import Entry, EntryState, Tournament
from tournaments.states import TournamentState
from tournaments.streams import lobby_row

if TYPE_CHECKING:
    from accounts.models import User

LOBBY_STATES = (TournamentState.REGISTERING, TournamentState.SEATED, TournamentState.PLAYING)


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
        "prizes_chips": list(card.shares_for(event.seats).ladder(pool_chips)),
        "seats": event.seats,
        "taken": event.taken_seats,
        "players": players,
        "free_chairs": list(range(event.taken_seats + 1, event.seats + 1)),
    }
