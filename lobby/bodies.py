"""What programs are told of the lobby and of its tables, as JSON."""

from typing import TYPE_CHECKING, Any

from rest_framework import serializers

from lobby import selectors
from lobby.models import Access, CloseReason, Table
from lobby.receipts import TableChips
from lobby.states import TableState

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

# --- what can be chosen -------------------------------------------------------------------


class ChoiceBody(serializers.Serializer[Any]):
    """One value of an option."""

    value = serializers.JSONField()
    text = serializers.CharField()


class OptionBody(serializers.Serializer[Any]):
    """An option of a table. Without choices it is true or false.

    `needs`: words that game, kind and other options must give, all of them. `gives`: the words
    of a switch that is on.
    """

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    about = serializers.CharField()
    needs = serializers.ListField(child=serializers.CharField())
    gives = serializers.ListField(child=serializers.CharField())
    is_on_with = serializers.ListField(child=serializers.CharField(), source="on_with")
    choices = ChoiceBody(many=True)


class GameBody(serializers.Serializer[Any]):
    """A game. `gives`: the words that options may need."""

    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    gives = serializers.ListField(child=serializers.CharField())


class NumberBody(serializers.Serializer[Any]):
    """A number that belongs to a kind."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    default = serializers.IntegerField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()


class KindBody(serializers.Serializer[Any]):
    """What can be played for, and its numbers."""

    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    gives = serializers.ListField(child=serializers.CharField())
    numbers = NumberBody(many=True)


class ClockBody(serializers.Serializer[Any]):
    """A clock. The reserve is for each point, or each game; 0 means no clock."""

    key = serializers.CharField()
    name = serializers.CharField()
    delay_s = serializers.IntegerField()
    reserve_s = serializers.IntegerField()


class PresetsBody(serializers.Serializer[Any]):
    """Everything that a table can be ordered with."""

    kinds = KindBody(many=True)
    clocks = ClockBody(many=True)
    options = OptionBody(many=True)
    terms = OptionBody(many=True)
    access = serializers.ListField(child=serializers.CharField())
    seek_points = serializers.ListField(child=serializers.IntegerField())


# --- the lobby ----------------------------------------------------------------------------


class LobbyBody(serializers.Serializer[Any]):
    """The lobby as its socket sends it (docs/protocol.md): rows, people, how many are here."""

    rows = serializers.ListField(child=serializers.DictField())
    people = serializers.ListField(child=serializers.DictField())
    online = serializers.IntegerField()


class SeekBody(serializers.Serializer[Any]):
    """What I look for. `rating`: mine on that ladder when I asked."""

    state = serializers.CharField()
    game = serializers.CharField()
    points = serializers.IntegerField()
    clock = serializers.CharField()
    is_rated = serializers.BooleanField()
    rating = serializers.IntegerField()
    posted_at = serializers.DateTimeField()


class ChallengeBody(serializers.Serializer[Any]):
    """A challenge to me. To accept is to take the seat of its table."""

    table = serializers.CharField(source="public_id")
    challenger = serializers.CharField(source="host.username")
    title = serializers.CharField()
    clock = serializers.CharField()
    is_rated = serializers.BooleanField()
    rules = serializers.DictField()
    opened_at = serializers.DateTimeField()


# --- a table ------------------------------------------------------------------------------


class SeatBody(serializers.Serializer[Any]):
    """Somebody at a table. The chips are 0 where nothing is played for chips."""

    side = serializers.ChoiceField(choices=["white", "black"])
    name = serializers.CharField()
    is_guest = serializers.BooleanField()
    is_bot = serializers.BooleanField()
    is_winner = serializers.BooleanField()
    score = serializers.IntegerField()
    brought_chips = serializers.IntegerField()
    added_chips = serializers.IntegerField()
    stack_chips = serializers.IntegerField()


class ReceiptBody(serializers.Serializer[Any]):
    """One game at table stakes: what was owed, the most it could move, and what moved."""

    game = serializers.IntegerField()
    winner = serializers.CharField(help_text="Empty for a drawn game.")
    kind = serializers.CharField()
    cube_value = serializers.IntegerField()
    points = serializers.IntegerField()
    owed_chips = serializers.IntegerField()
    covered_chips = serializers.IntegerField()
    moved_chips = serializers.IntegerField()
    is_capped = serializers.BooleanField()
    white_chips = serializers.IntegerField()
    black_chips = serializers.IntegerField()
    ended_at = serializers.DateTimeField()


class TableBody(serializers.Serializer[Any]):
    """A table. `match` is null before there is one, `rematch` before somebody asks for it."""

    id = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=TableState.values)
    state_since = serializers.DateTimeField()
    opened_at = serializers.DateTimeField()
    close_reason = serializers.ChoiceField(choices=CloseReason.values, allow_blank=True)
    ending = serializers.CharField()
    access = serializers.ChoiceField(choices=Access.values)
    host = serializers.CharField()
    challenged = serializers.CharField(allow_null=True)
    clock = serializers.CharField()
    is_rated = serializers.BooleanField()
    has_different_sums = serializers.BooleanField()
    rules = serializers.DictField()
    seats = SeatBody(many=True)
    receipts = ReceiptBody(many=True)
    match = serializers.CharField(allow_null=True)
    rematch = serializers.CharField(allow_null=True)


def table_body(table: Table, viewer: "User | AnonymousUser") -> dict[str, Any]:
    """A table as `TableBody` tells of it."""
    seats = selectors.seats_of(table)
    chips = TableChips(table, seats, viewer) if table.is_for_chips else None
    rematch = selectors.rematch_of(table)
    plain = ("title", "state", "state_since", "opened_at", "close_reason", "ending", "access")
    terms = ("clock", "is_rated", "has_different_sums", "rules")
    body = {
        "id": table.public_id,
        **{field: getattr(table, field) for field in (*plain, *terms)},
        "host": table.host.username,
        "challenged": table.invited.username if table.invited is not None else None,
        "seats": _seats(seats, chips),
        "receipts": _receipts(chips) if chips is not None else [],
        "match": table.match.public_id if table.match is not None else None,
        "rematch": rematch.public_id if rematch is not None else None,
    }
    return dict(TableBody(body).data)


def _seats(seats: Any, chips: TableChips | None) -> list[dict[str, Any]]:
    places = {place.seat.pk: place for place in chips.places} if chips is not None else {}
    plain = ("side", "is_winner", "score", "brought_chips")
    return [
        {
            **{field: getattr(seat, field) for field in plain},
            "name": seat.user.username,
            "is_guest": seat.user.is_guest,
            "is_bot": seat.user.is_bot,
            "added_chips": places[seat.pk].added_chips if places else 0,
            "stack_chips": places[seat.pk].stack_chips if places else 0,
        }
        for seat in seats
    ]


def _receipts(chips: TableChips) -> list[dict[str, Any]]:
    plain = ("kind", "cube_value", "points", "owed_chips", "covered_chips", "moved_chips")
    after = ("is_capped", "white_chips", "black_chips", "ended_at")
    return [
        {
            "game": receipt.game.number,
            "winner": receipt.winner,
            **{field: getattr(receipt.game, field) for field in (*plain, *after)},
        }
        for receipt in reversed(chips.receipts)
    ]
