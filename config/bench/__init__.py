"""Measures this machine's house: its own servers and clients, on loopback only.

Nothing here is loaded by a running house, and nothing here judges: figures are
printed, never compared with a limit. What each figure means: docs/performance.md.
"""


class BenchFailed(Exception):
    """A measurement could not be taken; the message says which and why."""
