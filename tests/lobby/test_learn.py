"""The pages of `/learn/`: everything a rules card names is explained, in drawings that are true."""

import ast
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from backgammon import (
    LONG_NARDY,
    VARIANTS,
    CubeRules,
    FixedGames,
    Holland,
    Rules,
    Side,
    TieBreak,
    explain_play,
    find_variant,
)
from backgammon.notation import parse_play
from backgammon.notation.options import OPTIONS
from backgammon.state import check_position
from config.environment import ROOT
from lobby.diagrams import DIAGRAMS, scene_of
from lobby.learn import FIRST_LANGUAGE, PARTS, Outline, pages_read
from lobby.options import OPTIONS as TABLE_OPTIONS
from lobby.options import TERMS
from lobby.pages import table_facts
from matches.wording import Fact
from tests.factories import a_user
from tests.tournaments.builders import a_sit_and_go
from wire.learning import LEARN_PAGES, LEARN_TOPICS, learn_url

FOLDER = ROOT / "templates" / "learn"
WRITTEN = sorted(FOLDER.glob("*/*.html"))
ENGLISH = {path.name: path for path in WRITTEN if path.parent.name == FIRST_LANGUAGE}

_DIAGRAM = re.compile(r'{% diagram "(\w+)" %}')
_HEADING = re.compile(r"<(h[1-6])[ >]")
_LINKED = re.compile(r"{% (?:learn_url|url) '[\w:]+' %}")


def outline_of(path: Path) -> Outline:
    """The outline of a page as it is sent, its tags drawn."""
    with override(path.parent.name):
        return Outline.of(get_template(f"learn/{path.parent.name}/{path.name}").render())


# --- what the pages say ----------------------------------------------------------------


def test_every_page_is_written_in_english_and_nothing_else_lies_there() -> None:
    assert set(ENGLISH) == {f"{page.key}.html" for page in LEARN_PAGES}
    assert {page.part for page in LEARN_PAGES} == set(PARTS)


def test_every_topic_has_one_page() -> None:
    topics = [topic for page in LEARN_PAGES for topic in page.topics]
    assert sorted(topics) == sorted(LEARN_TOPICS)


@pytest.mark.parametrize("key", [*OPTIONS, *(each.key for each in (*TABLE_OPTIONS, *TERMS))])
def test_every_option_is_explained(key) -> None:
    assert learn_url(key).endswith(f"#{key}")


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_every_variant_is_explained(variant) -> None:
    assert learn_url(variant.key).endswith(f"#{variant.key}")


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_page_has_its_topics_a_title_and_contents(path) -> None:
    page = next(page for page in LEARN_PAGES if page.key == path.stem)
    outline = outline_of(path)

    assert outline.title
    assert outline.lead
    assert set(page.topics) <= set(outline.ids)
    assert len(outline.ids) == len(set(outline.ids))
    assert all(section.id and section.title for section in outline.sections)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_language_of_the_house_has_every_page(language: str) -> None:
    """What each of them has is held to the English one by the test below."""
    assert {path.name for path in (FOLDER / language).glob("*.html")} == set(ENGLISH)


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_translated_page_has_what_the_english_one_has(path) -> None:
    text, english = path.read_text(), ENGLISH[path.name].read_text()

    assert outline_of(path).ids == outline_of(ENGLISH[path.name]).ids
    assert _HEADING.findall(text) == _HEADING.findall(english)
    assert _DIAGRAM.findall(text) == _DIAGRAM.findall(english)
    assert sorted(_LINKED.findall(text)) == sorted(_LINKED.findall(english))


def test_every_page_of_the_registry_is_read_with_those_around_it(client: Client) -> None:
    for page in LEARN_PAGES:
        assert client.get(reverse("lobby:learn_page", args=[page.key])).status_code == 200
    first, second, *_later = LEARN_PAGES
    text = client.get(reverse("lobby:learn_page", args=[second.key])).content.decode()
    assert f'rel="prev" href="{reverse("lobby:learn_page", args=[first.key])}"' in text


def test_there_is_no_page_of_another_name(client: Client) -> None:
    assert client.get("/learn/poker/").status_code == 404


def test_the_contents_name_every_page(client: Client) -> None:
    text = client.get(reverse("lobby:learn")).content.decode()
    addresses = [reverse("lobby:learn_page", args=[page.key]) for page in LEARN_PAGES]
    assert [address for address in addresses if f'href="{address}"' not in text] == []


def test_a_reader_whose_language_has_no_page_yet_reads_english() -> None:
    with override("de"):
        assert {page.language for page in pages_read()} == {FIRST_LANGUAGE}


# --- rules cards -----------------------------------------------------------------------

_CARDS = [
    ROOT / "matches" / "wording.py",
    ROOT / "lobby" / "pages.py",
    *(ROOT / "tournaments" / "pages" / name for name in ("card.py", "satellites.py")),
]

#: Cards on which together every option stands.
_RULES = [
    Rules.match(5, cube=CubeRules(crawford=True, holland=Holland.POST_CRAWFORD)),
    Rules.match(3, variant=LONG_NARDY),
    replace(Rules.fixed(3), length=FixedGames(3, tie_break=TieBreak.ONE_MORE_GAME)),
    Rules.table(
        1,
        50,
        50,
        variant=find_variant("forced_bear_off+five_high"),
        cube=CubeRules(
            jacoby=True,
            beavers=True,
            raccoons=True,
            automatic_doubles=1,
            cap=64,
            holland=Holland.ALL_GAMES,
        ),
    ),
]


