"""The forms of the desk: what is asked, and what is filled in to begin with.

What comes of an answer is not known here: services do it, `selectors.consequences` tells it.
"""

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderation.cases import CaseKind, CaseOutcome
from moderation.decisions import LASTS, LASTS_OF, LASTS_TEXTS, Decision, Hides, Press
from moderation.models import Case
from moderation.policy import Step
from moderation.sanctions import Offence, SanctionKind
from moderation.sentences import ANSWER_TEXTS, REASON_TEXTS

if TYPE_CHECKING:
    from accounts.models import User

#: Offences whose lines should not stand.
_HIDDEN_WITH: Final = frozenset(
    {Offence.OFFENSIVE, Offence.THREAT, Offence.SPAM, Offence.ADVERT, Offence.LANGUAGE}
)


def new_form_key() -> str:
    """A key that names one form, however often it is sent."""
    return secrets.token_hex(12)


@dataclass(frozen=True, slots=True, kw_only=True)
class AtHand:
    """What a decision is about, and what the house usually does about it.

    seen: the digest of the case as it is shown. may_hide: whether whoever decides may hide lines.
    lasts: the length asked for in the address, "" for the usual one.
    """

    user: "User"
    case: Case | None
    offence: Offence
    usual: Step
    seen: str = ""
    may_hide: bool = False
    lasts: str = field(default="")

    @property
    def has_line(self) -> bool:
        """Whether there is a line that was reported."""
        return self.case is not None and self.case.kind == CaseKind.LINE


class ReasonForm(forms.Form):
    """What every act of the desk asks for. key: of this form, so that it is done once."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        help_text=gettext_lazy("For the staff log. Neither the player nor reporters read it."),
    )
    key = forms.CharField(max_length=40, initial=new_form_key, widget=forms.HiddenInput)


class DecisionForm(ReasonForm):
    """A press of the desk, filled in: a sanction or none, lines to hide, an answer or none."""

    offence = forms.ChoiceField(label=gettext_lazy("Offence"), choices=Offence.choices)
    lasts = forms.ChoiceField(label=gettext_lazy("For how long"))
    text = forms.CharField(
        label=gettext_lazy("What the player reads"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2, "cols": 60, "lang": "en"}),
        help_text=gettext_lazy(
            "A ready sentence is read by everybody in his own language; what you change is read"
            " as you write it."
        ),
    )
    hides = forms.ChoiceField(label=gettext_lazy("Take away"), widget=forms.RadioSelect)
    outcome = forms.ChoiceField(
        label=gettext_lazy("What reporters are told"),
        required=False,
        choices=[
            *[(each.value, each.label) for each in CaseOutcome if each != CaseOutcome.NONE],
            ("", gettext_lazy("Nothing yet: the case stays open")),
        ],
    )
    answer = forms.CharField(
        label=gettext_lazy("And, in your words"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"size": 80, "lang": "en"}),
        help_text=gettext_lazy("Never what became of the player: that is between him and us."),
    )
    seen = forms.CharField(max_length=60, required=False, widget=forms.HiddenInput)
    field_order = ("offence", "lasts", "text", "hides", "outcome", "answer", "reason")

    def __init__(self, *args: Any, press: Press, at_hand: AtHand, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.press, self.at_hand = press, at_hand
        self._fill_sanction(press.kind)
        self._fill_hiding()
        self._fill_case()

    def decision(self) -> Decision:
        """What is asked for. Of a form that is valid."""
        asked = self.cleaned_data
        step = None
        if self.press.kind is not None:
            step = Step(self.press.kind, LASTS[asked.get("lasts") or "review"])
        return Decision(
            step=step,
            offence=Offence(asked.get("offence", Offence.OTHER)),
            text=asked.get("text", ""),
            hides=Hides(asked.get("hides", self.press.hides)),
            outcome=CaseOutcome(asked.get("outcome", "")),
            answer=asked.get("answer", ""),
        )

    def button(self) -> str:
        """What the second press does, in words. Of a form that is valid."""
        lasts = self.cleaned_data.get("lasts", "")
        text = _("{press}: {name}, {lasts}") if lasts else _("{press}: {name}")
        facts = {"press": self.press.title, "name": self.at_hand.user.username}
        return text.format(lasts=LASTS_TEXTS.get(lasts, ""), **facts)

    def _fill_sanction(self, kind: SanctionKind | None) -> None:
        if kind is None:
            for name in ("offence", "lasts", "text"):
                del self.fields[name]
            return
        at_hand = self.at_hand
        self.fields["offence"].initial = at_hand.offence
        self.fields["text"].initial = REASON_TEXTS[at_hand.offence]
        words = LASTS_OF[kind]
        if not words:
            del self.fields["lasts"]
            return
        _choices(self, "lasts", [(word, LASTS_TEXTS[word]) for word in words])
        usual = at_hand.usual.lasts if at_hand.usual.kind == kind else LASTS[words[0]]
        fitting = (word for word in words if LASTS[word] == usual)
        asked = at_hand.lasts if at_hand.lasts in words else next(fitting, words[0])
        self.fields["lasts"].initial = asked

    def _fill_hiding(self) -> None:
        offered = [Hides.NOTHING] * (self.press.kind is not None)
        offered += [Hides.LINE] * self.at_hand.has_line + [Hides.HOUR]
        if not self.at_hand.may_hide or self.press.outcome == CaseOutcome.NO_BREACH:
            del self.fields["hides"]
            return
        _choices(self, "hides", [(each.value, each.label) for each in offered])
        takes = self.press.hides
        if self.at_hand.has_line and takes == Hides.NOTHING:
            takes = Hides.LINE if self.at_hand.offence in _HIDDEN_WITH else Hides.NOTHING
        self.fields["hides"].initial = takes

    def _fill_case(self) -> None:
        if self.at_hand.case is None:
            for name in ("outcome", "answer", "seen"):
                del self.fields[name]
            return
        self.fields["seen"].initial = self.at_hand.seen
        self.fields["outcome"].initial = self.press.outcome
        self.fields["answer"].initial = ANSWER_TEXTS[self.press.outcome]


class LiftForm(ReasonForm):
    """Taking a sanction back."""

    text = forms.CharField(
        label=gettext_lazy("What the player reads"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2, "cols": 60}),
        initial=lambda: _("We have looked at it again."),
    )
    field_order = ("text", "reason")


class AppealForm(ReasonForm):
    """The answer to an appeal."""

    is_lifted = forms.TypedChoiceField(
        label=gettext_lazy("Decision"),
        coerce=lambda word: word == "lift",
        choices=[
            ("uphold", gettext_lazy("The sanction stands")),
            ("lift", gettext_lazy("The sanction is lifted")),
        ],
        widget=forms.RadioSelect,
    )
    answer = forms.CharField(
        label=gettext_lazy("What the player reads"),
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
    )
    field_order = ("is_lifted", "answer", "reason")


class NoteForm(forms.Form):
    """A note for the rest of the staff."""

    text = forms.CharField(
        label=gettext_lazy("Note for the rest of the staff"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2, "cols": 60}),
    )


def _choices(form: forms.Form, name: str, choices: list[tuple[str, str | Promise]]) -> None:
    choice = form.fields[name]
    assert isinstance(choice, forms.ChoiceField)
    choice.choices = choices
