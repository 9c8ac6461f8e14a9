"""Carrying out what has been imposed: ending what its bearer has going on, floor by floor.

The sanction stands before any of this begins, so nothing new is begun meanwhile. Whatever is
lifted halfway is not carried on with; what was ended stays ended.
"""

import logging

from moderation.effects import hooks_of
from moderation.sanctions import SanctionKind
from moderation.selectors.sanctions import sanction_at_pk, undone_sanctions
from moderation.services.sanctions import sanction_carried_out

log = logging.getLogger(__name__)


def sanction_carry_out(*, sanction_pk: int) -> bool:
    """Do whatever is due of this sanction; whether everything of it is done now.

    Hooks open transactions of their own, one for each thing they end: a match and its chips are
    never held while another match is waited for. One that fails does not keep the others back,
    and is tried again by the sweep.
    """
    is_done = True
    sanction = sanction_at_pk(sanction_pk)
    for hook in hooks_of(SanctionKind(sanction.kind)):
        # Looked at without a lock: hooks lock people first, and nothing may be held before that.
        if not sanction_at_pk(sanction_pk).is_in_force:
            break
        try:
            hook(user=sanction.user)
        except Exception:
            is_done = False
            log.exception("sanction %s could not be carried out in full", sanction.public_id)
    if is_done:
        sanction_carried_out(sanction_pk=sanction_pk)
    return is_done


def sanctions_sweep() -> None:
    """Carry out what has not been, whatever became of the task that should have."""
    for sanction_pk in undone_sanctions():
        sanction_carry_out(sanction_pk=sanction_pk)
