"""What people see when there is nothing to see: our own pages, with a way on."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_a_missing_page_leads_back_to_the_lobby(client: Client) -> None:
    page = client.get("/nothing/here/")

    assert page.status_code == 404
    assert 'href="/"' in page.text
    assert "There is no such page." in page.text


def test_a_form_from_elsewhere_is_refused_in_words() -> None:
    page = Client(enforce_csrf_checks=True).post("/guest/")

    assert page.status_code == 403
    assert "Please go back, reload the page and try again." in page.text
    assert "style" not in page.text.replace("stylesheet", "")


def test_our_own_trouble_is_admitted_without_a_word_about_its_cause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def burst(*arguments: object) -> None:
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr("matches.views.players.account_by_name", burst)
    page = Client(raise_request_exception=False).get("/players/alice/")

    assert page.status_code == 500
    assert "Something went wrong on our side." in page.text
    assert "a secret of ours" not in page.text
