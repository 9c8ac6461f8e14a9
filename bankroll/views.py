"""The wallet: its page, a line of it explained, the statement as a file, the refill."""

from collections.abc import AsyncIterator, Iterator
from itertools import islice

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import SignedInRequest
from bankroll.csvfile import csv_head, csv_lines
from bankroll.pages import LinePage, WalletPage
from bankroll.places import places_named
from bankroll.selectors import StatementLine, statement_lines
from bankroll.services import refill
from wire.errors import NotFound, PlatformError
from wire.pages import explain

_CHUNK = 500  # lines of the file that are made at a time


@require_safe
@login_required
def wallet(request: SignedInRequest) -> HttpResponse:
    """What the user has, what is in play where, and how it came to be."""
    page = WalletPage(request.user, request.GET)
    return render(request, "bankroll/wallet.html", {"page": page})


@require_safe
@login_required
def line(request: SignedInRequest, number: int) -> HttpResponse:
    """One line of the statement, explained step by step."""
    try:
        page = LinePage(request.user, number)
    except NotFound as missing:
        raise Http404 from missing
    return render(request, "bankroll/line.html", {"page": page})


@require_safe
@login_required
def export(request: SignedInRequest) -> StreamingHttpResponse:
    """The statement as it is filtered, all pages of it, as a file for spreadsheets."""
    asked = WalletPage(request.user, request.GET).form.asked
    answer = StreamingHttpResponse(
        _file(statement_lines(request.user, asked)), content_type="text/csv; charset=utf-8"
    )
    answer["Content-Disposition"] = 'attachment; filename="statement.csv"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_POST
@login_required
def refill_ask(request: SignedInRequest) -> HttpResponse:
    """Bring an empty wallet up again; the form says which refill it asks for."""
    asked = request.POST.get("number", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else None
    try:
        refill(user=request.user, number=number)
        messages.success(request, _("Here are your chips. Play well."))
    except PlatformError as error:
        explain(request, error)
    return redirect("bankroll:wallet")


async def _file(lines: Iterator[StatementLine]) -> AsyncIterator[str]:
    """The file in pieces, each read in the thread that holds the database's cursor."""
    yield csv_head()
    while piece := await sync_to_async(_piece)(lines):
        yield piece


def _piece(lines: Iterator[StatementLine]) -> str:
    """The next lines of the file; "" when there are no more."""
    chunk = list(islice(lines, _CHUNK))
    return csv_lines(chunk, places_named({line.place for line in chunk} - {""}))
