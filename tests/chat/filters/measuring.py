"""Rows of `tests/data/chat`, and how well a stage tells them apart."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from chat.filters.cleanup import cleanup_stage
from chat.filters.draft import Context, Draft, Said, Stage, Stopped

DATA = Path(__file__).parents[2] / "data" / "chat"


class Row(NamedTuple):
    """A line and what it is."""

    text: str
    label: str


class Told(NamedTuple):
    """Shares of what was found and of what was found wrongly, with the lines themselves."""

    found: float
    false: float
    missed: list[str]
    wrong: list[str]


def rows_of(name: str) -> list[Row]:
    lines = (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [Row(row["text"], row["label"]) for row in map(json.loads, lines)]


def evidence_of(stage: Stage, *lines: str) -> str:
    """What the stage finds in the last line, cleaned, after the others; "" for nothing."""
    *before, text = lines
    cleaned = cleanup_stage(Draft(text, text), Context())
    assert isinstance(cleaned, Draft)
    answer = stage(cleaned, Context(history=tuple(map(Said, before))))
    return answer.evidence if isinstance(answer, Stopped) else ""


def told(find: Callable[[str], str], rows: list[Row]) -> Told:
    """How the finder does on rows of which some are "clean"."""
    missed = [row.text for row in rows if row.label != "clean" and not find(row.text)]
    wrong = [row.text for row in rows if row.label == "clean" and find(row.text)]
    clean = sum(row.label == "clean" for row in rows)
    bad = len(rows) - clean
    return Told(1 - len(missed) / bad, len(wrong) / clean, missed, wrong)
