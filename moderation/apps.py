"""The moderation app as Django sees it."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Names the app, has sanctions asked at every door, and makes players reportable."""

    name = "moderation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what this floor keeps."""
        from accounts.gates import guards
        from accounts.lifecycle import keeps_record
        from moderation.gates import sanction_gate
        from moderation.record import reports_record
        from moderation.subjects import PlayerSubject, register_subject

        guards(sanction_gate)
        keeps_record("reports", reports_record)
        register_subject("user", PlayerSubject())
