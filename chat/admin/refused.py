"""What was not said, for staff: why it was refused, and whether rightly."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from chat.admin.parts import TalkAdmin, WhenFilter, guarded, moment, person_link, room_link
from chat.models import RefusedLine, Review
from chat.rooms import HIDE
from chat.selectors.statistics import languages_found
from chat.services import refused_review
from moderation.talk import REFUSALS
from wire.errors import PlatformError
from wire.pages import explain
from wire.plain import visible

if TYPE_CHECKING:
    from accounts.models import User

NOT_ENGLISH = "chat.not_english"

#: Why a line was refused, by its code, in the reader's language.
CODES = {code: _(words) for code, words in REFUSALS.items()}


class CodeFilter(admin.SimpleListFilter):
    """Why a line was refused."""

    title = _("reason")
    parameter_name = "code"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Every code there is."""
        return list(CODES.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those of one code."""
        return queryset.filter(code=self.value()) if self.value() in CODES else queryset


class LanguageFilter(admin.SimpleListFilter):
    """For which language the house took a line."""

    title = _("language")
    parameter_name = "language"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Those that were found lately."""
        return [(language, visible(language)) for language in languages_found()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Those of one language."""
        language = (self.value() or "").replace("\0", "")
        return queryset.filter(code=NOT_ENGLISH, evidence=language) if language else queryset


@admin.register(RefusedLine)
class RefusedLineAdmin(TalkAdmin):
    """Refused lines newest first. A mark says whether the filter was right, and does no more."""

    list_display = ("said_at", "in_room", "by", "why", "found", "said", "review")
    list_select_related = ("user",)
    list_filter = (CodeFilter, LanguageFilter, "review", WhenFilter)
    search_fields = ("=room",)
    search_people = ("user",)
    search_help_text = _("A player, or a room as in lobby:main.")
    fields = readonly_fields = (
        "said_at",
        "in_room",
        "by",
        "why",
        "code",
        "found",
        "said",
        "review",
    )
    actions = ("mark_right", "mark_wrong", "mark_new")

    def get_urls(self) -> list[URLPattern]:
        """The list under the name by which other pages know it."""
        listed = guarded(self.admin_site, self.changelist_view, "chat.view_refusedline")
        return [path("", listed, name="chat_refused"), *super().get_urls()]

    def has_review_permission(self, request: HttpRequest) -> bool:
        """Who sees the actions."""
        return request.user.has_perm(HIDE)

    @admin.display(description=_("at"))
    def said_at(self, line: RefusedLine) -> str:
        """When, in UTC."""
        return moment(line.at_ms)

    @admin.display(description=_("room"))
    def in_room(self, line: RefusedLine) -> SafeString:
        """Where."""
        return room_link(line.room)

    @admin.display(description=_("player"))
    def by(self, line: RefusedLine) -> SafeString:
        """Who."""
        return person_link(line.user.username)

    @admin.display(description=_("why"))
    def why(self, line: RefusedLine) -> str:
        """The code in words."""
        return str(CODES.get(line.code, line.code))

    @admin.display(description=_("found"))
    def found(self, line: RefusedLine) -> str:
        """What the stage found."""
        return visible(line.evidence) or "–"

    @admin.display(description=_("text"))
    def said(self, line: RefusedLine) -> str:
        """What was written."""
        return visible(line.text)

    @admin.action(description=_("Mark: rightly refused"), permissions=["review"])
    def mark_right(self, request: HttpRequest, queryset: QuerySet[RefusedLine]) -> None:
        """The filter was right."""
        _mark(request, queryset, Review.RIGHT)

    @admin.action(description=_("Mark: should have passed"), permissions=["review"])
    def mark_wrong(self, request: HttpRequest, queryset: QuerySet[RefusedLine]) -> None:
        """The filter was wrong."""
        _mark(request, queryset, Review.WRONG)

    @admin.action(description=_("Take the mark away"), permissions=["review"])
    def mark_new(self, request: HttpRequest, queryset: QuerySet[RefusedLine]) -> None:
        """Nobody has looked at it."""
        _mark(request, queryset, Review.NEW)


def _mark(request: HttpRequest, queryset: QuerySet[RefusedLine], review: Review) -> None:
    """Mark line by line, as far as the service lets it."""
    pks = list(queryset.order_by("pk").values_list("pk", flat=True))
    for pk in pks:
        try:
            refused_review(actor=cast("User", request.user), line_pk=pk, review=review)
        except PlatformError as error:
            explain(request, error)
            return
    count = len(pks)
    text = ngettext("{count} line is marked: {mark}.", "{count} lines are marked: {mark}.", count)
    messages.success(request, text.format(count=count, mark=review.label))
