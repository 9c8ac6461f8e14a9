"""What production serves: names by contents, modules without comments, few bytes."""

import re
from pathlib import Path

import pytest

from config.bench.scripts import BOARD_SCRIPTS, collect, compressed_bytes, loaded_with
from config.staticfiles import without_comments

MOST_BYTES = 60_000


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The folder production serves, and the names in it."""
    folder = tmp_path_factory.mktemp("static")
    return folder, collect(folder)


def test_all_one_plays_with_is_less_than_60_kilobytes(collected) -> None:
    folder, names = collected
    modules = loaded_with(folder / names[entry] for entry in BOARD_SCRIPTS)
    assert len(modules) > 20, "the imports were not followed"
    assert compressed_bytes(modules) < MOST_BYTES


def test_imports_name_what_is_served(collected) -> None:
    folder, names = collected
    for module in loaded_with([folder / names["js/match.js"]]):
        assert re.search(r"\.[0-9a-f]{12}\.js$", module.name), module.name


def test_modules_travel_without_their_comments(collected) -> None:
    folder, names = collected
    served = (folder / names["js/board.js"]).read_text()
    assert "@param" not in served
    assert "<bg-board>: the board" not in served
    assert "class Board extends HTMLElement" in served


def test_what_only_looks_like_a_comment_stays() -> None:
    script = 'const home = "https://house.test"; // kept\n  // gone\n/** gone\n * too */\nok();\n\n'
    assert without_comments(script) == 'const home = "https://house.test"; // kept\nok();\n'
