"""What people are told about their reports and appeals, a sentence a kind."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from accounts.notices import NewNotice

if TYPE_CHECKING:
    from moderation.models import Appeal, Case

REPORT_ANSWERED: Final = "report_answered"
APPEAL_ANSWERED: Final = "appeal_answered"

SENTENCES: Final[Mapping[str, str]] = {
    REPORT_ANSWERED: _("Staff have looked at your report. See what came of it."),
    APPEAL_ANSWERED: _("Staff have answered your appeal."),
}


def report_notice(case: "Case", reporter_pk: int) -> NewNotice:
    """To whoever reported it."""
    return NewNotice(
        user_pk=reporter_pk,
        kind=REPORT_ANSWERED,
        key=f"report:{case.public_id}",
        url=reverse("moderation:reports"),
    )


def appeal_notice(appeal: "Appeal") -> NewNotice:
    """To whoever appealed."""
    return NewNotice(
        user_pk=appeal.sanction.user_id,
        kind=APPEAL_ANSWERED,
        key=f"appeal:{appeal.sanction.public_id}",
        url=reverse("moderation:standing"),
    )
