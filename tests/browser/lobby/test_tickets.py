"""My tickets in Chromium, on a phone: a ticket is found, read about, used, and holds its entry."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.lobby.test_tables import expect_accessible
from tests.stories.browsers import SMALL, Person
from tests.support.house import House

pytestmark = pytest.mark.services

Somebody = Callable[..., Person]

#: A ticket to any event that costs what the house's open Sit&Go costs; its name is printed.
GIVE = """
from datetime import timedelta
from accounts.models import User
from tournaments.models import TicketKind, Tournament
from tournaments.services import ticket_issue
from wire.time import now
event = Tournament.objects.filter(kind="sit_and_go", state="registering", target=None).first()
ticket_issue(
    holder=User.objects.get(username={name!r}),
    kind=TicketKind.FLEXIBLE,
    value_chips=event.rules_card.cost_chips,
    key="browser",
    expires_at=now() + timedelta(days=90),
    source_ref=None,
    note="Won.",
)
print(event.public_id, event.name)
"""


def test_a_ticket_is_used_with_two_presses(house: House, person: Somebody) -> None:
    alice = person(**SMALL)
    alice.go("/my/tickets/")
    expect(alice.page.get_by_text("You win one in a satellite")).to_be_visible()
    expect(alice.page.get_by_role("link", name="My tickets")).to_be_in_viewport(ratio=0.9)
    given = house.manage("shell", "--no-imports", "-c", GIVE.format(name=alice.name))
    event_id, _space, name = given.strip().partition(" ")

    alice.go("/my/tickets/")
    ready = alice.page.get_by_role("region", name="To be used")
    ready.get_by_text("History").click()
    expect(ready.get_by_text("waits to be used: Won.")).to_be_visible()
    expect_accessible(alice)
    if (choice := ready.get_by_label("For which event?")).count():
        choice.select_option(event_id)
    ready.get_by_role("button", name="Use it").click()

    alice.page.wait_for_url(f"**/event/{event_id}/")
    expect(alice.page.get_by_text(f"You have entered {name} with your ticket.")).to_be_visible()
    alice.go("/my/tickets/")
    holding = alice.page.get_by_role("region", name="Holding an entry")
    expect(holding.get_by_role("link", name=name)).to_be_visible()
    expect(alice.page.get_by_role("button", name="Use it")).to_have_count(0)
    expect_accessible(alice)
