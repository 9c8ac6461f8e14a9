"""The plural forms of a language, for sentences with a number that scripts fill in."""

from typing import Final, NamedTuple

from django import template
from django.utils.translation import get_language

register = template.Library()


class Form(NamedTuple):
    """A form by its name in `Intl.PluralRules`, and a number that takes it."""

    name: str
    number: int


ONE_AND_OTHER: Final = (Form("one", 1), Form("other", 2))
FORMS: Final = {"lv": (Form("zero", 0), *ONE_AND_OTHER)}


@register.simple_tag
def plural_forms() -> tuple[Form, ...]:
    """The forms of the reader's language: a page carries a sentence for each of them."""
    return FORMS.get(get_language() or "", ONE_AND_OTHER)
