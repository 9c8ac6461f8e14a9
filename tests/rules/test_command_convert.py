"""`python -m backgammon convert`: every notation from every other, a bad line named."""

import json

import pytest

from backgammon import NotationError
from backgammon.__main__ import main
from backgammon.notation.convert import convert
from tests.rules.asking import Answers, feed
from tests.rules.builders import DATA, rows

MATCH_FILE = DATA / "mat" / "match03_seed3001.mat"


def test_a_golden_moment_is_answered_in_every_notation_from_any(answers: Answers) -> None:
    golden_rows = list(rows("position_match_ids.jsonl"))
    from_xgid = answers(*golden_rows, command="convert")
    for row, answer in zip(golden_rows, from_xgid, strict=True):
        for name in ("position_id", "match_id", "xgid", "pts", "bar", "off", "dice", "cube"):
            assert answer[name] == row[name], (row["n"], name)
    from_text = answers(*({"text": each["text"]} for each in from_xgid), command="convert")
    assert from_text == from_xgid
    plain = [{**each, "xgid": None, "text": None, "position_id": None} for each in from_xgid]
    assert answers(*plain, command="convert") == from_xgid
    bare = (f"{each['position_id']}:{each['match_id']}".encode() for each in from_xgid)
    for answer, known in zip(answers(*bare, command="convert"), from_xgid, strict=True):
        assert answer["match_id"] == known["match_id"]
        assert answer["pts"] == known["pts"]


def test_a_bare_line_may_be_any_notation(answers: Answers) -> None:
    xgid = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
    text = b"white 24:2 13:5 8:3 6:5; black 24:2 13:5 8:3 6:5"
    one, same, two, three, none, unknown = answers(
        xgid, xgid[5:], b"4HPwATDgc/ABMA", text, b"4HPwATDgc", b"best:first", command="convert"
    )
    assert one == same
    assert two == three
    assert two["text"].startswith(text.decode())
    assert none["error"]["message"].endswith("'4HPwATDgc' is in no notation known here.")
    assert unknown["error"]["code"] == "malformed"


def test_forms_beside_each_other_must_tell_the_same(answers: Answers) -> None:
    row = {"id": 1, "xgid": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"}
    right, wrong = answers(
        {**row, "position_id": "4HPwATDgc/ABMA"},
        {**row, "position_id": "4PPgASTgc/ABMA"},
        command="convert",
    )
    assert right["position_id"] == "4HPwATDgc/ABMA"
    assert wrong["error"]["message"].endswith("xgid and position_id differ.")


def test_a_state_of_a_replay_is_converted_with_its_rules(answers: Answers) -> None:
    script = {
        "id": 1,
        "rules": {"kind": "match", "points": 5},
        "dice": [[3, 1]],
        "actions": [["A", "play", "8/5 6/5"], ["B", "double"]],
    }
    (played,) = answers(script, command="replay")
    (answer,) = answers(
        {"rules": script["rules"], "state": played["states"][-1]}, command="convert"
    )
    assert answer["text"].endswith("black doubles; cube 1; match to 5, 0-0")
    assert answer["xgid"].endswith(":0:0:1:D:0:0:0:5:10")


@pytest.mark.parametrize("nothing", [None, 5, [], [{}]], ids=str)
def test_what_is_no_row_at_all_is_refused(nothing: object) -> None:
    with pytest.raises(NotationError, match="a row is an object or a text"):
        convert(nothing)


def test_what_a_form_cannot_tell_is_null(answers: Answers) -> None:
    text = "long_nardy; white 24:15; black 24:15; white to roll; cube 1; money, 0-0"
    nardy, resigning = answers(
        {"text": text},
        b"white 24:15; black 13:15; black resigns gammon",
        command="convert",
    )
    assert (nardy["xgid"], nardy["text"]) == (None, text)
    assert (resigning["xgid"], resigning["resigning"]) == (None, ["B", "gammon"])
    again = {**resigning, "text": None, "position_id": None}
    assert answers(again, command="convert") == [resigning]


def test_a_match_file_becomes_json_and_back(
    answers: Answers, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (answer,) = answers({"id": 7, "mat": MATCH_FILE.read_text()}, command="convert")
    assert answer["id"] == 7
    assert [game["points"] for game in answer["match"]["games"]] == [2, 2, 2]
    (back,) = answers({"match": answer["match"]}, command="convert")
    assert answers({"mat": back["mat"]}, command="convert")[0]["match"] == answer["match"]

    feed(monkeypatch, MATCH_FILE.read_bytes())
    assert main(["convert", "--from", "mat"]) == 0
    line = capsys.readouterr().out
    assert json.loads(line)["match"] == answer["match"]

    feed(monkeypatch, line.encode() + b"{}\n")
    assert main(["convert", "--to", "mat"]) == 0
    written, error = capsys.readouterr().out[:-1].rsplit("\n", 1)
    assert written + "\n" == back["mat"]
    assert json.loads(error)["error"]["code"] == "malformed"


@pytest.mark.parametrize("text", [b"", b"no match", b"\xff"])
def test_what_is_no_match_file_is_an_error_object(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: bytes
) -> None:
    feed(monkeypatch, text)
    assert main(["convert", "--from", "mat"]) == 0
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "malformed"
