"""`docs/rules.md` tells everything the package does: options, faults, tests, sections."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest

import backgammon
from backgammon import Fault
from backgammon.bots import BOTS
from backgammon.notation.options import OPTIONS
from backgammon.variants import VARIANTS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text()
IN_CODE_FACE = set(re.findall(r"`([^`\n]+)`", PAGE))
HEADINGS = set(re.findall(r"^#+ (.+)$", PAGE, flags=re.MULTILINE))


@pytest.mark.parametrize("fault", list(Fault), ids=lambda fault: fault.code)
def test_every_fault_is_mentioned(fault: Fault) -> None:
    assert fault.code in IN_CODE_FACE


@pytest.mark.parametrize("key", OPTIONS)
def test_every_option_has_a_row_with_its_defaults(key: str) -> None:
    assert re.search(rf"^\| `{key}` \|", PAGE, flags=re.MULTILINE)


def test_every_variant_and_every_bot_is_mentioned() -> None:
    assert {variant.key for variant in VARIANTS} <= IN_CODE_FACE
    assert BOTS.keys() <= IN_CODE_FACE


def test_every_test_named_on_the_page_exists() -> None:
    named = {word for word in IN_CODE_FACE if word.startswith("test_")}
    written = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), flags=re.MULTILINE)
    }
    assert named - written == set()


def test_every_section_the_code_names_as_its_source_exists() -> None:
    named = {
        section
        for path in (ROOT / "backgammon").rglob("*.py")
        for line in re.findall(r"Source: docs/rules\.md, ([^\n]+)", path.read_text())
        for section in re.findall(r'"([^"]+?)[,.]?"', line)
    }
    assert named
    assert named - HEADINGS == set()


def test_every_link_within_the_page_leads_somewhere() -> None:
    anchors = {heading.lower().replace(" ", "-").replace(",", "") for heading in HEADINGS}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= anchors


def test_the_session_in_the_package_docstring_is_true() -> None:
    assert doctest.testmod(backgammon).failed == 0
    assert doctest.testmod(backgammon).attempted > 0


def _modules() -> list[ModuleType]:
    """The package and everything in it."""
    found = pkgutil.walk_packages(backgammon.__path__, "backgammon.")
    names = (module.name for module in found if not module.name.endswith("__main__"))
    return [backgammon, *map(importlib.import_module, names)]


def _public_names() -> list[tuple[str, Any, ModuleType]]:
    """Every public class and function, with its public methods and properties, and its module."""
    listed: list[tuple[str, Any, ModuleType]] = []
    for module in _modules():
        for name, named in vars(module).items():
            is_own = getattr(named, "__module__", None) == module.__name__
            if name.startswith("_") or not is_own or not isinstance(named, type | FunctionType):
                continue
            listed.append((name, named, module))
            if isinstance(named, type):
                listed += [
                    (f"{name}.{part}", inner, module)
                    for part, inner in vars(named).items()
                    if not part.startswith("_")
                    and isinstance(inner, FunctionType | property | classmethod)
                ]
    return listed


@pytest.mark.parametrize("public", _public_names(), ids=lambda public: public[0])
def test_every_public_name_says_what_it_is_and_where_its_rules_come_from(
    public: tuple[str, Any, ModuleType],
) -> None:
    name, named, module = public
    said = named.__doc__ or ""
    assert said.strip(), name
    assert not said.startswith(f"{name}("), "a dataclass describes itself only by its fields"
    assert re.search(r"Source: docs/(rules|ratings)\.md", said + (module.__doc__ or ""))
