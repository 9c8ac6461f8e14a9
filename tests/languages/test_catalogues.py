"""Every catalogue is complete: nothing missing, nothing fuzzy, nothing the code says no more."""

from collections import Counter
from collections.abc import Mapping
from functools import cache

import polib
import pytest
from django.conf import settings

from tests.languages.collecting import Text, texts_in_python, texts_in_template, texts_of_the_code

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)


@cache
def catalogue(code: str) -> Mapping[Text, polib.POEntry]:
    """The living entries of a language, by their texts."""
    path = settings.BASE_DIR / "locale" / code / "LC_MESSAGES" / "django.po"
    return {
        Text(entry.msgid, entry.msgid_plural, entry.msgctxt or ""): entry
        for entry in polib.pofile(str(path))
        if not entry.obsolete
    }


@cache
def forms(code: str) -> int:
    """How many plural forms the language has."""
    path = settings.BASE_DIR / "locale" / code / "LC_MESSAGES" / "django.po"
    return int(polib.pofile(str(path)).metadata["Plural-Forms"].split("nplurals=")[1][0])


@pytest.mark.parametrize("code", LANGUAGES)
class TestCatalogues:
    def test_every_text_of_the_code_is_in_it(self, code: str) -> None:
        """Else `make messages` has not been run."""
        said = texts_of_the_code()
        assert {text: said[text] for text in said.keys() - catalogue(code).keys()} == {}

    def test_it_holds_nothing_that_the_code_says_no_more(self, code: str) -> None:
        assert catalogue(code).keys() - texts_of_the_code().keys() == set()

    def test_every_text_is_translated_and_none_is_fuzzy(self, code: str) -> None:
        entries = catalogue(code).values()
        assert [each.msgid for each in entries if each.fuzzy or not each.translated()] == []

    def test_what_is_counted_has_every_form_of_the_language(self, code: str) -> None:
        counted = [each for each in catalogue(code).values() if each.msgid_plural]
        wrong = [
            each.msgid
            for each in counted
            if len([text for text in each.msgstr_plural.values() if text]) != forms(code)
        ]
        assert wrong == []

    def test_a_translation_begins_and_ends_with_the_same_space(self, code: str) -> None:
        assert [
            each.msgid
            for each in catalogue(code).values()
            for text in (each.msgstr_plural.values() if each.msgid_plural else [each.msgstr])
            if _margins(text) != _margins(each.msgid)
        ] == []


def _margins(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


class TestCollecting:
    def test_python_is_searched_for_every_way_to_mark_a_text(self) -> None:
        code = """
gettext("One, " "in two halves")
translation.ngettext("%(n)d chip", "%(n)d chips", n)
pgettext_lazy("a replay", "Play")
counted("{n} roll", "{n} rolls", by="n")
gettext(variable)
"""
        assert Counter(texts_in_python(code)) == Counter(
            [
                Text("One, in two halves"),
                Text("%(n)d chip", "%(n)d chips"),
                Text("{n} roll", "{n} rolls"),
                Text("Play", context="a replay"),
            ]
        )

    def test_templates_are_searched_for_every_way_to_mark_a_text(self) -> None:
        source = (
            '{% load i18n %}{% translate "It\'s on" %}'
            "{% translate 'off' context 'checkers' %}"
            "{% blocktranslate with a=b %}Hello {{ a }}{% endblocktranslate %}"
            "{% blocktranslate count n=n %}One{% plural %}{{ n }}{% endblocktranslate %}"
        )
        assert Counter(texts_in_template(source)) == Counter(
            [
                Text("It's on"),
                Text("off", context="checkers"),
                Text("Hello %(a)s"),
                Text("One", "%(n)s"),
            ]
        )
