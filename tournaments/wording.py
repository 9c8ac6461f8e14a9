"""What formats and tie-breaks are called and what they mean, for every page that names one."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Words:
    """A thing by its stored key: its name, a short one for the head of a column, what it means."""

    name: Promise
    about: Promise
    short: str | Promise = ""


#: By key of `tournaments.formats.FORMATS`.
FORMAT_WORDS: Mapping[str, Words] = {
    "knockout": Words(
        _("Single elimination"),
        _("Who loses a match is out; the last two play the final."),
    ),
    "double_elimination": Words(
        _("Double elimination"),
        _(
            "Who loses goes on in the lower bracket and is out after a second loss. If the"
            " unbeaten player loses the grand final, it is played once more."
        ),
    ),
    "swiss": Words(
        _("Swiss"),
        _("Nobody goes out: in each round players of equal score meet, and never twice."),
    ),
    "round_robin": Words(
        _("Round robin"),
        _("Everybody meets everybody once."),
    ),
    "groups": Words(
        _("Groups and final"),
        _(
            "Groups of four in which everybody meets everybody; the two best of each play on by"
            " single elimination, never against each other first."
        ),
    ),
    "swing": Words(
        _("Swing"),
        _(
            "Single games between players who are free, for stacks that all begin alike; who has"
            " lost his stack is out, and who holds everything has won."
        ),
    ),
}

_BRACKET_BYES = _(
    "Empty places of the bracket are free passes, drawn at random, never two against each"
    " other. A free pass is no win for ratings or statistics."
)

#: By key of a format: who plays nobody in a round, and what that is worth.
BYE_WORDS: Mapping[str, Promise] = {
    "knockout": _BRACKET_BYES,
    "double_elimination": _BRACKET_BYES,
    "swiss": _(
        "With an odd number one player, the lowest without one, has a free round that counts"
        " as a win, but not in tie-breaks or ratings."
    ),
    "round_robin": _("With an odd number everybody sits out once."),
    "groups": _(
        "In a group of three everybody sits out once. Empty places of the bracket are free"
        " passes, for winners of groups first. A free pass is no win for ratings or statistics."
    ),
    "swing": _("None: who finds no opponent waits for the next who is free."),
}

_LATER_ONES_TOO = _("The match being played is lost, and so is every later one.")

#: By key of a format: what becomes of the matches of whoever leaves.
LEAVING_WORDS: Mapping[str, Promise] = {
    "knockout": _("The match being played, or else the next one, is lost; there is no other."),
    "double_elimination": _LATER_ONES_TOO,
    "swiss": _("The match being played is lost, and no other is paired."),
    "round_robin": _LATER_ONES_TOO,
    "groups": _LATER_ONES_TOO,
    "swing": _(
        "The game being played is lost at the most it can cost, and no other is paired. What is"
        " left of the stack is out of the event."
    ),
}

#: By code on a rules card.
TIE_BREAK_WORDS: Mapping[str, Words] = {
    "wins": Words(_("Wins"), _("Matches won at the board."), _("Wins")),
    "buchholz": Words(
        _("Buchholz"),
        _("The wins of all opponents together: who met stronger ones is placed higher."),
        _("BH"),
    ),
    "median_buchholz": Words(
        _("Median Buchholz"),
        _("Buchholz without the best and the weakest opponent."),
        _("MBH"),
    ),
    "sonneborn_berger": Words(
        _("Sonneborn-Berger"),
        _("The wins of the opponents one has beaten."),
        _("SB"),
    ),
    "head_to_head": Words(
        _("Head to head"),
        _("Wins of the tied players against each other, if all of them have met."),
        _("H2H"),
    ),
    "score_difference": Words(
        _("Score difference"),
        _("Points scored in matches less points given away."),
        _("+/−"),
    ),
    "lots": Words(
        _("Lots"),
        _("Drawn from the secret of the event, so that anybody can check it."),
        _("Lot"),
    ),
}
