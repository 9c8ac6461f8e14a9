"""What the pages of the desk share: who may open them, and whom and what an address names."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, cast

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from accounts.selectors import account_by_name
from moderation.models import Case
from moderation.selectors.cases import case_at
from moderation.talk import talk
from wire.errors import NotFound

if TYPE_CHECKING:
    from accounts.models import User

#: Whoever holds it may look at the desk.
VIEW: Final = "moderation.view_case"

View = Callable[..., HttpResponse]


def desk_page(view: View, permission: str = VIEW) -> View:
    """A page of the desk for whoever holds the permission."""

    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not request.user.has_perm(permission):
            raise PermissionDenied
        return view(request, **kwargs)

    return cast("View", admin.site.admin_view(guarded))


def desk_context(request: HttpRequest, title: str, **context: Any) -> dict[str, Any]:
    """What every page of the desk is drawn with."""
    return {**admin.site.each_context(request), "title": title, **context}


def staff_of(request: HttpRequest) -> "User":
    """Whoever is at the desk."""
    assert request.user.is_authenticated  # the desk lets nobody else in
    return request.user


def case_or_404(request: HttpRequest, case_id: str) -> Case:
    """The case an address names. Raises PermissionDenied for one of a room that whoever is at the
    desk must not read now."""
    try:
        case = case_at(case_id)
    except NotFound as missing:
        raise Http404 from missing
    if case.room in talk().rooms_closed_to(staff_of(request)):
        raise PermissionDenied
    return case


def player_or_404(name: str) -> "User":
    """The account an address names, open or closed."""
    try:
        return account_by_name(name)
    except NotFound as missing:
        raise Http404 from missing
