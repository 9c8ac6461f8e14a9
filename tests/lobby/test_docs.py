"""docs/lobby.md says what the code does."""

import inspect
import re
from pathlib import Path

import pytest

from lobby import eligibility, selectors, services
from lobby.states import TRANSITIONS, TableState

PAGE = Path(__file__, "../../../docs/lobby.md").resolve().read_text()
CODE = "".join(inspect.getsource(each) for each in (eligibility, selectors, services))


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


@pytest.mark.parametrize("state", TableState)
def test_every_state_is_explained(state) -> None:
    assert f"\n| {state.value} | " in PAGE


def test_every_refusal_is_listed() -> None:
    codes = set(re.findall(r'"(table\.\w+)"', CODE))
    assert "table.taken" in codes
    assert {code for code in codes if f"`{code}`" not in PAGE} == set()
