"""The pages of staff about events. Each module registers its own."""

from tournaments.admin import events, series

__all__ = ["events", "series"]
