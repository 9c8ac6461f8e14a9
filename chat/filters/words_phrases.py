"""Phrases that offend though their words need not: read from `data/phrases.txt` once.

A phrase is looked for only in a line that has its least common word, so most lines cost nothing.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_DATA: Final = Path(__file__).parent / "data" / "phrases.txt"
_PLAIN: Final = re.compile(r"=?[^\W_]+\Z")


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A rule of the file. `is_mild`: one may say it of oneself."""

    rule: re.Pattern[str]
    is_mild: bool


_Groups = Mapping[str, tuple[str, ...]]


def _sections() -> Mapping[str, list[str]]:
    sections: dict[str, list[str]] = defaultdict(list)
    section = ""
    for line in _DATA.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            sections[section].append(line)
    return sections


def _groups(lines: list[str]) -> _Groups:
    named = (line.split(" = ") for line in lines)
    return {name: tuple(one.strip() for one in ones.split(" | ")) for name, ones in named}


def _choice(part: str, groups: _Groups) -> tuple[str, ...]:
    """The words or groups of words a part stands for."""
    name = part.lstrip("=").rstrip("?*")
    return groups[name.strip("<>")] if name.startswith("<") else (name,)


def _rule(phrase: str, groups: _Groups) -> re.Pattern[str]:
    rule, forbidden = "", []
    for part in phrase.split():
        if part == "^":
            rule += r"\A"
        elif part == "$":
            rule += r" \Z"
        elif part == ".":
            rule += r"(?: \S+(?= ))?"
        elif part.startswith("!"):
            forbidden.append(part[1:])
        else:
            choice = "|".join(sorted(_choice(part, groups), key=len, reverse=True))
            rule += f"(?: (?:{choice})(?= ))" + {"?": "?", "*": "{0,4}"}.get(part[-1], "")
    if forbidden:
        rule += f"(?! (?:{'|'.join(forbidden)}) )"
    return re.compile(rule)


def _keys(phrase: str, groups: _Groups) -> set[str]:
    """The words one of which is in every line with this phrase."""
    tokens = phrase.split()
    marked = [token for token in tokens if token.startswith("=")]
    plain = [token for token in tokens if _PLAIN.match(token)]
    key = (marked or plain or [token for token in tokens if token.startswith("<")])[-1]
    return {choice.split()[0] for choice in _choice(key, groups)}


def _table() -> Mapping[str, tuple["_Phrase", ...]]:
    groups = _groups(_SECTIONS["groups"])
    table: dict[str, list[_Phrase]] = defaultdict(list)
    for line in _SECTIONS["offensive"]:
        phrase = line.removeprefix("~ ")
        rule = _Phrase(_rule(phrase, groups), is_mild=line != phrase)
        for key in _keys(phrase, groups):
            table[key].append(rule)
    return {key: tuple(rules) for key, rules in table.items()}


_SECTIONS: Final = _sections()
_TABLE: Final = _table()
_INNOCENT: Final = re.compile(f" (?:{'|'.join(_SECTIONS['innocent'])})(?= )")


def innocent_taken(line: str) -> str:
    """The line without the phrases that only sound like something else."""
    return _INNOCENT.sub(" ·", line)


def phrase_found(line: str, *, is_of_oneself: bool = False) -> str:
    """The first offensive phrase in a line of words with a space around each, or "".

    is_of_oneself: the line is, so that mild phrases in it are nobody's business.
    """
    for word in dict.fromkeys(line.split()):
        for phrase in _TABLE.get(word, ()):
            if phrase.is_mild and is_of_oneself:
                continue
            if (found := phrase.rule.search(line)) is not None:
                return found[0].strip()
    return ""
