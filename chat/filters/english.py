"""Whether a line is English, or short and neutral enough not to be judged.

A gate takes out what is in no language (`english_words`), scripts decide at once, and of the rest
every word votes: known English against, known foreign for, unknown ones by their letters.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chat.filters.draft import Context, Draft, Stopped
from chat.filters.english_lexicon import Languages, Lexicon, lexicon
from chat.filters.english_scripts import foreign_script, without_marks
from chat.filters.english_unknown import is_built, is_mistyped, model
from chat.filters.english_words import Word, words_of
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_NOT_ENGLISH: Final = Refusal(
    "chat.not_english",
    _(
        "This does not look like English, and we all talk English here so that everybody can "
        "follow. Say it in English, or take a quick phrase: everybody reads those in his own "
        "language."
    ),
)

# Votes, in natural logs: above zero speaks for another language. 
_COMMON = -2.2
_RARE = -1.3
_COMMON_SHARED = -0.4
_RARE_SHARED = 0.6
_FOREIGN = 3.0
_PLAIN = 2.5
_TINY = 1.5
_ELSEWHERE = 1.5
_STEM = 1.8
_BUILT = -1.0
_UNKNOWN_LOW, _UNKNOWN_HIGH = -1.5, 2.0
_PRIOR = 0.0

_SURE = 1.7
_SURE_ALONE = 2.3
_SURE_JOINED = 2.5
_JOINED_LINES = 3
_JOINED_MS = 60_000

_LONG = re.compile(r"(.)\1{2,}")
_DOUBLE = re.compile(r"(.)\1+")


@dataclass(slots=True)
class Tally:
    """The votes on a line. base counts for every language, extra for some."""

    base: float
    extra: dict[str, float]
    words: int

    def best(self) -> tuple[str, float]:
        if not self.extra:
            return "und", self.base
        language = max(self.extra, key=lambda each: self.extra[each])
        return language, self.base + self.extra[language]


def tally(words: Sequence[Word], known: Lexicon) -> Tally:
    result = Tally(0.0, {}, 0)
    texts = [w.text for w in words]
    at = 0
    while at < len(words):
        for size in (4, 3, 2):
            phrase = " ".join(texts[at : at + size])
            if at + size <= len(texts):
                if phrase in known.phrases:
                    at += size
                    break
                ls = known.foreign.get(phrase) or known.plain.get(phrase)
                if ls:
                    vote(result, _FOREIGN, 0, ls, size)
                    at += size
                    break
        else:
            word_vote(words[at], known, result)
            at += 1
    return result


def vote(t: Tally, value: float, others: float, ls, count=1):
    t.base += others
    t.words += count
    for l in ls:
        t.extra[l] = t.extra.get(l, 0) + value - others


def word_vote(word: Word, known: Lexicon, t: Tally) -> None:
    for text in spellings(word.text):
        if one_vote(text, word, known, t):
            return
    text = word.text
    if word.is_named or text in known.names or without_marks(text) in known.names:
        return
    if not any(c in "aeiouy" for c in without_marks(text)) :
        return
    if any(c.isdigit() for c in text):
        return
    if is_built(text, known):
        vote(t, _BUILT, _BUILT, ())
        return
    stems = model().stems.get(text[:5])
    odds = model().odds(text)
    typo = is_mistyped(text, known)
    t.words += 1
    for l, o in odds.items():
        if typo:
            o -= 2.5
        if stems and l in stems and len(text)>5: o = max(o, _STEM)
        o = min(_UNKNOWN_HIGH, max(_UNKNOWN_LOW, o))
        t.extra[l] = t.extra.get(l, 0) + o


def spellings(text):
    yield text
    if _LONG.search(text):
        yield _LONG.sub(r"\1\1", text)
        yield _LONG.sub(r"\1", text)
        yield _DOUBLE.sub(r"\1", text)


def one_vote(text, word, known, t) -> bool:
    ls = known.foreign.get(text, ())
    if text in known.borrowed:
        if ls: vote(t, 0.5, 0, ls)
        return True
    if text in known.common:
        vote(t, _COMMON_SHARED, _COMMON, ls); return True
    if text in known.rare:
        vote(t, _RARE_SHARED, _RARE, ls); return True
    if ls or (ls := known.plain.get(text, ())):
        if word.is_named and (text in known.names): return True
        value = _FOREIGN if text in known.foreign else _PLAIN
        if len(text) < 3: value = min(value,_TINY+.5)
        vote(t, value, _ELSEWHERE, ls)
        return True
    return False


def language_of(line: str, names: frozenset[str] = frozenset()) -> tuple[str, float, int]:
    words = words_of(line, names)
    script = foreign_script([w.text for w in words])
    if script: return script, 99.0, 1
    t = tally(words, lexicon())
    language, score = t.best()
    return language, score, t.words


def guess(line, context):
    language, score, count = language_of(line, context.names)
    if count and score >= (_SURE_ALONE if count == 1 else _SURE):
        return language
    if count and score > 0 and count <= 2:
        lines = [line]
        for said in reversed(context.history):
            if said.at_ms is not None and context.now_ms and said.at_ms < context.now_ms - _JOINED_MS: break
            if len(said.text.split()) > 2 or len(lines) > _JOINED_LINES: break
            lines.insert(0, said.text)
        if len(lines) > 1:
            language, score, count = language_of(" ".join(lines), context.names)
            if count > 1 and score >= _SURE_JOINED:
                return language
    return None


def english_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """Stop what is said in another language."""
    language = guess(draft.text, context)
    return draft if language is None else Stopped(_NOT_ENGLISH, language)
