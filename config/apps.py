"""The composition root as Django sees it: system checks and the commands of the whole house."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Registers the house's system checks."""

    name = "config"

    def ready(self) -> None:
        """Makes `manage.py check` look at the database, Redis and the secrets too."""
        from config import checks  # noqa: F401
