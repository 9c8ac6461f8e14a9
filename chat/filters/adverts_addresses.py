"""Addresses in a line: of pages, machines and mailboxes, with their dots written in any way."""

import re
from typing import Final

from chat.filters.adverts_data import DOUBTFUL, ENDINGS, PROVIDERS, any_of, is_ordinary

_ENDING: Final = any_of(ENDINGS)
_MAYBE: Final = any_of(DOUBTFUL)
_PROVIDER: Final = any_of(PROVIDERS)

_DOT: Final = r"(?:dot|d0t|d\.o\.t|punkt|tochka|punto)"
_GAP: Final = r"(?:\s+|\s*[-_*~]+\s*)"
_ODD_DOT: Final = re.compile(r"(?<=\w)\s*[•·∙⋅●]\s*(?=\w)|(?<=\w)[*~|](?=(?:com|net|org)\b)")
_OPENED: Final = r"\s*[\[({<]{1,3}\s*"
_CLOSED: Final = r"\s*[\])}>]{1,3}\s*"
_BRACKETED_DOT: Final = re.compile(rf"{_OPENED}(?:\.|{_DOT}|d\.o\.t){_CLOSED}")
_SPELT_DOT: Final = re.compile(
    rf"(?<=[\w\])])(?<!\bthe){_GAP}(?:{_DOT}|d o t|point(?= (?:com|net|org)\b)){_GAP}(?=\w)"
)
_SPACED_DOT: Final = re.compile(
    rf"(?<=\w)(?:\s+\.\s*|\s*\.\s+|,)(?=(?:{_ENDING})\b(?!\.?\w))"
    rf"|(?<=\w)\s+\.\s*(?={_MAYBE}\b(?!\.?\w))"
)
_BRACKETED_AT: Final = re.compile(f"{_OPENED}(?:at|a|@|ät){_CLOSED}")
_SPACED_AT: Final = re.compile(r"\s+@\s*(?=\w+\.)|@\s+(?=\w+\.)")
_BRACKETS: Final = "[({<"
_DOTS: Final = ("point", "dot", "d0t", "d o t", "d.o.t", "punkt", "tochka", "punto")
_ZERO: Final = re.compile(r"\.c0m\b")
#: Single letters and signs with blanks between them, and with dots.
_SPELT: Final = re.compile(r"(?<!\S)(?:[\w@./:] ){2,}[\w@./:](?!\S)")
_DOTTED: Final = re.compile(r"(?<![\w.-])(?:\w[.\-_]){4,}\w(?!\w)")

