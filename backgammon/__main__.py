"""The package as a tool: `python -m backgammon plays|replay|perft`, JSON lines in and out.

Source: docs/rules.md, "The package as a tool".
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, BinaryIO

from backgammon.errors import Fault, NotationError, RulesError
from backgammon.movegen import all_results
from backgammon.notation.perft import DEEPEST_KEPT, perft
from backgammon.notation.rows import read_row, result_key
from backgammon.notation.scripts import run_script
from backgammon.variants import find_variant

_PLAYS_HELP = """\
One JSON object a line in (pts, bar, off, dice, optional variant and options), one a line out:
{"id", "results"} with the sorted keys of every distinct legal result, or {"id", "error"}."""

_REPLAY_HELP = """\
One JSON object a line in (rules, optional start, dice, actions), one a line out: {"id", "states"}
with the state after each action; after a refused one also "step" and "error"."""

Answer = Callable[[Any], dict[str, Any]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 when every line was answered, also with an error."""
    asked = _parser().parse_args(arguments)
    try:
        if asked.command in _ANSWERS:
            _answer_lines(sys.stdin.buffer, _ANSWERS[asked.command])
        else:
            _write(perft(find_variant(asked.variant), asked.depth))
    except BrokenPipeError:
        # The reader has enough; a second failure while Python closes the pipe is no news.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except RulesError as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m backgammon",
        description="The rules of backgammon and its relatives as a tool.",
        epilog="Exit status: 0 when every line was answered, 2 for wrong usage.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, summary, description in (
        ("plays", "every legal result of a position and dice", _PLAYS_HELP),
        ("replay", "the states of a match after each action", _REPLAY_HELP),
    ):
        commands.add_parser(
            name,
            help=summary,
            description=description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
    counting = commands.add_parser("perft", help="count results by depth from the start position")
    counting.add_argument("--depth", type=int, default=1, choices=range(1, DEEPEST_KEPT + 2))
    counting.add_argument("--variant", default="backgammon", metavar="KEY")
    return parser


def _answer_lines(lines: BinaryIO, answer: Answer) -> None:
    """One answer for each line, at once; a bad line gets an error and the next is read."""
    for line in lines:
        row_id = None
        try:
            row = _loaded(line)
            row_id = row.get("id") if isinstance(row, dict) else None
            reply = {"id": row_id, **answer(row)}
        except RulesError as refusal:
            reply = {"id": row_id, "error": {"code": refusal.fault.code, "message": str(refusal)}}
        _write([reply])


def _loaded(line: bytes) -> Any:
    try:
        return json.loads(line.decode(), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise NotationError(Fault.MALFORMED, detail=f"not JSON, {error}") from error


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON")


def _write(replies: Iterable[dict[str, Any]]) -> None:
    for reply in replies:
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


def _plays(row: Any) -> dict[str, Any]:
    variant, turn = read_row(row)
    return {"results": sorted(result_key(packed, variant) for packed in all_results(variant, turn))}


_ANSWERS: Mapping[str, Answer] = {"plays": _plays, "replay": run_script}


if __name__ == "__main__":
    sys.exit(main())
