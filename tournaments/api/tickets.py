"""REST: my tickets, with all that happened to each."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from accounts.access import UserRequest
from tournaments import selectors
from tournaments.api.bodies import TicketsBody
from tournaments.models import TicketState
from wire.rest import PageAsked, Resource, next_page


class TicketsAsked(PageAsked):
    """Which tickets, and where to go on."""

    state = serializers.ChoiceField(choices=TicketState.values, default="")
    older_than = serializers.CharField(
        max_length=12, default="", help_text="The id of a ticket: only older ones."
    )


class Tickets(Resource):
    """My tickets."""

    asks: ClassVar = TicketsAsked

    @extend_schema(responses=TicketsBody, parameters=[TicketsAsked], tags=["events"])
    def get(self, request: UserRequest) -> Response:
        """The latest first, those that are used or over too."""
        limit = self.asked["limit"]
        found = selectors.tickets_listed(
            request.user,
            state=self.asked["state"],
            older_than=self.asked["older_than"],
            most=limit + 1,
        )
        shown = found[:limit]
        has_more = len(found) > limit
        following = next_page(request, older_than=shown[-1].public_id) if has_more else None
        return Response(TicketsBody({"results": shown, "next": following}).data)
