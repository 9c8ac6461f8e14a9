"""Translations: compiled where they are stale, chosen at the foot of any page, kept in a cookie."""

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings as house
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from config.catalogues import catalogues_compile, catalogues_tidy


@pytest.fixture
def catalogue(tmp_path: Path, settings: Settings) -> Path:
    """A catalogue of one sentence, not compiled yet."""
    settings.LOCALE_PATHS = [tmp_path]
    source = tmp_path / "et" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    _write(source, "Tere")
    return source


def _write(source: Path, text: str) -> None:
    catalogue = polib.POFile()
    catalogue.append(polib.POEntry(msgid="Hello", msgstr=text))
    catalogue.save(str(source))


def compiled(source: Path) -> str | None:
    """How the sentence reads in what was compiled."""
    entry = polib.mofile(str(source.with_suffix(".mo"))).find("Hello")
    return entry.msgstr if entry else None


def test_a_catalogue_is_compiled_once_and_again_when_it_has_changed(catalogue: Path) -> None:
    assert catalogues_compile() == [catalogue]
    assert compiled(catalogue) == "Tere"
    assert catalogues_compile() == []
    _write(catalogue, "Tere-tere")
    assert catalogues_compile() == [catalogue]
    assert compiled(catalogue) == "Tere-tere"


def test_nothing_half_made_is_left_beside_it(catalogue: Path) -> None:
    catalogues_compile()
    assert {path.suffix for path in catalogue.parent.iterdir()} == {".po", ".mo"}


def test_a_catalogue_in_order_says_the_same_without_its_day(catalogue: Path) -> None:
    dated = polib.pofile(str(catalogue))
    dated.metadata = {"POT-Creation-Date": "2026-11-30 17:11+0000", "Language": "et"}
    dated.save()
    catalogues_tidy()
    written = catalogue.read_text()
    assert "POT-Creation-Date" not in written
    assert "Language: et" in written
    assert 'msgstr "Tere"' in written
    catalogues_tidy()
    assert catalogue.read_text() == written


def test_the_command_names_what_it_compiled(
    catalogue: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("compile_catalogues")
    assert str(catalogue) in capsys.readouterr().out


@pytest.mark.django_db
def test_the_foot_of_the_page_offers_every_language_by_its_own_name(client: Client) -> None:
    page = client.get("/").content.decode()
    for code, name in house.LANGUAGES:
        assert f'<option value="{code}" lang="{code}"' in page
        assert f">{name}</option>" in page


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["et", "lv", "fi", "nb"])
def test_a_language_once_chosen_is_that_of_every_page(client: Client, code: str) -> None:
    answer = client.post("/language/", {"language": code, "next": "/leaderboard/"})
    assert answer["Location"] == "/leaderboard/"
    assert f'<html lang="{code}"' in client.get("/leaderboard/").content.decode()


@pytest.mark.django_db
def test_a_language_the_house_does_not_speak_changes_nothing(client: Client) -> None:
    client.post("/language/", {"language": "tlh", "next": "/"})
    assert '<html lang="en"' in client.get("/").content.decode()


@pytest.mark.django_db
def test_choosing_a_language_leads_to_no_other_site(client: Client) -> None:
    answer = client.post("/language/", {"language": "et", "next": "https://evil.example/"})
    assert answer["Location"] == "/"


PLACES = re.compile(r"\{\w*\}|%\(\w+\)[sd]|%[sd]")
CATALOGUES = sorted(house.BASE_DIR.glob("locale/*/LC_MESSAGES/django.po"))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_translation_keeps_every_place_that_is_filled_and_adds_none(path: Path) -> None:
    for entry in polib.pofile(str(path)).translated_entries():
        assert not entry.fuzzy, entry.msgid
        plain = sorted(PLACES.findall(entry.msgid))
        many = sorted(PLACES.findall(entry.msgid_plural))
        texts = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
        for text in texts:
            assert sorted(PLACES.findall(text)) in (plain, many if entry.msgid_plural else plain)
