"""`manage.py makemessages`: Django's, which finds `wire.plurals.counted` too."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Collects the sentences of the code into the catalogues."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=counted:1,2"]
