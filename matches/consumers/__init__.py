"""The sockets of a match: one for who plays, one for who looks on.

`stream` is what both share, following a match by number; `player` adds the seat, `watcher` the
list of what anybody may hear.
"""

from matches.consumers.player import MatchConsumer
from matches.consumers.watcher import WatchConsumer

__all__ = ["MatchConsumer", "WatchConsumer"]
