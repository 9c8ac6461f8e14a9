"""The books for staff: to read and to search, to audit, and to correct by a transfer."""

from typing import Any, Final

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.desk import ReadOnlyAdmin, nobody
from accounts.selectors import people_like
from bankroll.audit import books_check, books_proof
from bankroll.forms import CorrectionForm
from bankroll.models import Account, Posting, Transfer
from bankroll.notes import note_text
from bankroll.selectors import balance_of
from bankroll.services import CORRECT, correction_post
from wire.errors import PlatformError
from wire.numbers import number_text
from wire.texts import error_body

#: Whoever holds it may have the books audited.
AUDIT: Final = "bankroll.audit_books"

#: Accounts whose movements a search lists, the newest of them.
MOST_ACCOUNTS: Final = 500


class PostingInline(admin.TabularInline):
    """The movements of a transfer."""

    model = Posting
    fields = ("source", "target", "chips")
    extra = 0
    has_add_permission = has_change_permission = has_delete_permission = nobody

    def get_queryset(self, request: HttpRequest) -> QuerySet[Posting]:
        return super().get_queryset(request).select_related("source", "target").order_by("pk")


@admin.register(Account)
class AccountAdmin(ReadOnlyAdmin):
    """Where chips lie."""

    list_display = ("ref", "kind", "owner", "balance_chips")
    list_select_related = ("owner",)
    list_filter = ("kind",)
    search_fields = ("=ref",)
    search_people = ("owner",)
    search_help_text = gettext_lazy("A player, or an account by its whole name.")


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin):
    """What happened to chips, newest first. From here the books are audited and wallets corrected.

    A correction is shown before it is made: the first answer to the form says what the wallet
    will be, and carries the same form to be confirmed.
    """

    list_display = ("created_at", "kind", "note_shown", "key")
    list_filter = ("kind", "created_at")
    search_fields = ("^key", "note")
    inlines = (PostingInline,)
    change_list_template = "bankroll/admin_transfers.html"

    @admin.display(description=gettext_lazy("note"))
    def note_shown(self, transfer: Transfer) -> str:
        """What the house says of it, in the reader's language; what staff wrote, as it is."""
        return note_text(transfer.note)

    def get_urls(self) -> list[URLPattern]:
        """The two pages of the ledger, ahead of those of the rows."""
        pages = [
            path("audit/", self._page(self.audit, AUDIT), name="bankroll_audit"),
            path("correct/", self._page(self.correct, CORRECT), name="bankroll_correct"),
        ]
        return pages + super().get_urls()

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list, with a button for each page the person may use."""
        buttons = {
            "may_audit": request.user.has_perm(AUDIT),
            "may_correct": request.user.has_perm(CORRECT),
        }
        return super().changelist_view(request, buttons | (extra_context or {}))

    def audit(self, request: HttpRequest) -> HttpResponse:
        """Prove the books, when asked to: each check reads all of them."""
        outcome = {}
        if request.method == "POST":
            outcome = {"breaches": books_check(), "proof": books_proof()}
        title = _("Audit the books")
        context = {**self.admin_site.each_context(request), "title": title, **outcome}
        return render(request, "bankroll/admin_audit.html", context)

    def correct(self, request: HttpRequest) -> HttpResponse:
        """Ask, show, and after the second press correct."""
        form = CorrectionForm(request.POST or None)
        preview = None
        if form.is_valid():
            asked = form.cleaned_data
            if "confirmed" in request.POST and self._corrected(request, asked):
                return redirect("admin:bankroll_transfer_changelist")
            before = balance_of(asked["player"])
            preview = {"before": before, "after": before + asked["chips"], **asked}
        context = {
            **self.admin_site.each_context(request),
            "title": _("Correct a wallet"),
            "form": form,
            "preview": preview,
        }
        return render(request, "bankroll/admin_correct.html", context)

    def _corrected(self, request: HttpRequest, asked: dict[str, Any]) -> bool:
        """Whether the service did it; where not, it says why."""
        assert request.user.is_authenticated  # the desk lets nobody else in
        try:
            correction_post(
                staff=request.user,
                user=asked["player"],
                chips=asked["chips"],
                reason=asked["reason"],
                key=asked["key"],
            )
        except PlatformError as error:
            messages.error(request, error_body(error)["message"])
            return False
        done = ngettext(
            "The wallet of {player} is corrected by {chips} chip.",
            "The wallet of {player} is corrected by {chips} chips.",
            asked["chips"],
        )
        told = {"player": asked["player"], "chips": number_text(asked["chips"])}
        messages.success(request, done.format(**told))
        return True

    def _page(self, view: Any, permission: str) -> Any:
        """A page of the desk for whoever holds the permission."""

        def guarded(request: HttpRequest) -> HttpResponse:
            if not request.user.has_perm(permission):
                raise PermissionDenied
            answer: HttpResponse = view(request)
            return answer

        return self.admin_site.admin_view(guarded)


@admin.register(Posting)
class PostingAdmin(ReadOnlyAdmin):
    """Every movement, newest first. Searched by player or by account."""

    list_display = ("pk", "transfer", "source", "target", "chips")
    list_select_related = ("transfer", "source", "target")
    list_filter = ("transfer__kind",)
    search_fields = ("source", "target")
    search_help_text = gettext_lazy("A player, or an account by its whole name.")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Posting], search_term: str
    ) -> tuple[QuerySet[Posting], bool]:
        """The movements from and to the accounts that are meant, which are found first."""
        words = search_term.replace("\0", "").strip()
        if not words:
            return queryset, False
        meant = Account.objects.filter(Q(ref=words) | Q(owner__in=people_like(words)))
        pks = list(meant.order_by("-pk").values_list("pk", flat=True)[:MOST_ACCOUNTS])
        return queryset.filter(Q(source__in=pks) | Q(target__in=pks)), False
