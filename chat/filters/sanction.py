"""Whether the sender may speak here at all: what the house has imposed, and a room kept calm."""

from typing import Final

from chat.filters.draft import Context, Draft, Stopped
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_CALM: Final = Refusal(
    "chat.calm", _("Staff have calmed this room: only quick phrases are said here for now.")
)


def sanction_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """Stop whoever may not speak, and free text in a calm room."""
    if context.sanction is not None:
        return Stopped(context.sanction)
    return Stopped(_CALM) if context.is_calm else draft
