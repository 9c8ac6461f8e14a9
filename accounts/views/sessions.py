"""Where somebody is signed in, and signing out there."""

from typing import Any

from allauth.usersessions.views import ListUserSessionsView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.requests import SignedInRequest
from accounts.seen import note_sign_in
from accounts.selectors import session_key_by_mark, sessions_of
from accounts.services import session_end


class SessionsView(ListUserSessionsView):
    """allauth's page, with devices by their names. Its form signs out everywhere else."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The open sessions, as their owner sees them."""
        context = super().get_context_data(**kwargs)
        note_sign_in(self.request)
        context["sessions"] = sessions_of(
            self.request.user, current_key=self.request.session.session_key
        )
        return context


sessions = SessionsView.as_view()


@login_required
@require_POST
def end_session(request: SignedInRequest, mark: str) -> HttpResponse:
    """Sign out in one other session. One that has ended already is as good as ended now."""
    key = session_key_by_mark(request.user, mark)
    if key is not None:
        session_end(user=request.user, session_key=key)
    messages.success(request, _("You are signed out there."))
    return redirect("usersessions_list")
