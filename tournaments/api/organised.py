"""REST: events that a member makes for his own people, with a token for that and a permission.

They are private: whoever has the address finds them, nobody else.
"""

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from drf_spectacular.utils import extend_schema_serializer as described
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import UserRequest, once_by_key
from accounts.scopes import Scope
from backgammon import VARIANTS
from tournaments import selectors, services
from tournaments.api.bodies import EventLineBody
from tournaments.formats import FORMATS
from tournaments.models import Tournament
from tournaments.services.organising import MOST_ENTRANTS, may_organise
from tournaments.wording import TIE_BREAK_WORDS
from wire.errors import Forbidden
from wire.rest import (
    PageAsked,
    PageBody,
    Resource,
    StrictSerializer,
    Switch,
    Text,
    WholeNumber,
    next_page,
)

MOST_INVITED = 500


# --- what is asked and answered -----------------------------------------------------------


class OrganisedAsked(PageAsked):
    """Where to go on."""

    after = serializers.CharField(
        max_length=12, default="", help_text="The id of an event: only those behind it."
    )


@described(
    examples=[
        OpenApiExample(
            "A knock-out of a club",
            {
                "name": "Harju club, December",
                "starts_at": "2026-12-05T18:00:00+02:00",
                "time_zone": "Europe/Tallinn",
                "seats": 16,
                "length_points": 5,
                "buy_in_chips": 50,
                "with_code": True,
            },
        )
    ]
)
class PrivateEventAsked(StrictSerializer):
    """A private event. What is not said is as usual; what cannot work is refused, all at once.

    `round_lengths`: points by round, the last for all later ones. `pause_s`, `prize_shares`
    (percent by place): without them the house's. `with_code`: entrants must know a word, too; the
    answer has it. `invited`: the only players who may enter, if any are named.
    """

    name = Text(min_length=3, max_length=60)
    starts_at = serializers.DateTimeField(help_text="With its offset from UTC.")
    time_zone = Text(max_length=60, default="UTC")
    format = serializers.ChoiceField(choices=list(FORMATS), default="knockout")
    variant = serializers.ChoiceField(choices=[each.key for each in VARIANTS], default="backgammon")
    seats = WholeNumber(min_value=2, max_value=MOST_ENTRANTS, default=16)
    min_entrants = WholeNumber(min_value=2, max_value=MOST_ENTRANTS, default=4)
    rounds = WholeNumber(max_value=30, default=0)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=list(TIE_BREAK_WORDS)), default=list, max_length=10
    )
    length_points = WholeNumber(min_value=1, max_value=25, default=5)
    round_lengths = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=25), default=list, max_length=20
    )
    reserve_s = WholeNumber(min_value=1, max_value=3600, default=120)
    delay_s = WholeNumber(max_value=3600, default=12)
    pause_s = WholeNumber(max_value=3600, required=False)
    buy_in_chips = WholeNumber(max_value=1_000_000, default=0)
    prize_shares = serializers.ListField(child=Text(max_length=12), default=list, max_length=16)
    has_late_entry = Switch(default=False)
    buy_back_min = WholeNumber(max_value=600, default=0)
    opens_before_h = WholeNumber(min_value=1, max_value=14 * 24, default=72)
    with_code = Switch(default=False)
    invited = serializers.ListField(
        child=Text(max_length=20), default=list, max_length=MOST_INVITED
    )

    def validate_name(self, name: str) -> str:
        """The name as people read it: one line."""
        if not name.isprintable():
            raise serializers.ValidationError(["A name is one line of printable characters."])
        return name


class OrganisedBody(EventLineBody):
    """An event of mine. `invitation_code`: "" where none is asked for; `url`: of its page."""

    commitment = serializers.CharField()
    invitation_code = serializers.CharField()
    invited = serializers.ListField(child=serializers.CharField(), source="allowed_names")
    url = serializers.SerializerMethodField()

    def get_url(self, tournament: Tournament) -> str:
        """The address to hand round."""
        request: Request = self.context["request"]
        return request.build_absolute_uri(
            reverse("tournaments:detail", args=[tournament.public_id])
        )


class OrganisedEventsBody(PageBody):
    """Some events of mine, the latest first."""

    results = OrganisedBody(many=True)


# --- resources ----------------------------------------------------------------------------


class Organised(Resource):
    """My private events."""

    reads: ClassVar = Scope.ORGANISE
    changes: ClassVar = Scope.ORGANISE
    asks: ClassVar = OrganisedAsked

    @extend_schema(responses=OrganisedEventsBody, parameters=[OrganisedAsked], tags=["organiser"])
    def get(self, request: UserRequest) -> Response:
        """The latest first, with what entrants must know."""
        _refuse_others(request)
        limit = self.asked["limit"]
        found = selectors.events_organised(request.user, most=limit + 1, after=self.asked["after"])
        shown = found[:limit]
        following = next_page(request, after=shown[-1].public_id) if len(found) > limit else None
        body = {"results": shown, "next": following}
        return Response(OrganisedEventsBody(body, context={"request": request}).data)

    @extend_schema(request=PrivateEventAsked, responses={201: OrganisedBody}, tags=["organiser"])
    @once_by_key
    def post(self, request: UserRequest) -> Response:
        """Make one. Only whoever has its address finds it; it is in no list and no calendar."""
        asked = self.read(PrivateEventAsked)
        event = services.private_event_create(
            organiser=request.user,
            name=asked.pop("name"),
            starts_at=asked.pop("starts_at"),
            time_zone=asked.pop("time_zone"),
            with_code=asked.pop("with_code"),
            invited=asked.pop("invited"),
            settings=_columns(asked),
        )
        return Response(OrganisedBody(event, context={"request": request}).data, status=201)


class OneOrganised(Resource):
    """A private event of mine."""

    reads: ClassVar = Scope.ORGANISE
    changes: ClassVar = Scope.ORGANISE

    @extend_schema(responses=OrganisedBody, tags=["organiser"])
    def get(self, request: UserRequest, event_id: str) -> Response:
        """As it stands."""
        event = selectors.organised_event(event_id, request.user)
        return Response(OrganisedBody(event, context={"request": request}).data)

    @extend_schema(request=None, responses={204: None}, tags=["organiser"])
    @once_by_key
    def delete(self, request: UserRequest, event_id: str) -> Response:
        """Call it off before it starts: every entry goes back. Sent again it is answered alike."""
        services.private_event_cancel(event_id=event_id, organiser=request.user)
        return Response(status=204)


def _refuse_others(request: UserRequest) -> None:
    """Say no to whoever may not organise: an empty list would look like a promise."""
    if not may_organise(request.user):
        raise Forbidden("auth.forbidden")


def _columns(asked: dict[str, Any]) -> dict[str, Any]:
    """The fields of a request as columns of a template."""
    lists = ("tie_breaks", "round_lengths", "prize_shares")
    columns = {**asked, **{name: " ".join(map(str, asked[name])) for name in lists}}
    columns["round_count"] = columns.pop("rounds")
    return columns
