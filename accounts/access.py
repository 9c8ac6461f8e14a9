"""Who asks through the REST interface, what his token lets him, and doing it once.

The interfaces of all apps stand on this and on `wire.rest`.
"""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import APIView

from accounts.models import ApiToken, User
from accounts.services.replies import Reply, reply_once
from accounts.services.tokens import token_use
from wire.errors import Forbidden, Malformed
from wire.rest import Resource

MOST_KEY: Final = 80


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer bgh_…`: the owner of the token asks."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Who it is; None where no token was sent. Raises AuthenticationFailed."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        if len(words) != 2:
            raise AuthenticationFailed
        token = token_use(text=words[1].decode("ascii", "replace"))
        if token is None:
            raise AuthenticationFailed
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a stranger is asked for."""
        return "Bearer"


class TokenMay(BasePermission):
    """A token does what it was made for, a session whatever its owner may."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Whether somebody is known, where that is needed. Raises Forbidden `auth.scope`."""
        if not isinstance(view, Resource):
            return True
        needed = view.scope_needed()
        if isinstance(request.auth, ApiToken) and not request.auth.may(needed):
            text = _("This token was not made for that: it lacks the scope {scope}.")
            raise Forbidden("auth.scope", text, scope=needed)
        return view.is_open or bool(request.user and request.user.is_authenticated)


Handler = Callable[..., Response]


def once_by_key(handler: Handler) -> Handler:
    """Have a method of a `Resource` obey `Idempotency-Key`: the same request is done once."""

    @wraps(handler)
    def answer(view: Resource, request: Request, **kwargs: Any) -> Response:
        key = request.headers.get("Idempotency-Key", "")
        if not key:
            return handler(view, request, **kwargs)
        if len(key) > MOST_KEY:
            raise Malformed("request.key", _("A key has at most 80 characters."))

        def act() -> Reply:
            response = handler(view, request, **kwargs)
            return response.status_code, json.dumps(response.data, cls=JSONEncoder)

        status, body = reply_once(
            user=request.user, key=key, fingerprint=_fingerprint(request), act=act
        )
        return Response(json.loads(body), status=status)

    return answer


def _fingerprint(request: Request) -> str:
    """The same for the same request, whatever the order of its fields."""
    said = [request.method, request.path, request.data]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()
