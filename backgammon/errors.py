"""What can be wrong, as one closed list of faults, and the errors that carry them.

A fault is part of the public protocol: the wire sends ``rules.<code>``. Never rename one.
Templates are English source sentences for players; translation happens elsewhere.

Source: docs/rules.md, where every fault is listed under its rule.
"""

from enum import Enum


def _(sentence: str) -> str:
    """The sentence itself; the name marks it for the message catalogue."""
    return sentence


class Fault(Enum):
    """Why something is refused: a stable code and a sentence with named blanks.

    ``value`` is the code, ``template`` the English sentence.
    """

    template: str

    # One move
    NO_CHECKER = "no_checker", _("There is no checker of yours on {source}.")
    DIE_NOT_LEFT = "die_not_left", _("There is no {die} left to play.")
    BAR_FIRST = "bar_first", _("Your checkers on the bar must enter first.")
    POINT_BLOCKED = "point_blocked", _("Point {target} is closed by the other side.")
    NOT_ALL_HOME = (
        "not_all_home",
        _("You may bear off only when all your checkers are in your home board."),
    )
    HIGHER_CHECKER = (
        "higher_checker",
        _("The {die} cannot bear off from {source} while a checker stands on a higher point."),
    )
    EXACT_BEAR_OFF = "exact_bear_off", _("With the {die} you must bear off from point {die}.")
    REARMOST_FIRST = "rearmost_first", _("Only your rearmost checker may move.")
    STACK_LIMIT = "stack_limit", _("Point {target} already holds as many checkers as it may.")
    HEAD_RULE = "head_rule", _("No more checkers may leave the head this turn.")
    PRIME_RULE = (
        "prime_rule",
        _("Six points in a row need an enemy checker that is already past them."),
    )

    # A whole play
    MUST_PLAY_MORE = "must_play_more", _("More of the roll can be played: {play}.")
    MUST_PLAY_HIGHER = "must_play_higher", _("Only one die can be played: the {die}, {play}.")
    TOO_MANY_MOVES = "too_many_moves", _("A play has at most one move for each die.")

    # An action
    NOT_YOUR_TURN = "not_your_turn", _("It is not your turn.")
    WRONG_PHASE = "wrong_phase", _("That cannot be done at this moment.")
    MATCH_OVER = "match_over", _("The match is over.")
    SERVER_ONLY = "server_only", _("Only the house can do that.")
    PLAYER_ONLY = "player_only", _("Only a player can do that.")
    ALREADY_READY = "already_ready", _("You are ready already; the other side is not yet.")
    NO_OFFER = "no_offer", _("There is no resignation of the other side to answer.")
    FLAG_STANDS = "flag_stands", _("No time has run out.")

    # A table
    LEAVING_OFF = "leaving_off", _("Nobody leaves before this match is over.")
    LEAVE_MID_GAME = (
        "leave_mid_game",
        _("A game is running. You can leave the table when it is over."),
    )
    TOP_UP_OFF = "top_up_off", _("No chips are added at this table.")
    TOP_UP_MID_GAME = (
        "top_up_mid_game",
        _("A game is running. You can add chips when it is over."),
    )
    TOP_UP_RANGE = (
        "top_up_range",
        _("A stack can be filled up to what its owner first brought, and no higher."),
    )

    # The cube
    CUBE_DISABLED = "cube_disabled", _("This game is played without the doubling cube.")
    NOT_OWNER = "not_owner", _("The other side owns the cube.")
    ALREADY_ROLLED = "already_rolled", _("Doubling is possible only before you roll.")
    CRAWFORD = "crawford", _("Nobody may double in the Crawford game.")
    DEAD_CUBE = (
        "dead_cube",
        _("You need no more points than the cube already shows."),
    )
    HOLLAND = "holland", _("Nobody may double until both sides have rolled twice.")
    STAKE_COVERED = (
        "stake_covered",
        _("The cube already covers all that is at stake on this table."),
    )
    CAP_REACHED = "cap_reached", _("The cube goes no higher on this table.")
    BEAVERS_OFF = "beavers_off", _("The cube may not be turned back at once here.")

    # Values
    BAD_DIE = "bad_die", _("A die shows 1 to 6, not {die}.")
    BAD_SHAPE = "bad_shape", _("A side is 26 counts from 0 to 15: off, points 1 to 24, bar.")
    CHECKER_COUNT = "checker_count", _("Each side has {count} checkers, not {found}.")
    SHARED_POINT = "shared_point", _("Both sides stand on one point, white's {found}.")
    NO_BAR = "no_bar", _("This game has no bar.")
    BOTH_FINISHED = "both_finished", _("Both sides have borne off all their checkers.")
    GAME_FINISHED = "game_finished", _("One side has already borne off all its checkers.")
    BAD_CUBE = "bad_cube", _("A cube shows 1, 2, 4, 8 and so on, and at 1 it belongs to nobody.")
    BAD_SCORE = "bad_score", _("A match cannot go on at {white}-{black}.")
    NOT_EXPRESSIBLE = "not_expressible", _("This cannot be written as {form}: {detail}.")
    MALFORMED = "malformed", _("This could not be read: {detail}.")
    UNKNOWN_VARIANT = "unknown_variant", _("There is no variant called {key}.")
    UNKNOWN_BOT = "unknown_bot", _("There is no bot called {key}.")
    UNKNOWN_OPTION = "unknown_option", _("There is no option {key} here.")
    BAD_OPTION = "bad_option", _("{key} cannot be {value}.")

    # Rules that do not fit together
    LENGTH_RANGE = "length_range", _("A match is 1 to 25 points long, a set 1 to 99 games.")
    STAKE_RANGE = (
        "stake_range",
        _("The stake and both stacks must be positive, a million million at most."),
    )
    CRAWFORD_NEEDS_MATCH = "crawford_needs_match", _("Crawford belongs to matches to points.")
    JACOBY_IN_MATCH = "jacoby_in_match", _("Jacoby is not played in matches to points.")
    BEAVERS_IN_MATCH = "beavers_in_match", _("Beavers are not played in matches to points.")
    RACCOONS_NEED_BEAVERS = "raccoons_need_beavers", _("Raccoons are played only with beavers.")
    AUTOMATIC_DOUBLES_IN_MATCH = (
        "automatic_doubles_in_match",
        _("Automatic doubles are not played in matches to points."),
    )
    AUTOMATIC_DOUBLES_VALUE = (
        "automatic_doubles_value",
        _("The number of automatic doubles must not be negative."),
    )
    HOLLAND_NEEDS_MATCH = (
        "holland_needs_match",
        _("The Holland rule after the Crawford game needs a match to points."),
    )
    CUBE_CAP_IN_MATCH = "cube_cap_in_match", _("A cube cap is not used in matches to points.")
    CUBE_CAP_VALUE = (
        "cube_cap_value",
        _("A cube cap is a power of two, 2 or more and 2 to the 30th at most."),
    )
    VARIANT_HAS_NO_CUBE = "variant_has_no_cube", _("This variant is played without a cube.")
    FIRST_MOVE_IN_VARIANT = (
        "first_move_in_variant",
        _("In this variant an opening throw decides who starts every game."),
    )
    CLOCK_RANGE = "clock_range", _("Reserve and delay must not be negative, the reserve positive.")

    def __new__(cls, code: str, template: str) -> "Fault":
        fault = object.__new__(cls)
        fault._value_ = code
        fault.template = template
        return fault

    @property
    def code(self) -> str:
        """The stable word of the protocol, for example ``point_blocked``."""
        return str(self.value)


BOTH_DICE = _("Both dice can be played: {play}.")
"""The sentence of MUST_PLAY_MORE where it can be that plain."""


class RulesError(ValueError):
    """A refusal by the rules: a fault, and the values that fill its sentence.

    ``template`` is the fault's sentence, or a closer one for the case at hand. ``points`` are the
    mover's own point numbers the board may mark (25 is the bar).
    """

    def __init__(
        self,
        fault: Fault,
        /,
        *,
        points: tuple[int, ...] = (),
        template: str | None = None,
        **params: object,
    ) -> None:
        self.fault = fault
        self.template = template or fault.template
        self.points = points
        self.params = params
        super().__init__(self.template.format(**params))


class IllegalAction(RulesError):
    """An action that may not be taken in this state."""


class IllegalPlay(IllegalAction):
    """A play that the dice and the position do not allow."""


class NotationError(RulesError):
    """Text or plain data that does not describe a sound value."""


class InvalidRules(RulesError):
    """Rules whose options do not fit together."""
