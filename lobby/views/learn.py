"""Pages from which one learns to play here. They are the same for everybody who reads them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from lobby.learn import pages_read, parts_of


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """What can be learned, page by page."""
    return render(request, "learn/index.html", {"parts": parts_of(pages_read())})


@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    """One page, with the ones before and after it."""
    pages = pages_read()
    for before, shown, after in zip((None, *pages), pages, (*pages[1:], None), strict=False):
        if shown.key == key:
            context = {"page": shown, "before": before, "after": after, "parts": parts_of(pages)}
            return render(request, "learn/page.html", context)
    raise Http404(key)
