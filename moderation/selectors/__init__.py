"""Reading what staff should look at, and what stands against whom."""

from moderation.selectors.notices import open_notices

__all__ = ["open_notices"]
