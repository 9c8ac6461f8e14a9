"""What people are told about events and tickets, a sentence a kind of reminder.

A ticket that lets its holder into any event of its price has no name: its kinds end in `_any`.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_noop as _

SENTENCES: Final[Mapping[str, str]] = {
    "check_in": _("Check-in for {name} is open; it begins at {at}."),
    "soon": _("{name} begins at {at}."),
    "starts": _("{name} begins at {at}. Be here."),
    "seated": _("A place has come free: you are in {name}, which begins at {at}."),
    "card": _("The rules card of {name} has changed. You may leave and get everything back."),
    "cancelled": _("{name} was cancelled. What you paid comes back as you paid it."),
    "ruling": _("Staff have ruled in {name}, and it concerns you."),
    "ticket_won": _("You have won a ticket to {name}."),
    "ticket_won_any": _("You have won a ticket to any event of its price."),
    "ticket_expires": _("Your ticket to {name} ends at {at}."),
    "ticket_expires_any": _("Your ticket to any event of its price ends at {at}."),
}
