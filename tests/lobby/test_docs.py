"""docs/lobby.md says what the code does."""

import re

import pytest

from config.environment import ROOT
from lobby.models import SeekState
from lobby.states import TRANSITIONS, TableState

PAGE = (ROOT / "docs" / "lobby.md").read_text()
CODE = "".join(file.read_text() for file in (ROOT / "lobby").rglob("*.py"))


def drawn() -> str:
    """The diagram of the table of states."""
    steps = [
        f"    {state.value} --> {following.value}\n"
        for state, all_following in TRANSITIONS.items()
        for following in sorted(all_following)
    ]
    return f"```mermaid\nstateDiagram-v2\n{''.join(steps)}```"


def test_the_diagram_is_the_table_of_states() -> None:
    assert drawn() in PAGE


@pytest.mark.parametrize("state", [*TableState, *SeekState])
def test_every_state_is_explained(state) -> None:
    assert f"\n| {state.value} | " in PAGE


def test_every_refusal_is_listed() -> None:
    codes = set(
        re.findall(r'(?:Refus\w+|NotFound|Forbidden|Conflict|Malformed)\(\s*"(\w+\.\w+)"', CODE)
    )
    assert "table.taken" in codes
    assert {code for code in codes if f"`{code}`" not in PAGE} == set()
