"""Pages of matches: the board for its players, the record for staff, nothing for anybody else."""

import pytest
from django.urls import reverse

from backgammon import Roll, Side
from matches.judge import Request
from matches.models import Match
from matches.services import match_act
from tests.factories import a_user
from tests.matches.builders import put, to_roll
from wire.secrets import unseal

pytestmark = pytest.mark.django_db


def test_the_board_opens_for_its_players_and_others_look_on(client, match, alice, carol) -> None:
    page = reverse("matches:board", args=[match.public_id])
    watch = reverse("matches:watch", args=[match.public_id])
    assert client.get(page).headers["Location"] == watch
    client.force_login(carol)
    assert client.get(page).headers["Location"] == watch
    client.force_login(alice)
    shown = client.get(page)
    assert shown.status_code == 200
    assert match.title in shown.content.decode()
    assert client.get(reverse("matches:board", args=["2222222222"])).status_code == 404


def test_the_way_back_to_a_board_brings_no_choices_of_before(client, match, alice) -> None:
    client.force_login(alice)
    shown = client.get(reverse("matches:board", args=[match.public_id]))
    assert "no-store" in shown.headers["Cache-Control"]


def test_a_private_board_opens_for_its_players_alone(client, match, alice, carol) -> None:
    Match.objects.update(is_public=False)
    page = reverse("matches:board", args=[match.public_id])
    assert client.get(page).headers["Location"] == f"{reverse('account_login')}?next={page}"
    client.force_login(carol)
    assert client.get(page).status_code == 404
    client.force_login(alice)
    assert client.get(page).status_code == 200


def test_staff_see_a_match_with_every_event_and_cannot_touch_it(client, match, alice, bob) -> None:
    put(match, to_roll(match, Side.WHITE))
    match_act(match_id=match.public_id, request=Request(Side.WHITE, Roll(), "r1"))
    dora = a_user("dora", is_staff=True)
    dora.is_superuser = True
    dora.save()
    client.force_login(dora)
    assert match.public_id in client.get("/admin/matches/match/").content.decode()
    page = client.get(f"/admin/matches/match/{match.pk}/change/").content.decode()
    assert '"type":"rolled"' in page.replace("&quot;", '"')
    assert unseal(match.sealed_secret).hex() not in page
    assert 'name="_save"' not in page
    assert client.get("/admin/matches/match/add/").status_code == 403
    assert client.post(f"/admin/matches/match/{match.pk}/delete/").status_code == 403


def test_players_see_no_staff_page(client, match, alice) -> None:
    client.force_login(alice)
    assert client.get(f"/admin/matches/match/{match.pk}/change/").status_code == 302
