"""Which names there may be, and which would be mistaken for one another."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Value
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import from_regex

from accounts.models import User, folded_name
from accounts.names import NAME_PATTERN, folded, is_reserved
from accounts.selectors import is_name_free, user_by_name
from tests.factories import a_bot, a_guest, a_user
from wire.errors import NotFound

# Existing name, and one that must not exist beside it.
LOOK_ALIKE_PAIRS = [
    ("lukas11", "Iukas11"),
    ("lukas11", "LUKAS11"),
    ("lukas11", "lukasll"),
    ("admin_liis", "adrnin_liis"),
    ("admin_liis", "admin-liis"),
    ("bob0", "b0bo"),
    ("wanda", "vvanda"),
]

BAD_NAMES = ["", "ab", "a" * 21, "two words", "dot.dot", "a@b", "žanis", "аlice", "alice１", "a\nb"]


@pytest.mark.parametrize(("taken", "wanted"), LOOK_ALIKE_PAIRS)
def test_d_acc_03_the_database_refuses_a_name_that_looks_like_a_taken_one(
    db: None, taken: str, wanted: str
) -> None:
    a_user(taken)
    assert not is_name_free(wanted)
    with pytest.raises(IntegrityError), transaction.atomic():
        a_user(wanted)


def test_different_names_may_stand_side_by_side(db: None) -> None:
    for name in ("alice", "alicia", "Bob", "bob2", "a-b", "ab_"):
        assert is_name_free(name)
        a_user(name)


@pytest.mark.parametrize("name", BAD_NAMES)
def test_d_acc_03_a_name_is_3_to_20_plain_letters_digits_hyphens_and_underscores(
    name: str,
) -> None:
    with pytest.raises(ValidationError):
        User(username=name, password="-").clean_fields()


@pytest.mark.parametrize("name", ["abc", "a" * 20, "A-1_b", "---"])
def test_plain_names_are_good_names(name: str) -> None:
    User(username=name, password="-").clean_fields()


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Adm1n", "STAFF", "h0use", "guest", "Guest-1", "guest_x", "Guest4821"),
        *("admin_liis", "adrnin_liis", "liis-admin", "official-house", "HouseBot", "ADMINliis"),
        *("staff2", "2staff", "ad-min", "a_d_m_i_n", "ad-min_liis", "mod", "Closed-204816"),
    ],
)
def test_names_of_the_house_and_of_guests_are_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name", ["alice", "administratrix", "guesthouse", "staffan", "modena", "12345", "---"]
)
def test_other_names_are_not_reserved(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.django_db
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=from_regex(re.compile(NAME_PATTERN.pattern, re.ASCII), fullmatch=True))
def test_the_database_folds_names_as_the_code_does(alice: User, name: str) -> None:
    asked = User.objects.filter(pk=alice.pk).annotate(seen=folded_name(Value(name)))
    assert asked.values_list("seen", flat=True).get() == folded(name)


def test_people_are_found_by_name_in_any_case(alice: User) -> None:
    assert user_by_name("ALICE") == alice


@pytest.mark.parametrize("name", ["a1ice", "alicе", "nobody", "", "%", "a" * 300])
def test_look_alikes_and_strangers_are_not_found(alice: User, name: str) -> None:
    with pytest.raises(NotFound) as refusal:
        user_by_name(name)
    assert refusal.value.code == "account.not_found"


def test_closed_accounts_are_not_found(alice: User) -> None:
    User.objects.update(is_active=False)
    with pytest.raises(NotFound):
        user_by_name("alice")


def test_nobody_is_guest_and_bot_at_once(db: None) -> None:
    for user in (a_guest(), a_bot()):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.filter(pk=user.pk).update(is_guest=True, is_bot=True)
