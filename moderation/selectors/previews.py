"""What a sanction would bring, in sentences, for staff to read before they impose or lift it."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from moderation.models import Sanction
from moderation.sanctions import EFFECTS, FOR_EVER, SanctionKind
from moderation.selectors.sanctions import door_sanction, sanctions_in_force
from moderation.texts import moment_told
from wire.texts import sentence
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_UNTIL: Final = {
    SanctionKind.WARN: _("{name} reads the warning on every page until it is marked as read."),
    SanctionKind.MUTE: _("{name} cannot speak in any room until {when}."),
    SanctionKind.EVENT_BAN: _("{name} cannot enter events until {when}."),
    SanctionKind.SUSPEND: _("{name} cannot be in the house until {when}."),
    SanctionKind.BAN: _("{name} cannot be in the house until {when}."),
}
_ENDLESS: Final = {
    **_UNTIL,
    SanctionKind.MUTE: _("{name} cannot speak in any room until staff have looked at it again."),
    SanctionKind.EVENT_BAN: _("{name} cannot enter events until staff lift this."),
    SanctionKind.SUSPEND: _("{name} cannot be in the house until staff lift this."),
    SanctionKind.BAN: _("{name} cannot be in the house until staff lift this."),
}
_IN_SCOPE: Final = _("This holds in one event alone; everywhere else nothing changes.")
_ENTRIES: Final = _(
    "Open entries are withdrawn with refund; running events go on without this player."
)
_BARS: Final = (
    _("All sessions end, open pages close, and tokens of programs are refused, at once."),
    _("Running matches are lost by leaving, and their stakes settled."),
    _ENTRIES,
    _("Tables, seeks and challenges are closed."),
    _("The wallet is frozen; prizes and refunds still come in."),
)
_TOLD: Final = _("The player is told what, why and until when, and may appeal once.")
_MAILED: Final = _("A confirmed e-mail address gets a mail about it.")
_BESIDE: Final = _("In force already: {kind}, until {when}.")
_BESIDE_ENDLESS: Final = _("In force already: {kind}, without an end.")
_FREE: Final = _("{name} is free of it at once.")
_STILL: Final = _("Another sanction keeps {name} out of the same until {when}.")
_STILL_ENDLESS: Final = _("Another sanction without an end keeps {name} out of the same.")
_STRUCK: Final = _("It does not count for the next step any more.")
_GONE: Final = _("Matches and entries that it ended stay ended.")


def sanction_consequences(
    *, user: "User", kind: SanctionKind, lasts: timedelta | None, scope: str = ""
) -> tuple[str, ...]:
    """What imposing this now would bring, in the reader's language, what matters most first."""
    when = moment_told(FOR_EVER if lasts is None else now() + lasts)
    lines = [sentence((_ENDLESS if lasts is None else _UNTIL)[kind], _facts(user, when))]
    if scope:
        lines.append(sentence(_IN_SCOPE, {}))
    if EFFECTS[kind].bars:
        lines += [sentence(text, {}) for text in _BARS]
    elif kind == SanctionKind.EVENT_BAN:
        lines.append(sentence(_ENTRIES, {}))
    lines.append(sentence(_TOLD, {}))
    if EFFECTS[kind].bars:
        lines.append(sentence(_MAILED, {}))
    lines += [_beside(standing) for standing in sanctions_in_force(user)]
    return tuple(lines)


def lifting_consequences(sanction: Sanction) -> tuple[str, ...]:
    """What lifting this now would bring."""
    lines = [_freedom(sanction), sentence(_STRUCK, {})]
    if EFFECTS[SanctionKind(sanction.kind)].bars or sanction.kind == SanctionKind.EVENT_BAN:
        lines.append(sentence(_GONE, {}))
    return tuple(line for line in lines if line)


def _freedom(sanction: Sanction) -> str:
    """Whether its bearer is free of what it keeps him from. "" where it keeps him from nothing."""
    if not sanction.is_in_force:
        return ""
    user = sanction.user
    for door in EFFECTS[SanctionKind(sanction.kind)].closes:
        other = door_sanction(user, door, scope=sanction.scope, but_for=sanction)
        if other is not None:
            text = _STILL_ENDLESS if other.is_endless else _STILL
            return sentence(text, _facts(user, moment_told(other.ends_at)))
    return sentence(_FREE, _facts(user, None))


def _beside(standing: Sanction) -> str:
    text = _BESIDE_ENDLESS if standing.is_endless else _BESIDE
    kind = str(standing.get_kind_display())
    return sentence(text, {"kind": kind, "when": moment_told(standing.ends_at)})


def _facts(user: "User", when: datetime | None) -> dict[str, Any]:
    return {"name": user.username, "when": when}
