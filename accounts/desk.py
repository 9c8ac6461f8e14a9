"""Parts that staff pages of every app are made of.

A list at the desk does the same work however long its table is: it counts no further than
`MOST_COUNTED`, finds people before it looks for their rows, and offers no order and no choice
that would read the whole table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import lookup_spawns_duplicates
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import BadRequest, ValidationError
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.selectors.people import people_like

#: Rows a list counts and pages through; the page then leads on to what is older.
MOST_COUNTED: Final = 2_000


def nobody(*_: Any, **__: Any) -> bool:
    """A permission that nobody has, whatever the request and the row."""
    return False


#: Rows of another table that the page of a row shows.
MOST_ROWS: Final = 500


def table_of(heads: Sequence[Any], rows: Iterable[Sequence[Any]]) -> SafeString:
    """Rows to read, on the page of the row they belong to: as text, in a plain table.

    Django's inlines make a form of each row, which takes a hundred times as long.
    """
    head = format_html_join("", '<th scope="col">{}</th>', ([each] for each in heads))
    body = format_html_join("", "<tr>{}</tr>", ([_cells(row)] for row in rows))
    return format_html("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>", head, body)


def _cells(row: Sequence[Any]) -> SafeString:
    return format_html_join("", "<td>{}</td>", ([each] for each in row))


class BoundedPaginator(Paginator):
    """Pages through the first `MOST_COUNTED` rows and counts no more of them."""

    @cached_property
    def _counted(self) -> int:
        # In no order: the database may count whichever rows it meets first.
        assert isinstance(self.object_list, QuerySet), "lists of the desk are rows"
        return self.object_list.order_by().values("pk")[: MOST_COUNTED + 1].count()

    @cached_property
    def count(self) -> int:
        """How many rows there are, at most `MOST_COUNTED`."""
        return min(self._counted, MOST_COUNTED)

    @property
    def is_bounded(self) -> bool:
        """Whether there are more rows than are counted."""
        return self._counted > MOST_COUNTED


class BoundedChangeList(ChangeList):
    """A list that goes on behind its last row where it is longer than is counted."""

    def get_filters_params(self, params: Any = None) -> Any:
        """What is filtered by. Raises IncorrectLookupParameters for what no text can hold."""
        wanted = super().get_filters_params(params)
        if any("\0" in value for values in wanted.values() for value in values):
            raise IncorrectLookupParameters
        return wanted

    def get_results(self, request: HttpRequest) -> None:
        """Read the page, and know where the older rows begin."""
        super().get_results(request)
        self.older_query = ""
        is_newest_first = self.queryset.query.order_by[:1] == ("-pk",)
        if self.paginator.is_bounded and is_newest_first:
            self.result_list = list(self.result_list)
            last = self.result_list[-1].pk
            self.older_query = self.get_query_string({f"{self.opts.pk.name}__lt": last}, ["p"])


class BoundedAdmin(admin.ModelAdmin):
    """Lists that stay fast however many rows there are.

    search_fields are looked up as Django writes them (`=` exactly, `^` from the beginning, else
    anywhere); search_people names the columns that point at people, who are found by a part of
    their name. Everything that is typed is one thing to look for.
    """

    paginator = BoundedPaginator
    # Both count the whole table.
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_max_show_all = 0
    # Only what has an index may be sorted by, and each list has that order already.
    sortable_by = ()
    ordering = ("-pk",)
    search_people: ClassVar[Sequence[str]] = ()

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """The list that does not count."""
        return BoundedChangeList

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """A box is shown where anything can be looked for."""
        return (*self.get_text_fields(request), *self.search_people)

    def response_action(
        self, request: HttpRequest, queryset: QuerySet[Any], *where: Any, **asked: Any
    ) -> HttpResponse | None:
        """What comes of an action. Raises BadRequest where a row is named that cannot be."""
        for named in request.POST.getlist(ACTION_CHECKBOX_NAME):
            try:
                self.opts.pk.run_validators(self.opts.pk.to_python(named))
            except (ValidationError, ValueError) as nonsense:
                raise BadRequest(named[:40]) from nonsense
        return super().response_action(request, queryset, *where, **asked)

    def get_text_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """The columns in which this person may look for words."""
        return tuple(self.search_fields)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The rows in which the words are found, or whose people are called like that."""
        words = search_term.replace("\0", "").strip()
        if not words:
            return queryset, False
        found = Q(pk__in=())
        for lookup in _lookups(self.get_text_fields(request)):
            found |= self._rows_with(lookup, words)
        pks = people_like(words) if self.search_people else []
        for column in self.search_people if pks else ():
            found |= self._rows_with(f"{column}__in", pks)
        return queryset.filter(found), False

    def _rows_with(self, lookup: str, value: Any) -> Q:
        """The rows of which this is true, each once."""
        if not lookup_spawns_duplicates(self.opts, lookup):
            return Q(**{lookup: value})
        rows = self.model._default_manager.filter(**{lookup: value})
        return Q(pk__in=rows.order_by().values("pk"))


class ReadOnlyAdmin(BoundedAdmin):
    """Rows that staff may look at. Services write them; nobody edits or deletes them here."""

    has_add_permission = has_change_permission = has_delete_permission = nobody


def choice_filter(
    column: str, title: Any, choices: Mapping[str, Any]
) -> type[admin.SimpleListFilter]:
    """A filter of a column by values that are known without asking the table."""

    class ChoiceFilter(admin.SimpleListFilter):
        """Rows with one of the values."""

        parameter_name = column

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
            return list(choices.items())

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            return queryset.filter(**{column: self.value()}) if self.value() else queryset

    ChoiceFilter.title = title
    return ChoiceFilter


def _lookups(search_fields: Iterable[str]) -> Iterator[str]:
    """Django's way of writing what is searched, as lookups."""
    for field in search_fields:
        if field.startswith("="):
            yield field[1:]
        elif field.startswith("^"):
            yield f"{field[1:]}__startswith"
        else:
            yield f"{field}__icontains"