_SCHEME: Final = re.compile(
    r"\bh(?:tt|xx|\*\*|tp|ttt)ps?\b\s*:?\s*/?/?|\w{2,12}://|\bwww\d?\b(?=\W*\w{3})|\bwww(?!w)(?=[a-z]{3})"
    r"|(?:^|\s)//\w"
)
_HOST: Final = r"(?<![\w@/.-])((?:[a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?\.){1,5})"
_SURE: Final = re.compile(rf"{_HOST}({_ENDING})(?![\w'-])(?!\.\w{{2,}})")
_UNSURE: Final = re.compile(rf"{_HOST}({_MAYBE})(?![\w'-])(?!\.\w)(/\S)?")
_PATH: Final = re.compile(r"(?<![\w@/.-])[a-z][a-z0-9-]*\.[a-z]{2,10}/[\w@?#+-]+")
_SHORT: Final = re.compile(r"\b(?:t|wa|fb|m)\.me\b")
#: Addresses that are known without their dots.
_SHORTENED: Final = re.compile(
    r"\b(?:bit|cutt|ow) ly\b|\bgoo gl\b|\btinyurl\b|\byoutu be\b|\blinktr ?\.?ee\b"
    r"|\bt[ ,/.]{1,2}m[.]?e ?/|\b[a-z]\w{3,}[/\\](?:com|net|org)\b"
    r"|\b[a-z]\w+ (?:ru|com|net|org|ee|lv|lt|fi|pl|de|me|gg|ly|io)/\w"
    r"|\bt me [a-z]{4,}\w*$|\)\.\((?:com|net|org)\b|\bgoogle [\"'](?=\w)"
)
_BARE: Final = re.compile(r"\b([a-z0-9][a-z0-9-]{3,}) ?(?:dot)?(?:com|(?<!b)org)\b(?! (?:on|e)\b)")
_GLUED: Final = re.compile(r"\b[a-z0-9]{4,}(?:dotcom|com|dotnet)\b")
_LEADS: Final = re.compile(
    r"\b(?:visit|join|check|goto|go|come|play|see|try|site|website|page|link|free|bonus|lessons|sign"
    r"|register|open|click|better|cheap|buy|find|search|google|on|at|my|our)\b[\w '!,:-]*$"
)
_BARE_NET: Final = re.compile(r"\b(?:visit|play (?:at|on)|go to|goto|google) [a-z0-9-]{4,} net\b")
_BYTE: Final = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_NUMBER: Final = re.compile(
    rf"(?<![\d./-]){_BYTE}(?:\.{_BYTE}){{3}}(?![\d./-]\d)|\blocalhost\b"
    r"|(?<![\w:])(?:[0-9a-f]{1,4}:){2,7}:[0-9a-f]{1,4}"
)
_MAIL: Final = re.compile(
    rf"(?<![\w.+-])[\w.+-]{{2,64}}\s?@\s?(?:[\w-]{{2,60}}\.[a-z]{{2,}}|{_PROVIDER}\b)"
)
_MAIL_IN_WORDS: Final = re.compile(
    rf"(?<!\S)\S+ at {_PROVIDER}(?:\.| dot | )(?:com|net|ee|lv|ru|lt|fi)\b"
    rf"|\b(?:e-?mail|mail|write|contact)\b.* at {_PROVIDER}\b"
)
_MAIL_IN_PIECES: Final = re.compile(
    r"\b\w{3,} (?:gmail|hotmail|protonmail|proton|yahoo|outlook|icloud|gmx|mail)"
    r" (?:com|net|me|ru|ee|lv|lt|fi|de|pl)\b"
)
#: What is an address wherever it stands, each with signs one of which the line must have: most
#: lines have none, and cost nothing.
_RULES: Final = (
    (("http", "hxxp", "h**p", "htp", "www", "//"), _SCHEME),
    ((".",), _SURE),
    (("/",), _PATH),
    ((".me",), _SHORT),
    ((" ly", " gl", "tinyurl", " be", "t me", "/", "\\", ").(", "linktr", "google"), _SHORTENED),
    ((" net",), _BARE_NET),
    ((".", "localhost", "::"), _NUMBER),
    (("@",), _MAIL),
    ((" at ",), _MAIL_IN_WORDS),
    ((" proton", "mail ", " yahoo", " outlook", " icloud", " gmx"), _MAIL_IN_PIECES),
)


_GAMBLING: Final = frozenset({"casino", "kasino", "poker", "slots", "betting", "sportsbook"})


def with_dots(line: str) -> str:
    """The folded line with every disguised dot and at-sign written out, and spelt words joined."""
    line = _ODD_DOT.sub(".", line)
    line = _SPELT.sub(lambda spelt: spelt[0].replace(" ", ""), line)
    if any(sign in line for sign in _BRACKETS):
        line = _BRACKETED_DOT.sub(".", line)
        line = _BRACKETED_AT.sub("@", line)
    if any(dot in line for dot in _DOTS):
        line = _SPELT_DOT.sub(".", line)
    if "@" in line:
        line = _SPACED_AT.sub("@", line)
    if "." in line or "," in line:
        line = _ZERO.sub(".com", _SPACED_DOT.sub(".", line))
    return line


def address_in(line: str) -> str:
    """What of a line `with_dots` is an address, or ""."""
    for signs, rule in _RULES:
        if any(sign in line for sign in signs) and (found := rule.search(line)):
            return found[0].strip()
    for found in _UNSURE.finditer(line) if "." in line else ():
        if _is_address(found, line):
            return found[0]
    return _undotted_in(line) if "com" in line or "org" in line or ".c." in line else ""


def _undotted_in(line: str) -> str:
    """An address whose dot is missing, or has one around every letter."""
    for found in _BARE.finditer(line):
        if not is_ordinary(found[1]):
            return found[0]
    for spelt in _DOTTED.finditer(line):
        if _GLUED.fullmatch(re.sub(r"[.\-_]", "", spelt[0])):
            return spelt[0]
    glued = _GLUED.search(line)
    return glued[0] if glued and not is_ordinary(glued[0]) else ""


def _is_address(found: re.Match[str], line: str) -> bool:
    """Whether words around a dot are an address, not the end of one sentence and the next one."""
    labels = found[1].rstrip(".").split(".")
    if found[3] or labels[-1] in _GAMBLING or "www" in labels:
        return True
    if max(map(len, labels)) < 3:
        return False
    last = labels[-1]
    if not any(map(str.isalpha, last)):
        return False
    if not last.isalpha() or not all(is_ordinary(label) or len(label) < 3 for label in labels):
        return True
    return len(found[2]) > 2 and last.isalpha() and bool(_LEADS.search(line[: found.start()]))
