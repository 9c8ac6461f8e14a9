"""How the REST interface describes itself: keys of requests, refusals, the readable page."""

import re
from typing import Any, cast

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from wire.rest import Resource

CHANGING = ("post", "delete")

ERROR = {
    "type": "object",
    "description": "Why not. Where several reasons speak against, `data.refusals` has them all.",
    "properties": {
        "code": {"type": "string", "description": "`area.reason`, never renamed."},
        "message": {"type": "string", "description": "A sentence for people."},
        "data": {"type": "object", "additionalProperties": {}},
    },
    "required": ["code", "data", "message"],
}


class HouseSchema(AutoSchema):
    """Names an operation by its address; adds to every change the key by which it is done once."""

    def get_operation_id(self) -> str:
        """As in `get_players_name_ratings`."""
        address = self.path.removeprefix("/api/v1")
        return "_".join([self.method.lower(), *re.findall(r"\w+", address)])

    def get_summary(self) -> str:
        """What is done, for the list: the first sentence that is written of it."""
        return self._told.partition(". ")[0].removesuffix(".")

    def get_description(self) -> str:  # type: ignore[override]
        """The whole of it, and the scope a token needs."""
        scope = self._resource.changes if self._is_change else self._resource.reads
        needs = f"Scope: `{scope}`." if scope else "Any token."
        if self._is_open:
            needs = f"Open to strangers. {needs}"
        return f"{self._told}\n\n{needs}"

    def get_auth(self) -> list[dict[str, list[str]]]:
        """How one may say who one is; not at all where strangers may read."""
        return [*super().get_auth(), *([{}] if self._is_open else [])]

    @property
    def _told(self) -> str:
        return str(super().get_description())

    @property
    def _is_open(self) -> bool:
        return self._resource.is_open and not self._is_change

    @property
    def _is_change(self) -> bool:
        return self.method.lower() in CHANGING

    @property
    def _resource(self) -> Resource:
        return cast("Resource", self.view)

    def get_override_parameters(self) -> list[Any]:
        """What a request may carry beside what its method says."""
        if not self._is_change:
            return []
        return [
            OpenApiParameter(
                "Idempotency-Key",
                str,
                OpenApiParameter.HEADER,
                description="Names this request, so that sent again it is done once.",
            )
        ]


class TokensInTheSchema(OpenApiAuthenticationExtension):
    """Adds personal tokens to the ways of saying who one is."""

    target_class = "accounts.access.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A scheme of OpenAPI."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token, made on the page Account, Tokens.",
        }


def with_errors(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """The description with the one shape of every refusal."""
    result["components"]["schemas"]["Error"] = ERROR
    answer = {
        "description": "Refused.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"]["default"] = answer
    return result


# The style sheet of the viewer has its icons in itself.
@csp_update({"img-src": [SELF, "data:"]})
@ensure_csrf_cookie
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The description to read and to try out."""
    return render(request, "api/index.html")
