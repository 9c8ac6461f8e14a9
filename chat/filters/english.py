"""Whether a line is English, or short and neutral enough not to be judged.

What is in no language is taken out first (`english_words`); another script than ours decides at
once (`english_scripts`); then every word that is left votes (`english_votes`). A line of one word
must be surer than a longer one, and is heard together with the sender's lines just before it.
"""

from collections.abc import Iterator
from typing import Final

from chat.filters.draft import Context, Draft, Stopped
from chat.filters.english_scripts import foreign_script
from chat.filters.english_votes import Votes, jury
from chat.filters.english_words import words_of
from wire.refusals import Refusal

#: How much the words of a line must say together, in nats: two or more; the same where none is
#: English and one is known to be foreign; one word; and lines that are joined.
SURE: Final = 1.5
SURE_WITHOUT_ENGLISH: Final = 0.9
SURE_OF_ONE: Final = 2.3
SURE_OF_JOINED: Final = 2.5
_SURE_BY_SCRIPT: Final = 100.0

#: Lines that one sentence is spread over: of how many words, how many, and how old at most.
SPREAD_WORDS: Final = 2
SPREAD_LINES: Final = 4
SPREAD_MS: Final = 60_000


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_NOT_ENGLISH: Final = Refusal(
    "chat.not_english",
    _(
        "We talk English here, so that everybody can follow, and this does not look like it. "
        "Say it in English, or pick a quick phrase: everybody reads those in their own language."
    ),
)


def english_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """Stop what is said in another language; what is found is the language it is taken for."""
    language = foreign_language(draft.text, context)
    return draft if language is None else Stopped(_NOT_ENGLISH, language)


def foreign_language(line: str, context: Context) -> str | None:
    """The language the line is taken for where that is not English; None where it may be."""
    language, odds, votes = _heard(line, context.names)
    if votes.words and odds >= _enough(votes):
        return language
    if odds > 0 and 0 < votes.words <= SPREAD_WORDS:
        spread = " ".join(_spread_over(line, context))
        language, odds, votes = _heard(spread, context.names)
        if votes.words > 1 and odds >= SURE_OF_JOINED:
            return language
    return None


def _heard(line: str, names: frozenset[str]) -> tuple[str, float, Votes]:
    """The likeliest language but English, how much speaks for it, and all that was said."""
    words = words_of(line, names)
    script = foreign_script([word.text for word in words])
    if script is not None:
        return script, _SURE_BY_SCRIPT, Votes(words=len(words))
    votes = jury().votes(words)
    return *votes.winner(), votes


def _enough(votes: Votes) -> float:
    """How much must speak for another language before a line of these words is stopped."""
    if votes.words == 1:
        return SURE_OF_ONE
    return SURE_WITHOUT_ENGLISH if votes.listed and not votes.english else SURE


def _spread_over(line: str, context: Context) -> Iterator[str]:
    """The short lines that lead up to this one, the oldest first, and this one."""
    lead: list[str] = []
    for said in reversed(context.history[-SPREAD_LINES + 1 :]):
        is_old = said.at_ms is not None and said.at_ms < context.now_ms - SPREAD_MS
        if is_old or len(said.text.split()) > SPREAD_WORDS:
            break
        lead.append(said.text)
    yield from reversed(lead)
    yield line
