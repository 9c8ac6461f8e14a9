"""What the lobby shows of events. The value of a row is the same for every reader."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from backgammon import PointMatch
from tournaments.card import SCHEDULED, SIT_AND_GO, RulesCard, card_from_dict
from tournaments.models import Entry, EntryState, Tournament
from tournaments.satellites import tickets_of_pool
from tournaments.states import TournamentState
from tournaments.streams import lobby_row
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: In which of the lobby's states an event is, by its own; in no other it has a row.
LOBBY_STATES: Mapping[str, str] = {
    TournamentState.ANNOUNCED: "announced",
    TournamentState.REGISTERING: "open",
    TournamentState.SEATED: "playing",
    TournamentState.PLAYING: "playing",
}

#: So far ahead scheduled events are shown.
SHOWN_AHEAD = timedelta(days=14)

#: More cards than the lobby shows events, with those they were made from.
MOST_CARDS = 2048

Row = dict[str, Any]
Rows = dict[str, Row]

_COLUMNS = (
    "public_id",
    "state",
    "opens_at",
    "seats",
    "taken_seats",
    "added_chips",
    "card__version",
)


def sit_and_go_rows(
    tournament_ids: Iterable[str] | None = None, *, with_private: bool = False
) -> Rows:
    """By id: what the lobby shows of each Sit&Go that is open or being played.

    All of them, or of those asked for the ones that still belong there. Open
    ones come first, then the youngest. Private ones only for who is in them.
    """
    events = _shown(SIT_AND_GO, tournament_ids, with_private=with_private).order_by("-pk")
    shown = sorted(events, key=lambda event: event.state != TournamentState.REGISTERING)
    players: dict[int, list[dict[str, Any]]] = {event.pk: [] for event in shown}
    entries = Entry.objects.filter(tournament__in=shown).exclude(state=EntryState.WITHDRAWN)
    for entry in entries.select_related("user").order_by("number"):
        players[entry.tournament_id].append(person(entry.user))
    return {event.public_id: _sit_and_go_row(event, players[event.pk]) for event in shown}


def tournament_rows(tournament_ids: Iterable[str] | None = None) -> Rows:
    """By id: what the lobby shows of each scheduled event of the next two weeks, what starts first
    comes first; and then of those that are being played.

    All of them, or of those asked for the ones that still belong there.
    """
    soon = Q(starts_at__lte=now() + SHOWN_AHEAD)
    events = _shown(SCHEDULED, tournament_ids).filter(soon).order_by("starts_at", "pk")
    found = list(events.values(*_COLUMNS))
    found.sort(key=lambda each: LOBBY_STATES[each["state"]] == "playing")
    promises = _promises([(each["public_id"], each["card__version"]) for each in found])
    return {each["public_id"]: _tournament_row(each, promises[each["public_id"]]) for each in found}


def person(user: "User") -> dict[str, Any]:
    """A player as others see him."""
    return {"name": user.username, "bot": user.is_bot, "guest": user.is_guest}


def _shown(
    kind: str, tournament_ids: Iterable[str] | None, *, with_private: bool = False
) -> QuerySet[Tournament]:
    events = Tournament.objects.filter(kind=kind, state__in=LOBBY_STATES)
    if not with_private:
        events = events.filter(is_private=False)
    if tournament_ids is not None:
        events = events.filter(public_id__in=list(tournament_ids))
    return events


def _sit_and_go_row(event: Tournament, players: list[dict[str, Any]]) -> Row:
    card = event.rules_card
    pool_chips = card.pool_chips(event.seats)
    return {
        "row": lobby_row(SIT_AND_GO, event.public_id),
        "id": event.public_id,
        "name": event.name,
        "state": LOBBY_STATES[event.state],
        **_paths(event.public_id),
        "length_points": getattr(card.rules_of(1).length, "points", 0),
        "buy_in_chips": card.buy_in_chips,
        "fee_chips": card.fee_chips,
        "cost_chips": card.cost_chips,
        "pool_chips": pool_chips,
        **_prizes(event, card),
        "seats": event.seats,
        "taken": event.taken_seats,
        "players": players,
        "free_chairs": list(range(event.taken_seats + 1, event.seats + 1)),
    }


def _prizes(event: Tournament, card: RulesCard) -> Row:
    """What is won if every seat is taken: chips by place, or tickets to another event."""
    pool_chips = card.pool_chips(event.seats)
    if card.satellite is None:
        prizes_chips = list(card.shares_for(event.seats).ladder(pool_chips))
        return {"prizes_chips": prizes_chips, "tickets": 0, "target": ""}
    pool_chips += event.added_chips
    tickets = tickets_of_pool(card.satellite, pool_chips, event.seats)
    return {"prizes_chips": [], "tickets": tickets, "target": card.satellite.target_name}


def _tournament_row(event: Mapping[str, Any], promise: Row) -> Row:
    taken = event["taken_seats"]
    pool_chips = taken * promise["buy_in_chips"] + event["added_chips"]
    return {
        **promise,
        "row": lobby_row(SCHEDULED, event["public_id"]),
        "id": event["public_id"],
        "state": LOBBY_STATES[event["state"]],
        **_paths(event["public_id"]),
        "opens_ms": int(event["opens_at"].timestamp() * 1000),
        "seats": event["seats"],
        "taken": taken,
        "pool_chips": max(pool_chips, promise["guarantee_chips"]),
    }


def _paths(event_id: str) -> Row:
    return {key: pattern.replace("ID", event_id) for key, pattern in _patterns().items()}


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, str]:
    """Addresses with a gap for an id: looking them up costs more than a row."""
    routes = {"url": "detail", "join_url": "join", "leave_url": "leave"}
    paths = {key: reverse(f"tournaments:{name}", args=["ID"]) for key, name in routes.items()}
    return {**paths, "card_url": f"{paths['url']}#rules-card"}


#: By id and version of a card: what it promises. Cards are long, so each is read once.
_promised: dict[tuple[str, int], Row] = {}


def _promises(wanted: Sequence[tuple[str, int]]) -> dict[str, Row]:
    """By event: what its card promises. Only cards that were not seen before are read."""
    unknown = [event_id for event_id, version in wanted if (event_id, version) not in _promised]
    if len(_promised) + len(unknown) > MOST_CARDS:
        _promised.clear()
        unknown = [event_id for event_id, _version in wanted]
    cards = Tournament.objects.filter(public_id__in=unknown).values_list("public_id", "card")
    for event_id, document in cards if unknown else ():
        _promised[event_id, document["version"]] = _promise(card_from_dict(document))
    return {key[0]: _promised[key] for key in wanted}


def _promise(card: RulesCard) -> Row:
    """What a card says of its event in the lobby."""
    assert card.times is not None, "a scheduled event has times"
    lengths = [rules.length for rules in card.rules]
    points = [length.points for length in lengths if isinstance(length, PointMatch)]
    return {
        "name": card.name,
        "starts_ms": int(card.times.starts_at.timestamp() * 1000),
        "zone": card.times.zone,
        "format": card.format,
        "game": card.rules_of(1).variant.key,
        "lengths_points": list(dict.fromkeys(points)),
        "buy_in_chips": card.buy_in_chips,
        "fee_chips": card.fee_chips,
        "cost_chips": card.cost_chips,
        "guarantee_chips": card.guarantee_chips,
        "is_rated": card.is_rated,
        "is_by_ticket": card.entry.needs_ticket,
        "target": card.satellite.target_name if card.satellite else "",
    }
