"""docs/tournaments.md says what the code does."""

from datetime import timedelta
from pathlib import Path

import pytest

from backgammon import PointMatch, ladder_points_to_win
from tournaments.field import Applicant, field_plan
from tournaments.prizes import default_shares, percent_text
from tournaments.services.attendance import bar_for
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


def row(title: str) -> list[str]:
    """The cells of a table's row, behind its title."""
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| {title} |")]
    return [cell.strip() for cell in line.strip("|").split("|")[1:]]


def test_the_no_show_ladder_is_the_one_that_is_climbed() -> None:
    lost = [ladder_points_to_win(PointMatch(int(cell))) for cell in row("match to")]
    assert row("lost with so many points") == [str(points) for points in lost] == list("12346")


def test_the_bars_are_those_that_are_set() -> None:
    hours = [bar_for(missed) // timedelta(hours=1) for missed in range(1, 8)]
    assert hours == [0, 24, 48, 4 * 24, 8 * 24, 16 * 24, 30 * 24]
    assert row("barred for") == ["–", "24 h", "48 h", "4 days", "8 days", "16 days", "30 days"]


@pytest.mark.parametrize(
    ("title", "here", "away", "waiting", "bots", "seats"),
    [
        ("13 of 13", 11, 2, 1, 0, 13),
        ("4 of 4", 4, 0, 2, 0, 4),
        ("2 of 16, house bots", 1, 1, 0, 9, 16),
    ],
)
def test_the_worked_starts_are_those_that_are_planned(
    title, here, away, waiting, bots, seats
) -> None:
    entered = here + away
    plan = field_plan(
        [
            Applicant(
                number, is_here=number <= here or number > entered, stands_by=number > entered
            )
            for number in range(1, entered + waiting + 1)
        ],
        seats=seats,
        fewest=4,
        free_bots=bots,
    )
    present, standing_by, drawn, bracket, byes, refunded, forfeit = row(title)
    assert (present, standing_by) == (str(here), str(waiting))
    assert drawn.startswith(str(plan.entrants))
    assert (bracket, byes) == (
        str(slots := 1 << (plan.entrants - 1).bit_length()),
        str(slots - plan.entrants),
    )
    back = len(plan.given) + len(plan.unseated)
    assert str(back) in refunded
    assert forfeit == str(len(plan.forfeited))
