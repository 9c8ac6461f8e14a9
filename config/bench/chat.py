"""What the filters of chat make of the rows of tests/data/chat, and how long they take.

Nothing here is tuned on: which rows have been looked at while tuning and which were kept back
stands in docs/performance.md.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from time import process_time
from typing import Any, Final

import psutil

from chat import pipeline
from chat.filters.draft import Context, Said, Stopped
from chat.filters.english_votes import jury
from config.bench import BenchFailed
from config.environment import ROOT

ROWS_FOLDER: Final = ROOT / "tests/data/chat"

#: A label that may be answered either way, and counts for nothing.
EITHER: Final = "either"
NOT_ENGLISH: Final = "chat.not_english"


@dataclass(frozen=True, slots=True)
class Question:
    """What the files of one kind ask.

    label: of rows to be refused. code: by which code; None where any will do, since an insult in
    Estonian may be called either. Rows that ask about something else may be in any language.
    """

    name: str
    label: str
    code: str | None

    def is_right(self, row: Mapping[str, Any], code: str | None) -> bool:
        """Whether a row was answered as its label says."""
        if row["label"] != self.label:
            return code is None or (self.code is not None and code == NOT_ENGLISH)
        return code is not None and self.code in {None, code}


QUESTIONS: Final = (
    Question("language", "block", None),
    Question("offensive", "offensive", "chat.offensive"),
    Question("adverts", "advert", "chat.advert"),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """One row, and what the pipeline made of it. evidence: what was found, for staff."""

    question: Question
    row: Mapping[str, Any]
    code: str | None
    evidence: str

    @property
    def is_right(self) -> bool:
        """Whether this is what the label wants."""
        return self.question.is_right(self.row, self.code)

    @property
    def is_to_be_refused(self) -> bool:
        """Whether the label wants a refusal."""
        return bool(self.row["label"] == self.question.label)

    def __str__(self) -> str:
        said = " | ".join([*self.row.get("history", ()), self.row["text"]])
        group = " ".join(self.row[key] for key in ("lang", "kind") if key in self.row)
        decision = f"{self.code or 'allowed'} {self.evidence}".strip()
        return f"{self.row['label']}, {group or self.question.name}: {said!r} -> {decision}"


@dataclass(frozen=True, slots=True)
class Loading:
    """What reading the words cost the first line."""

    ms: float
    mb: float


def load() -> Loading:
    """Call the jury in, which happens once a process."""
    memory, began_s = psutil.Process().memory_info, process_time()
    before = memory().rss
    jury()
    return Loading((process_time() - began_s) * 1e3, (memory().rss - before) / 1e6)


def files(folder: Path = ROWS_FOLDER) -> list[tuple[Question, Path]]:
    """Every file of rows with what it asks. Raises BenchFailed where there is none."""
    found = [
        (question, path)
        for question in QUESTIONS
        for path in sorted(folder.glob(f"{question.name}_*.jsonl"))
    ]
    if not found:
        raise BenchFailed(f"There are no rows in {folder}.")
    return found


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a file that count."""
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return [row for row in rows if row["label"] != EITHER]


def context_of(row: Mapping[str, Any]) -> Context:
    """What stands around the row: lines before it, and who is called what."""
    history = tuple(Said(text) for text in row.get("history", ()))
    return Context(history=history, names=frozenset(row.get("names", ())))


def answers(question: Question, rows: Iterable[Mapping[str, Any]]) -> list[Answer]:
    """What the whole pipeline answers."""
    return [_answer(question, row) for row in rows]


def _answer(question: Question, row: Mapping[str, Any]) -> Answer:
    outcome = pipeline.run(row["text"], context_of(row))
    if isinstance(outcome, Stopped):
        return Answer(question, row, outcome.refusal.code, outcome.evidence)
    return Answer(question, row, None, "")


def us_per_line(rows: Sequence[Mapping[str, Any]], repeats: int) -> float:
    """Processor time of one line, the least of the repeats: other work only adds to it."""
    contexts = [(row["text"], context_of(row)) for row in rows]
    return min(_seconds(contexts) for _ in range(repeats)) / len(rows) * 1e6


def _seconds(lines: Sequence[tuple[str, Context]]) -> float:
    began_s = process_time()
    for text, context in lines:
        pipeline.run(text, context)
    return process_time() - began_s


@dataclass(frozen=True, slots=True)
class Score:
    """How many of a group of rows were answered as they should be."""

    right: int
    rows: int

    def __str__(self) -> str:
        return f"{self.right} of {self.rows} ({self.right / self.rows:.1%})" if self.rows else "-"


def found(given: Iterable[Answer]) -> Score:
    """Of the rows to be refused, how many were."""
    return _score([answer.is_right for answer in given if answer.is_to_be_refused])


def falsely_refused(given: Iterable[Answer]) -> Score:
    """Of the rows to be allowed, how many were refused."""
    return _score([not answer.is_right for answer in given if not answer.is_to_be_refused])


def _score(hits: Sequence[bool]) -> Score:
    return Score(sum(hits), len(hits))


def by_group(given: Iterable[Answer]) -> Iterator[tuple[str, Score]]:
    """How many of each language and kind were answered rightly."""

    def group(answer: Answer) -> str:
        row = answer.row
        return f"{row.get('lang', row['label'])} {row.get('kind', '')}".strip()

    for name, members in groupby(sorted(given, key=group), key=group):
        yield name, _score([answer.is_right for answer in members])
