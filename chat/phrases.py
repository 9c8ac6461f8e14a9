"""Quick phrases: said by a key, kept in English, read by everybody in his own language."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext, gettext_noop

#: In the order in which they are offered. Keys are stored and never renamed.
PHRASES: Final[Mapping[str, str]] = {
    "hello": gettext_noop("Hello!"),
    "good_luck": gettext_noop("Good luck!"),
    "well_played": gettext_noop("Well played!"),
    "nice_roll": gettext_noop("Nice roll!"),
    "unlucky": gettext_noop("Unlucky."),
    "good_game": gettext_noop("Good game!"),
    "thanks": gettext_noop("Thank you!"),
    "sorry": gettext_noop("Sorry!"),
    "ready": gettext_noop("I am ready."),
    "one_moment": gettext_noop("One moment, please."),
    "rematch": gettext_noop("Shall we play again?"),
    "thanks_for_game": gettext_noop("Thanks for the game!"),
    "english_please": gettext_noop("English only here, please."),
    "bye": gettext_noop("Goodbye!"),
}


def phrases_for_reader() -> tuple[tuple[str, str], ...]:
    """Every phrase as (key, text), in the language that is spoken now."""
    return tuple((key, gettext(english)) for key, english in PHRASES.items())
