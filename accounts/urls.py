"""Routes of accounts. Sign-up, sign-in, passwords and the rest are allauth's, under /accounts/."""

from django.urls import path

from accounts import views
from wire.parts import part_of

app_name = "accounts"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("claim/", views.claim, name="claim"),
    path("rules/", views.rules, name="rules"),
    path("rules/accept/", views.accept_rules, name="rules_accept"),
    path("players/<slug:name>/block/", views.block, name="block"),
    path("players/<slug:name>/unblock/", views.unblock, name="unblock"),
    path("account/", views.settings, name="settings"),
    path("settings/", views.preferences, name="preferences"),
    path("settings/save/", views.preferences_save, name="preferences_save"),
    path("notices/", views.notices, name="notices"),
    path("notices/bell/", part_of("accounts:notices", views.bell), name="bell"),
    path("notices/read/", views.notices_note, name="notices_note"),
    path("account/name/", views.name, name="name"),
    path("account/about/", views.about, name="about"),
    path("account/blocked/", views.blocked, name="blocked"),
    path("account/sessions/<slug:mark>/end/", views.end_session, name="session_end"),
    path("account/tokens/", views.tokens, name="tokens"),
    path("account/tokens/new/", views.token_make, name="token_make"),
    path("account/tokens/<slug:prefix>/end/", views.token_end, name="token_end"),
    path("account/download/", views.download, name="download"),
    path("account/close/", views.close, name="close"),
]
