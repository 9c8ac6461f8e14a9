"""Every kind of event has its words: in the list, and for who listens."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

import pytest
from playwright.sync_api import Page

from backgammon import Dice, Move, Rules, Side, WinKind
from backgammon import events as happened
from backgammon.notation.codec import event_to_dict, rules_to_dict, state_to_dict
from tests.browser.board.table import Table

#: An example of each kind by a side; of those about nobody, the same for both.
EXAMPLES: Mapping[type[happened.Event], Callable[[Side], happened.Event]] = {
    happened.SideReady: happened.SideReady,
    happened.GameStarted: lambda side: happened.GameStarted(1, crawford=False),
    happened.OpeningRolled: lambda side: happened.OpeningRolled(3, 1),
    happened.CubeTurned: lambda side: happened.CubeTurned(2),
    happened.Rolled: lambda side: happened.Rolled(side, Dice(6, 4)),
    happened.Played: lambda side: happened.Played(side, (Move(24, 6), Move(18, 4))),
    happened.Doubled: lambda side: happened.Doubled(side, 2),
    happened.Beavered: lambda side: happened.Beavered(side, 4),
    happened.Raccooned: lambda side: happened.Raccooned(side, 8),
    happened.Taken: happened.Taken,
    happened.Dropped: happened.Dropped,
    happened.ResignationOffered: lambda side: happened.ResignationOffered(side, WinKind.GAMMON),
    happened.ResignationDeclined: happened.ResignationDeclined,
    happened.Resigned: lambda side: happened.Resigned(side, WinKind.GAMMON),
    happened.PenaltyScored: happened.PenaltyScored,
    happened.FlagFell: happened.FlagFell,
    happened.ClockShifted: lambda side: happened.ClockShifted(12_000),
    happened.ToppedUp: lambda side: happened.ToppedUp(side, 15),
    happened.Left: happened.Left,
    happened.Forfeited: lambda side: happened.Forfeited(side, "absent"),
    happened.GameWon: lambda side: happened.GameWon(side, WinKind.GAMMON, 2),
    happened.GameDrawn: lambda side: happened.GameDrawn(),
    happened.MatchWon: lambda side: happened.MatchWon(side, happened.EndReason.POINTS),
    happened.MatchDrawn: lambda side: happened.MatchDrawn(),
    happened.Annulled: lambda side: happened.Annulled("by the house"),
}

#: What is written and what is said of each event to Alice, who is White.
_TELL = """async ([rules, state, events]) => {
    const { Words } = await import("/static/js/match/words.js");
    const { readTexts } = await import("/static/js/texts.js");
    const words = new Words(readTexts("board-texts"));
    const view = { rules, state, match: { white: { name: "Alice" }, black: { name: "Bob" } } };
    return events.map((event) => {
        const happening = { event, before: state, after: state };
        return [words.line(happening, view, "white"), words.spoken(happening, view, "white")];
    });
}"""


@pytest.fixture
def told(open_board, page: Page) -> Callable[[Side], dict[str, list[str]]]:
    """What the page tells of every kind of event by a side, by the event's name."""
    table = Table(Rules.match(3), [(3, 1)])
    table.begin()
    open_board(table)

    def one(side: Side) -> dict[str, list[str]]:
        bodies: list[dict[str, Any]] = [event_to_dict(make(side)) for make in EXAMPLES.values()]
        given = [rules_to_dict(table.rules), state_to_dict(table.state), bodies]
        sentences = page.evaluate(_TELL, given)
        return {body["type"]: said for body, said in zip(bodies, sentences, strict=True)}

    return one


def test_there_is_an_example_of_every_event() -> None:
    assert set(EXAMPLES) == set(get_args(happened.Event))


@pytest.mark.parametrize("side", Side)
def test_every_event_is_written_and_spoken_in_words(told, side: Side) -> None:
    for name, sentences in told(side).items():
        for sentence in sentences:
            assert sentence.endswith((".", "!")), name
            assert not set("{}_") & set(sentence), name


def test_what_either_side_does_is_told_apart(told) -> None:
    own, other = told(Side.WHITE), told(Side.BLACK)
    for name, (_line, spoken) in own.items():
        is_about_both = spoken == other[name][1]
        assert is_about_both is not ("You" in spoken), name
    assert other["played"] == ["Bob plays 24/14.", "Bob plays 24 14."]
    assert other["cube_turned"][1] == "The cube turns to 2."
