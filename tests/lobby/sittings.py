"""Whole games for chips at a table, quickly: games are opened as they are in the house, then a
side is put on roll in the starting position and the rest is done by actions."""

from dataclasses import replace

from accounts.models import User
from backgammon import (
    AcceptResignation,
    Action,
    ClockRules,
    Cube,
    Dice,
    MakePlay,
    Phase,
    Resign,
    Rules,
    Side,
    WinKind,
    legal_plays,
    resignation_cost,
)
from bankroll.selectors import stacks_at
from lobby.models import Table, TableGame
from lobby.services import table_take
from lobby.streams import table_ref
from matches.judge import Request
from matches.models import Match
from matches.services import match_act, match_present, match_tick
from matches.store import load_live
from tests.factories import a_user
from tests.lobby.builders import a_table, an_old_table, fresh
from tests.matches.builders import checkers, put
from wire.time import now_ms

CLOCK = ClockRules(delay_ms=12_000, reserve_ms=120_000, renews_each_game=True)


def stakes(stake: int, white: int, black: int = 0, **changes: object) -> Rules:
    """Table stakes with a clock; both bring the same unless `black` is said."""
    return Rules.table(stake, white, black or white, **{"clock": CLOCK, **changes})


class Sitting:
    """Alice (White) and Bob (Black) at a table of chips, both at the board."""

    def __init__(self, table: Table) -> None:
        self.table = fresh(table)
        assert self.table.match is not None
        self.match_id = self.table.match.public_id
        self.people: dict[str, User] = {}
        for seat in self.table.seats.select_related("user"):
            self.people[seat.side] = seat.user
            if not seat.user.is_bot:
                match_present(match_id=self.match_id, user_pk=seat.user_id, contribution="")

    def act(self, side: Side, *actions: Action) -> "Sitting":
        """What a side does, one thing after the other."""
        for action in actions:
            match_act(match_id=self.match_id, request=Request(side, action))
        return self

    def on_roll(
        self, side: Side = Side.WHITE, *, cube: Cube | None = None, white: str = "", black: str = ""
    ) -> "Sitting":
        """The running game, or the next one, with this side to roll; the cube where it belongs."""
        live = load_live(self.match_id)
        if live.state.phase is Phase.BETWEEN_GAMES:
            self.begin()
            live = load_live(self.match_id)
        game = live.state.running_game
        position = replace(
            game.position,
            white=checkers(white) if white else live.state.rules.variant.start,
            black=checkers(black) if black else live.state.rules.variant.start,
        )
        game = replace(game, on_roll=side, dice=None, position=position, cube=cube or game.cube)
        state = replace(live.state, phase=Phase.TO_ROLL, to_act=side, game=game)
        if state.clock is not None:
            state = replace(state, clock=state.clock.passed_to(side, CLOCK, now_ms()))
        self._put(state, live.seq)
        return self

    def last_checker(self, side: Side, *, against: str, cube: Cube | None = None) -> "Sitting":
        """This side bears off its last checker with 6-5; the other stands as `against` says."""
        mine = {"white" if side is Side.WHITE else "black": "1:1 off:14"}
        theirs = {"black" if side is Side.WHITE else "white": against}
        self.on_roll(side, cube=cube, **mine, **theirs)
        live = load_live(self.match_id)
        game = replace(live.state.running_game, dice=Dice(6, 5))
        self._put(replace(live.state, phase=Phase.TO_MOVE, game=game), live.seq)
        return self

    def bear_off(self, side: Side) -> "Sitting":
        """The play that ends the game, set up by `last_checker`."""
        plays = legal_plays(load_live(self.match_id).state)
        return self.act(side, MakePlay(next(iter(plays.values()))))

    def lose(self, side: Side, kind: WinKind = WinKind.SINGLE) -> "Sitting":
        """This side gives the running game up at a level the other agrees to."""
        cost = resignation_cost(load_live(self.match_id).state, side)
        self.act(side, Resign(kind))
        if kind < cost:
            self.act(side.other, AcceptResignation())
        return self

    def begin(self) -> "Sitting":
        """The next game begins by itself."""
        Match.objects.filter(public_id=self.match_id).update(deadline_ms=0)
        match_tick(match_id=self.match_id)
        return self

    def _put(self, state: object, seq: int) -> None:
        match = Match.objects.get(public_id=self.match_id)
        put(match, state, seq=seq)  # type: ignore[arg-type]

    @property
    def side_to_act(self) -> Side:
        """Who must do something now."""
        side = load_live(self.match_id).state.to_act
        assert side is not None, "a game is running"
        return side

    @property
    def stacks(self) -> tuple[int, int]:
        """What lies before White and before Black, by the ledger."""
        chips = stacks_at(table_ref(self.table.public_id))
        white, black = (chips.get(self.people[side].pk, 0) for side in ("white", "black"))
        return white, black

    @property
    def receipts(self) -> list[TableGame]:
        """The receipts of the games, the first one first."""
        return list(self.table.games.order_by("number"))

    @property
    def now(self) -> Table:
        """The table as the database has it."""
        return fresh(self.table)


def a_sitting(
    rules: Rules | None = None,
    *,
    alice: User | None = None,
    bob: User | None = None,
    chips: int | None = None,
    **changes: object,
) -> Sitting:
    """Two people at a table: 3 a point and 60 each unless `rules` say otherwise; an old table
    where these have no clock.

    `chips`: what Bob brings where the sums may differ.
    """
    alice = alice or a_user(chips=1_000)
    bob = bob or a_user(chips=1_000)
    rules = rules or stakes(3, 60)
    opened = a_table if rules.clock is not None else an_old_table
    table = opened(alice, rules=rules, **changes)
    return Sitting(table_take(table_id=table.public_id, user=bob, chips=chips))
