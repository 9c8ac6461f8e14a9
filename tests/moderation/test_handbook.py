"""The handbook of moderators says what the house does: its tables are those of the code."""

import re

from config.environment import ROOT
from moderation.admin.presses import step_text
from moderation.policy import LADDERS
from moderation.sanctions import EFFECTS, Offence
from moderation.urgency import HELD_POINTS, REASON_POINTS

HANDBOOK = (ROOT / "docs" / "moderation.md").read_text()


def table(heading: str) -> list[list[str]]:
    """The rows of the table that begins with this column, each a list of its cells."""
    lines = HANDBOOK.splitlines()
    start = next(n for n, text in enumerate(lines) if text.startswith(f"| {heading} |"))
    rows = []
    for text in lines[start + 2 :]:
        if not text.startswith("|"):
            break
        rows.append([cell.strip() for cell in text.strip("|").split("|")])
    return rows


def test_the_policy_in_the_handbook_is_that_of_the_desk() -> None:
    written = {row[0]: [cell for cell in row[1:] if cell] for row in table("offence")}
    assert written == {
        str(Offence(offence).label): [step_text(step) for step in ladder]
        for offence, ladder in LADDERS.items()
    }


def test_the_sanctions_in_the_handbook_are_those_there_are() -> None:
    written = {row[0]: row[2] for row in table("sanction")}
    names = {kind: "suspension" if kind == "suspend" else str(kind.label) for kind in EFFECTS}
    expected = {names[kind]: effect.rank.name.lower() for kind, effect in EFFECTS.items()}
    assert written == expected


def test_the_urgency_in_the_handbook_is_that_of_the_queue() -> None:
    written = {row[0]: int(row[1]) for row in table("reason")}
    expected = {str(reason.label): points for reason, points in REASON_POINTS.items()}
    assert written == {**expected, "lines held by the house": HELD_POINTS}


def test_every_picture_of_the_handbook_is_there_and_small() -> None:
    names = re.findall(r"\]\((images/[^)]+)\)", HANDBOOK)
    assert len(names) >= 6
    for name in names:
        assert (ROOT / "docs" / name).stat().st_size < 200_000, name
