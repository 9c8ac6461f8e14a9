"""Titles of matches: kept in English, shown in the language of whoever reads them."""

import pytest
from django.utils import translation

from backgammon import LONG_NARDY, CubeRules, Rules, find_variant
from matches.wording import kept_title_of, title_of, title_shown

NARDY = Rules.match(5, variant=LONG_NARDY, cube=CubeRules(enabled=False))
EVERY_KIND = (
    Rules.match(1),
    Rules.match(5),
    NARDY,
    Rules.match(7, variant=find_variant("forced_bear_off+five_high")),
    Rules.fixed(1),
    Rules.fixed(3),
    Rules.table(1, 60, 60),
    Rules.table(3, 60, 60),
)


@pytest.mark.parametrize("code", ["en", "et", "lv", "fi", "nb"])
@pytest.mark.parametrize("rules", EVERY_KIND, ids=kept_title_of)
def test_a_kept_title_is_shown_as_its_reader_would_have_it(code: str, rules: Rules) -> None:
    with translation.override("fi"):
        kept = kept_title_of(rules)
    with translation.override(code):
        assert title_shown(kept) == title_of(rules)


def test_a_title_says_the_words_of_the_language() -> None:
    with translation.override("et"):
        assert title_shown("Long nardy, to 5 points") == "Pikad nardid, 5 punktini"


def test_what_an_event_is_called_stays_as_it_is() -> None:
    with translation.override("et"):
        for name in ("Friday, to 5 o'clock", "Friday, 3 games", ", to 5 points"):
            assert title_shown(name) == name
