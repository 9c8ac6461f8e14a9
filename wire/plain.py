"""What people write, in plain sight: as one row of visible characters, or with every sign shown to
somebody who must see all of it. Nothing hides, nothing turns the page around. Pure."""

import re
import unicodedata
from typing import Final

#: Control, format and direction signs, what ends a line, and letters without a shape. The joiner
#: within an emoji holds it together.
_HIDDEN: Final = re.compile(
    "(?<![\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d"
    "|[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff"
    "\ue000-\uf8ff\U000e0000-\U000e007f\U000f0000-\U0010ffff]"
)


def visible(text: str) -> str:
    """The text with every sign that cannot be seen as its number, as in ⟨202E⟩."""
    return _HIDDEN.sub(lambda sign: f"⟨{ord(sign[0]):04X}⟩", text)


def plain_row(text: str, *, most: int) -> str:
    """The text in one row, at most so many characters: none that `visible` would have to show."""
    seen = _HIDDEN.sub("", " ".join(text.split()))
    return " ".join(unicodedata.normalize("NFC", seen).split())[:most].rstrip()
