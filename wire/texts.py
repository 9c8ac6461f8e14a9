"""Coded sentences become a language when they leave the server, and not before."""

from typing import Any

from django.utils.translation import gettext

from wire.errors import PlatformError

#: Sentences for codes that are raised without one of their own.
STANDARD_TEXTS = {
    "auth.required": "Please sign in first.",
    "auth.forbidden": "This is not yours to do.",
    "request.malformed": "We could not read that message.",
    "request.unknown_type": "We do not know that kind of message.",
    "request.too_large": "That message is too long.",
    "request.too_fast": "That was too fast. Wait a moment and try again.",
    "server.trouble": "Something went wrong on our side. It has been noted as {incident}.",
}


def sentence(text: str, facts: dict[str, Any]) -> str:
    """An English template in the reader's language, its places filled from `facts`."""
    translated = gettext(text) if text else ""
    try:
        return translated.format(**facts)
    except (KeyError, IndexError, ValueError):
        return translated


def error_body(error: PlatformError) -> dict[str, Any]:
    """`{"code", "message", "data"}` as sockets and REST both show it."""
    facts = dict(error.facts)
    if "refusals" in facts:
        facts["refusals"] = [
            {
                "code": refusal["code"],
                "message": sentence(refusal["text"], refusal["facts"]),
                "data": refusal["facts"],
            }
            for refusal in facts["refusals"]
        ]
    text = error.text or STANDARD_TEXTS.get(error.code, "")
    return {"code": error.code, "message": sentence(text, facts), "data": facts}
