"""REST: matches that are played, one with its events, and the matches of a player."""

from typing import Any, ClassVar

import msgspec
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.ladders import Ladder
from accounts.selectors import user_by_name
from matches.downloads import finished_match
from matches.history import Choice, matches_of
from matches.models import NEVER_MS, Match, MatchStatus, PastMatch
from matches.selectors import (
    event_bodies_since,
    match_by_id,
    may_watch,
    public_matches,
    revealed_secret,
    state_of_match,
)
from wire.errors import NotFound
from wire.rest import PageAsked, PageBody, Resource, StrictSerializer, next_page
from wire.time import at

MOST_EVENTS = 200

FORMATS = {"json": "application/json", "mat": "text/plain; charset=utf-8"}


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


# --- what is answered ---------------------------------------------------------------------


class SideBody(serializers.Serializer[Any]):
    """A player at a match. `contribution`: his part in the dice, null until the end."""

    name = serializers.CharField()
    is_bot = serializers.BooleanField()
    is_guest = serializers.BooleanField()
    score = serializers.IntegerField(help_text="Points; at table stakes the stack in chips.")
    contribution = serializers.CharField(allow_null=True)


class MatchBody(serializers.Serializer[Any]):
    """A match. `seq`: the number of its last event. `secret`: of the dice, null until the end."""

    id = serializers.CharField()
    title = serializers.CharField()
    status = serializers.ChoiceField(choices=MatchStatus.values)
    is_public = serializers.BooleanField()
    is_rated = serializers.BooleanField()
    rules = serializers.DictField()
    white = SideBody()
    black = SideBody()
    seq = serializers.IntegerField()
    began_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    commitment = serializers.CharField()
    secret = serializers.CharField(allow_null=True)


class MatchesBody(PageBody):
    """Some matches, the youngest first."""

    results = MatchBody(many=True)


class EventsBody(serializers.Serializer[Any]):
    """Events as the match's socket sends them (docs/protocol.md): event i has number first + i.

    `seq`: the number of the last event there is; there may be more than are told at once.
    """

    first = serializers.IntegerField()
    events = serializers.ListField(child=serializers.DictField())
    seq = serializers.IntegerField()


class PastBody(serializers.Serializer[Any]):
    """A finished match from one player's side. `change`: of his rating, null if it was unrated,
    and then `unrated` says why."""

    match = serializers.CharField(source="match_id")
    title = serializers.CharField()
    opponent = serializers.CharField(source="opponent.username")
    result = serializers.ChoiceField(choices=PastMatch.Result.values)
    score = serializers.IntegerField()
    opponent_score = serializers.IntegerField()
    ending = serializers.CharField()
    is_public = serializers.BooleanField()
    change = serializers.FloatField(allow_null=True)
    unrated = serializers.CharField()
    ended_at = serializers.DateTimeField(source="finished_at")


class PastMatchesBody(PageBody):
    """Some finished matches, the latest first."""

    results = PastBody(many=True)


# --- what is asked ------------------------------------------------------------------------


class MatchesAsked(PageAsked):
    """Where to go on."""

    older_than = serializers.CharField(
        max_length=12, default="", help_text="The id of a match: only older ones."
    )


class PastAsked(MatchesAsked):
    """Which matches of a player."""

    ladder = serializers.ChoiceField(choices=Ladder.values, required=False)
    result = serializers.ChoiceField(choices=PastMatch.Result.values, required=False)
    opponent = serializers.CharField(max_length=20, required=False)


class EventsAsked(StrictSerializer):
    """After which event."""

    since = serializers.IntegerField(min_value=0, max_value=2**31 - 1, default=0)


class RecordAsked(StrictSerializer):
    """As what."""

    format = serializers.ChoiceField(choices=list(FORMATS), default="json")


# --- resources ----------------------------------------------------------------------------


class Matches(Resource):
    """Matches that are played now."""

    is_open: ClassVar = True
    asks: ClassVar = MatchesAsked

    @extend_schema(responses=MatchesBody, parameters=[MatchesAsked], tags=["matches"])
    def get(self, request: Request) -> Response:
        """Those that anybody may watch, the youngest first."""
        asked = self.asked
        found = public_matches(older_than=asked["older_than"], most=asked["limit"] + 1)
        shown = found[: asked["limit"]]
        has_more = len(found) > len(shown)
        following = next_page(request, older_than=shown[-1].public_id) if has_more else None
        body = {"results": [_told(match) for match in shown], "next": following}
        return Response(MatchesBody(body).data)


