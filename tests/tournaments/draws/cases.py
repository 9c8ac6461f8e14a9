"""The shared table of orders: what a secret gives, for every implementation of the draw.

Each case of `tests/data/draws/orders.json` has a secret in hex, an event, a purpose, items in no
order, and the order that must come out.
"""

import json
from typing import Any, Final

from config.environment import ROOT

TABLE = ROOT / "tests" / "data" / "draws" / "orders.json"

CASES: Final[tuple[dict[str, Any], ...]] = tuple(json.loads(TABLE.read_text()))
