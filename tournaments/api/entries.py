"""REST: entering an event, leaving it in time, and saying that one is there."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import UserRequest, once_by_key
from tournaments import selectors, services
from tournaments.api.bodies import EntriesBody, MyEntryBody
from wire.rest import PageAsked, Resource, StrictSerializer, Text, next_page


class EntriesAsked(PageAsked):
    """Where to go on."""

    after = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=0, help_text="A number: only later entries."
    )


class EntryAsked(StrictSerializer):
    """How I enter: with the word of the organiser, or with one ticket of several."""

    invitation = Text(max_length=40, default="", allow_blank=True)
    ticket = Text(max_length=12, default="", allow_blank=True)


class Entries(Resource):
    """Who is in an event."""

    is_open: ClassVar = True
    asks: ClassVar = EntriesAsked

    @extend_schema(responses=EntriesBody, parameters=[EntriesAsked], tags=["events"])
    def get(self, request: Request, event_id: str) -> Response:
        """Everybody who is in it, stands by, or was in it after the draw, as they came."""
        tournament, limit = selectors.tournament_by_id(event_id), self.asked["limit"]
        found = selectors.entries_listed(tournament, most=limit + 1, after=self.asked["after"])
        shown = found[:limit]
        following = next_page(request, after=shown[-1].number) if len(found) > limit else None
        return Response(EntriesBody({"results": shown, "next": following}).data)

    @extend_schema(request=EntryAsked, responses={201: MyEntryBody}, tags=["events"])
    @once_by_key
    def post(self, request: UserRequest, event_id: str) -> Response:
        """Enter, and pay in chips or with a ticket; a ticket that fits goes first.

        Where all places are taken I stand by: I pay now, and get it back if none comes free.
        Whoever may not enter hears every reason.
        """
        asked = self.read(EntryAsked)
        entry = services.entry_register(
            event_id=event_id,
            user=request.user,
            invitation=asked["invitation"],
            ticket_id=asked["ticket"],
        )
        return Response(MyEntryBody(entry).data, status=201)

    @extend_schema(request=None, responses={204: None}, tags=["events"])
    @once_by_key
    def delete(self, request: UserRequest, event_id: str) -> Response:
        """Give my entry back, in the form in which it was paid, until shortly before the start.

        Sent again it is answered as the first time.
        """
        if not selectors.has_withdrawn(selectors.tournament_by_id(event_id), request.user):
            services.entry_withdraw(event_id=event_id, user=request.user)
        return Response(status=204)


class LateEntry(Resource):
    """My entry in an event that has begun."""

    @extend_schema(request=EntryAsked, responses={201: MyEntryBody}, tags=["events"])
    @once_by_key
    def post(self, request: UserRequest, event_id: str) -> Response:
        """Come late, where the card allows it and a place is free, at the price of everybody."""
        asked = self.read(EntryAsked)
        entry = services.late_enter(
            event_id=event_id,
            user=request.user,
            invitation=asked["invitation"],
            ticket_id=asked["ticket"],
        )
        return Response(MyEntryBody(entry).data, status=201)


class BuyBack(Resource):
    """My second entry in an event."""

    @extend_schema(request=None, responses={201: MyEntryBody}, tags=["events"])
    @once_by_key
    def post(self, request: UserRequest, event_id: str) -> Response:
        """Come back at half price after the loss of my first match, where the card allows it."""
        entry = services.buy_back(event_id=event_id, user=request.user)
        return Response(MyEntryBody(entry).data, status=201)


class WalkOut(Resource):
    """My going home before the end."""

    @extend_schema(request=None, responses=MyEntryBody, tags=["events"])
    @once_by_key
    def post(self, request: UserRequest, event_id: str) -> Response:
        """Leave an event that has begun: the running match is lost, nothing comes back."""
        entry = services.entry_leave(event_id=event_id, user=request.user)
        return Response(MyEntryBody(entry).data)


class CheckIn(Resource):
    """My presence at an event that is about to begin."""

    @extend_schema(request=None, responses=MyEntryBody, tags=["events"])
    @once_by_key
    def post(self, request: UserRequest, event_id: str) -> Response:
        """Say that I am there; a socket of the house says it too. Saying it twice is fine."""
        entry = services.entry_check_in(event_id=event_id, user=request.user)
        return Response(MyEntryBody(entry).data)
