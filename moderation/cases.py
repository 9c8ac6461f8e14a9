"""What is reported and what comes of it: words of the tables. Values are stored, never renamed."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class CaseKind(models.TextChoices):
    """What a case is about."""

    LINE = "line", _("a line of chat")
    PLAYER = "player", _("a player")
    HELD = "held", _("lines that were refused")


class ReportReason(models.TextChoices):
    """What a reporter says is wrong."""

    OFFENSIVE = "offensive", _("Offensive language")
    NOT_ENGLISH = "not_english", _("Not English")
    SPAM = "spam", _("Spam or advertising")
    THREAT = "threat", _("Threats or hate")
    NAME = "name", _("Name or profile")
    UNFAIR = "unfair", _("Unfair play")
    STALLING = "stalling", _("Stalling or leaving")
    OTHER = "other", _("Something else")


class CaseState(models.TextChoices):
    """Whether a case waits for staff."""

    OPEN = "open", _("open")
    DECIDED = "decided", _("decided")


class CaseOutcome(models.TextChoices):
    """What staff decided, as the reporters hear it."""

    NONE = "", "—"
    ACTED = "acted", _("We have acted on it.")
    HIDDEN = "hidden", _("We have removed the line.")
    TALKED = "talked", _("We have spoken to the player.")
    NO_BREACH = "no_breach", _("We found no breach of the house rules.")


class AppealState(models.TextChoices):
    """What became of an appeal."""

    OPEN = "open", _("open")
    UPHELD = "upheld", _("the sanction stands")
    LIFTED = "lifted", _("the sanction was lifted")
