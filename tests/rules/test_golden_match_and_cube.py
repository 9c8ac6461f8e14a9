"""The golden rows of scoring, match and cube: one function a section, one test a row.

Players are A and B; A sits on white. Rows about a moment are set up on the board and played.
"""

from typing import Any

from tests.rules.builders import golden

Row = dict[str, Any]
SECTIONS = golden("match_and_cube.json")["sections"]
