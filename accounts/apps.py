"""The accounts app as Django sees it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Names the app, and has every socket ask whether its person may be here."""

    name = "accounts"
    verbose_name = _("Accounts")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register with the floor below."""
        from accounts.admission import socket_check
        from wire.admission import admits

        admits(socket_check)