class OneMatch(Resource):
    """A match."""

    is_open: ClassVar = True

    @extend_schema(responses=MatchBody, tags=["matches"])
    def get(self, request: Request, match_id: str) -> Response:
        """Who plays by what rules, and how it stands. A private one is for its players alone."""
        return Response(MatchBody(_told(_seen(request, match_id))).data)


class Events(Resource):
    """What has happened in a match."""

    is_open: ClassVar = True
    asks: ClassVar = EventsAsked

    @extend_schema(responses=EventsBody, parameters=[EventsAsked], tags=["matches"])
    def get(self, request: Request, match_id: str) -> Response:
        """At most 200 events after the one with the number `since`."""
        match, since = _seen(request, match_id), self.asked["since"]
        bodies = event_bodies_since(match.pk, since, min(match.seq, since + MOST_EVENTS))
        events = [msgspec.json.decode(body) for body in bodies]
        return Response(EventsBody({"first": since + 1, "events": events, "seq": match.seq}).data)


class Record(Resource):
    """A finished match to take away."""

    is_open: ClassVar = True
    asks: ClassVar = RecordAsked

    @extend_schema(
        parameters=[RecordAsked],
        responses={
            (200, "application/json"): OpenApiResponse(OpenApiTypes.OBJECT, "docs/fairness.md"),
            (200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, "A match file."),
        },
        tags=["matches"],
    )
    def get(self, request: Request, match_id: str) -> HttpResponse:
        """The published document by which the dice are checked, or a `.mat` file."""
        wanted = self.asked["format"]
        found = finished_match(_seen(request, match_id))
        content = found.document() if wanted == "json" else found.match_file()
        answer = HttpResponse(content, content_type=FORMATS[wanted])
        name = found.file_name(wanted)
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer


class MatchesOf(Resource):
    """The matches of a player."""

    is_open: ClassVar = True
    asks: ClassVar = PastAsked

    @extend_schema(responses=PastMatchesBody, parameters=[PastAsked], tags=["people"])
    def get(self, request: Request, name: str) -> Response:
        """His finished matches, the latest first; private ones are seen by their players alone."""
        asked = self.asked
        choice = Choice(
            ladder=Ladder(asked["ladder"]) if "ladder" in asked else None,
            opponent=user_by_name(asked["opponent"]) if "opponent" in asked else None,
            result=PastMatch.Result(asked["result"]) if "result" in asked else None,
        )
        page = matches_of(
            user_by_name(name),
            viewer=request.user,
            choice=choice,
            older_than=asked["older_than"],
            lines_per_page=asked["limit"],
        )
        following = next_page(request, older_than=page.older) if page.older else None
        return Response(PastMatchesBody({"results": page.lines, "next": following}).data)


def _seen(request: Request, match_id: str) -> Match:
    """The match, if this person may see it. Raises NotFound `match.not_found` if not."""
    match = match_by_id(match_id)
    if not may_watch(match=match, user=request.user):
        raise NotFound("match.not_found", _("There is no such match."))
    return match


def _told(match: Match) -> dict[str, Any]:
    """A match as `MatchBody` tells of it."""
    secret = revealed_secret(match)
    plain = ("title", "status", "is_public", "is_rated", "rules", "seq", "commitment")
    scores = dict(zip(("white", "black"), state_of_match(match).score, strict=True))
    players = {
        seat.side: {
            "name": seat.user.username,
            "is_bot": seat.is_bot,
            "is_guest": seat.user.is_guest,
            "score": scores[seat.side],
            "contribution": None if secret is None else seat.contribution,
        }
        for seat in match.seats.all()
    }
    return {
        "id": match.public_id,
        **{field: getattr(match, field) for field in plain},
        **players,
        "began_at": at(match.created_ms),
        "ended_at": None if match.finished_ms == NEVER_MS else at(match.finished_ms),
        "secret": secret,
    }
