"""Staff look at tables and searches and change nothing."""

import pytest
from django.test import Client

from accounts.models import User
from lobby.asks import USUAL
from lobby.services import seek_post
from tests.factories import a_user
from tests.lobby.builders import a_table, taken

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("dora"))
    return client


def test_staff_find_a_table_by_the_name_of_a_player(dora) -> None:
    table = taken(a_table(a_user("alice")), a_user("bob"))
    page = dora.get("/admin/lobby/table/?q=bob").content.decode()
    assert table.public_id in page
    assert "alice" in page


def test_a_table_is_shown_with_its_seats_and_cannot_be_edited(dora) -> None:
    table = taken(a_table(a_user("alice")), a_user("bob"))
    page = dora.get(f"/admin/lobby/table/{table.pk}/change/").content.decode()
    assert "bob" in page
    assert 'name="_save"' not in page
    assert dora.post(f"/admin/lobby/table/{table.pk}/delete/").status_code == 403


def test_staff_see_who_has_looked_for_an_opponent_and_edit_nothing(dora) -> None:
    seek = seek_post(user=a_user("alice"), ask=USUAL)
    assert "alice" in dora.get("/admin/lobby/seek/?q=alice").content.decode()
    page = dora.get(f"/admin/lobby/seek/{seek.pk}/change/").content.decode()
    assert "backgammon" in page
    assert 'name="_save"' not in page
