"""What a personal token may be made for, as data."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Scope(models.TextChoices):
    """One thing a program may do for its owner."""

    READ = "read", _("read what you can see")
    PLAY = "play", _("sit down with your chips, stand up, look for opponents")
    WALLET = "wallet", _("read your wallet and ask for a refill")
    PEOPLE = "people", _("block and challenge people")
    ORGANISE = "organise", _("make private events, if staff have let you, and take their results")


#: For how many days a token may be made.
DAYS = (30, 90, 365)
