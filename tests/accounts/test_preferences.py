"""What a reader chooses for himself: kept with his account, or in a visitor's browser."""

from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from accounts.preferences import PREFERENCES, Preferences, preferences_text
from accounts.selectors import account_record
from accounts.services import preferences_set
from tests.accounts.people import PASSWORD
from tests.factories import a_user
from wire.errors import Refused
from wire.languages import chosen_in_browser


class TestChoices:
    def test_whoever_has_chosen_nothing_has_the_defaults(self) -> None:
        assert dict(Preferences()) == {key: each.default for key, each in PREFERENCES.items()}

    def test_nothing_is_rolled_confirmed_or_notified_by_default(self) -> None:
        chosen = Preferences()
        for key in ("auto_roll", "auto_confirm", "browser_notices"):
            assert chosen[key] == "off"

    @pytest.mark.parametrize("kept", [None, [], {"look": 3}, {"look": "pink"}, {"gone": "on"}])
    def test_what_is_no_choice_any_more_reads_as_the_default(self, kept: object) -> None:
        assert Preferences(kept) == Preferences()  # type: ignore[arg-type]  # rows may hold anything

    @pytest.mark.parametrize(
        ("key", "value", "code"),
        [
            ("colour", "pink", "preferences.unknown"),
            ("look", "pink", "preferences.no_such_choice"),
            ("time_zone", "Europe/Atlantis", "preferences.no_such_choice"),
            # Names of files beside the zones, of which no browser knows.
            ("time_zone", "localtime", "preferences.no_such_choice"),
            ("time_zone", "Factory", "preferences.no_such_choice"),
            ("language", "tlh", "preferences.no_such_choice"),
        ],
    )
    def test_what_cannot_be_chosen_is_refused(self, key: str, value: str, code: str) -> None:
        with pytest.raises(Refused) as refusal:
            Preferences().with_changes({"sounds": "off", key: value})
        assert refusal.value.code == code

    def test_a_cookie_keeps_what_differs(self) -> None:
        chosen = Preferences().with_changes({"look": "dark", "time_zone": "Europe/Tallinn"})
        text = preferences_text(chosen)
        assert "sounds" not in text
        assert Preferences(chosen_in_browser({"preferences": text})) == chosen
        nonsense = chosen_in_browser({"preferences": "%%%;look=dark&look="})
        assert Preferences(nonsense) == Preferences()


@pytest.mark.django_db
class TestKeeping:
    def test_a_process_that_knows_of_none_still_signs_people_up(self) -> None:
        """As the web processes do that are not restarted yet when the column is there."""
        a_user("alice")
        unknown = {"id", "username", "preferences"}
        known = (str(each.column) for each in User._meta.fields if each.name not in unknown)
        columns = ", ".join(known)
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO accounts_user (username, {columns})"
                f" SELECT 'bob', {columns} FROM accounts_user"
            )
        assert User.objects.get(username="bob").preferences == {}

    def test_a_member_finds_them_in_every_browser(self) -> None:
        user = a_user()
        one, other = Client(), Client()
        one.force_login(user)
        other.force_login(user)
        answer = one.post("/settings/save/", {"look": "dark"})
        assert answer.status_code == HTTPStatus.OK
        assert answer.json()["look"] == "dark"
        assert 'data-look="dark"' in other.get("/rules/").content.decode()
        assert User.objects.get(pk=user.pk).preferences == {"look": "dark"}

    def test_a_default_chosen_again_is_not_kept(self) -> None:
        user = a_user()
        preferences_set(user=user, changes={"look": "dark", "sounds": "off"})
        preferences_set(user=user, changes={"look": "system"})
        assert User.objects.get(pk=user.pk).preferences == {"sounds": "off"}

    def test_they_are_in_the_download_of_the_account(self) -> None:
        user = a_user()
        preferences_set(user=user, changes={"time_zone": "Europe/Tallinn"})
        assert account_record(user)["account"]["chosen"] == {"time_zone": "Europe/Tallinn"}

    def test_one_wrong_choice_keeps_none_of_them(self, client: Client) -> None:
        user = a_user()
        client.force_login(user)
        answer = client.post("/settings/save/", {"sounds": "off", "look": "pink"})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert answer.json()["code"] == "preferences.no_such_choice"
        assert User.objects.get(pk=user.pk).preferences == {}

    def test_a_visitor_keeps_them_in_his_browser_and_takes_them_along(self, client: Client) -> None:
        client.post("/settings/save/", {"look": "dark"})
        assert 'data-look="dark"' in client.get("/rules/").content.decode()
        client.post("/guest/")
        assert User.objects.get(is_guest=True).preferences == {"look": "dark", "language": "en"}

    def test_a_visitor_who_signs_up_takes_them_along(self, client: Client) -> None:
        client.post("/settings/save/", {"look": "dark", "language": "et"})
        choice = {"username": "Alice", "password1": PASSWORD, "password2": PASSWORD, "rules": "1"}
        client.post("/accounts/signup/", choice)
        assert User.objects.get().preferences == {"look": "dark", "language": "et"}


@pytest.mark.django_db
class TestLanguage:
    def test_a_language_goes_along_to_every_device(self, client: Client) -> None:
        user = a_user()
        client.force_login(user)
        client.post("/language/", {"language": "et", "next": "/"})
        phone = Client()
        phone.force_login(user)
        page = phone.get("/rules/")
        assert '<html lang="et"' in page.content.decode()
        assert page.cookies["django_language"].value == "et", "what its sockets read"

    def test_the_next_reader_of_the_same_process_is_not_spoken_to_in_it(self) -> None:
        user, other = a_user(), Client()
        preferences_set(user=user, changes={"language": "fi"})
        reader = Client()
        reader.force_login(user)
        assert '<html lang="fi"' in reader.get("/rules/").content.decode()
        assert '<html lang="en"' in other.get("/rules/").content.decode()
