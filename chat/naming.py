"""What people call themselves and their events, and what they write where everybody reads it.

The stages for adverts and offensive words judge it, as they judge a line of talk; a name is read
without its separators too. No language is asked for here: a name has none.
"""

from typing import Final

from chat.filters.adverts import advert_stage
from chat.filters.cleanup import clean
from chat.filters.draft import Context, Draft, Stopped
from chat.filters.words import words_stage
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_OFFENDS: Final = Refusal(
    "words.offensive", _("These words would offend somebody. Please choose others.")
)
_ADVERTISES: Final = Refusal(
    "words.advert", _("No links, addresses, phone numbers or adverts, please.")
)
_NOBODY_SAID: Final = Context()


def text_refusal(text: str) -> Refusal | None:
    """Why a name, a title or a longer text must not stand where everybody reads it, or None."""
    draft = Draft(text, clean(text))
    if isinstance(advert_stage(draft, _NOBODY_SAID), Stopped):
        return _ADVERTISES
    if isinstance(words_stage(draft, _NOBODY_SAID), Stopped):
        return _OFFENDS
    return None


def title_refusal(title: str) -> Refusal | None:
    """Why an event, a series or a table must not be called this, or None."""
    return text_refusal(title)
