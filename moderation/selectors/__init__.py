"""Reading what staff should look at, and what stands against whom."""

from moderation.selectors.appeals import DECIDE_APPEAL, open_appeals
from moderation.selectors.devices import LinkedAccount, linked_accounts
from moderation.selectors.notices import open_notices
from moderation.selectors.previews import lifting_consequences, sanction_consequences
from moderation.selectors.reports import report_of, reports_of
from moderation.selectors.sanctions import (
    IMPOSE,
    mute_refusal,
    mutes_in_scope,
    next_step,
    sanction_at,
    sanction_record,
    sanctions_in_force,
)

__all__ = [
    "DECIDE_APPEAL",
    "IMPOSE",
    "LinkedAccount",
    "lifting_consequences",
    "linked_accounts",
    "mute_refusal",
    "mutes_in_scope",
    "next_step",
    "open_appeals",
    "open_notices",
    "report_of",
    "reports_of",
    "sanction_at",
    "sanction_consequences",
    "sanction_record",
    "sanctions_in_force",
]
