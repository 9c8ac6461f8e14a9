"""docs/tournaments.md says what the code does."""

from pathlib import Path

import pytest

from tournaments.prizes import default_shares, percent_text
from tournaments.states import TRANSITIONS, TournamentState

PAGE = Path(__file__, "../../../docs/tournaments.md").resolve().read_text()


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


@pytest.mark.parametrize("state", TournamentState)
def test_every_state_is_explained(state) -> None:
    assert f"\n| {state.value} | " in PAGE


@pytest.mark.parametrize(
    ("entrants", "line"),
    [
        (2, "| 2 | 100 |"),
        (8, "| 3 to 8 | 60, 40 |"),
        (16, "| 9 to 16 | 50, 25, 12.5 twice |"),
        (32, "| 17 to 32 | 40, 20, 10 twice, 5 four times |"),
        (64, "| 33 to 64 | 33, 16, 8.86 twice, 4.16 four times, 2.08 eight times |"),
    ],
)
def test_the_table_of_prizes_is_the_one_that_pays(entrants, line) -> None:
    shares = [percent_text(percent) for percent in default_shares(entrants).percents]
    times = {1: "", 2: " twice", 4: " four times", 8: " eight times"}
    said = ", ".join(f"{share}{times[shares.count(share)]}" for share in dict.fromkeys(shares))
    assert line in PAGE
    assert line.endswith(f" {said} |")
