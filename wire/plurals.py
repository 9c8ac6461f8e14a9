"""Sentences whose words depend on one number among their facts. No Django: pure code has them too.

A template that is kept, or sent elsewhere, stays a plain text: its singular is found by it again.
"""

from typing import NamedTuple


class Singular(NamedTuple):
    """What is said instead of a counted template where the fact `by` is one."""

    text: str
    by: str


_singulars: dict[str, Singular] = {}


def counted(one: str, many: str, *, by: str) -> str:
    """Mark a pair of English templates for the catalogue; gives `many`, which stands for both.

    by: the fact that is counted. `wire.texts.sentence` chooses the form of the reader's language.
    """
    _singulars[many] = Singular(one, by)
    return many


def singular_of(text: str) -> Singular | None:
    """The singular of a counted template; None for any other text."""
    return _singulars.get(text)
