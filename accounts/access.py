"""Who asks through the REST interface, what his token lets him, and doing it once.

The interfaces of all apps stand on this and on `wire.rest`.
"""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, cast

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from accounts.models import ApiToken, User
from accounts.services.replies import Reply, reply_once
from accounts.services.tokens import token_use
from wire.errors import Forbidden, Malformed

if TYPE_CHECKING:
    # The framework loads this module while it makes the class that resources are made of.
    from rest_framework.views import APIView

    from wire.rest import Resource

MOST_KEY: Final = 80


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


class UserRequest(Request):
    """A request of somebody who is known."""

    user: User


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer bgh_…`: the owner of the token asks."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Who it is; None where no token was sent. Raises AuthenticationFailed."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        token = token_use(text=words[1].decode("ascii", "replace")) if len(words) == 2 else None
        if token is None:
            raise AuthenticationFailed
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a stranger is asked for."""
        return "Bearer"


class TokenMay(BasePermission):
    """A token does what it was made for, a session whatever its owner may."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Whether somebody is known, where that is needed. Raises Forbidden `auth.scope`."""
        resource = cast("Resource", view)
        needed = resource.scope_needed
        if needed and isinstance(request.auth, ApiToken) and not request.auth.may(needed):
            text = _("This token was not made for that: it lacks the scope {scope}.")
            raise Forbidden("auth.scope", text, scope=str(needed))
        is_known = request.user is not None and request.user.is_authenticated
        return is_known or (resource.is_open and resource.is_reading)


Handler = Callable[..., Response]


def once_by_key(handler: Handler) -> Handler:
    """Have a method of a `Resource` obey `Idempotency-Key`: the same request is done once."""

    @wraps(handler)
    def answer(view: "Resource", request: UserRequest, **kwargs: Any) -> Response:
        key = key_of(request)
        if not key:
            return handler(view, request, **kwargs)

        def act() -> Reply:
            response = handler(view, request, **kwargs)
            return response.status_code, json.dumps(response.data, cls=JSONEncoder)

        status, body = reply_once(
            user=request.user, key=key, fingerprint=_fingerprint(request), act=act
        )
        return Response(json.loads(body), status=status)

    return answer


def key_of(request: Request, *, is_needed: bool = False) -> str:
    """The `Idempotency-Key` of a request, "" without one.

    Raises Malformed `request.key`, and `request.key_needed` where it must not be missing.
    """
    key = request.headers.get("Idempotency-Key", "")
    if is_needed and not key:
        text = _("Name this request by an Idempotency-Key, so that sent twice it is done once.")
        raise Malformed("request.key_needed", text)
    if len(key) > MOST_KEY or not key.isprintable():
        raise Malformed("request.key", _("A key is at most 80 printable characters."))
    return key


def _fingerprint(request: Request) -> str:
    """The same for the same request, whatever the order of its fields."""
    said = [request.method, request.path, request.data]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
