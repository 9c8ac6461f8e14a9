"""Checking the draw of an event from its published document alone.

Pure: a document in, a report out; no Django, no database, no clock. The document is what
`/event/<id>/draw.json` serves. `static/js/drawproof.js` does the same in the browser, as far as
its page says. Source: docs/fairness.md, "The draw of an event".
"""

from tournaments.proof.checks import CHECKS, Finding, Report, verify
from tournaments.proof.document import FORMAT, PublishedDraw, Unreadable, draw_from_dict

__all__ = [
    "CHECKS",
    "FORMAT",
    "Finding",
    "PublishedDraw",
    "Report",
    "Unreadable",
    "draw_from_dict",
    "verify",
]
