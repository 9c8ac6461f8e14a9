"""Collects the pages of the apps. The lobby is the front door."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from accounts.views import language, sessions
from config import installable

# Staff come in by the same door as everybody: a second factor cannot be walked around.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/sessions/", sessions, name="usersessions_list"),
    path("api/v1/", include("config.api")),
    path("manifest.webmanifest", installable.manifest, name="manifest"),
    path("sw.js", installable.worker, name="worker"),
    path("offline/", installable.offline, name="offline"),
    path("language/", language, name="set_language"),
    path("", include("accounts.urls")),
    path("", include("bankroll.urls")),
    path("", include("moderation.urls")),
    path("", include("matches.urls")),
    path("", include("tournaments.urls")),
    path("", include("lobby.urls")),
]
