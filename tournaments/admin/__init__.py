"""The pages of staff about events. Each module registers its own."""

from tournaments.admin import events, series, tickets

__all__ = ["events", "series", "tickets"]
