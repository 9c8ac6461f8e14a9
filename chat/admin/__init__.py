"""The pages of staff about talk: lines, refused lines, rooms, search and statistics.

What staff do here is done by `chat.services`, with a reason and a look at what follows.
"""

from chat.admin import lines, refused, rooms

__all__ = ["lines", "refused", "rooms"]
