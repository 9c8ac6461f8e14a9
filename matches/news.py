"""That a match has begun or ended, whoever made it, for the floors above that want to hear of it.

They register in `AppConfig.ready()`. A hook runs inside the transaction that begins or ends the
match; what it publishes leaves on commit. What the end means to the maker: `matches/owners.py`.
"""

from collections.abc import Callable, Iterable

#: Called with the public id of the match and the keys of its two players.
NewsHook = Callable[[str, tuple[int, ...]], None]

_hooks: list[NewsHook] = []


def on_news(hook: NewsHook) -> None:
    """Have `hook` called whenever a match has begun or ended."""
    _hooks.append(hook)


def say_news(match_id: str, player_pks: Iterable[int]) -> None:
    """Tell everybody who asked to be told."""
    for hook in _hooks:
        hook(match_id, tuple(player_pks))
