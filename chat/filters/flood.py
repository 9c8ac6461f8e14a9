"""Too much at once: a sixth line within ten seconds, the same again and again, a slow room.

The same line over and over is stopped by how long it is. A call of a few letters ("gg", "ok",
"6-5") may be said five times, a short wish three times, a sentence twice; a long line is read
once, and its second copy is stopped. Short lines are copies only where they are the same; a
longer one is a copy of the last two where little in it differs. Copies need no times, haste does.
"""

from collections.abc import Sequence
from typing import Final

from chat.filters.draft import Context, Draft, Said, Stopped
from chat.filters.folding import letters_of
from wire.plurals import counted
from wire.refusals import Refusal

FLOOD_LINES: Final = 5
FLOOD_MS: Final = 10_000

#: Up to how many letters, how often a line may be said before the next is one too many.
_TIMES: Final = ((5, 5), (10, 3), (24, 2))
#: From how many letters on a line is compared by likeness, and how like a copy is.
_SENTENCE_LETTERS: Final = 11
_ALIKE: Final = 0.8
#: How like the second copy of a long line is: a word that was mended is no copy.
_THE_SAME: Final = 0.92


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_FAST_TEXT: Final = _("That was a lot at once. Wait a few seconds.")
_COPY: Final = Refusal("chat.flood", _("You have just said that. Once is enough."))
_SLOW_TEXT: Final = counted(
    "This room is kept slow: one line in {seconds} second. Wait a little.",
    "This room is kept slow: one line in {seconds} seconds. Wait a little.",
    by="seconds",
)


def flood_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """Stop haste, copies, and whoever speaks again too soon in a slow room."""
    no = _slow(context) or _fast(context) or _copied(draft.text, context.history)
    return Stopped(no) if no is not None else draft


def _slow(context: Context) -> Refusal | None:
    """`chat.slow` with the time until the next line; a room without `slow_s` is not slow."""
    if context.spoke_ms is None:
        return None
    retry_ms = context.spoke_ms + context.slow_s * 1000 - context.now_ms
    if retry_ms <= 0:
        return None
    return Refusal("chat.slow", _SLOW_TEXT, {"seconds": context.slow_s, "retry_ms": retry_ms})


def _fast(context: Context) -> Refusal | None:
    """`chat.flood` from the sixth line within ten seconds on; what was refused counts too."""
    since = context.now_ms - FLOOD_MS
    lately = sorted(
        said.at_ms for said in context.history if said.at_ms is not None and said.at_ms > since
    )
    if len(lately) < FLOOD_LINES:
        return None
    retry_ms = lately[-FLOOD_LINES] - since
    return Refusal("chat.flood", _FAST_TEXT, {"retry_ms": retry_ms})


def _copied(text: str, history: Sequence[Said]) -> Refusal | None:
    """`chat.flood` for what was just said, and just before that, as often as its length bears."""
    letters = letters_of(text)
    times = next((times for length, times in _TIMES if len(letters) <= length), 1)
    before = [letters_of(said.text) for said in history if said.was_said][-times:]
    if len(before) < times:
        return None
    if len(letters) < _SENTENCE_LETTERS:
        is_copy = all(earlier == letters for earlier in before)
    else:
        alike = _ALIKE if times > 1 else _THE_SAME
        is_copy = all(_likeness(letters, earlier) >= alike for earlier in before)
        is_copy = is_copy or _is_third(letters, history)
    return _COPY if is_copy else None


def _is_third(letters: str, history: Sequence[Said]) -> bool:
    """Whether the last two lines were nearly this one."""
    last = [letters_of(said.text) for said in history if said.was_said][-2:]
    return len(last) == 2 and all(_likeness(letters, earlier) >= _ALIKE for earlier in last)


def _likeness(one: str, other: str) -> float:
    """How much two lines share, from 0 to 1: their groups of three letters, whatever the order."""
    if one == other:
        return 1.0
    ones, others = _threes(one), _threes(other)
    if not ones or not others:
        return 0.0
    return 2 * len(ones & others) / (len(ones) + len(others))


def _threes(letters: str) -> set[str]:
    return {letters[at : at + 3] for at in range(len(letters) - 2)}
