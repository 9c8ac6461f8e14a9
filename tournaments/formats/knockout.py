"""Single elimination: the loser is out, the last one standing has won.

The bracket is the next power of two. Missing entrants leave byes in the first
round, spread over the bracket, at most one to a slot, so never bye against bye.
A satellite stops as soon as it knows those who cannot miss a ticket.
"""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from tournaments.formats.base import (
    EntrantId,
    History,
    Lots,
    Outcome,
    Pairing,
    Part,
    Ref,
    Section,
    Standing,
    placed,
)
from tournaments.formats.trees import (
    Seats,
    Tree,
    due,
    fallen,
    first_seats,
    loser_of,
    round_count,
    slot_count,
    spread,
)


class Stage(NamedTuple):
    """A tree that is played and who plays in it: the bracket, or a play-off after it."""

    tree: Tree
    entrants: tuple[EntrantId, ...]


class Course(NamedTuple):
    """The stages so far, and the losers of the last round who may still be among the survivors."""

    stages: tuple[Stage, ...]
    hopeful: frozenset[EntrantId]


@dataclass(frozen=True, slots=True)
class Knockout:
    """Single elimination; seats fill the bracket from the top.

    survivors: how many are looked for. It stops when that many cannot miss; where the rounds
    do not come out at that number, the losers of the last round play off for what is left.
    """

    key: ClassVar[str] = "knockout"
    by_round: ClassVar[bool] = False

    survivors: int = 1

    @property
    def has_knockout(self) -> bool:
        """Whether a loser is out at once: not where he may still come to a play-off."""
        return self.survivors == 1

    def pairings_due(self, history: History, lots: Lots) -> tuple[Pairing, ...]:
        """Pairings whose players are both known, whatever the rest of the round does."""
        return tuple(
            pairing
            for stage in self._course(history).stages
            for pairing in due(stage.tree.places, _seats(stage, history, lots), history)
        )

    def late_slots(self, history: History) -> tuple[Ref, ...]:
        """The byes whose place a latecomer can take, the one he takes first.

        Their winners are there and not paired on. They are used up in the opposite order in
        which the draw gives them out, so those left lie as if he had been drawn.
        """
        made = _made(history, 1)
        return tuple(
            ref
            for slot in reversed(spread(len(made)) if made else ())
            if _is_free_bye(ref := Ref(1, slot), history)
        )

    def alive(self, history: History) -> frozenset[EntrantId]:
        """Who may still win or come into a play-off, and who has survived."""
        return frozenset(history.entrants) - self._out_in(history).keys()

    def is_over(self, history: History) -> bool:
        """Whether so many are left as are looked for."""
        return all(stage.tree.is_complete(history) for stage in self._course(history).stages)

    def standings(self, history: History, lots: Lots) -> tuple[Standing, ...]:
        """Places by the round an entrant went out in; those of one round are tied.

        Whoever is still in stands above all others. If both players of the
        final are out, they share its two places.
        """
        return placed(history.entrants, self._out_in(history))

    def round_total(self, history: History) -> int:
        """Rounds of the bracket and of the play-offs that are known to follow."""
        return max((stage.tree.last for stage in self._course(history).stages), default=0)

    def sections(self, history: History) -> tuple[Section, ...]:
        """The rounds of the bracket, then those of the play-offs."""
        return tuple(
            section
            for index, stage in enumerate(self._course(history).stages)
            for section in stage.tree.sections(Part.PLAY_OFF if index else Part.BRACKET)
        )

    def _course(self, history: History) -> Course:
        """What is played, as far as results tell: each play-off follows a completed stage."""
        entrants = history.entrants if _made(history, 1) else history.drawn
        first, wanted, stages = 1, self.survivors, list[Stage]()
        while len(entrants) > wanted > 0:
            slots = len(_made(history, first)) or slot_count(len(entrants), 1)
            rounds = round_count(slots) - wanted.bit_length() + 2
            tree = Tree(first, slots, first + rounds - 1)
            stages.append(Stage(tree, entrants))
            decided = [ref for ref in tree.refs(tree.last) if ref in history.results]
            losers = (loser_of(ref, history) for ref in decided)
            entrants = tuple(each for each in losers if each is not None)
            if not tree.is_complete(history):
                return Course(tuple(stages), frozenset(entrants))
            wanted -= sum(history.results[ref].winner is not None for ref in decided)
            first = tree.last + 1
        return Course(tuple(stages), frozenset(entrants if stages and wanted > 0 else ()))

    def _out_in(self, history: History) -> dict[EntrantId, int]:
        """Who is out for good, by the round in which that happened."""
        course = self._course(history)
        out: dict[EntrantId, int] = {}
        for tree, entrants in course.stages:
            if made := _made(history, tree.first):
                seated = {entrant for pairing in made for entrant in pairing.entrants}
                out = {entrant: number for entrant, number in out.items() if entrant not in seated}
                out.update((each, tree.first) for each in entrants if each not in seated)
            out.update((each, ref.round) for each, ref in fallen(tree.places, {}, history))
        return {each: number for each, number in out.items() if each not in course.hopeful}


def _made(history: History, first: int) -> tuple[Pairing, ...]:
    """The pairings of the first round of a stage, which are made together or not at all."""
    made: list[Pairing] = []
    while (ref := Ref(first, len(made) + 1)) in history.pairings:
        made.append(history.pairings[ref])
    return tuple(made)


def _seats(stage: Stage, history: History, lots: Lots) -> Seats:
    """Who stands where in the first round of a stage; nothing once it is made.

    The bracket is filled in seat order. For a play-off the lot decides, and its free passes go
    to those who had none yet.
    """
    tree, entrants = stage
    if Ref(tree.first, 1) in history.pairings:
        return {}
    if tree.first == 1:
        return first_seats(1, entrants)
    had_one = {
        result.winner for result in history.results.values() if result.outcome is Outcome.BYE
    }
    drawn = lots.order(f"play_off:{tree.first}", entrants)
    return first_seats(tree.first, drawn, sorted(drawn, key=had_one.__contains__))


def _is_free_bye(ref: Ref, history: History) -> bool:
    """Whether a bye of the first round can still become a match."""
    result = history.results.get(ref)
    if result is None or result.winner is None or result.outcome is not Outcome.BYE:
        return False
    return history.is_present(result.winner) and Ref(2, (ref.slot + 1) // 2) not in history.pairings
