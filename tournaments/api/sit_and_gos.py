"""REST: Sit&Gos that can be joined or followed, and seats in them."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import UserRequest, once_by_key
from tournaments.api.entries import EntryAsked
from tournaments.selectors import has_withdrawn, sit_and_go_rows, tournament_by_id
from tournaments.services import sit_and_go_join, sit_and_go_leave
from wire.errors import NotFound
from wire.rest import Resource


class EntrantBody(serializers.Serializer[Any]):
    """Somebody who has a seat."""

    name = serializers.CharField()
    is_bot = serializers.BooleanField(source="bot")
    is_guest = serializers.BooleanField(source="guest")


class SitAndGoBody(serializers.Serializer[Any]):
    """A Sit&Go, with its prizes as they are if every seat is taken.

    `tickets`: how many a satellite pays, then instead of chips; `target`: the name of the event
    they lead to, "" elsewhere.
    """

    id = serializers.CharField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=["open", "playing"])
    length_points = serializers.IntegerField()
    buy_in_chips = serializers.IntegerField()
    fee_chips = serializers.IntegerField()
    cost_chips = serializers.IntegerField()
    pool_chips = serializers.IntegerField()
    prizes_chips = serializers.ListField(child=serializers.IntegerField())
    tickets = serializers.IntegerField()
    target = serializers.CharField(allow_blank=True)
    seats = serializers.IntegerField()
    taken = serializers.IntegerField()
    players = EntrantBody(many=True)


class SitAndGos(Resource):
    """Sit&Gos."""

    is_open: ClassVar = True

    @extend_schema(responses=SitAndGoBody(many=True), tags=["events"])
    def get(self, request: Request) -> Response:
        """Those that are open or being played; open ones first."""
        return Response(SitAndGoBody(list(sit_and_go_rows().values()), many=True).data)


class Seat(Resource):
    """My seat in a Sit&Go."""

    @extend_schema(request=EntryAsked, responses={201: SitAndGoBody}, tags=["events"])
    @once_by_key
    def post(self, request: UserRequest, event_id: str) -> Response:
        """Take a seat. It counts only while you are connected by a socket of the house.

        A ticket that fits pays for it, else chips do.
        """
        asked = self.read(EntryAsked)
        sit_and_go_join(
            event_id=event_id,
            user=request.user,
            invitation=asked["invitation"],
            ticket_id=asked["ticket"],
        )
        return Response(SitAndGoBody(_row(event_id)).data, status=201)

    @extend_schema(request=None, responses={204: None}, tags=["events"])
    @once_by_key
    def delete(self, request: UserRequest, event_id: str) -> Response:
        """Give the seat back, with all that was paid, while the event is not full.

        Sent again it is answered as the first time; 404 is for whoever never had a seat there.
        """
        if not has_withdrawn(tournament_by_id(event_id), request.user):
            sit_and_go_leave(event_id=event_id, user=request.user)
        return Response(status=204)


def _row(event_id: str) -> dict[str, Any]:
    row = sit_and_go_rows([event_id], with_private=True).get(event_id)
    if row is None:
        raise NotFound("tournament.not_found")
    return row