def topics_of(fact: Fact) -> set[str]:
    """Where a line of a card leads."""
    return {fact.topic, *(term.topic for term in fact.terms)} - {""}


@pytest.mark.parametrize("path", _CARDS, ids=lambda path: path.stem)
def test_every_line_of_a_card_leads_to_what_explains_it(path) -> None:
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    lines = [call for call in calls if getattr(call.func, "id", "") == "Fact"]
    topics = [call.args[2] if len(call.args) > 2 else None for call in lines]

    assert lines
    assert None not in topics
    named = {topic.value for topic in topics if isinstance(topic, ast.Constant)}
    assert named <= set(LEARN_TOPICS)


def test_every_option_on_a_card_leads_to_its_paragraph() -> None:
    facts = [
        fact
        for rules in _RULES
        for sums_differ in (True, False)
        for fact in table_facts(rules, is_rated=True, has_different_sums=sums_differ)
    ]
    topics = set().union(*map(topics_of, facts))

    assert topics <= set(LEARN_TOPICS)
    assert {*OPTIONS, "forced_bear_off", "five_high", "has_different_sums"} <= topics


@pytest.mark.django_db
def test_the_card_of_an_event_is_full_of_links(client: Client) -> None:
    text = client.get(f"/event/{a_sit_and_go().public_id}/").content.decode()
    for topic in ("crawford", "clock", "formats", "no_show", "prizes"):
        assert f'href="{learn_url(topic)}"' in text


@pytest.mark.django_db
def test_the_form_of_a_table_explains_each_option(client: Client) -> None:
    client.force_login(a_user("alice"))
    text = client.get("/table/new/?kind=table").content.decode()
    for topic in ("jacoby", "beavers", "top_up", "crawford", "has_different_sums"):
        assert f'href="{learn_url(topic)}" target="_blank"' in text


# --- what is drawn ---------------------------------------------------------------------


def test_every_position_is_drawn_somewhere() -> None:
    drawn = {key for path in ENGLISH.values() for key in _DIAGRAM.findall(path.read_text())}
    assert drawn == set(DIAGRAMS)


@pytest.mark.parametrize("key", DIAGRAMS)
def test_a_drawn_position_can_be(key) -> None:
    scene = scene_of(key)
    check_position(scene.before.running_game.position, scene.rules.variant)
    assert scene.before.running_game.on_roll is Side.WHITE


@pytest.mark.parametrize("key", [key for key, each in DIAGRAMS.items() if each.play])
def test_a_shown_play_is_legal_and_what_is_drawn_is_its_result(key) -> None:
    scene, diagram = scene_of(key), DIAGRAMS[key]
    game = scene.before.running_game
    play = parse_play(diagram.play, scene.rules.variant, game.turn(scene.rules.variant))
    own, enemy = list(game.position.white), list(game.position.black)
    for move in play:
        own[move.source] -= 1
        own[move.target] += 1

    assert explain_play(scene.before, play) is None
    assert scene.after is not None
    assert scene.after.game is not None
    assert list(scene.after.game.position.white) == own
    assert sum(scene.after.game.position.black) == sum(enemy)


@pytest.mark.parametrize("key", [key for key, each in DIAGRAMS.items() if each.forbidden])
def test_what_a_caption_calls_refused_is_refused(key) -> None:
    assert scene_of(key).fault is not None


def test_a_forbidden_play_that_is_legal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = DIAGRAMS["move"].moment
    monkeypatch.setitem(DIAGRAMS, "wrong", type(DIAGRAMS["move"])(moment, forbidden="13/7 8/7"))
    with pytest.raises(ValueError, match="not forbidden"):
        scene_of("wrong")


def test_a_figure_brings_its_scene_and_its_words() -> None:
    tag = '{% load diagrams %}{% diagram "hit" %}Two <em>dice</em> hit.{% enddiagram %}'
    text = engines["django"].from_string(tag).render()

    assert "<figcaption>Two <em>dice</em> hit.</figcaption>" in text
    assert "24 (1), 21 (1), 13 (5), 8 (3), 6 (5)" in text
    assert "<dd>8/4* 6/4</dd>" in text


def test_an_offered_and_an_owned_cube_are_told() -> None:
    tags = [f'{{% diagram "{key}" %}}{{% enddiagram %}}' for key in ("offer", "owner")]
    text = engines["django"].from_string("{% load diagrams %}" + "".join(tags)).render()

    assert "White offers it at 2" in text
    assert "Black owns it at 2" in text


def test_a_scene_is_what_a_board_is_shown() -> None:
    drawn = json.loads(json.dumps(scene_of("hit").to_dict()))

    assert drawn["before"]["game"]["dice"] == [4, 2]
    assert drawn["after"]["game"]["position"]["black"][25] == 1
    assert drawn["moves"] == {"side": "white", "dice": [4, 2], "steps": [[8, 4], [6, 2]]}
