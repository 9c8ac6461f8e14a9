"""Too much at once: a sixth line within ten seconds, near-copies, a room that is kept slow."""

from typing import Final

from chat.filters.draft import Context, Draft, Stopped
from wire.refusals import Refusal

FLOOD_LINES: Final = 5
FLOOD_MS: Final = 10_000


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_FLOOD: Final = Refusal("chat.flood", _("That was a lot at once. Wait a few seconds."))


def flood_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """Stop the sixth line within ten seconds."""
    since = context.now_ms - FLOOD_MS
    lately = [said for said in context.history if said.at_ms is not None and said.at_ms > since]
    return Stopped(_FLOOD) if len(lately) >= FLOOD_LINES else draft
