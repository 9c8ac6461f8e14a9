"""What every resource of the REST interface shares: errors, pages, strict input, a limit of speed.

The interface translates: it reads a request, calls a service or a selector, and answers. It
decides nothing that the services do not decide for pages and sockets too.
"""

import json
import logging
import secrets
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import redis
from django.conf import settings
from django.core.cache import cache
from django.http import Http404
from django.utils.translation import gettext_lazy
from rest_framework import exceptions, serializers, status
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from wire.errors import PlatformError
from wire.plurals import counted
from wire.texts import error_body
from wire.time import now_ms

log = logging.getLogger(__name__)

MINUTE_MS: Final = 60_000

#: So many lines stand on a page, unless fewer or more are asked for.
USUAL_LIMIT: Final = 50
MOST_LIMIT: Final = 200

#: More than anybody owns or counts; what is larger is no number anybody means.
MOST: Final = 10**12


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


# --- errors -------------------------------------------------------------------------------

#: What the framework itself refuses, in the words of the house. The most special come first.
_FRAMEWORK_ERRORS: Mapping[type[exceptions.APIException], tuple[str, str]] = {
    exceptions.ParseError: ("request.malformed", _("We could not read that request.")),
    exceptions.NotAuthenticated: ("auth.required", _("Please sign in, or send a token.")),
    exceptions.AuthenticationFailed: ("auth.token", _("This token is not known, or is over.")),
    # A session is known, but what changes something does not come from a page of ours.
    exceptions.PermissionDenied: (
        "auth.csrf",
        _("Send a token; or, with a session, the X-CSRFToken of a page of the house."),
    ),
    exceptions.NotFound: ("request.not_found", _("There is nothing at this address.")),
    exceptions.MethodNotAllowed: ("request.method", _("This address does not take {method}.")),
    exceptions.NotAcceptable: ("request.not_acceptable", _("The house answers in JSON.")),
    exceptions.UnsupportedMediaType: ("request.media_type", _("The house reads JSON.")),
    exceptions.Throttled: (
        "request.too_fast",
        counted(
            "That was too fast. Try again in {wait_s} second.",
            "That was too fast. Try again in {wait_s} seconds.",
            by="wait_s",
        ),
    ),
}


def error_response(error: Exception, context: Mapping[str, Any]) -> Response:
    """Any refusal as `{"code", "message", "data"}`; a bug is logged and shown by its number."""
    if isinstance(error, PlatformError):
        return Response(error_body(error), status=error.status)
    if isinstance(error, exceptions.ValidationError):
        return Response(_fields_body(error), status=status.HTTP_400_BAD_REQUEST)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    for kind, (code, text) in _FRAMEWORK_ERRORS.items():
        if isinstance(error, kind):
            facts, headers = _facts_of(error, context)
            said = PlatformError(code, text, **facts)
            return Response(error_body(said), status=error.status_code, headers=headers)
    incident = secrets.token_hex(4)
    log.error("incident %s", incident, exc_info=error)
    return Response(error_body(PlatformError("server.trouble", incident=incident)), status=500)


