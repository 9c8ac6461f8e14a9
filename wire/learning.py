"""Which page of `/learn/` explains what: the one list of its pages and of their topics.

Every rules card of the house links to paragraphs by topic, so the list stands below all of them.
What the pages say is in `templates/learn/`; nothing of it is known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse


@dataclass(frozen=True, slots=True)
class LearnPage:
    """A page by the key that is its address; `topics` are the paragraphs others may link to.

    A topic is the `id` of an element of the page, and where it is an option or a variant of
    docs/rules.md, the key of that. `part` says under which heading of the contents it stands.
    """

    part: str
    key: str
    topics: tuple[str, ...]


#: In the order in which a newcomer reads them.
LEARN_PAGES: tuple[LearnPage, ...] = (
    LearnPage("game", "start", ("backgammon", "winning")),
    LearnPage("game", "moving", ("opening", "both_dice", "larger_die", "notation")),
    LearnPage("game", "bearing-off", ("bear_off", "gammon")),
    LearnPage("game", "cube", ("cube", "automatic_doubles", "holland", "cube_cap")),
    LearnPage("game", "strategy", ("pips", "take_point")),
    LearnPage("kinds", "match-play", ("points", "crawford", "dead_cube", "is_rated")),
    LearnPage(
        "kinds",
        "stakes",
        (
            "stakes",
            "buy_in",
            "limit",
            "has_different_sums",
            "leave_between_games",
            "top_up",
            "walking_out",
            "jacoby",
            "beavers",
            "raccoons",
        ),
    ),
    LearnPage("kinds", "games", ("games", "tie_break")),
    LearnPage("kinds", "clock", ("clock", "connection")),
    LearnPage("kinds", "resigning", ("resigning",)),
    LearnPage(
        "others",
        "long-nardy",
        ("long_nardy", "end_setting", "first_move", "opening_double_exception", "last_roll"),
    ),
    LearnPage(
        "others",
        "variants",
        ("nackgammon", "hypergammon", "forced_bear_off", "rearmost_bear_off", "five_high"),
    ),
    LearnPage("house", "tables", ("tables", "waiting", "private")),
    LearnPage(
        "house",
        "tournaments",
        (
            "tournaments",
            "rules_card",
            "formats",
            "tie_breaks",
            "byes",
            "never_paired",
            "entry",
            "who_may_enter",
            "standby",
            "check_in",
            "start",
            "house_bots",
            "late_entry",
            "buy_back",
            "pauses",
            "no_show",
            "staying_away",
            "leaving",
            "prizes",
            "guarantee",
        ),
    ),
    LearnPage("house", "sit-and-go", ("sit_and_go",)),
    LearnPage(
        "house",
        "satellites",
        ("satellites", "tickets", "remainder", "second_ticket", "ticket_life"),
    ),
    LearnPage("house", "swing", ("swing",)),
    LearnPage("house", "chips", ("chips", "refill")),
    LearnPage("house", "fairness", ("dice", "draws")),
    LearnPage("house", "chat", ("chat", "house_rules")),
    LearnPage("house", "glossary", ("glossary",)),
)

#: The page of each topic.
LEARN_TOPICS: Mapping[str, str] = {topic: page.key for page in LEARN_PAGES for topic in page.topics}


def learn_url(topic: str) -> str:
    """Where a topic is explained. Raises KeyError for one that no page has."""
    return f"{reverse('lobby:learn_page', args=[LEARN_TOPICS[topic]])}#{topic}"
