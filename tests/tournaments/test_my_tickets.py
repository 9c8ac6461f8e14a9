"""The tab *My tickets*: what can be used and where, what holds an entry, what became of each."""

from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import a_user
from tests.tournaments.builders import a_sit_and_go
from tests.tournaments.scheduled import entered
from tests.tournaments.ticketed import (
    HOUR_S,
    a_flexible_ticket,
    a_satellite,
    a_series_ticket,
    a_target,
    a_ticket,
    again,
)
from tournaments.card import EntryTerms
from tournaments.models import Ticket, Tournament
from tournaments.services import entry_withdraw, tickets_expire
from tournaments.ticket_states import TicketState
from wire.time import now

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return a_user("alice")


@pytest.fixture
def site(client: Client, alice: User) -> Client:
    """The browser of Alice."""
    client.force_login(alice)
    return client


def page(site: Client) -> str:
    return site.get("/my/tickets/").content.decode()


def use(site: Client, ticket: Ticket, event: Tournament) -> str:
    """The page that follows the button."""
    answer = site.post(
        f"/my/tickets/{ticket.public_id}/use/", {"event": event.public_id}, follow=True
    )
    return answer.content.decode()


def test_the_tab_is_for_those_who_are_signed_in(client: Client) -> None:
    assert client.get("/my/tickets/").status_code == 302
    assert client.get("/my/tickets/panel/").status_code == 302
    assert client.post("/my/tickets/abc/use/").status_code == 302


def test_without_tickets_it_says_how_to_win_one(site: Client) -> None:
    assert "You win one in a satellite" in page(site)


def test_a_ticket_shows_its_event_its_worth_and_until_when_it_is_good(
    clock, site: Client, alice: User
) -> None:
    target = a_target(name="Sunday", opens_in_s=HOUR_S)
    ticket = a_ticket(alice, target)
    shown = page(site)
    assert f'<a href="/event/{target.public_id}/"><bdi>Sunday</bdi></a>' in shown
    assert "200 chips" in shown
    assert f"{ticket.expires_at.astimezone(ZoneInfo('Europe/Tallinn')):%H:%M}" in shown
    assert "It enters you by itself when entries open" in shown
    assert "Use it" not in shown


def test_a_flexible_ticket_offers_every_event_of_its_price(
    clock, site: Client, alice: User
) -> None:
    ticket = a_flexible_ticket(alice)
    assert "No event of its price takes entries now." in page(site)
    fitting = [a_target(name="Early"), a_target(name="Late", starts_in_s=9 * HOUR_S)]
    fitting.append(a_sit_and_go(name="Sit down", buy_in_chips=150, fee_chips=50))
    a_target(name="Dearer", buy_in_chips=300)
    shown = page(site)
    assert all(f'<option value="{event.public_id}" dir="auto">' in shown for event in fitting)
    assert "Dearer" not in shown
    use(site, ticket, fitting[1])
    assert again(ticket).event == fitting[1]


def test_a_ticket_for_another_try_leads_straight_to_the_one_satellite(
    clock, site: Client, alice: User
) -> None:
    satellite = a_satellite(a_target(), name="Qualifier")
    ticket = a_series_ticket(alice, satellite.series, 50)
    shown = page(site)
    assert "Qualifier, one more try" in shown
    assert f'<input type="hidden" name="event" value="{satellite.public_id}">' in shown
    assert "You have entered Qualifier with your ticket." in use(site, ticket, satellite)


def test_a_ticket_that_holds_an_entry_says_so_and_comes_back(
    clock, site: Client, alice: User
) -> None:
    target = a_target(name="Sunday")
    ticket = a_ticket(alice, target)
    entered(target, alice)
    assert "If you withdraw in time, the ticket comes back to you." in page(site)
    entry_withdraw(event_id=target.public_id, user=alice)
    shown = page(site)
    assert "came back, can be used again" in shown
    assert "Use it" in shown
    use(site, ticket, target)
    assert again(ticket).state == TicketState.RESERVED


def test_the_history_of_a_ticket_names_every_change(clock, site: Client, alice: User) -> None:
    target = a_target(name="Sunday")
    ticket = a_ticket(alice, target)
    entered(target, alice)
    entry_withdraw(event_id=target.public_id, user=alice)
    clock.pass_s(7 * HOUR_S)
    assert "Use it" not in page(site)
    tickets_expire(moment=now())
    shown = page(site)
    for text in ("waits to be used: Won.", "holds an entry", "came back, can be used again: left"):
        assert text in shown
    assert again(ticket).get_state_display() in shown
    assert "Earlier" in shown


def test_the_page_says_why_a_ticket_does_not_let_its_holder_in(
    clock, site: Client, alice: User
) -> None:
    a_ticket(alice, a_target(entry=EntryTerms(rating_min=1900)))
    assert "Your rating is 1500; this event takes 1900 and above." in page(site)


def test_a_refusal_is_shown_and_nothing_happens(clock, site: Client, alice: User) -> None:
    ticket, dearer = a_flexible_ticket(alice), a_target(buy_in_chips=300)
    assert "This ticket pays an entry of 200 chips; this event costs 300." in use(
        site, ticket, dearer
    )
    assert again(ticket).state == TicketState.ISSUED


def test_nobody_uses_or_sees_the_ticket_of_another(clock, site: Client) -> None:
    ticket, target = a_flexible_ticket(a_user("bob")), a_target()
    assert "You have no tickets." in page(site)
    assert "There is no such ticket." in use(site, ticket, target)
    assert again(ticket).state == TicketState.ISSUED


def test_an_event_that_no_database_could_hold_is_not_found(site: Client, alice: User) -> None:
    address = f"/my/tickets/{a_flexible_ticket(alice).public_id}/use/"
    answer = site.post(address, {"event": "\x00nothing"}, follow=True)
    assert "There is no such event." in answer.content.decode()


def test_the_panel_alone_is_read_again_when_something_changes(
    clock, site: Client, alice: User
) -> None:
    a_flexible_ticket(alice)
    shown = site.get("/my/tickets/panel/").content.decode()
    assert "Any event of 200 chips" in shown
    assert "<html" not in shown
    assert 'hx-get="/my/tickets/panel/"' in page(site)


def test_the_page_takes_as_many_queries_however_many_tickets_there_were(
    clock, site: Client, alice: User, django_assert_max_num_queries
) -> None:
    target = a_target()
    for _each in range(12):
        ticket = a_ticket(alice, target)
        Ticket.objects.filter(pk=ticket.pk).update(state=TicketState.USED)
    with django_assert_max_num_queries(40):
        page(site)
