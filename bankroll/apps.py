"""The bankroll app as Django sees it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BankrollConfig(AppConfig):
    """Names the app, has newcomers welcomed with chips and wallets closed with their accounts."""

    name = "bankroll"
    verbose_name = _("Bankroll")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register with the floor below."""
        from accounts import lifecycle
        from bankroll.selectors import in_play_refusal, wallet_record
        from bankroll.services import newcomer_welcome, wallet_close

        lifecycle.on_welcome(newcomer_welcome)
        lifecycle.closes_unless(in_play_refusal)
        lifecycle.on_closing(wallet_close)
        lifecycle.keeps_record("wallet", wallet_record)
