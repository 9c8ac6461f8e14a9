"""Links, addresses, phones and handles: nobody is led elsewhere from here, and nothing is sold.

Stopped: addresses of pages, machines and mailboxes however their dots are written ("site (dot)
com", "s i t e . c o m", full width, hidden characters), names on other services ("my insta is …"),
phone numbers in digits or words, and offers ("cheap chips", "promo code"); also in two lines.
Passed: the notation of the game (13/7, bar/21*, XGID=…, position ids), scores, times, decimals,
sentences without a space after the full stop ("unlucky.me too"), mentions of players (@Bob),
questions about a service ("is there a discord?").
"""

import re
from collections.abc import Sequence
from typing import Final

from chat.filters.adverts_addresses import address_in, with_dots
from chat.filters.adverts_contacts import contact_in, phone_in
from chat.filters.adverts_data import PROMOTION, TRIGGERS, any_of
from chat.filters.adverts_offers import offer_in
from chat.filters.draft import Context, Draft, Said, Stopped
from chat.filters.folding import folded
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_ADVERT: Final = Refusal(
    "chat.advert",
    _("Links, addresses, phone numbers and adverts stay outside, so this was not said."),
)

#: Positions as programs write them: letters, digits and slashes that mean a board.
_POSITION: Final = re.compile(
    r"(?<!\S)(?:xgid=\S+|(?=\S*[a-z])(?=\S*[A-Z])[\w+/]{12}(?:[\w+/]{2}(?::[\w+/]{12})?)?)(?!\S)"
    r"|(?<!\S)XGID=\S+"
)
_TRIGGER: Final = re.compile(rf"\b{any_of(TRIGGERS)}|%")
#: What people ask about the house, and offer nothing.
_QUESTION: Final = re.compile(
    r"(?:can|could|do|does|is|are|how|where|what|why|when|did|may) "
    r"(?!.*\b(?:my|our|me|dm|pm)\b).*\?$"
)
_PLAIN_SIGNS: Final = re.compile(r"[^\w$€£%?:]+")

#: How much of earlier lines may be the first half of an address.
_TAIL_LINES: Final = 3
_TAIL_CHARS: Final = 60


def advert_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """Stop what advertises. The evidence is what was found."""
    evidence = advert_in(draft.text, context.history, context.names)
    return Stopped(_ADVERT, evidence) if evidence else draft


def advert_in(text: str, history: Sequence[Said] = (), names: frozenset[str] = frozenset()) -> str:
    """The address, contact or offer in a line, or "".

    history: lines whose ends may be the first half of it. names: players who may be mentioned.
    """
    line = folded(_POSITION.sub(_as_name, text))
    found = _lead_in(line, names) or _promotion_in(line) or offer_in(text)
    return found or _over_lines(line, history, names)


def _as_name(position: re.Match[str]) -> str:
    """A position without what would look like an address; a name that looks like one stays."""
    return position[0] if position[0].isalnum() and position[0].isascii() else " "


def _lead_in(line: str, names: frozenset[str]) -> str:
    """What leads elsewhere."""
    dotted = with_dots(line)
    found = address_in(dotted) or contact_in(dotted, names) or phone_in(line)
    return found or (phone_in(dotted) if dotted != line else "")


def _promotion_in(line: str) -> str:
    """What offers or asks for business, by its wording."""
    if _TRIGGER.search(line) is None or _QUESTION.match(line):
        return ""
    words = " ".join(_PLAIN_SIGNS.sub(" ", line).split())
    return next((found[0] for rule in PROMOTION if (found := rule.search(words))), "")


def _over_lines(line: str, history: Sequence[Said], names: frozenset[str]) -> str:
    """What leads elsewhere and begins at the end of earlier lines."""
    tail = ""
    for said in list(reversed(history))[:_TAIL_LINES]:
        before = folded(_POSITION.sub(_as_name, said.text))
        if not said.was_said or len(tail) + len(before) > _TAIL_CHARS:
            break
        tail = f"{before} {tail}".rstrip()
    if not tail or len(line) > _TAIL_CHARS:
        return ""
    if tail.endswith(".") or line.startswith((".", "/", "@")):
        return _lead_in(tail + line, names)
    return _lead_in(f"{tail} {line}", names)
