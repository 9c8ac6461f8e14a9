"""Every text of the code that is to be translated, found without gettext's tools.

Python is read as Python; a template as Django hands it to xgettext. What `make messages` would
collect is what stands here, or a catalogue is not up to date.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.translation.template import templatize

#: What marks a text, and which of its arguments are the context, the text and its plural.
_MARKS: Final = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "gettext_noop": (None, 0, None),
    "counted": (None, 0, 1),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
    "npgettext_lazy": (0, 1, 2),
}
_STRING = r"""u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
_IN_TEMPLATE: Final = re.compile(
    rf"\b(_|gettext|pgettext|ngettext|npgettext)\(\s*{_STRING}(?:,\s*{_STRING})?(?:,\s*{_STRING})?"
)
_SKIPPED: Final = {"tests", "static", "staticfiles", "var", "locale", "docs", "bench"}


class Text(NamedTuple):
    """A text for translators. `plural` and `context` are empty where it has none."""

    text: str
    plural: str = ""
    context: str = ""


@cache
def texts_of_the_code() -> dict[Text, str]:
    """Every text that is to be translated, with a file it stands in."""
    found: dict[Text, str] = {}
    for path in sources("*.py"):
        found |= dict.fromkeys(texts_in_python(path.read_text()), str(path))
    for path in [*sources("*.html"), *sources("*.txt")]:
        found |= dict.fromkeys(texts_in_template(path.read_text()), str(path))
    return found


def sources(pattern: str) -> Iterator[Path]:
    """The files of the house that may hold sentences, by a pattern of their names."""
    for path in sorted(settings.BASE_DIR.rglob(pattern)):
        parts = path.relative_to(settings.BASE_DIR).parts
        if not (set(parts) & _SKIPPED or parts[0].startswith(".")):
            yield path


def texts_in_python(code: str) -> Iterator[Text]:
    """What a module marks; a text that is only known when it runs is none."""
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        name = (
            node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        )
        if name in _MARKS:
            given = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            yield from _text(name, given)


def texts_in_template(source: str) -> Iterator[Text]:
    """What a template marks."""
    for name, *given in _IN_TEMPLATE.findall(templatize(source)):
        yield from _text(name, [ast.literal_eval(each) if each else None for each in given])


def _text(name: str, given: Sequence[object]) -> Iterator[Text]:
    parts = [
        str(given[place]) if place is not None and len(given) > place and given[place] else ""
        for place in _MARKS[name]
    ]
    context, text, plural = parts
    if text:
        yield Text(text, plural, context)
