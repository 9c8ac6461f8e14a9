"""The stages in their order, and running a draft through them. Pure."""

from collections.abc import Sequence
from typing import Final

from chat.filters.adverts import advert_stage
from chat.filters.cleanup import cleanup_stage
from chat.filters.draft import Context, Draft, Stage, Stopped
from chat.filters.english import english_stage
from chat.filters.flood import flood_stage
from chat.filters.sanction import sanction_stage
from chat.filters.words import words_stage

#: A line is told the first reason against it: what the sender may, then how, then what.
STAGES: Final[Sequence[Stage]] = (
    cleanup_stage,
    sanction_stage,
    flood_stage,
    advert_stage,
    words_stage,
    english_stage,
)


def run(text: str, context: Context, stages: Sequence[Stage] = STAGES) -> Draft | Stopped:
    """The line as it would be said, or why not."""
    draft = Draft(original=text, text=text)
    for stage in stages:
        answer = stage(draft, context)
        if isinstance(answer, Stopped):
            return answer
        draft = answer
    return draft
