"""The page of settings: everything one can choose is on it, explained, and kept without script."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import User
from accounts.preference_texts import SECTIONS, zones
from accounts.preferences import PREFERENCES
from tests.factories import a_user

pytestmark = pytest.mark.django_db

PAGE = "/settings/"


class TestWords:
    def test_every_preference_is_explained_once(self) -> None:
        explained = [each.key for section in SECTIONS for each in section.preferences]
        assert sorted(explained) == sorted(PREFERENCES)

    def test_every_choice_has_its_word_and_no_other_has(self) -> None:
        for each in (each for section in SECTIONS for each in section.preferences):
            assert sorted(each.choices) == sorted(PREFERENCES[each.key].choices), each.key

    def test_whatever_zone_is_listed_can_be_chosen(self) -> None:
        listed = [place.value for _region, places in zones("") for place in places]
        assert {"Europe/Tallinn", "America/Argentina/Buenos_Aires", "UTC"} <= set(listed)
        assert all(PREFERENCES["time_zone"].allows(name) for name in listed)

    def test_a_zone_of_old_stays_on_the_list_of_whoever_has_it(self) -> None:
        chosen = [p.value for _region, places in zones("EST5EDT") for p in places if p.is_chosen]
        assert chosen == ["EST5EDT"]


class TestPage:
    def test_a_visitor_may_choose_too(self, client: Client) -> None:
        client.post(PAGE, {"look": "dark", "auto_roll": "on"})
        page = client.get(PAGE).content.decode()
        assert 'data-look="dark"' in page
        assert '<input type="radio" name="auto_roll" value="on" checked>' in page

    def test_a_form_keeps_all_of_it_and_says_so(self, client: Client) -> None:
        user = a_user()
        client.force_login(user)
        everything = {key: each.default for key, each in PREFERENCES.items()}
        answer = client.post(PAGE, {**everything, "board_theme": "slate"}, follow=True)
        assert "Your choices are kept." in answer.content.decode()
        assert User.objects.get(pk=user.pk).preferences == {"board_theme": "slate"}

    def test_it_is_said_in_the_language_that_was_chosen(self, client: Client) -> None:
        client.force_login(a_user())
        page = client.post(PAGE, {"language": "et"}, follow=True).content.decode()
        assert '<html lang="et"' in page
        with translation.override("et"):
            assert gettext("Your choices are kept.") in page

    @pytest.mark.parametrize("is_member", [True, False])
    def test_whoever_lets_his_browser_ask_again_is_spoken_to_as_it_asks(
        self, client: Client, is_member: bool
    ) -> None:
        if is_member:
            client.force_login(a_user())
        client.post(PAGE, {"language": "et"}, follow=True)
        page = client.post(PAGE, {"language": ""}, follow=True).content.decode()
        assert '<html lang="en"' in page

    def test_what_cannot_be_chosen_is_refused_at_its_field_and_keeps_nothing(
        self, client: Client
    ) -> None:
        user = a_user()
        client.force_login(user)
        answer = client.post(PAGE, {"look": "dark", "time_zone": "Europe/Atlantis"})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        page = answer.content.decode()
        assert '<p class="field-error" id="time_zone-error">That cannot be chosen here.</p>' in page
        assert 'aria-invalid="true"' in page
        assert User.objects.get(pk=user.pk).preferences == {}

    def test_the_zone_of_the_browser_is_named(self, client: Client) -> None:
        client.cookies["zone"] = "Europe%2FTallinn"
        assert "as my browser (Europe/Tallinn)" in client.get(PAGE).content.decode()
        client.cookies["zone"] = "Europe%2FAtlantis"
        assert "Atlantis" not in client.get(PAGE).content.decode()

    @pytest.mark.parametrize("page", ["/account/", "/"])
    def test_it_is_one_press_away(self, client: Client, page: str) -> None:
        client.force_login(a_user())
        assert f'href="{PAGE}"' in client.get(page).content.decode()
