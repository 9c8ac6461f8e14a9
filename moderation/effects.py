"""What floors above do when a sanction starts: end matches, withdraw entries, close offers.

They register in `AppConfig.ready()`. A hook of a bar may register with
`accounts.lifecycle.on_barred` too, where a floor does not know sanctions: both are called.
"""

from accounts.lifecycle import BarredHook, barred_hooks
from moderation.sanctions import EFFECTS, SanctionKind

_hooks: dict[SanctionKind, list[BarredHook]] = {}


def on_sanction(kind: SanctionKind, hook: BarredHook) -> None:
    """Have `hook(user=…)` called for whoever gets a sanction of this kind in the whole house.

    It is called as a `BarredHook` is: after the sanction stands, outside any transaction, and
    again until it has gone through once without an error.
    """
    _hooks.setdefault(kind, []).append(hook)


def hooks_of(kind: SanctionKind) -> tuple[BarredHook, ...]:
    """What there is to do for a sanction of this kind, in order."""
    barred = barred_hooks() if EFFECTS[kind].bars else ()
    return (*barred, *_hooks.get(kind, ()))
