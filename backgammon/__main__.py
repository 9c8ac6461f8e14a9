"""The package as a tool: `python -m backgammon plays|replay|convert|perft`, JSON lines in and out.

Source: docs/rules.md, "The package as a tool".
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from backgammon.errors import Fault, NotationError, RulesError
from backgammon.movegen import all_results
from backgammon.notation.convert import convert
from backgammon.notation.options import variant_with_options
from backgammon.notation.perft import DEEPEST_KEPT, perft
from backgammon.notation.rows import read_row, result_key
from backgammon.notation.scripts import run_script

_PLAYS_HELP = """\
One JSON object a line in (pts, bar, off, dice, optional variant and options), one a line out:
{"id", "results"} with the sorted keys of every distinct legal result, or {"id", "error"}."""

_REPLAY_HELP = """\
One JSON object a line in (rules, optional start, dice, actions), one a line out: {"id", "states"}
with the state after each action; after a refused one also "step" and "error"."""

_CONVERT_HELP = """\
One moment of a game a line in, the same in every notation out. A line is an XGID, a Position ID
with or without ":" and a Match ID, a line of words, or a JSON object with xgid, position_id and
match_id, text, state and rules, or a row (pts, bar, off). {"mat"} with the text of a match file is
answered {"match"}, and back; --from mat reads such a file as it is, --to mat writes one."""

_DONE, _LOST, _WRONG_USAGE, _INTERRUPTED = 0, 1, 2, 130

Reply = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 when every line was answered, also with an error.

    2: wrong usage. 1: input or output was lost on the way. 130: interrupted.
    """
    asked = _parser().parse_args(arguments)
    if sys.stdout is None or sys.stdin is None:
        return _LOST  # The shell closed them before we began.
    try:
        _run(asked)
    except BrokenPipeError:
        _forget_output()  # The reader has enough, that is no error.
    except RulesError as refusal:
        sys.stderr.write(f"{refusal}\n")
        return _WRONG_USAGE
    except OSError as error:
        _forget_output()
        sys.stderr.write(f"{error.strerror}\n")
        return _LOST
    except KeyboardInterrupt:
        return _INTERRUPTED
    return _DONE


def _forget_output() -> None:
    """Spare Python a second failure when it closes what cannot be written to."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m backgammon",
        description="The rules of backgammon and its relatives as a tool.",
        epilog="Exit status: 0 when every line was answered, 2 for wrong usage.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    made = {
        name: commands.add_parser(
            name,
            help=summary,
            description=description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for name, summary, description in (
            ("plays", "every legal result of a position and dice", _PLAYS_HELP),
            ("replay", "the states of a match after each action", _REPLAY_HELP),
            ("convert", "a position or a match in every other notation", _CONVERT_HELP),
            ("perft", "count results by depth from the start position", None),
        )
    }
    made["convert"].add_argument("--from", choices=["lines", "mat"], default="lines", dest="source")
    made["convert"].add_argument("--to", choices=["lines", "mat"], default="lines", dest="target")
    depths = range(1, DEEPEST_KEPT + 2)
    made["perft"].add_argument("--depth", type=int, default=1, choices=depths)
    made["perft"].add_argument("--variant", default="backgammon", metavar="KEY")
    return parser


def _run(asked: argparse.Namespace) -> None:
    if asked.command == "perft":
        for count in perft(variant_with_options(asked.variant, None), asked.depth):
            _write(count)
        return
    lines = sys.stdin.buffer
    if asked.command == "plays":
        _answer(lines, _from_json, _plays)
    elif asked.command == "replay":
        _answer(lines, _from_json, run_script)
    elif asked.source == "mat":
        _answer([lines.read()], _from_match_file, convert)
    else:
        _answer(lines, _from_json_or_text, convert, as_match_files=asked.target == "mat")


def _answer(
    lines: Iterable[bytes],
    load: Callable[[str], Any],
    answer: Callable[[Any], Reply],
    *,
    as_match_files: bool = False,
) -> None:
    """One answer for each line, at once; a bad line gets an error and the next is read."""
    for line in lines:
        row_id = None
        try:
            row = load(_decoded(line))
            row_id = row.get("id") if isinstance(row, dict) else None
            reply = {"id": row_id, **answer(row)}
        except RulesError as refusal:
            reply = {"id": row_id, "error": {"code": refusal.fault.code, "message": str(refusal)}}
        if as_match_files and "mat" in reply:
            sys.stdout.write(reply["mat"])
        else:
            _write(reply)


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8-sig")
    except ValueError as error:
        raise NotationError(Fault.MALFORMED, detail=f"not UTF-8, {error}") from error


def _from_json(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise NotationError(Fault.MALFORMED, detail=f"not JSON, {error}") from error


def _refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is no JSON")


def _from_json_or_text(text: str) -> Any:
    return _from_json(text) if text.lstrip().startswith("{") else text


def _from_match_file(text: str) -> Reply:
    return {"mat": text}


def _write(reply: Reply) -> None:
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


def _plays(row: Any) -> Reply:
    variant, turn = read_row(row)
    return {"results": sorted(result_key(packed, variant) for packed in all_results(variant, turn))}


if __name__ == "__main__":
    sys.exit(main())
