"""REST: what can be played, who looks for whom, tables from the first word to the rematch.

A seat lives by its person's socket as in the browser: whoever opens a table or a seek here and
has no socket of the house open loses it after HOUSE_SEAT_GRACE_S.
"""

import hashlib
import json
from typing import Any, ClassVar

from drf_spectacular.drainage import set_override
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import UserRequest, key_of, once_by_key
from accounts.scopes import Scope
from lobby import selectors, services
from lobby.asks import LENGTHS, Ask
from lobby.bodies import (
    ChallengeBody,
    GameBody,
    LobbyBody,
    PresetsBody,
    SeekBody,
    TableBody,
    table_body,
)
from lobby.forms import OPPONENTS
from lobby.games import GAMES
from lobby.lengths import CLOCKS, KINDS
from lobby.options import OPTIONS, TERMS, Option
from lobby.orders import Order
from lobby.services.stakes import MOST_KEY_LENGTH
from lobby.states import TableState
from wire.errors import NotFound
from wire.refusals import refuse_if_any
from wire.rest import Nothing, NumberChoice, Resource, StrictSerializer, Switch, Text, WholeNumber
from wire.texts import sentence


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


# --- what is asked ------------------------------------------------------------------------


class OptionValue(serializers.JSONField):
    """One of the values an option has, of its own type."""

    def __init__(self, option: Option) -> None:
        super().__init__(required=False, allow_null=True)
        self.values = [choice.value for choice in option.choices]
        has_none = None in self.values
        shape = {"enum": self.values} | ({"nullable": True} if has_none else {})
        set_override(self, "field", shape)

    def run_validation(self, data: Any = empty) -> Any:
        """The value, null too where it is one. Raises ValidationError for any other."""
        if data is empty:
            raise serializers.SkipField
        if not any(type(value) is type(data) and value == data for value in self.values):
            text = _("It must be one of: {values}.")
            known = ", ".join(map(json.dumps, self.values))
            raise serializers.ValidationError([sentence(text, {"values": known})])
        return data


