"""What the eye of a reviewer should not have to check."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from config.environment import ROOT

PACKAGES = (
    "accounts",
    "backgammon",
    "bankroll",
    "chat",
    "config",
    "lobby",
    "matches",
    "moderation",
    "tournaments",
    "wire",
)
LONGEST_MODULE = 420

# Run by developers, who have the tools of developers.
BENCH = Path("config/bench")

# The house asks `wire.time` what time it is, so that tests can stop the clock.
CLOCK_READERS = {"timezone.now", "datetime.now", "datetime.utcnow", "time.time", "time.time_ns"}
CLOCK = Path("wire/time.py")

_LINK = re.compile(r"\]\((?!https?://|mailto:|#)([^)#\s]+)[^)]*\)")


def tracked(*patterns: str) -> list[Path]:
    """Files under version control (or about to be), relative to the root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [Path(line) for line in listed.stdout.splitlines() if (ROOT / line).exists()]


MODULES = [path for path in tracked("*.py") if "migrations" not in path.parts]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_says_in_two_to_five_lines_what_lives_there(package: str) -> None:
    purpose = ast.get_docstring(ast.parse((ROOT / package / "__init__.py").read_text())) or ""

    assert len(purpose.splitlines()) >= 2


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_every_module_opens_with_its_purpose_and_keeps_to_one_idea(path: Path) -> None:
    text = (ROOT / path).read_text()

    assert not text.strip() or ast.get_docstring(ast.parse(text))
    assert len(text.splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize(
    "path", [path for path in MODULES if path.parts[0] in PACKAGES and path != CLOCK], ids=str
)
def test_only_wire_time_reads_the_clock(path: Path) -> None:
    calls = {
        ast.unparse(node.func)
        for node in ast.walk(ast.parse((ROOT / path).read_text()))
        if isinstance(node, ast.Call)
    }

    assert not {call for call in calls if call.removeprefix("datetime.") in CLOCK_READERS}


def test_every_link_between_documents_resolves() -> None:
    broken = [
        f"{path}: {target}"
        for path in tracked("*.md")
        for target in _LINK.findall((ROOT / path).read_text())
        if not (ROOT / path.parent / target).exists()
    ]

    assert broken == []


def test_every_app_with_tables_keeps_them_to_itself() -> None:
    """The first table of an app brings its contract; import-linter cannot ask for a missing one."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    guarded = {contract["id"].removeprefix("tables-of-") for contract in linter["contracts"]}

    assert {path.parts[0] for path in tracked("*/models.py")} <= guarded


def test_what_the_packages_import_is_a_requirement_of_their_own() -> None:
    """Not one that merely happens to come along, or only with the tools of developers."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    required = {re.split(r"[=\[;]", line)[0].replace("_", "-") for line in groups["runtime"]}
    comes_from = packages_distributions()

    imported = {
        name
        for path in MODULES
        if path.parts[0] in PACKAGES and not path.is_relative_to(BENCH)
        for name in _top_level_imports(ast.parse((ROOT / path).read_text()))
        if name not in sys.stdlib_module_names and name not in PACKAGES
    }
    lacking = {
        name
        for name in imported
        if not {dist.replace("_", "-").lower() for dist in comes_from.get(name, ())} & required
    }

    assert lacking == set()


def _top_level_imports(module: ast.Module) -> set[str]:
    """First parts of the absolute names that a module imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}
