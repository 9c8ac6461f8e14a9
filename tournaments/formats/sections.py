"""Sections of formats without a bracket: the rounds as they have been paired."""

from itertools import groupby

from tournaments.formats.base import History, Part, Place, Section, SectionKind


def rounds_made(history: History) -> tuple[Section, ...]:
    """A section for each round that has pairings."""
    return tuple(
        Section(Part.ROUNDS, SectionKind.ROUND, number, tuple(Place(ref) for ref in refs))
        for number, refs in groupby(sorted(history.pairings), key=lambda ref: ref.round)
    )
