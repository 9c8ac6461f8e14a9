"""That a match has begun or ended, whoever made it, for the floors above that want to hear of it.

They register in `AppConfig.ready()`. A hook runs inside the transaction that begins or ends the
match; what it publishes leaves on commit. What the end means to the maker: `matches/owners.py`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MatchNews:
    """A match has begun or ended. `player_pks` are user keys; `is_public`: anybody may watch."""

    match_id: str
    owner: str
    is_public: bool
    player_pks: tuple[int, ...]


NewsHook = Callable[[Sequence[MatchNews]], None]

_hooks: list[NewsHook] = []


def on_news(hook: NewsHook) -> None:
    """Have `hook` called whenever matches have begun or one has ended."""
    _hooks.append(hook)


def say_news(news: Sequence[MatchNews]) -> None:
    """Tell everybody who asked to be told."""
    for hook in _hooks:
        hook(news)
