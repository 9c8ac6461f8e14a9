"""REST: the results of an event to take away, as they stand or as they were in the end."""

from typing import Any, ClassVar, Final

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import UserRequest
from accounts.scopes import Scope
from tournaments import selectors
from tournaments.exports import RESULT_COLUMNS, csv_text, document_of, results_of
from tournaments.models import Tournament
from tournaments.pages.play import Play
from wire.rest import Resource, StrictSerializer

JSON, CSV = "json", "csv"


class ResultsAsked(StrictSerializer):
    """As what."""

    format = serializers.ChoiceField(choices=[JSON, CSV], default=JSON)


RESPONSES: Final = {
    (200, "application/json"): OpenApiResponse(
        OpenApiTypes.OBJECT, "The event, its standings with prizes, and every match."
    ),
    (200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, "The standings, a line an entrant."),
}


class Results(Resource):
    """The results of an event."""

    is_open: ClassVar = True
    asks: ClassVar = ResultsAsked

    @extend_schema(parameters=[ResultsAsked], responses=RESPONSES, tags=["events"])
    def get(self, request: Request, event_id: str) -> HttpResponse:
        """Everybody's place, points and prize, and every match with its address."""
        return _answer(request, selectors.tournament_by_id(event_id), self.asked)


class OrganisedResults(Resource):
    """The results of an event of mine."""

    reads: ClassVar = Scope.ORGANISE
    asks: ClassVar = ResultsAsked

    @extend_schema(parameters=[ResultsAsked], responses=RESPONSES, tags=["organiser"])
    def get(self, request: UserRequest, event_id: str) -> HttpResponse:
        """The same, with a token that is for organising alone."""
        return _answer(request, selectors.organised_event(event_id, request.user), self.asked)


def _answer(request: Request, tournament: Tournament, asked: dict[str, Any]) -> HttpResponse:
    if asked["format"] == CSV:
        text = csv_text(RESULT_COLUMNS, results_of(tournament, Play(tournament)))
        return HttpResponse(text, content_type="text/csv; charset=utf-8")
    site = request.build_absolute_uri("/").rstrip("/")
    return Response(document_of(tournament, site=site))
