"""Ways to somebody elsewhere in a line: services and the names people have there, and phones."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from chat.filters.adverts_data import (
    DOWN,
    FIGURES,
    PHONES,
    REACH,
    SERVICE_NAMES,
    SERVICES,
    any_of,
    is_ordinary,
)
from chat.filters.words_readings import leet_readings

_SERVICE: Final = any_of(SERVICES)
_ANY: Final = any_of((*SERVICES, *SERVICE_NAMES))
_HAS_SERVICE: Final = re.compile(rf"\b(?:{_ANY}|live|whats app|t me|google|site)\b|#\d|\bdiscord")
_SIGNS: Final = re.compile(r"[^\w@#:=.>+-]+")

_REACH: Final = any_of(REACH)
_OWN: Final = "(?:my|our)"
_ON: Final = "(?:on|via|in|at|through|over|by|my|our|to)"
#: What is said of a service that is out of order, and leads nobody there.
_DOWN: Final = any_of(DOWN)
_TITLE: Final = "(?: (?:id|name|handle|nick|account|tag|acc|user|username))?"
_PLACE: Final = "(?:group|server|channel|chat|community|page|account|name|handle|id|stream)"
_ASKED: Final = "(?:join|open|free|link|invite|write|sub|subscribe)"
_PRO_NAME: Final = (
    "line|kik|signal|steam|psn|xbox|snap|skype|viber|wechat|qq|icq|dc|tele|tg|ig|fb|insta"
)
_INVITED: Final = "join|follow|find|add|visit|subscribe|come|search|look|like|meet|see|check|watch"
_RULES: Final = tuple(
    re.compile(rule)
    for rule in (
        rf"\b{_REACH} (?:to |with |out )?(?:me|us|you|them)(?: \S+){{0,2}}? {_ON} "
        rf"(?:{_OWN} |the )?{_ANY}\b",
        rf"\b{_REACH} (?:to )?@\S+ (?:on|via|in|at) {_ANY}\b",
        rf"\b(?:talk|chat|speak|meet|hmu|write|continue) (?:\w+ )?(?:on|via|in|over) {_SERVICE}\b",
        rf"\b{_REACH} (?:to |out |the |for )?{_OWN} (?:\w+ )?{_SERVICE}\b",
        rf"\b(?:add|follow|find) my {_ANY}\b",
        rf"\bjoin (?:the |a |this |new )?{_SERVICE}\b(?! (?:is|was))",
        rf"\b{_OWN} {_ANY}{_TITLE} ?(?:is\b(?! {_DOWN}\b)|[:=@>]|-+>?)",
        rf"\b{_OWN} (?:\w+ )?{_SERVICE} {_PLACE}\b",
        rf"\b(?:have|got|made|run|opened) (?:an?|{_OWN}) {_SERVICE}\b.*\b(?:join|us|come)\b",
        rf"\b{_SERVICE} (?:group|server|channel|page)\b.*\b{_ASKED}\b",
        r"\bwhats app (?:me|us|\d)|\bdiscord gg \w|\bt me slash \w",
        rf"\b(?:group|server|channel) on {_SERVICE}\b",
        rf"\b(?:{_SERVICE} me|{_ANY} me (?:at|on|via|here))\b",
        rf"^live on {_SERVICE}\b",
        r"\b(?:hmu|hit me up|ping me|reach me|text me|find me|add me|dm me) "
        rf"(?:on|at|in|via) {_ANY}\b",
        rf"\b(?:{_PRO_NAME}) ?(?:id|me|name|nick)? ?[:=>] ?@?[a-z][\w.]{{3,}}",
        rf"\b(?:{_ANY}|{_REACH}) (?:me |us )?(?:at|on) \+?\d(?:[ .-]?\d){{6,}}",
        rf"\b(?:please |pls |everyone |everybody |all |^)(?:{_INVITED})\b(?: \S+){{1,6}} "
        rf"{_ON} {_SERVICE}\b",
        rf"\b(?:i m|im|i am|we are|now|go|going) live on {_SERVICE}\b",
        rf"\b{_ANY} ?[:=>@]+ ?[:=>@]*\s?@?\w*[\d_.]\w*",
        rf"\b{_ANY} @\w{{3,}}",
        rf"@\w{{3,}} (?:on |at |- ?)?{_ANY}\b",
        r"\b[\w.]{2,32}#\d{4}\b",
        r"\blive:[\w.]+",
        rf"\b[\w.]*[a-z][\w.]*[\d_.][\w.]* (?:on|at|in) {_ANY}\b",
    )
)
#: A word right beside a service: a name there, unless it is an ordinary word.
_BESIDE: Final = re.compile(
    rf"\b{_SERVICE} ?[:=>-]* ?(?:is |id |name |channel |page |group |server )?@?([a-z][\w.]{{3,}})"
)
_GIVEN: Final = re.compile(rf"\b{_ANY} ?[:=] ?@?([a-z][\w.]{{3,}})")
_ME: Final = re.compile(rf"\b{_ANY} me:? ?@?([a-z][\w.]{{3,}})")
_BEFORE: Final = re.compile(
    rf"(?:^|\b{_REACH}:? )@?([a-z][\w.]{{3,}}) (?:on |at |in |via |- ?)?{_SERVICE}\b"
)
_GOOGLED: Final = re.compile(r"\bgoogle (?:for |up )?([a-z][\w.]{3,})")
_COLON: Final = re.compile(rf"\b{_SERVICE}\b[^:]{{0,30}}: ?@?([a-z][\w.]{{3,}})")
_ELSEWHERE: Final = re.compile(
    r"\bsite\b.*\b(?:go to|try|play at|play on|join|use) ([a-z][\w.]{3,})"
)
#: Somebody is told to write to a name that is nobody's here.
_HANDLE: Final = re.compile(
    r"\b(?:dm|pm|add|follow|write|contact|msg|text|find|sub|subscribe|inbox|hmu|insta|join)"
    r"(?: to| me| us| with)? @(\w{3,})"
)

_HAS_PHONE_WORD: Final = re.compile(rf"\b{any_of(PHONES)}\b")
_DIGITS: Final = r"\d(?:[ ().-]{0,2}\d){5,14}"
_PHONE_WORD: Final = any_of(PHONES)
_INTERNATIONAL: Final = re.compile(r"(?<![\w/])(?:\+|\b00)\s?\d(?:[\s().-]{0,2}\d){6,14}(?![\d/])")
_CALLED: Final = re.compile(rf"\b{_PHONE_WORD}\b.{{0,14}}?(?<![\d/]){_DIGITS}(?![\d/:])")
_CALLED_AFTER: Final = re.compile(
    rf"(?<![\d/]){_DIGITS}.{{0,6}}\b(?:call|ring|phone|sms|whatsapp)\b"
)
_GROUPS: Final = re.compile(
    r"(?<![\w/.:+-])\(?(?:0\d{2,4}|[2-9]\d{2,3})\)?([ .-])\d{3,4}(?:\1\d{2,4}){0,2}(?![\w/:.-])"
    r"|(?<![\w/.:+-])0\d{2,4}[ /-]\d{6,8}(?![\w/:.-])"
    r"|(?<![\w/])\([2-9]\d\d\) ?\d{3}[ .-]\d{4}(?!\d)"
)
_UNBROKEN: Final = re.compile(r"(?<![\w/.:#-])(?!(?:19|20)\d{6}\b)0?\d{8,14}(?![\w/:.-])")
_NO_PHONE: Final = re.compile(
    r"0{4,}|\b(?:19|20)\d\d[ .-](?:0?\d|1[0-2]|(?:19|20)\d\d)\b|\bseed\b|\bid\b"
)
_CHIPS: Final = re.compile(r"\b\d+ (?:chips|coins|points|pips|games|rating|elo|euros?)\b")
_FIGURE: Final = re.compile("|".join(FIGURES))
_FIGURE_RUN: Final = re.compile(r"(?:(?<![\d/.:-])\d(?:[ ,.]{1,2}|$)){7,}")
_COUNTING: Final = "01234567890"
_O_FOR_ZERO: Final = re.compile(r"(?<=\d)o(?!\w*[a-np-z])|(?<![a-z])o(?=\d)")
_HUNDREDS: Final = re.compile(r"(?:\d+00\D*)+")
#: A die shows none of these.
_BEYOND_DICE: Final = re.compile(r"[0789]")


#: Services whose names are long enough to be known when cut up, or with a letter wrong.
_SHORTEST_MISSPELT: Final = 6
_CUT_UP: Final = frozenset(
    name for name in SERVICES if len(name) > _SHORTEST_MISSPELT and name != "messenger"
)
_SEPARATED: Final = re.compile(r"(?:[a-z][-_.]){4,}[a-z]")


def _shorter(word: str) -> Iterator[str]:
    """The word without one of its letters."""
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]


#: Names with a letter left out. The word itself, without one of its letters, has one too many.
_MISSPELT: Final = {name: name for name in _CUT_UP} | {
    short: name for name in _CUT_UP for short in _shorter(name)
}


def contact_in(line: str, names: frozenset[str]) -> str:
    """What of a folded line leads to somebody on another service, or ""."""
    if "@" in line and (found := _HANDLE.search(line)) and found[1] not in map(str.lower, names):
        return found[0]
    words = " ".join(_services_joined(_SIGNS.sub(" ", line).split()))
    if _HAS_SERVICE.search(words) is None:
        return ""
    for rule in _RULES:
        if found := rule.search(words):
            return found[0]
    for rule in (_BESIDE, _GIVEN, _ME, _BEFORE, _GOOGLED, _COLON, _ELSEWHERE):
        for found in rule.finditer(words):
            if not is_ordinary(found[1].strip("._")) or "_" in found[1]:
                return found[0]
    return ""


def _services_joined(words: Sequence[str]) -> Iterator[str]:
    """The words, with services by their names where these are cut up, misspelt or in digits."""
    at = 0
    while at < len(words):
        upto = next((end for end in (at + 2, at + 3) if "".join(words[at:end]) in _CUT_UP), at + 1)
        yield "".join(words[at:upto]) if upto > at + 1 else _service_of(words[at])
        at = upto


@lru_cache(maxsize=8192)
def _service_of(word: str) -> str:
    """The word, or the service whose name it is but for digits, separators or one letter."""
    if word[0] in "@#" or len(word) < _SHORTEST_MISSPELT:
        return word
    if word.isalpha():
        return word if is_ordinary(word) else _MISSPELT.get(word) or _one_off(word)
    if _SEPARATED.fullmatch(word):
        return re.sub(r"[-_.]", "", word)
    return next((name for name in leet_readings(word) if name in SERVICES), word)


def _one_off(word: str) -> str:
    """The service from whose name one letter of the word differs, or the word."""
    for service in _CUT_UP:
        if len(service) == len(word) and sum(map(str.__ne__, service, word)) == 1:
            return service
    return next((_MISSPELT[short] for short in _shorter(word) if short in _MISSPELT), word)


def phone_in(line: str) -> str:
    """What of a folded line is the number of a phone, in digits or words, or ""."""
    line = _digits_for_words(_O_FOR_ZERO.sub("0", line))
    if sum(map(str.isdigit, line)) < 6:
        return ""
    if found := _INTERNATIONAL.search(line):
        return found[0]
    if _CHIPS.search(line):
        return ""
    if _HAS_PHONE_WORD.search(line):
        for rule in (_CALLED, _CALLED_AFTER):
            if found := rule.search(line):
                return found[0]
    if _NO_PHONE.search(line):
        return ""
    for rule in (_GROUPS, _UNBROKEN, _FIGURE_RUN):
        if (found := rule.search(f"{line} ")) and _is_number(found[0].strip()):
            return found[0]
    return ""


def _is_number(found: str) -> bool:
    """Whether figures are more than dice one after the other, or somebody counting."""
    figures = "".join(filter(str.isdigit, found))
    if _HUNDREDS.fullmatch(found) or figures in _COUNTING or figures[::-1] in _COUNTING:
        return False
    return found.count(" ") < 6 or _BEYOND_DICE.search(figures) is not None


def _digits_for_words(line: str) -> str:
    """The line with figures for their names, where more than a few stand in a row."""
    spelt = _FIGURE.findall(line)
    if len(spelt) < 3 or len(spelt) + sum(map(str.isdigit, line)) < 7:
        return line
    line = line.replace("double ", "").replace("plus ", "+")
    return _FIGURE.sub(lambda figure: FIGURES[figure[0]], line)
