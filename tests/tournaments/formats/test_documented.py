"""docs/tournaments.md names every format, tie-break and lot, with the numbers the code gives."""

import re
from pathlib import Path

import pytest

from tests.tournaments.formats.simulation import field_of, first, play_out
from tournaments.formats import FORMATS, groups, knockout, swing, swiss, tiebreaks
from tournaments.formats.groups import groups_of
from tournaments.formats.knockout import Knockout
from tournaments.formats.trees import bye_slots, round_count

PAGE = Path(__file__, "../../../../docs/tournaments.md").resolve().read_text()


def row(heading: str, title: str) -> list[str]:
    """The cells of a table's row below a heading."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    (line,) = [line for line in section.splitlines() if line.startswith(f"| {title} |")]
    return [cell.strip() for cell in line.strip("|").split("|")[1:]]


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_is_in_the_table(key) -> None:
    assert f"\n| `{key}` | " in PAGE


@pytest.mark.parametrize("code", tiebreaks.TIE_BREAKS)
def test_every_tie_break_is_explained(code) -> None:
    assert f"\n| `{code}` | " in PAGE


def test_the_byes_matches_and_rounds_are_those_of_the_bracket() -> None:
    sizes = [int(cell) for cell in row("Knock-out", "entrants")]
    assert row("Knock-out", "byes") == [str(len(bye_slots(size))) for size in sizes]
    assert row("Knock-out", "matches") == [str(size - 1) for size in sizes]
    assert row("Knock-out", "rounds") == [str(round_count(size)) for size in sizes]


@pytest.mark.parametrize(
    ("entrants", "tickets", "matches"),
    [(16, 2, [8, 4, 2]), (16, 3, [8, 4, 2, 1]), (16, 7, [8, 4, 2, 1]), (14, 3, [6, 4, 2, 1])],
)
def test_the_satellites_of_the_page_are_played_like_that(entrants, tickets, matches) -> None:
    over = play_out(Knockout(survivors=tickets), field_of(entrants), first)
    rounds = [ref.round for ref, pairing in over.pairings.items() if pairing.is_contested]
    assert [rounds.count(number) for number in sorted(set(rounds))] == matches
    assert f"\n| {entrants}, {tickets} | " in PAGE


def test_the_groups_are_those_that_are_made() -> None:
    for size, groups_said in zip(
        row("Groups and final", "entrants"), row("Groups and final", "groups"), strict=True
    ):
        made = [str(len(group)) for group in groups_of(range(int(size)))]
        assert groups_said.split() == made


@pytest.mark.parametrize("module", [groups, knockout, swing, swiss])
def test_every_lot_is_in_the_table_of_the_draw(module) -> None:
    source = Path(module.__file__).read_text()
    labels = re.findall(r'lots\.order\(f?"(\w+)', source)
    assert labels
    for label in labels:
        assert re.search(rf"^\| `{label}(:<round>)?` \| ", PAGE, re.MULTILINE)
