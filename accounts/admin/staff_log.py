"""The log of staff: who did what to whom, why, and what it was before and after.

The database refuses every change of it. All of it is text: nothing in it is ever markup.
"""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.desk import ReadOnlyAdmin
from accounts.models import StaffAction
from wire.plain import visible

#: What one cell of the list shows of a value.
MOST_SHOWN = 80


class ActorFilter(admin.SimpleListFilter):
    """Those who have ever been staff, by name."""

    title = _("staff")
    parameter_name = "actor"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The people in the log; few, and all of them staff."""
        acts = model_admin.get_queryset(request).order_by("actor__username")
        people = acts.values_list("actor_id", "actor__username").distinct()
        return [(str(pk), name) for pk, name in people]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Their acts."""
        pk = self.value() or ""
        return queryset.filter(actor_id=int(pk)) if pk.isdecimal() and len(pk) < 18 else queryset


@admin.register(StaffAction)
class StaffActionAdmin(ReadOnlyAdmin):
    """What staff have done, newest first: filtered by person, act and time, searched by subject."""

    list_display = ("created_at", "actor", "act", "subject", "because", "change")
    list_select_related = ("actor",)
    list_filter = (ActorFilter, ("act", admin.AllValuesFieldListFilter), "created_at")
    search_fields = ("subject", "reason")
    search_help_text = _("Whom or what it was done to, as in user:name or room:lobby:main.")
    fields = (
        "created_at",
        "actor",
        "act",
        "subject",
        "because",
        "before_and_after",
        "other_details",
    )
    readonly_fields = fields

    @admin.display(description=_("reason"))
    def because(self, action: StaffAction) -> str:
        """Why."""
        return visible(action.reason)

    @admin.display(description=_("before → after"))
    def change(self, action: StaffAction) -> str:
        """What it changed, in a line."""
        lines = [f"{name}: {was} → {became}" for name, was, became in changes_of(action)]
        text = "; ".join(lines)
        return f"{text[:MOST_SHOWN]}…" if len(text) > MOST_SHOWN else text

    @admin.display(description=_("what it changed"))
    def before_and_after(self, action: StaffAction) -> SafeString:
        """A table of what was and what became."""
        lines = list(changes_of(action))
        if not lines:
            return format_html("{}", _("nothing that the log keeps"))
        rows = format_html_join("", '<tr><th scope="row">{}</th><td>{}</td><td>{}</td></tr>', lines)
        head = format_html(
            '<tr><th scope="col">{}</th><th scope="col">{}</th><th scope="col">{}</th></tr>',
            _("What"),
            _("Before"),
            _("After"),
        )
        return format_html("<table><thead>{}</thead><tbody>{}</tbody></table>", head, rows)

    @admin.display(description=_("details"))
    def other_details(self, action: StaffAction) -> SafeString:
        """Whatever else the act has written down, name by name."""
        rest = {key: value for key, value in action.details.items() if key not in _SIDES}
        if not rest:
            return format_html("{}", "–")
        lines = [(visible(name), told(value)) for name, value in sorted(rest.items())]
        return format_html("<dl>{}</dl>", format_html_join("", "<dt>{}</dt><dd>{}</dd>", lines))


_SIDES = ("before", "after")


def changes_of(action: StaffAction) -> Iterator[tuple[str, str, str]]:
    """What the act changed: a name, what was, what became. Values that stayed are left out."""
    before, after = (_named(action.details.get(side)) for side in _SIDES)
    for name in sorted({*before, *after}):
        was, became = told(before.get(name)), told(after.get(name))
        if was != became:
            yield visible(name), was, became


def _named(side: Any) -> dict[str, Any]:
    """One side of a change by names; a bare value has none."""
    if isinstance(side, dict):
        return side
    return {} if side is None else {"": side}


def told(value: Any) -> str:
    """A value of the details as text."""
    if value is None or value == "" or value == []:
        return "–"
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(value, list):
        return ", ".join(told(each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{visible(name)}: {told(each)}" for name, each in sorted(value.items()))
    return visible(str(value))
