"""The tables of moderation. `moderation.services` is the only writer.

A notice or a report accuses nobody and changes nothing for the people it names; only a sanction
does, and a person imposes it.
"""

from moderation.models.cases import Case, Report
from moderation.models.notices import Notice
from moderation.models.people import DeviceUse, StaffNote
from moderation.models.sanctions import Appeal, Sanction

__all__ = ["Appeal", "Case", "DeviceUse", "Notice", "Report", "Sanction", "StaffNote"]
