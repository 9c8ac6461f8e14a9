"""Figures: their names, their units, and how several rounds become one. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median


@dataclass(frozen=True, slots=True)
class Quantity:
    """What a figure measures, as people read it. `digits` after the point."""

    title: str
    unit: str
    digits: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of one contender over all rounds."""

    contender: str
    name: str
    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The figure to quote."""
        return median(self.rounds)


QUANTITIES: Mapping[str, Quantity] = {
    "trips_per_core": Quantity("round trips a second and core", "/s"),
    "trips_per_s": Quantity("round trips a second, as it went here", "/s"),
    "trip_us": Quantity("server CPU a round trip", "us", 1),
    "actions_per_core": Quantity("durable actions a second and core", "/s"),
    "actions_per_s": Quantity("durable actions a second, as it went here", "/s"),
    "action_us": Quantity("server CPU an action", "us", 1),
    "helpers_us": Quantity("CPU of database server and Valkey an action", "us", 1),
    "busy": Quantity("server CPU in use meanwhile", "cores", 2),
    "paced_per_s": Quantity("actions a second at the fixed load", "/s"),
    "paced_busy": Quantity("server CPU in use at the fixed load", "cores", 2),
    "p50_ms": Quantity("send to the opponent's receipt, p50", "ms", 2),
    "p99_ms": Quantity("send to the opponent's receipt, p99", "ms", 2),
    "worst_ms": Quantity("send to the opponent's receipt, worst", "ms", 2),
    "postponed": Quantity("actions put off by the message limit", ""),
    "transfers_per_s": Quantity("transfers of chips a second", "/s"),
    "transfer_us": Quantity("the house's CPU a transfer", "us", 1),
    "inserts_per_s": Quantity("bare INSERTs a second, as many threads", "/s"),
    "of_insert": Quantity("transfers as a share of bare INSERTs", "x", 2),
    "start_s": Quantity("start of an event, until players are called", "s", 2),
    "start_cpu_s": Quantity("of it the house's CPU", "s", 2),
    "round_s": Quantity("its next round, once the first is decided", "s", 2),
    "round_cpu_s": Quantity("of it the house's CPU", "s", 2),
    "start_large_s": Quantity("start of one of sixteen times the size", "s", 2),
    "start_large_cpu_s": Quantity("of it the house's CPU", "s", 2),
    "sweep_ms": Quantity("a sweep in which nothing is due", "ms", 1),
    "kb_per_socket": Quantity("memory a connected socket", "KB", 1),
    "page_cpu_ms": Quantity("server CPU the lobby's page takes", "ms", 1),
    "page_p50_ms": Quantity("the lobby's page, p50", "ms", 1),
    "page_p99_ms": Quantity("the lobby's page, p99", "ms", 1),
    "page_kb": Quantity("its size, not compressed", "KB"),
    "change_p50_ms": Quantity("change of a table to every socket, p50", "ms", 1),
    "change_p99_ms": Quantity("change of a table to every socket, p99", "ms", 1),
    "change_worst_ms": Quantity("change of a table to every socket, worst", "ms", 1),
    "changes_per_s": Quantity("changes of tables a second", "/s", 1),
    "news_per_s": Quantity("messages of it a second and socket", "/s", 1),
    "lobby_busy": Quantity("server CPU in use meanwhile, in the lobby", "cores", 2),
    "burst_messages": Quantity("messages after 100 changes at once", ""),
    "burst_worst_ms": Quantity("change to every socket then, worst", "ms", 1),
    "positions_per_core": Quantity("positions a second and core", "/s"),
    "frames_per_s": Quantity("frames a second while a turn is shown", "/s", 1),
    "longest_frame_ms": Quantity("longest time between two of them", "ms", 1),
    "board_kb": Quantity("compressed, of what one plays with", "KB", 1),
    "page_script_kb": Quantity("compressed, with all else that its page runs", "KB", 1),
    "of_rules": Quantity("as a share of backgammon.results", "x", 2),
    "of_asgi_echo": Quantity("actions as a share of the bare ASGI echo", "x", 3),
    "of_channels_echo": Quantity("actions as a share of the Channels echo", "x", 3),
}


# share: (a contender's figure, whom it is compared with, that one's figure)
_SHARES: Mapping[str, tuple[str, str, str]] = {
    "of_asgi_echo": ("actions_per_core", "asgi", "trips_per_core"),
    "of_channels_echo": ("actions_per_core", "channels", "trips_per_core"),
    "of_rules": ("positions_per_core", "rules", "positions_per_core"),
}


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that at least `percent` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(ceil(len(ordered) * percent / 100), 1) - 1]


def ratios(figures: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Each contender's shares of those it is compared with, out of one round.

    `figures` maps contenders to their figures; whoever was not measured is left out.
    """
    return {
        contender: {
            share: measured[ours] / figures[other][theirs]
            for share, (ours, other, theirs) in _SHARES.items()
            if ours in measured and other in figures and other != contender
        }
        for contender, measured in figures.items()
    }


def over_rounds(rounds: Sequence[Mapping[str, Mapping[str, float]]]) -> list[Figure]:
    """Every figure of every contender, in the order in which they were measured."""
    return [
        Figure(contender, name, tuple(measured[contender][name] for measured in rounds))
        for contender, figures in rounds[0].items()
        for name in figures
    ]
