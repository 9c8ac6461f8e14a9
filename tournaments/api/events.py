"""REST: events as they stand, their cards, rounds, standings, draws and results."""

from typing import Any, ClassVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.bodies import (
    EventBody,
    PairingsBody,
    SeriesBody,
    StandingBody,
    TournamentsBody,
)
from tournaments.formats import FORMATS
from tournaments.models import Kind, Tournament
from tournaments.states import TournamentState
from wire.refusals import Refusal
from wire.rest import PageAsked, Resource, next_page
from wire.texts import sentence

MOST_ID = 12


# --- what is asked ------------------------------------------------------------------------


class EventsAsked(PageAsked):
    """Which events, and where to go on."""

    view = serializers.ChoiceField(choices=selectors.VIEWS, default=selectors.VIEWS[0])
    kind = serializers.ChoiceField(choices=Kind.values, default="")
    state = serializers.ChoiceField(choices=TournamentState.values, default="")
    format = serializers.ChoiceField(choices=list(FORMATS), default="")
    series = serializers.CharField(max_length=60, default="", help_text="The name of a series.")
    after = serializers.CharField(
        max_length=MOST_ID, default="", help_text="The id of an event: only those behind it."
    )


class RoundsAsked(PageAsked):
    """Which round, and where to go on."""

    round = serializers.IntegerField(min_value=1, max_value=2**31 - 1, default=0)
    after = serializers.RegexField(
        r"^\d{1,9}\.\d{1,9}$", default="0.0", help_text="A pairing as round.slot: only later ones."
    )


# --- resources ----------------------------------------------------------------------------


class Events(Resource):
    """Events of every kind."""

    is_open: ClassVar = True
    asks: ClassVar = EventsAsked

    @extend_schema(responses=TournamentsBody, parameters=[EventsAsked], tags=["events"])
    def get(self, request: Request) -> Response:
        """Public ones that are to come or being played, by their starts; or those that are over."""
        asked = dict(self.asked)
        limit, form = asked.pop("limit"), asked.pop("format")
        found = selectors.events_listed(most=limit + 1, form=form, **asked)
        shown = found[:limit]
        following = next_page(request, after=shown[-1].public_id) if len(found) > limit else None
        return Response(TournamentsBody({"results": shown, "next": following}).data)


class Event(Resource):
    """An event."""

    is_open: ClassVar = True

    @extend_schema(responses=EventBody, tags=["events"])
    def get(self, request: Request, event_id: str) -> Response:
        """How it stands; and my entry, or every reason why I cannot enter.

        A private event is seen by whoever knows its id, as on its page.
        """
        return Response(event_data(request, selectors.tournament_by_id(event_id)))


class Rules(Resource):
    """The rules card of an event."""

    is_open: ClassVar = True

    @extend_schema(responses=OpenApiTypes.OBJECT, tags=["events"])
    def get(self, request: Request, event_id: str) -> Response:
        """The stored document that runs the event (docs/tournaments.md, "The rules card")."""
        return Response(selectors.tournament_by_id(event_id).card)


class Rounds(Resource):
    """The pairings of an event."""

    is_open: ClassVar = True
    asks: ClassVar = RoundsAsked

    @extend_schema(responses=PairingsBody, parameters=[RoundsAsked], tags=["events"])
    def get(self, request: Request, event_id: str) -> Response:
        """Who meets whom and what came of it, round by round."""
        tournament, limit = selectors.tournament_by_id(event_id), self.asked["limit"]
        number, slot = map(int, self.asked["after"].split("."))
        found = selectors.pairings_listed(
            tournament, most=limit + 1, after=(number, slot), number=self.asked["round"]
        )
        shown = found[:limit]
        last = f"{shown[-1].round}.{shown[-1].slot}" if len(found) > limit else ""
        following = next_page(request, after=last) if last else None
        return Response(PairingsBody({"results": shown, "next": following}).data)


class Standings(Resource):
    """The standings of an event."""

    is_open: ClassVar = True

    @extend_schema(responses=StandingBody(many=True), tags=["events"])
    def get(self, request: Request, event_id: str) -> Response:
        """Every entrant by the results so far, the best first; nobody before the draw."""
        lines = selectors.standing_lines(selectors.tournament_by_id(event_id))
        return Response(StandingBody(lines, many=True).data)


class Draw(Resource):
    """The draw of an event."""

    is_open: ClassVar = True

    @extend_schema(
        responses=OpenApiResponse(OpenApiTypes.OBJECT, "docs/fairness.md"), tags=["events"]
    )
    def get(self, request: Request, event_id: str) -> Response:
        """All that is published of it; the secret is part of that once the event is over."""
        return Response(selectors.draw_document(selectors.tournament_by_id(event_id)))


class UpcomingSeries(Resource):
    """Series of events."""

    is_open: ClassVar = True

    @extend_schema(responses=SeriesBody(many=True), tags=["events"])
    def get(self, request: Request) -> Response:
        """The open templates, each with its events that have not begun."""
        return Response(SeriesBody(selectors.series_upcoming(), many=True).data)


# --- what several answer ------------------------------------------------------------------


def event_data(request: Request, tournament: Tournament) -> dict[str, Any]:
    """An event as whoever asks sees it."""
    user = request.user
    context: dict[str, Any] = {"my_entry": None, "refusals": None}
    if user.is_authenticated:
        context["my_entry"] = selectors.entry_of(tournament, user)
        reasons = selectors.entry_refusals(event_id=tournament.public_id, user=user)
        context["refusals"] = _told(reasons)
    return dict(EventBody(tournament, context=context).data)


def _told(reasons: tuple[Refusal, ...]) -> list[dict[str, Any]]:
    """Reasons as a refused request would have them."""
    return [
        {
            "code": reason.code,
            "message": sentence(reason.text, dict(reason.facts)),
            "data": dict(reason.facts),
        }
        for reason in reasons
    ]
