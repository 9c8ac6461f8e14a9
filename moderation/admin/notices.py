"""The queue of staff: to read, and to close line by line, with a reason."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.desk import ReadOnlyAdmin
from moderation.models import Notice
from moderation.services import CLOSE, notice_close
from wire.errors import PlatformError
from wire.pages import form_text
from wire.texts import error_body


@admin.register(Notice)
class NoticeAdmin(ReadOnlyAdmin):
    """What staff should look at, open lines first. Nobody is punished by a line alone."""

    list_display = ("text", "kind", "state", "updated_at", "opened_at")
    list_filter = ("state", "kind", "updated_at")
    search_fields = ("subject",)
    fields = ("text", "kind", "subject", "facts", "state", "opened_at", "updated_at")
    actions = ("close",)

    def has_close_permission(self, request: HttpRequest) -> bool:
        """Who sees the action."""
        return request.user.has_perm(CLOSE)

    @admin.action(description=_("Close with a reason"), permissions=["close"])
    def close(self, request: HttpRequest, queryset: QuerySet[Notice]) -> HttpResponse | None:
        """Ask for the reason first, then close each line by itself."""
        notices = list(queryset)
        if "reason" not in request.POST:
            context = {
                **self.admin_site.each_context(request),
                "title": _("Close notices"),
                "notices": notices,
            }
            return render(request, "moderation/admin_close.html", context)
        assert request.user.is_authenticated  # the desk lets nobody else in
        for notice in notices:
            try:
                notice_close(
                    staff=request.user, notice_pk=notice.pk, reason=form_text(request, "reason")
                )
                messages.success(request, _("Closed: {notice}").format(notice=notice))
            except PlatformError as error:
                messages.error(request, f"{notice}: {error_body(error)['message']}")
        return None