def _facts_of(
    error: exceptions.APIException, context: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """What fills the sentence, and the headers that belong to the refusal."""
    if isinstance(error, exceptions.Throttled):
        wait_s = round(getattr(error, "wait", None) or 1)
        return {"wait_s": wait_s}, {"Retry-After": str(wait_s)}
    if isinstance(error, exceptions.MethodNotAllowed):
        return {"method": context["request"].method}, {}
    challenge = getattr(error, "auth_header", None)
    return {}, {"WWW-Authenticate": challenge} if challenge else {}


def _fields_body(error: exceptions.ValidationError) -> dict[str, Any]:
    """What is wrong with each field, by its name; "" for the request as a whole."""
    detail = error.detail if isinstance(error.detail, dict) else {"": error.detail}
    said = PlatformError("request.malformed", _("Some of this request makes no sense."))
    body = error_body(said)
    whole = "non_field_errors"
    fields = {"" if field == whole else str(field): found for field, found in detail.items()}
    body["data"] = {"fields": {field: _texts(found) for field, found in fields.items()}}
    return body


def _texts(found: Any) -> list[str]:
    """Sentences however deep they lie."""
    if isinstance(found, Mapping):
        return [text for part in found.values() for text in _texts(part)]
    if isinstance(found, list | tuple):
        return [text for part in found for text in _texts(part)]
    return [str(found)]


# --- strict input -------------------------------------------------------------------------


class StrictJSONParser(JSONParser):
    """Reads JSON that can be told again: no endless nesting, no half of a character."""

    def parse(self, *source: Any, **options: Any) -> Any:
        """The body as plain data. Raises ParseError."""
        try:
            body = super().parse(*source, **options)
            json.dumps(body, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError) as error:
            raise exceptions.ParseError from error
        return body


class WholeNumber(serializers.IntegerField):
    """A number as JSON has it: no text, no fraction, no true."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": MOST, **options})

    def to_internal_value(self, data: Any) -> int:
        """The number. Raises ValidationError for anything else, 5.0 and "5" included."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class NumberChoice(serializers.ChoiceField):
    """One of some numbers, as JSON has it: no text, no fraction, no true."""

    def to_internal_value(self, data: Any) -> Any:
        """The number. Raises ValidationError for anything else."""
        if type(data) is not int:
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class Switch(serializers.BooleanField):
    """True or false as JSON has them: no word, no number."""

    def to_internal_value(self, data: Any) -> bool:
        """The switch. Raises ValidationError for anything else."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class Text(serializers.CharField):
    """Text as JSON has it: no number."""

    def to_internal_value(self, data: Any) -> str:
        """The text. Raises ValidationError for anything else."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictSerializer(serializers.Serializer[Any]):
    """Reads a request and refuses fields it does not know, as the sockets do."""

    default_error_messages: ClassVar = {"unknown": gettext_lazy("There is no such field.")}

    def to_internal_value(self, data: Any) -> Any:
        """The fields as values. Raises ValidationError."""
        if isinstance(data, Mapping):
            unknown = sorted(set(map(str, data)) - set(self.fields))
            if unknown:
                raise serializers.ValidationError(
                    {field: [self.error_messages["unknown"]] for field in unknown}
                )
        return super().to_internal_value(data)


class PageAsked(StrictSerializer):
    """How much of a list. A page names the next one, which neither repeats nor skips a line
    while new ones come."""

    limit = serializers.IntegerField(min_value=1, max_value=MOST_LIMIT, default=USUAL_LIMIT)


class PageBody(serializers.Serializer[Any]):
    """A page of a list."""

    next = serializers.CharField(
        allow_null=True, help_text="The address of the next page; null on the last."
    )


class Nothing(StrictSerializer):
    """A request that says nothing beside its address."""


# --- pages, speed, addresses --------------------------------------------------------------


def next_page(request: Request, **start: object) -> str:
    """The address of the page that goes on from `start`, with the rest of what was asked."""
    address = request.build_absolute_uri()
    for key, value in start.items():
        address = replace_query_param(address, key, value)
    return address


class HouseThrottle(BaseThrottle):
    """So many requests in each minute for every person, or for every address of strangers."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request; whether it is one of those that are allowed.

        While Redis is out of reach all are: our failure is nobody's fault.
        """
        minute = now_ms() // MINUTE_MS
        key = f"rest:{_who(request)}:{minute}"
        try:
            cache.add(key, 0, timeout=2 * MINUTE_MS // 1000)
            count = cache.incr(key)
        except redis.RedisError:
            log.warning("requests could not be counted")
            return True
        return count <= settings.HOUSE_REST_REQUESTS_A_MINUTE

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return 1 + (MINUTE_MS - now_ms() % MINUTE_MS) // 1000


def _who(request: Request) -> str:
    """Who is counted. The server has already replaced the address that a known proxy forwards."""
    if request.user is not None and request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return f"address:{request.META.get('REMOTE_ADDR', '')}"


class Resource(APIView):
    """One address. `reads` and `changes` name the scope a token needs for it, "" for none.

    A session may do whatever its owner may; whether he may is for the services to say.
    is_open: strangers may read it too. asks: what may stand behind the question mark when it is
    read; when it is changed, nothing may.
    """

    parser_classes = (StrictJSONParser,)
    throttle_classes = (HouseThrottle,)

    reads: ClassVar[str] = "read"
    changes: ClassVar[str] = "play"
    is_open: ClassVar[bool] = False
    asks: ClassVar[type[StrictSerializer]] = Nothing

    #: What stood there, as values.
    asked: dict[str, Any]

    @property
    def is_reading(self) -> bool:
        """Whether this request changes nothing."""
        return self.request.method in ("GET", "HEAD", "OPTIONS")

    @property
    def scope_needed(self) -> str:
        """The scope this request needs of a token."""
        return self.reads if self.is_reading else self.changes

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Whether the request may go on to its method. Raises what it is refused for."""
        super().initial(request, *args, **kwargs)
        asks = self.asks if self.is_reading else Nothing
        self.asked = _valid(asks(data=request.query_params.dict()))

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """The answer, which is for whoever asked and for now."""
        response = super().finalize_response(request, response, *args, **kwargs)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    def read(self, serializer: type[StrictSerializer]) -> dict[str, Any]:
        """The body of the request as values. Raises ValidationError."""
        return _valid(serializer(data=self.request.data))


def _valid(asked: StrictSerializer) -> dict[str, Any]:
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


class Nowhere(Resource):
    """An address at which there is nothing, whoever asks and whatever the method."""

    schema = None

    def initial(self, *_args: Any, **_kwargs: Any) -> None:
        """Raises NotFound."""
        raise exceptions.NotFound
