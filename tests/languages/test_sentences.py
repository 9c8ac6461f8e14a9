"""Every sentence that people read can be translated: none stands outside the catalogues."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.utils.functional import Promise

from tests.languages.collecting import sources, texts_of_the_code
from wire import errors
from wire.texts import STANDARD_TEXTS

_REFUSALS = {
    name
    for name, each in vars(errors).items()
    if isinstance(each, type) and issubclass(each, errors.PlatformError)
} | {"Refusal"}

_APPS = ("accounts", "bankroll", "chat", "lobby", "matches", "moderation", "tournaments")

_SCRIPTS = sorted((settings.BASE_DIR / "static" / "js").rglob("*.js"))
_COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
#: Two words and a full stop: what is said to people, not to a program.
_SENTENCE = re.compile(r"[A-Z][a-z]+ [a-z]+.*[.!?]$")


def _known() -> frozenset[str]:
    return frozenset(each.text for each in texts_of_the_code())


def _refused_texts(path: Path) -> Iterator[str]:
    """The texts of refusals that are written where they are raised."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) not in _REFUSALS:
            continue
        for argument in node.args[1:2]:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


def test_every_refusal_says_why_in_the_language_of_who_is_refused() -> None:
    said = {text: path.name for path in sources("*.py") for text in _refused_texts(path)}
    assert {text: name for text, name in said.items() if text and text not in _known()} == {}
    assert set(STANDARD_TEXTS.values()) <= _known()


@pytest.mark.parametrize("path", _SCRIPTS, ids=lambda path: path.name)
def test_no_script_holds_a_sentence(path: Path) -> None:
    code = _COMMENT.sub("", path.read_text())
    texts = (plain or filled for plain, filled in _LITERAL.findall(code))
    assert [text for text in texts if _SENTENCE.match(text)] == []


@pytest.mark.parametrize("app", _APPS)
def test_staff_read_what_an_app_is_called_in_their_language(app: str) -> None:
    config = apps.get_app_config(app)
    assert isinstance(config.verbose_name, Promise)
