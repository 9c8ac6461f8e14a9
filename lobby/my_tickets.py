"""*My tickets* as their holder sees them: what he can use, what holds a seat, what there was."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from django.urls import reverse

from tournaments.selectors import TicketCards, ticket_cards

if TYPE_CHECKING:
    from accounts.models import User


class MyTicketsPanel:
    """What stands in the tab."""

    def __init__(self, person: "User", _query: Mapping[str, str]) -> None:
        self.person = person
        self.path = reverse("lobby:my_tickets_panel")

    @cached_property
    def cards(self) -> TicketCards:
        """All his tickets."""
        return ticket_cards(self.person)

    @property
    def is_empty(self) -> bool:
        """Whether he has never had one."""
        return not (self.cards.ready or self.cards.holding or self.cards.past)
