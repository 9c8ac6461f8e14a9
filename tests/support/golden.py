"""Golden files: what the house makes today must be what lies in the file.

`REWRITE_GOLDEN=1` writes the files anew; a person then reads the difference.
"""

import os
from pathlib import Path

GOLDEN = Path(__file__).parents[1] / "golden"


def assert_golden(name: str, text: str) -> None:
    """The golden file of this name holds exactly this text."""
    path = GOLDEN / name
    if os.environ.get("REWRITE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert path.exists(), f"{name} is missing: run with REWRITE_GOLDEN=1"
    assert path.read_text() == text, f"{name} is out of date: run with REWRITE_GOLDEN=1"
