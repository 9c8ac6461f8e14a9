"""Numbers on a command line that keep a bench bounded in size and time."""

from argparse import ArgumentTypeError
from collections.abc import Callable


def between(least: float, most: float) -> Callable[[str], float]:
    """Reads a number of that range; argparse shows what is wrong with any other."""

    def number(text: str) -> float:
        value = float(text)
        if not least <= value <= most:
            raise ArgumentTypeError(f"must be from {least:g} to {most:g}")
        return value

    return number


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number of that range."""
    in_range = between(least, most)

    def number(text: str) -> int:
        in_range(text)
        return int(text)

    return number
