"""Coded sentences become a language when they leave the server, and not before."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, ngettext

from wire.direction import isolated
from wire.errors import PlatformError
from wire.moments import moment_text
from wire.numbers import number_text
from wire.plurals import singular_of


def _(text: str) -> str:
    """Mark an English template for the catalogue; it becomes a language where it is shown."""
    return text


#: Sentences for codes that are raised without one of their own.
STANDARD_TEXTS = {
    "auth.required": _("Please sign in first."),
    "auth.forbidden": _("This is not yours to do."),
    "request.malformed": _("We could not read that message."),
    "request.unknown_type": _("We do not know that kind of message."),
    "request.too_large": _("That message is too long."),
    "request.too_fast": _("That was too fast. Wait a moment and try again."),
    "server.trouble": _("Something went wrong on our side. It has been noted as {incident}."),
}


def sentence(text: str, facts: Mapping[str, Any]) -> str:
    """An English template in the reader's language, its places filled from `facts`.

    A moment among them is told by the reader's clock, one of an event by the event's beside it;
    a large number that is no rating has its thousands apart; a name from right to left is kept to
    itself.
    """
    translated = _translated(text, facts) if text else ""
    try:
        return translated.format(**{name: _told(name, fact) for name, fact in facts.items()})
    except (KeyError, IndexError, ValueError):
        return translated


def _translated(text: str, facts: Mapping[str, Any]) -> str:
    """A template in the reader's language, in the form that its number asks for."""
    singular = singular_of(text)
    number = facts.get(singular.by) if singular is not None else None
    if singular is None or not isinstance(number, int):
        return gettext(text)
    return ngettext(singular.text, text, number)


def _told(name: str, fact: Any) -> Any:
    if isinstance(fact, datetime):
        return moment_text(fact)
    if isinstance(fact, str):
        return isolated(fact)
    is_amount = isinstance(fact, int) and abs(fact) >= 1_000 and not name.startswith("rating")
    return number_text(fact) if is_amount else fact


def error_body(error: PlatformError) -> dict[str, Any]:
    """`{"code", "message", "data"}` as sockets and REST both show it."""
    facts = dict(error.facts)
    if "refusals" in facts:
        facts["refusals"] = [
            {
                "code": refusal["code"],
                "message": sentence(refusal["text"], refusal["facts"]),
                "data": _plain(refusal["facts"]),
            }
            for refusal in facts["refusals"]
        ]
    text = error.text or STANDARD_TEXTS.get(error.code, "")
    return {"code": error.code, "message": sentence(text, facts), "data": _plain(facts)}


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts for machines: a moment in ISO 8601."""
    return {
        name: fact.isoformat() if isinstance(fact, datetime) else fact
        for name, fact in facts.items()
    }
