"""The moderation app as Django sees it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """Names the app, has sanctions asked at every door, and hears who comes with which browser."""

    name = "moderation"
    verbose_name = _("Moderation")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what this floor keeps."""
        from accounts.gates import guards
        from accounts.lifecycle import keeps_record, on_arrival
        from accounts.notices import register_notices
        from moderation.gates import sanction_gate
        from moderation.record import reports_record, sanctions_record
        from moderation.selectors.devices import devices_record
        from moderation.services.devices import device_note
        from moderation.subjects import PlayerSubject, register_subject
        from moderation.told import SENTENCES

        register_notices(SENTENCES)
        guards(sanction_gate)
        on_arrival(device_note)
        keeps_record("reports", reports_record)
        keeps_record("sanctions", sanctions_record)
        keeps_record("browsers", devices_record)
        register_subject("user", PlayerSubject())
