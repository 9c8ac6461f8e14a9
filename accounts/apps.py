"""The accounts app as Django sees it."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Names the app; it registers nothing yet."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
