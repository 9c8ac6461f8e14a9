"""A line in one row, as it will be shown: what cannot be seen or would turn the page is gone.

Taken out: control and direction characters, what takes no room (zero width, soft hyphens, tags,
fillers), marks piled on a letter, and the tail of what is repeated over and over. Left as it is:
what the writer meant. Capitals stay (names and position ids live by them), emoji stay whole with
their joiners and skin tones, and so do the joiners that Persian and Indic letters need.
"""

import re
import unicodedata
from itertools import groupby
from typing import Final

from chat.filters.draft import Context, Draft, Stopped
from wire.refusals import Refusal

LONGEST_CHARS: Final = 300

#: How often in a row: a letter or sign, a word, a syllable, signs of surprise, one emoji, emoji.
MOST_SIGNS: Final = 5
MOST_WORDS: Final = 4
MOST_SYLLABLES: Final = 6
MOST_CRIES: Final = 8
MOST_ALIKE: Final = 3
MOST_EMOJI: Final = 8

#: Marks above and below one letter. Two are what living scripts need; more are a tower.
MOST_MARKS: Final = 2


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_EMPTY: Final = Refusal("chat.empty", _("There is nothing to say."))
_TOO_LONG: Final = Refusal(
    "chat.too_long",
    _("That is too long: {limit} characters at most."),
    {"limit": LONGEST_CHARS},
)

#: Categories without a shape of their own: control, format, private, unassigned, broken.
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
#: Characters that Unicode counts as letters, marks or signs, and that show nothing.
_BLANKS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0\ufffc"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
)

_PICTURE: Final = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe"
    "\u2600-\u27bf\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5"
    "\U0001f200-\U0001f3fa\U0001f400-\U0001faff]"
)
_TONED: Final = f"{_PICTURE}\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_EMOJI: Final = (
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]+\U000e007f"  # flags of regions
    "|[\U0001f1e6-\U0001f1ff]{2}"  # flags of countries
    "|[0-9#*]\ufe0f?\u20e3"  # keycaps
    f"|{_TONED}(?:\u200d{_TONED})*\ufe0e?"
)
#: Scripts whose letters change their shape by a joiner: Arabic, the Indic family, Mongolian.
_JOINED: Final = "[\u0600-\u07ff\u0860-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff]"
_WHOLE: Final = re.compile(f"{_EMOJI}|(?<={_JOINED})[\u200c\u200d](?={_JOINED})")

_EMOJI_ONE: Final = re.compile(_EMOJI)
_EMOJI_RUN: Final = re.compile(f"(?:(?:{_EMOJI}) ?){{{MOST_ALIKE + 1},}}")
_SIGNS: Final = rf"([^\d\s])\1{{{MOST_SIGNS},}}"
_SYLLABLES: Final = rf"([^\W\d_]{{2,3}}?)\1{{{MOST_SYLLABLES},}}"
_CRIES: Final = rf"([!?]{{{MOST_CRIES}}})[!?]+"
_WORDS: Final = rf"\b([^\W\d]\w*)(?:[ ,.!]{{1,3}}\1\b){{{MOST_WORDS},}}"
_RUNS: Final = (
    (re.compile(_SIGNS), lambda run: run[1] * MOST_SIGNS),
    (re.compile(_SYLLABLES), lambda run: run[1] * MOST_SYLLABLES),
    (re.compile(_CRIES), lambda run: run[1]),
    (re.compile(_WORDS, re.IGNORECASE), lambda run: " ".join([run[1]] * MOST_WORDS)),
)
#: Positions as programs write them, where the same sign may stand many times.
_POSITION: Final = re.compile(
    r"((?<!\S)XGID=\S+|"
    r"(?<!\S)(?=\S*[a-z][A-Z]|\S*\d)[\w+/]{12}(?:[\w+/]{2}(?::[\w+/]{12})?)?(?!\S))"
)


def clean(text: str) -> str:
    """The line as it will be shown, of any length: one row, only what can be seen, no floods."""
    return _calmed(_seen(text))


def cleanup_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """The draft cleaned; stopped where nothing is left, or too much.

    What cannot be seen does not count towards the length; what is repeated does.
    """
    line = _seen(draft.text)
    if not line:
        return Stopped(_EMPTY)
    if len(line) > LONGEST_CHARS:
        return Stopped(_TOO_LONG)
    return Draft(draft.original, _calmed(line))


def _seen(text: str) -> str:
    """The text in one row, NFC, of what can be seen."""
    row = " ".join(text.split())
    if row.isascii():
        return row if row.isprintable() else _without_blanks(row)
    kept: list[str] = []
    at = 0
    for whole in _WHOLE.finditer(row):
        kept += (_shown(row[at : whole.start()]), whole[0])
        at = whole.end()
    kept.append(_shown(row[at:]))
    return _without_towers(unicodedata.normalize("NFC", "".join(kept)))


def _shown(text: str) -> str:
    return "".join(char for char in text if " " <= char <= "~" or _is_shown(char))


def _is_shown(char: str) -> bool:
    return unicodedata.category(char) not in _UNSEEN and char not in _BLANKS


def _without_blanks(text: str) -> str:
    """Printable characters alone, in one row."""
    printable = "".join(char for char in text if char.isprintable())
    return " ".join(printable.split())


def _without_towers(text: str) -> str:
    """The text with at most `MOST_MARKS` marks on a letter, and none on nothing."""
    kept: list[str] = []
    room = 0
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me"):
            if room > 0:
                kept.append(char)
                room -= 1
        else:
            kept.append(char)
            room = 0 if char == " " else MOST_MARKS
    return " ".join("".join(kept).split())


def _calmed(line: str) -> str:
    """The line without the tail of what is repeated; what is left may repeat something again."""
    while (calmer := _calmer(line)) != line:
        line = calmer
    return line


def _calmer(line: str) -> str:
    if not line.isascii():
        line = _EMOJI_RUN.sub(lambda run: _few(run[0]), line).strip()
    parts = _POSITION.split(line)
    parts[::2] = [_shortened(part) for part in parts[::2]]
    return "".join(parts)


def _few(run: str) -> str:
    """A run of emoji with the same one a few times, and not many in all."""
    kept = [
        emoji for _, alike in groupby(_EMOJI_ONE.findall(run)) for emoji in list(alike)[:MOST_ALIKE]
    ]
    between = " " if " " in run.strip() else ""
    after = " " if run.endswith(" ") else ""
    return between.join(kept[:MOST_EMOJI]) + after


def _shortened(text: str) -> str:
    for run, few in _RUNS:
        text = run.sub(few, text)
    return text
