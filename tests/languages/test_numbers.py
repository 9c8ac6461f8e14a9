"""Numbers in the form of the language: plurals, and thousands set apart."""

from decimal import Decimal

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.translation import ngettext

from accounts.templatetags.plural_forms import plural_forms
from accounts.templatetags.ratings import rating
from tests.languages.numbers import CHIPS, COUNTS, LARGE
from wire.direction import isolated
from wire.errors import Refused
from wire.numbers import decimal_text, number_text, signed_text
from wire.plurals import counted
from wire.texts import error_body, sentence

GETS = counted("{name} gets {chips} chip.", "{name} gets {chips} chips.", by="chips")


def _chips(number: int) -> str:
    return ngettext("%(chips)s chip", "%(chips)s chips", number)


@pytest.mark.parametrize("code", CHIPS)
class TestEveryLanguage:
    def test_chips_are_counted_as_the_language_counts(self, code: str) -> None:
        with translation.override(code):
            told = tuple(_chips(number) % {"chips": number} for number in COUNTS)
        assert told == CHIPS[code]

    def test_scripts_are_given_a_sentence_for_each_form(self, code: str) -> None:
        """The number that stands for a form takes it on the server as well."""
        with translation.override(code):
            texts = {
                ngettext("%(chips)s chip", "%(chips)s chips", n) for _name, n in plural_forms()
            }
            of_all = {ngettext("%(chips)s chip", "%(chips)s chips", n) for n in range(200)}
        assert texts == of_all

    def test_a_large_number_has_its_thousands_apart_in_sentences_and_templates(
        self, code: str
    ) -> None:
        with translation.override(code):
            assert number_text(12_500) == LARGE[code]
            assert LARGE[code] in sentence(GETS, {"name": "Alice", "chips": 12_500})
            assert Template("{{ n }}").render(Context({"n": 12_500})) == LARGE[code]


def test_a_template_for_one_and_for_many_is_one_text_that_can_be_kept() -> None:
    assert GETS == "{name} gets {chips} chips."
    assert sentence(GETS, {"name": "Alice", "chips": 1}) == "Alice gets 1 chip."
    assert sentence(GETS, {"name": "Alice", "chips": 2}) == "Alice gets 2 chips."
    assert sentence(GETS, {"name": "Alice"}) == GETS


def test_the_facts_of_a_refusal_stay_numbers_for_programs() -> None:
    body = error_body(Refused("table.limits", GETS, name="Alice", chips=12_500))
    assert body["message"] == "Alice gets 12,500 chips."
    assert body["data"]["chips"] == 12_500


def test_a_name_from_right_to_left_is_kept_apart_in_a_sentence() -> None:
    assert sentence(GETS, {"name": "بطولة", "chips": 1}) == "\u2068بطولة\u2069 gets 1 chip."
    assert isolated("Daily at eight") == "Daily at eight"


def test_a_rating_is_a_mark_and_no_amount() -> None:
    with translation.override("et"):
        assert rating(1512) == "1512"


def test_decimals_have_the_sign_of_the_language_and_their_thousands_together() -> None:
    assert decimal_text(Decimal("1512.50")) == "1512.50"
    with translation.override("et"):
        assert decimal_text(Decimal("1512.50")) == "1512,50"
        assert decimal_text("12.5") == "12,5"
        assert decimal_text(3) == "3"
        assert [signed_text(Decimal(each)) for each in ("25.19", "-5.60", "0")] == [
            "+25,19",
            "−5,60",
            "+0",
        ]
