"""The groups of staff and what each may do: moderator, director, operator.

Each may do all that the one before may. A permission that is made later is given to them by a
migration of its own.
"""

from django.db import migrations

from config.groups import grants

#: Talk and people: look at everything but the books, keep order.
MODERATOR = (
    "accounts.view_*",
    "chat.view_*",
    "chat.hide_message",
    "chat.calm_room",
    "lobby.view_*",
    "matches.view_*",
    "moderation.view_*",
    "moderation.close_notice",
    "moderation.decide_case",
    "moderation.impose_sanction",
    "tournaments.view_*",
)

#: Events too: rule in them, answer appeals, look into the books.
DIRECTOR = (
    *MODERATOR,
    "bankroll.view_*",
    "moderation.decide_appeal",
    "tournaments.change_tournament",
    "tournaments.rule_event",
)

#: Everything at the desk: people and their ranks, templates of events, corrections of wallets.
OPERATOR = (
    "account.view_emailaddress",
    "accounts.*",
    "bankroll.*",
    "chat.*",
    "lobby.*",
    "matches.*",
    "mfa.delete_authenticator",
    "mfa.view_authenticator",
    "moderation.*",
    "tournaments.*",
)


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("accounts", "0006_bars_and_rules"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("bankroll", "0006_settlements"),
        ("chat", "0002_rooms"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("lobby", "0004_seeks_and_challenges"),
        ("matches", "0004_write_histories"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("moderation", "0002_desk"),
        ("tournaments", "0009_players_apart"),
    ]

    operations = [
        grants({"moderator": MODERATOR, "director": DIRECTOR, "operator": OPERATOR}),
    ]
