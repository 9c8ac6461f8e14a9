"""What people are told about matches, a sentence a kind."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop as _

MATCH_READY: Final = "match_ready"

SENTENCES: Final[Mapping[str, str]] = {
    MATCH_READY: _("Your match against {name} is ready."),
}
