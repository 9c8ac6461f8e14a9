"""What staff do with tickets: give, extend, declare void; with a reason, once, on the record."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import StaffAction, User
from bankroll.audit import books_check
from bankroll.models import Transfer
from bankroll.selectors import escrow_balance
from tests.factories import a_user
from tests.tournaments.builders import players
from tests.tournaments.scheduled import entered
from tests.tournaments.ticketed import (
    a_flexible_ticket,
    a_target,
    a_ticket,
    again,
    assert_price_lies_with,
    story_of,
)
from tournaments import tasks
from tournaments.admin.tickets import GiveForm
from tournaments.models import Ticket, Tournament
from tournaments.services import ticket_extend, ticket_give, ticket_void
from tournaments.ticket_states import TicketState
from wire.errors import Conflict, Forbidden, Malformed, NotFound, Refused
from wire.time import now

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> User:
    return User.objects.create_superuser("dora")


@pytest.fixture
def desk(client: Client, dora: User) -> Client:
    """The browser of Dora."""
    client.force_login(dora)
    return client


def last_note(ticket: Ticket) -> str:
    return ticket.history.values_list("note", flat=True).order_by("-pk")[0]


# --- giving ---------------------------------------------------------------------------


def test_staff_give_a_ticket_to_an_event_at_the_cost_of_the_house(clock, dora: User) -> None:
    alice, target = a_user("alice"), a_target()
    ticket = ticket_give(
        holder=alice, actor=dora, reason="Won a quiz.", key="1", event_id=target.public_id
    )
    assert_price_lies_with(ticket)
    assert Transfer.objects.get(kind="ticket").postings.get().source.kind == "mint"
    action = StaffAction.objects.get(act="ticket.give")
    assert (action.subject, action.reason) == (f"ticket:{ticket.public_id}", "Won a quiz.")
    tasks.sweep_tickets()
    assert target.entries.get(user=alice).ticket == ticket


def test_the_same_form_gives_one_ticket(clock, dora: User) -> None:
    alice = a_user("alice")
    for _again in range(2):
        ticket_give(holder=alice, actor=dora, reason="Quiz.", key="1", value_chips=100)
    assert Ticket.objects.count() == StaffAction.objects.count() == 1
    assert books_check() == ()


def test_the_form_of_the_last_place_sent_twice_gives_one_ticket(clock, dora: User) -> None:
    alice, target = a_user("alice"), a_target(seats=2)
    entered(target, *players(1, chips=200))
    first, second = (
        ticket_give(holder=alice, actor=dora, reason="x", key="1", event_id=target.public_id)
        for _press in range(2)
    )
    assert first == second
    assert StaffAction.objects.filter(act="ticket.give").count() == 1


def test_a_price_that_no_entry_has_is_refused() -> None:
    asked = {
        "holder": a_user("alice").username,
        "value_chips": 2_000_001,
        "reason": "x",
        "key": "1",
    }
    assert list(GiveForm(asked).errors) == ["value_chips"]


def test_a_ticket_is_not_given_to_an_event_that_is_full_or_takes_nobody(clock, dora: User) -> None:
    alice, target = a_user("alice"), a_target(seats=2)
    entered(target, *players(2, chips=200))
    with pytest.raises(Refused) as full:
        ticket_give(holder=alice, actor=dora, reason="x", key="1", event_id=target.public_id)
    assert full.value.code == "ticket.target_full"
    Tournament.objects.filter(pk=target.pk).update(state="finished")
    with pytest.raises(Refused) as gone:
        ticket_give(holder=alice, actor=dora, reason="x", key="1", event_id=target.public_id)
    assert gone.value.code == "ticket.target_gone"
    with pytest.raises(NotFound):
        ticket_give(holder=alice, actor=dora, reason="x", key="1", event_id="nowhere")
    assert not Ticket.objects.exists()


def test_a_ticket_pays_for_something(clock, dora: User) -> None:
    with pytest.raises(Malformed) as worthless:
        ticket_give(holder=a_user("alice"), actor=dora, reason="x", key="1")
    assert worthless.value.code == "ticket.worthless"


# --- extending ------------------------------------------------------------------------


def test_staff_give_a_ticket_more_time_and_its_history_says_why(clock, dora: User) -> None:
    ticket = a_flexible_ticket(a_user("alice"), days=3)
    until = now() + timedelta(days=40)
    ticket_extend(ticket_id=ticket.public_id, until=until, actor=dora, reason="She was ill.")
    assert again(ticket).expires_at == until
    assert last_note(ticket) == "She was ill."
    assert story_of(ticket) == ["issued", "issued"]
    with pytest.raises(Refused) as refused:
        ticket_extend(ticket_id=ticket.public_id, until=until, actor=dora, reason="Again.")
    assert refused.value.code == "ticket.not_later"


def test_only_a_ticket_that_waits_is_extended(clock, dora: User) -> None:
    alice, target = a_user("alice"), a_target()
    ticket = a_ticket(alice, target)
    entered(target, alice)
    until = now() + timedelta(days=40)
    with pytest.raises(Conflict) as conflict:
        ticket_extend(ticket_id=ticket.public_id, until=until, actor=dora, reason="x")
    assert conflict.value.code == "ticket.wrong_state"


# --- declaring void -------------------------------------------------------------------


def test_a_void_ticket_is_over_and_its_price_is_with_the_house(clock, dora: User) -> None:
    ticket = a_flexible_ticket(a_user("alice"))
    ticket_void(ticket_id=ticket.public_id, actor=dora, reason="Won by cheating.")
    assert again(ticket).state == TicketState.VOID
    assert escrow_balance(ticket.escrow_ref) == 0
    assert last_note(ticket) == "Won by cheating."
    assert books_check() == ()
    with pytest.raises(Conflict):
        ticket_void(ticket_id=ticket.public_id, actor=dora, reason="Again.")
    assert StaffAction.objects.filter(act="ticket.void").count() == 1


def test_it_takes_the_permission_and_a_reason(clock, dora: User) -> None:
    alice, eve = a_user("alice"), a_user("eve", is_staff=True)
    ticket = a_flexible_ticket(alice)
    until = now() + timedelta(days=200)
    for act in (
        lambda actor, reason: ticket_void(ticket_id=ticket.public_id, actor=actor, reason=reason),
        lambda actor, reason: ticket_extend(
            ticket_id=ticket.public_id, until=until, actor=actor, reason=reason
        ),
        lambda actor, reason: ticket_give(
            holder=alice, actor=actor, reason=reason, key="1", value_chips=10
        ),
    ):
        with pytest.raises(Forbidden):
            act(eve, "Because.")
        with pytest.raises(Refused) as refused:
            act(dora, " ")
        assert refused.value.code == "staff.reason"
    assert story_of(ticket) == ["issued"]
    assert again(ticket).expires_at == ticket.expires_at
    assert Ticket.objects.count() == 1
    assert_price_lies_with(ticket)


# --- pages ----------------------------------------------------------------------------

LIST = "/admin/tournaments/ticket/"


def test_staff_read_tickets_with_their_history_and_write_nothing(clock, desk: Client) -> None:
    ticket = a_ticket(a_user("alice"), a_target())
    assert ticket.public_id in desk.get(LIST, {"q": "alice"}).content.decode()
    row = f"{LIST}{ticket.pk}/change/"
    assert "Won." in desk.get(row).content.decode()
    assert desk.post(row, {"state": "void"}).status_code == 403
    assert desk.get(f"{LIST}add/").status_code == 403


def test_a_ticket_is_given_by_the_form(clock, desk: Client) -> None:
    a_user("alice")
    assert "Give a ticket" in desk.get(LIST).content.decode()
    form = {"holder": "alice", "value_chips": "90", "reason": "Quiz.", "key": "form-1"}
    page = desk.post(f"{LIST}give/", form, follow=True).content.decode()
    ticket = Ticket.objects.get()
    assert (ticket.holder.username, ticket.value_chips) == ("alice", 90)
    assert ticket.public_id in page
    desk.post(f"{LIST}give/", form)
    assert Ticket.objects.count() == 1


def test_the_form_says_what_is_the_matter(clock, desk: Client) -> None:
    a_user("alice")
    form = {"holder": "nobody", "reason": "Quiz.", "key": "1"}
    assert "errorlist" in desk.post(f"{LIST}give/", form).content.decode()
    form = {"holder": "alice", "reason": "Quiz.", "key": "1"}
    page = desk.post(f"{LIST}give/", form).content.decode()
    assert "A ticket pays for an entry that costs something." in page
    assert not Ticket.objects.exists()


def test_a_ticket_is_extended_and_declared_void_from_its_page(clock, desk: Client) -> None:
    ticket = a_flexible_ticket(a_user("alice"), days=1)
    row = f"{LIST}{ticket.pk}/"
    assert "Declare it void" in desk.get(f"{row}change/").content.decode()
    assert "alice" in desk.get(f"{row}extend/").content.decode()
    desk.post(f"{row}extend/", {"days": "20", "reason": "Ill."})
    assert again(ticket).expires_at == now() + timedelta(days=20)
    assert "its price goes to the house" in desk.get(f"{row}void/").content.decode()
    desk.post(f"{row}void/", {"reason": "Cheated."})
    assert again(ticket).state == TicketState.VOID
    assert f"{row}void/" not in desk.get(f"{row}change/").content.decode()


def test_the_acts_are_for_whoever_may_rule(clock, client: Client) -> None:
    ticket = a_flexible_ticket(a_user("alice"))
    client.force_login(a_user("eve", is_staff=True))
    for page in ("give/", f"{ticket.pk}/void/", f"{ticket.pk}/extend/"):
        assert client.get(f"{LIST}{page}").status_code == 403
