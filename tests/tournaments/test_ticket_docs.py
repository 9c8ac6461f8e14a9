"""docs/tournaments.md says of satellites and tickets what the code does."""

from pathlib import Path

import pytest

from tournaments.card import SatelliteTerms
from tournaments.models import TicketKind
from tournaments.satellites import division, tickets_of_pool
from tournaments.ticket_states import TICKET_TRANSITIONS, TicketState

PAGE = Path(__file__, "../../../docs/tournaments.md").resolve().read_text()
SECTION = PAGE[PAGE.index("## Satellites and tickets") :]


def drawn() -> str:
    """The diagram of the table of states."""
    steps = [
        f"    {state.value} --> {following.value}\n"
        for state, all_following in TICKET_TRANSITIONS.items()
        for following in sorted(all_following)
    ]
    return f"```mermaid\nstateDiagram-v2\n{''.join(steps)}```"


def test_the_diagram_is_the_table_of_states() -> None:
    assert drawn() in SECTION


@pytest.mark.parametrize("state", TicketState)
def test_every_state_is_explained(state) -> None:
    assert f"\n| {state.value} | " in SECTION


def test_every_kind_of_ticket_is_explained() -> None:
    lines = ("| to one event | ", "| for another try | ", "| flexible | ")
    assert len(lines) == len(TicketKind)
    assert all(line in SECTION for line in lines)


@pytest.mark.parametrize(
    ("entrants", "buy_in_chips", "ticket_chips", "terms", "line", "said"),
    [
        (14, 50, 200, {}, "14 at 50", (3, 0, 2, (), 0)),
        (25, 30, 300, {"remainder": "chips"}, "25 at 30, by chips", (2, 0, 0, (60, 60, 30), 0)),
        (10, 10, 30, {"again_chips": 11}, "10 at 10 + 1", (3, 0, 0, (), 10)),
        (10, 10, 30, {"guaranteed": 5}, "10 at 10, five guaranteed", (5, 50, 0, (), 0)),
        (2, 10, 30, {"guaranteed": 1}, "2 at 10, one guaranteed", (1, 10, 0, (), 0)),
        (16, 50, 250, {}, "16 at 50", (3, 0, 1, (), 0)),
    ],
)
def test_every_worked_number_is_the_one_that_is_paid(
    entrants, buy_in_chips, ticket_chips, terms, line, said
) -> None:
    asked = SatelliteTerms(
        target_id="t1",
        target_name="Sunday",
        ticket_chips=ticket_chips,
        **{"again_chips": buy_in_chips, **terms},
    )
    paid = division(
        asked,
        pool_chips=entrants * buy_in_chips,
        entrants=entrants,
        buy_in_chips=buy_in_chips,
    )
    assert (paid.tickets, paid.overlay_chips, paid.again, paid.chips, paid.target_chips) == said
    assert f"\n| {line} | {ticket_chips} | pool {entrants * buy_in_chips}: " in SECTION


def test_a_pool_without_a_ticket_is_called_off() -> None:
    asked = SatelliteTerms(target_id="t1", target_name="Sunday", ticket_chips=30, again_chips=11)
    assert tickets_of_pool(asked, pool_chips=20, entrants=2) == 0
    assert "\n| 2 at 10 + 1 | 30 | pool 20: no ticket, so it is called off " in SECTION


def test_every_refusal_is_named() -> None:
    codes = [f"ticket.{state}" for state in ("reserved", "used", "expired", "void")]
    codes += ["ticket.not_found", "ticket.wrong_event", "ticket.other_price"]
    codes += [f"satellite.{why}" for why in ("too_late", "target_gone", "target_full", "no_ticket")]
    assert [code for code in codes if f"`{code}`" not in SECTION] == []
