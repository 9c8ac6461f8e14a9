"""*My events* as one person sees them: what he has entered, what he plays, what he has played."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from django.urls import reverse

from tournaments.card import SCHEDULED
from tournaments.selectors import (
    OwnEvent,
    events_after,
    events_before,
    events_during,
    expected_end,
)

if TYPE_CHECKING:
    from accounts.models import User

#: So many past events stand on a page of them.
PAST_ON_A_PAGE = 20
MOST_PAGES = 500


class MyEventsPanel:
    """What stands in the tab. `?page=2` turns over to older events."""

    def __init__(self, person: "User", query: Mapping[str, str]) -> None:
        self.person = person
        self.page = _page_of(query.get("page", ""))
        self.path = f"{reverse('lobby:my_events_panel')}?page={self.page}"

    @cached_property
    def before(self) -> Sequence[OwnEvent]:
        """What he has entered."""
        return events_before(self.person)

    @cached_property
    def during(self) -> Sequence[OwnEvent]:
        """What is being played."""
        return events_during(self.person)

    @cached_property
    def after(self) -> Sequence[OwnEvent]:
        """What is over, this page of it."""
        return self._found[:PAST_ON_A_PAGE]

    @property
    def older_page(self) -> int:
        """The number of the page with older events, 0 without one."""
        return self.page + 1 if len(self._found) > PAST_ON_A_PAGE else 0

    @property
    def newer_page(self) -> int:
        """The number of the page with newer events, 0 without one."""
        return self.page - 1

    @cached_property
    def overlapping(self) -> frozenset[int]:
        """The keys of the entered events that begin while another one is probably still played."""
        events = sorted(
            (each.tournament for each in (*self.during, *self.before) if not each.is_out),
            key=lambda event: event.starts_at,
        )
        return frozenset(
            later.pk
            for index, later in enumerate(events)
            if later.kind == SCHEDULED
            and any(expected_end(earlier) > later.starts_at for earlier in events[:index])
        )

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing at all."""
        return not (self.before or self.during or self.after or self.newer_page)

    @cached_property
    def _found(self) -> Sequence[OwnEvent]:
        """One more than a page, to know whether there are others."""
        start = (self.page - 1) * PAST_ON_A_PAGE
        return events_after(self.person, start=start, most=PAST_ON_A_PAGE + 1)


def _page_of(asked: str) -> int:
    """The number of a page as an address says it; the first where it says nonsense."""
    is_number = asked.isascii() and asked.isdecimal() and len(asked) < 5
    return min(max(1, int(asked)), MOST_PAGES) if is_number else 1
