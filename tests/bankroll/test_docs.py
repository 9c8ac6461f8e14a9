"""docs/ledger.md knows every kind of transfer, its roads and what the statement says of it."""

from pathlib import Path

import pytest

from bankroll.forms import WALLET_KINDS
from bankroll.kinds import ROADS, TransferKind

PAGE = Path(__file__, "../../../docs/ledger.md").resolve().read_text()


def row_of(kind: TransferKind) -> list[str]:
    """The cells of the kind's row in the table."""
    (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{kind.value}` | ")]
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("kind", TransferKind)
def test_every_kind_has_a_row_that_names_where_it_comes_from_and_goes_to(kind) -> None:
    _name, roads, _service, _said = row_of(kind)
    for source, target in ROADS[kind]:
        assert f"{source.value}, {target.value}" in roads or roads.endswith("or back")


@pytest.mark.parametrize("kind", TransferKind)
def test_every_row_says_what_the_statement_says(kind) -> None:
    _name, _roads, _service, said = row_of(kind)
    expected = str(kind.label) if kind in WALLET_KINDS else "(in no wallet)"
    assert said == expected


@pytest.mark.parametrize("kind", TransferKind)
def test_every_kind_has_a_worked_example(kind) -> None:
    examples = PAGE[PAGE.index("**An event.**") : PAGE.index("### To add a kind")]
    assert f"**{kind.value}" in examples
