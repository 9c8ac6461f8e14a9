"""What the pages of several apps share: reading a form without a form class, showing a refusal,
and going back where a form was."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

from wire.errors import PlatformError
from wire.texts import error_body


def form_text(request: HttpRequest, field: str) -> str:
    """What a field of a form says, "" without it; without the one character no database stores."""
    return str(request.POST.get(field, "")).replace("\x00", "")


def explain(request: HttpRequest, error: PlatformError) -> None:
    """Show a refusal on the next page, every reason of it."""
    body = error_body(error)
    for reason in body["data"].get("refusals", [body]):
        messages.error(request, reason["message"])


def way_back(request: HttpRequest, *, otherwise: str) -> str:
    """Where the form says it was, as `next`, if that is one of our own pages."""
    wished = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        wished, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wished if is_ours else otherwise
