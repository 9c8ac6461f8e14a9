"""What was said, for staff: searchable, hideable, never rewritten."""

from django.contrib import admin
from django.http import HttpRequest

from chat.models import Message


@admin.register(Message)
class MessageAdmin(admin.ModelAdmin):
    """Lines newest first. Only their visibility can be changed."""

    list_display = ("room", "user", "text", "at_ms", "is_hidden")
    list_select_related = ("user",)
    list_filter = ("is_hidden",)
    search_fields = ("room", "text", "user__username")
    readonly_fields = ("room", "user", "text", "at_ms", "request_id")
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Message | None = None) -> bool:
        return False
