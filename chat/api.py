"""REST: what was said in a room. To speak, open a socket: it hears the answers too."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from chat.selectors import muted_by, reading_check, room_page
from wire.rest import PageAsked, PageBody, Resource, next_page
from wire.time import at


class AnsweredBody(serializers.Serializer[Any]):
    """The line that was replied to."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class LineBody(serializers.Serializer[Any]):
    """A line. `phrase`: the key of a quick phrase, "" for words of his own; `text` is English."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    is_staff = serializers.BooleanField()
    is_organiser = serializers.BooleanField()
    text = serializers.CharField()
    phrase = serializers.CharField(allow_blank=True)
    reply_to = AnsweredBody(allow_null=True)
    said_at = serializers.DateTimeField()


class LinesBody(PageBody):
    """Some lines of a room, the latest first."""

    results = LineBody(many=True)


class LinesAsked(PageAsked):
    """Where to go on."""

    older_than = serializers.IntegerField(
        min_value=0, max_value=2**63 - 1, default=0, help_text="The id of a line: only older ones."
    )


class RoomLines(Resource):
    """What was said in a room."""

    is_open: ClassVar = True
    asks: ClassVar = LinesAsked

    @extend_schema(responses=LinesBody, parameters=[LinesAsked], tags=["chat"])
    def get(self, request: Request, room: str) -> Response:
        """The lines of `lobby:main`, `event:<id>`, `match:<id>` or `watch:<id>`, the latest first.

        Left out are lines that staff have hidden, and those of people the reader has muted.
        """
        reader = request.user if request.user.is_authenticated else None
        reading_check(room, reader)
        asked = self.asked
        page = room_page(
            room, muted=muted_by(reader), before=asked["older_than"], most=asked["limit"]
        )
        lines = [{**line, "said_at": at(line["at_ms"])} for line in reversed(page.lines)]
        following = next_page(request, older_than=lines[-1]["id"]) if page.has_more else None
        return Response(LinesBody({"results": lines, "next": following}).data)
