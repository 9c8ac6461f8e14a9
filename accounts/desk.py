"""Parts that staff pages of every app are made of."""

from typing import Any

from django.contrib import admin


def nobody(*_: Any, **__: Any) -> bool:
    """A permission that nobody has, whatever the request and the row."""
    return False


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that staff may look at. Services write them; nobody edits or deletes them here."""

    # The second count of the whole table is what makes long lists slow.
    show_full_result_count = False
    has_add_permission = has_change_permission = has_delete_permission = nobody
