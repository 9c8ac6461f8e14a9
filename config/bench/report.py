"""A run as people and as programs read it: a table, and one JSON object a line."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from itertools import groupby
from pathlib import Path
from typing import Any

from config.bench.figures import QUANTITIES, Figure

_NAME_WIDTH = 48


def heading(facts: Mapping[str, object]) -> str:
    """What the figures below were taken on, a line each."""
    return "\n".join(f"{name:>18}  {value}" for name, value in facts.items())


def table(figures: Iterable[Figure], titles: Mapping[str, str]) -> Iterator[str]:
    """The lines of the table: the median of each figure, and how far its rounds lay apart."""
    yield f"{'':{_NAME_WIDTH}}{'median':>12}{'lowest':>12}{'highest':>12}"
    for contender, group in groupby(figures, key=lambda figure: figure.contender):
        yield ""
        yield titles[contender]
        for figure in group:
            quantity = QUANTITIES[figure.name]
            values = (figure.median, min(figure.rounds), max(figure.rounds))
            columns = "".join(f"{value:>12,.{quantity.digits}f}" for value in values)
            yield f"  {quantity.title:{_NAME_WIDTH - 2}}{columns} {quantity.unit}".rstrip()


class JsonLines(AbstractContextManager["JsonLines"]):
    """Writes what a run finds out, as soon as it does; nowhere where there is no file."""

    def __init__(self, path: Path | None) -> None:
        self._file = path.open("w") if path is not None else None

    def __exit__(self, *trouble: object) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, kind: str, **facts: Any) -> None:
        """One object. `kind` is `run`, `round` or `figure`."""
        if self._file is not None:
            self._file.write(json.dumps({"kind": kind, **facts}) + "\n")
            self._file.flush()

    def write_figures(self, figures: Sequence[Figure]) -> None:
        """The outcome of the run, a line a figure."""
        for figure in figures:
            self.write(
                "figure",
                contender=figure.contender,
                figure=figure.name,
                unit=QUANTITIES[figure.name].unit,
                median=figure.median,
                lowest=min(figure.rounds),
                highest=max(figure.rounds),
                rounds=figure.rounds,
            )
