"""A run: every contender once a round, then the medians. Prints as it goes."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from config.bench.contenders import Contender, Figures, Plan
from config.bench.figures import over_rounds, ratios
from config.bench.machine import load_average, machine
from config.bench.report import JsonLines, heading, table
from wire.time import now

Say = Callable[[str], object]


def run(
    contenders: Sequence[Contender],
    plan: Plan,
    *,
    repeats: int,
    facts: Mapping[str, object],
    say: Say,
    json: Path | None,
) -> None:
    """Measure everything `repeats` times and print the table.

    `facts` describe the run; they are printed with those of the machine and of the
    contenders. With `json`, a file of that name gets the same as JSON lines.
    """
    with JsonLines(json) as lines:
        facts = {
            "date": f"{now():%Y-%m-%d %H:%M} UTC",
            "load average": load_average(),
            **machine(),
            **facts,
        }
        for contender in contenders:
            facts |= contender.facts
        say(heading(facts))
        lines.write("run", **facts)
        rounds = []
        for number in range(1, repeats + 1):
            say(f"\nround {number} of {repeats}")
            rounds.append(_round(number, contenders, plan, lines, say))
        figures = over_rounds(rounds)
        lines.write_figures(figures)
    titles = {contender.key: contender.title for contender in contenders}
    say("\n" + "\n".join(table(figures, titles)))


def _round(
    number: int, contenders: Sequence[Contender], plan: Plan, lines: JsonLines, say: Say
) -> Mapping[str, Figures]:
    """Every contender once. Each round begins with another, so that none is always first."""
    found: dict[str, Figures] = {}
    turn = (number - 1) % len(contenders)
    for contender in (*contenders[turn:], *contenders[:turn]):
        say(f"  {contender.title} ... (load average {load_average()[0]:g})")
        found[contender.key] = contender.measure(plan)
        lines.write(
            "round",
            round=number,
            contender=contender.key,
            load_average=load_average(),
            figures=found[contender.key],
        )
    for key, shares in ratios(found).items():
        found[key] |= shares
    return {contender.key: found[contender.key] for contender in contenders}
