"""Staff pages of events: lists to watch, and no way to decide anything but the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import StaffAction
from tests.factories import a_user
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    finish,
    live_boards,
    state_of,
)
from tournaments.director import tournament_advance
from tournaments.models import Tournament
from tournaments.selectors import secret_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(admin_user) -> Client:
    client = Client()
    client.force_login(admin_user)
    return client


def admin(name: str, *args: object) -> str:
    return reverse(f"admin:tournaments_{name}", args=args)


def test_staff_watch_an_event_but_not_its_secret(desk) -> None:
    event = a_started_event()
    page = desk.get(admin("tournament_change", event.pk)).content.decode()
    assert event.commitment in page
    assert secret_of(event).hex() not in page
    assert bytes(event.sealed_secret).decode() not in page
    assert live_boards(event)[0].match_id in page


def test_nothing_is_decided_in_the_list_but_by_its_way_to_the_desk(desk) -> None:
    event = a_sit_and_go()
    page = desk.get(admin("tournament_changelist")).content.decode()
    assert "_selected_action" not in page
    assert reverse("admin:tournaments_desk") in page
    desk.post(
        admin("tournament_changelist"),
        {"action": "cancel", "_selected_action": [event.pk], "reason": "Power cut."},
    )
    assert state_of(event) == "registering"
    assert not StaffAction.objects.exists()


@pytest.mark.parametrize("name", ["series", "tournament", "entry", "pairing"])
def test_lists_open_and_do_not_ask_once_a_row(desk, name, django_assert_max_num_queries) -> None:
    event = a_started_event(seats=8, buy_in_chips=0)
    for board in live_boards(event):
        finish(board)
    tournament_advance(tournament_id=event.public_id)
    with django_assert_max_num_queries(9):
        assert desk.get(admin(f"{name}_changelist")).status_code == 200


@pytest.mark.parametrize("seats", [2, 16])
def test_the_page_of_an_event_does_not_ask_once_an_entrant(
    desk, seats, django_assert_max_num_queries
) -> None:
    event = a_started_event(seats=seats, buy_in_chips=0)
    with django_assert_max_num_queries(9):
        assert desk.get(admin("tournament_change", event.pk)).status_code == 200


def test_events_are_neither_added_nor_edited_nor_deleted_by_hand(desk) -> None:
    event = a_sit_and_go()
    assert desk.get(admin("tournament_add")).status_code == 403
    assert desk.post(admin("tournament_change", event.pk), {"seats": 2}).status_code == 403
    assert desk.post(admin("tournament_delete", event.pk), {"post": "yes"}).status_code == 403
    assert Tournament.objects.get(pk=event.pk).seats == 4


def test_d_trn_04_staff_add_no_entry_by_hand(desk) -> None:
    event, alice = a_sit_and_go(), a_user("alice", chips=100)
    assert desk.get(admin("entry_add")).status_code == 403
    entry = {"tournament": event.pk, "user": alice.pk, "number": 1, "state": "active"}
    assert desk.post(admin("entry_add"), entry).status_code == 403
    assert event.entries.count() == 0


def test_members_do_not_see_the_desk() -> None:
    client = Client()
    client.force_login(a_user("alice"))
    assert client.get(admin("series_changelist")).status_code == 302