def _option_field(option: Option) -> serializers.Field[Any, Any, Any, Any]:
    return OptionValue(option) if option.choices else Switch(required=False)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Chips against a house bot",
            {"kind": "table", "stake": 1, "buy_in": 50, "access": "bot", "clock": "untimed"},
        ),
        OpenApiExample(
            "A rated match in the lobby",
            {"game": "backgammon", "points": 7, "clock": "standard", "is_rated": True},
        ),
    ]
)
class TableAsked(StrictSerializer):
    """A table. What is not said is as usual; `/rules/` tells what there is to say."""

    game = serializers.ChoiceField(choices=list(GAMES), default=next(iter(GAMES)))
    kind = serializers.ChoiceField(choices=list(KINDS), default=next(iter(KINDS)))
    clock = serializers.ChoiceField(choices=list(CLOCKS), default=next(iter(CLOCKS)))
    access = serializers.ChoiceField(choices=list(OPPONENTS), default=next(iter(OPPONENTS)))
    points = WholeNumber(required=False)
    games = WholeNumber(required=False)
    stake = WholeNumber(required=False)
    buy_in = WholeNumber(required=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The words of every table, and every option there is."""
        options = {option.key: _option_field(option) for option in (*OPTIONS, *TERMS)}
        return super().get_fields() | options


class SeekAsked(StrictSerializer):
    """A match to points, as one looks for an opponent to it."""

    game = serializers.ChoiceField(choices=list(GAMES))
    points = NumberChoice(choices=LENGTHS)
    clock = serializers.ChoiceField(choices=list(CLOCKS))
    is_rated = Switch(default=False)


class ChallengeAsked(SeekAsked):
    """The same, and who is challenged to it."""

    name = Text(max_length=20)


class SeatAsked(StrictSerializer):
    """What I bring where the sums may differ; as much as the host if I do not say."""

    chips = WholeNumber(required=False, allow_null=True, default=None)


class TopUpAsked(StrictSerializer):
    """What I add."""

    chips = WholeNumber()


# --- what can be played -------------------------------------------------------------------


class Games(Resource):
    """The games of the house."""

    is_open: ClassVar = True

    @extend_schema(responses=GameBody(many=True), tags=["lobby"])
    def get(self, request: Request) -> Response:
        """Every game a table can be opened for."""
        return Response(GameBody(list(GAMES.values()), many=True).data)


class Presets(Resource):
    """What a table can be ordered with."""

    is_open: ClassVar = True

    @extend_schema(responses=PresetsBody, tags=["lobby"])
    def get(self, request: Request) -> Response:
        """Kinds with their numbers, clocks, options and terms."""
        presets = {
            "kinds": list(KINDS.values()),
            "clocks": list(CLOCKS.values()),
            "options": OPTIONS,
            "terms": TERMS,
            "access": list(OPPONENTS),
            "seek_points": LENGTHS,
        }
        return Response(PresetsBody(presets).data)


class Lobby(Resource):
    """The lobby."""

    is_open: ClassVar = True

    @extend_schema(responses=LobbyBody, tags=["lobby"])
    def get(self, request: Request) -> Response:
        """Every row, everybody who is here, and how many."""
        return Response(LobbyBody(selectors.lobby_snapshot()).data)


# --- opponents ----------------------------------------------------------------------------


class MySeek(Resource):
    """What I look for."""

    @extend_schema(responses=SeekBody, tags=["opponents"])
    def get(self, request: UserRequest) -> Response:
        """My open seek."""
        seek = selectors.open_seek_of(request.user)
        if seek is None:
            raise NotFound("seek.not_found", _("You are not looking for an opponent."))
        return Response(SeekBody(seek).data)

    @extend_schema(request=SeekAsked, responses={201: SeekBody}, tags=["opponents"])
    @once_by_key
    def post(self, request: UserRequest) -> Response:
        """Look for an opponent; another seek of mine ends."""
        seek = services.seek_post(user=request.user, ask=Ask(**self.read(SeekAsked)))
        return Response(SeekBody(seek).data, status=201)

    @extend_schema(request=None, responses={204: None}, tags=["opponents"])
    @once_by_key
    def delete(self, request: UserRequest) -> Response:
        """Look for nobody any more."""
        services.seek_cancel(user=request.user)
        return Response(status=204)


class Challenges(Resource):
    """Challenges to me, and mine to others."""

    changes: ClassVar = Scope.PEOPLE

    @extend_schema(responses=ChallengeBody(many=True), tags=["opponents"])
    def get(self, request: UserRequest) -> Response:
        """Those I have not answered, the oldest first. To accept is to take the table's seat."""
        return Response(ChallengeBody(selectors.challenges_to(request.user), many=True).data)

    @extend_schema(request=ChallengeAsked, responses={201: TableBody}, tags=["opponents"])
    @once_by_key
    def post(self, request: UserRequest) -> Response:
        """Challenge a player by name: a table is kept for him, and he is told at once."""
        asked = self.read(ChallengeAsked)
        name = asked.pop("name")
        table = services.challenge_make(host=request.user, name=name, ask=Ask(**asked))
        return Response(table_body(table, request.user), status=201)


class OneChallenge(Resource):
    """A challenge to me."""

    changes: ClassVar = Scope.PEOPLE

    @extend_schema(request=None, responses={204: None}, tags=["opponents"])
    @once_by_key
    def delete(self, request: UserRequest, table_id: str) -> Response:
        """Decline it."""
        services.challenge_decline(table_id=table_id, user=request.user)
        return Response(status=204)


# --- tables -------------------------------------------------------------------------------


class Tables(Resource):
    """Tables."""

    @extend_schema(request=TableAsked, responses={201: TableBody}, tags=["tables"])
    @once_by_key
    def post(self, request: UserRequest) -> Response:
        """Open a table; against a house bot the match begins at once."""
        order = Order.of(self.read(TableAsked), is_guest=request.user.is_guest)
        refuse_if_any(order.refusals())
        table = services.table_open(
            host=request.user,
            rules=order.rules,
            access=order.access,
            clock=order.clock,
            is_rated=order.is_rated,
            has_different_sums=order.has_different_sums,
        )
        return Response(table_body(table, request.user), status=201)


class OneTable(Resource):
    """A table."""

    is_open: ClassVar = True

    @extend_schema(responses=TableBody, tags=["tables"])
    def get(self, request: Request, table_id: str) -> Response:
        """Its rules, who sits there, and a receipt for every game for chips.

        Whoever knows the id of a private table may see it, as on its page.
        """
        return Response(table_body(selectors.table_by_id(table_id), request.user))


class Seat(Resource):
    """My seat at a table."""

    @extend_schema(request=SeatAsked, responses={201: TableBody}, tags=["tables"])
    @once_by_key
    def post(self, request: UserRequest, table_id: str) -> Response:
        """Take the free seat; the match begins in the same breath."""
        chips = self.read(SeatAsked)["chips"]
        table = services.table_take(table_id=table_id, user=request.user, chips=chips)
        return Response(table_body(table, request.user), status=201)

    @extend_schema(request=None, responses={200: TableBody}, tags=["tables"])
    @once_by_key
    def delete(self, request: UserRequest, table_id: str) -> Response:
        """Close my table before anybody has come, or leave between two games where one may."""
        state = selectors.table_by_id(table_id).state
        leave = services.table_leave
        if state in (TableState.OPEN, TableState.CLOSED):
            leave = services.table_close
        table = leave(table_id=table_id, user=request.user)
        return Response(table_body(table, request.user))


class TopUp(Resource):
    """More chips before me."""

    @extend_schema(request=TopUpAsked, responses={201: TableBody}, tags=["tables"])
    @once_by_key
    def post(self, request: UserRequest, table_id: str) -> Response:
        """Add chips between two games. This request must have an `Idempotency-Key`."""
        key = hashlib.sha256(key_of(request, is_needed=True).encode()).hexdigest()
        table = services.table_top_up(
            table_id=table_id,
            user=request.user,
            chips=self.read(TopUpAsked)["chips"],
            key=key[:MOST_KEY_LENGTH],
        )
        return Response(table_body(table, request.user), status=201)


class Rematch(Resource):
    """The same two, again."""

    @extend_schema(request=Nothing, responses={201: TableBody}, tags=["tables"])
    @once_by_key
    def post(self, request: UserRequest, table_id: str) -> Response:
        """Wait for the other, or sit down where he waits."""
        self.read(Nothing)
        again = services.table_rematch(table_id=table_id, user=request.user)
        return Response(table_body(again, request.user), status=201)
