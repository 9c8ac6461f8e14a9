"""The pages of staff about people, and the log of what staff have done.

Each module registers its own.
"""

from accounts.admin import people, records, staff_log

__all__ = ["people", "records", "staff_log"]
