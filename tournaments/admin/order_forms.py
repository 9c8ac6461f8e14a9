"""The forms of rulings: what is asked, which order comes of it, and what its button says.

What a ruling does is not known here: that is asked of `ruling_preview`.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tournaments.models import Entry, Pairing
from tournaments.orders import (
    Cancel,
    Declare,
    Delay,
    Disqualify,
    GiveTime,
    Order,
    Pause,
    Replace,
    Resume,
    Reverse,
    Stop,
    Uphold,
)
from tournaments.services.ruling_times import MOST_MINUTES
from tournaments.services.rulings import MOST_PUBLIC_TEXT

NOBODY: Final = 0


@dataclass(frozen=True, slots=True)
class Subject:
    """What a ruling is about, beside the event: a pairing, an entry, or neither."""

    pairing: Pairing | None = None
    entry: Entry | None = None

    @property
    def text(self) -> str:
        """The pairing or the entrant in words."""
        if self.pairing is not None:
            names = " – ".join(each.user.username for each in self.pairing.entries)
            facts = {"round": self.pairing.round, "slot": self.pairing.slot, "names": names}
            return _("round {round}, match {slot}: {names}").format(**facts)
        return self.entry.user.username if self.entry is not None else ""


def new_form_key() -> str:
    """A key that names one form, however often it is sent."""
    return secrets.token_hex(12)


class OrderForm(forms.Form):
    """What every ruling asks for. key: of this form, so that it rules once. seen: the digest of
    what was shown before the confirmation."""

    title: ClassVar[str | Promise]
    explained: ClassVar[str | Promise]
    #: Whether it is about a pairing, about an entry, or about the event as a whole.
    about: ClassVar[str] = "event"

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        help_text=gettext_lazy("For the staff log. Players do not read it."),
    )
    public_text = forms.CharField(
        label=gettext_lazy("Line for everybody"),
        max_length=MOST_PUBLIC_TEXT,
        widget=forms.TextInput(attrs={"size": 80}),
        help_text=gettext_lazy("Stands on the page of the event for ever."),
    )
    key = forms.CharField(max_length=40, initial=new_form_key, widget=forms.HiddenInput)
    seen = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)
    field_order = ("winner", "voids_next", "by", "minutes", "reason", "public_text")

    def __init__(self, *args: Any, subject: Subject, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.subject = subject
        self.fields["public_text"].initial = self.line()

    def order(self) -> Order:
        """What is asked for. Of a form that is valid."""
        raise NotImplementedError

    def line(self) -> str:
        """A line for everybody, to begin with."""
        raise NotImplementedError

    def button(self) -> str:
        """What the second press does, in words. Of a form that is valid."""
        return str(self.title)


class PairingForm(OrderForm):
    """A ruling on a pairing."""

    about = "pairing"

    @property
    def pairing(self) -> Pairing:
        """What it is about."""
        assert self.subject.pairing is not None, "the view asks for it"
        return self.subject.pairing


class WinnerForm(PairingForm):
    """One that says who has won."""

    winner = forms.TypedChoiceField(
        label=gettext_lazy("Winner"), coerce=int, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(entry.number, entry.user.username) for entry in self.pairing.entries]
        field = self.fields["winner"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [*choices, (NOBODY, _("Nobody: both are out"))]

    def winner_name(self) -> str:
        """The name chosen, "" for nobody."""
        number = self.cleaned_data["winner"]
        names = {entry.number: entry.user.username for entry in self.pairing.entries}
        return names.get(number, "")


class DeclareForm(WinnerForm):
    """A result for a pairing that has none."""

    title = gettext_lazy("Declare a result")
    explained = gettext_lazy(
        "For a match that is being played, that waits, or that will not be played. A running"
        " match is ended; it is not rated."
    )

    def order(self) -> Declare:
        return Declare(self.pairing.round, self.pairing.slot, self.cleaned_data["winner"])

    def line(self) -> str:
        return _("Staff have declared the result of {match}.").format(match=self.subject.text)

    def button(self) -> str:
        if name := self.winner_name():
            text = _("Declare {name} the winner of {match}")
            return text.format(name=name, match=self.subject.text)
        return _("Put both out: {match}").format(match=self.subject.text)


class ReverseForm(WinnerForm):
    """Another result than the one that stands."""

    title = gettext_lazy("Reverse a result")
    explained = gettext_lazy(
        "The result goes the other way, and whatever stood on it is paired again. A match that"
        " has been played on it, or a prize that was paid, cannot be taken back."
    )

    voids_next = forms.BooleanField(
        label=gettext_lazy("Void the next match if it is being played"), required=False
    )

    def order(self) -> Reverse:
        asked = self.cleaned_data
        return Reverse(self.pairing.round, self.pairing.slot, asked["winner"], asked["voids_next"])

    def line(self) -> str:
        return _("Staff have corrected the result of {match}.").format(match=self.subject.text)

    def button(self) -> str:
        if name := self.winner_name():
            text = _("Give {match} to {name}")
            return text.format(name=name, match=self.subject.text)
        return _("Put both out: {match}").format(match=self.subject.text)


class UpholdForm(PairingForm):
    """The answer to an appeal that changes nothing."""

    title = pgettext_lazy("a result", "Let it stand")
    explained = gettext_lazy("The appeal is answered, nothing changes, and that is final.")

    def order(self) -> Uphold:
        return Uphold(self.pairing.round, self.pairing.slot)

    def line(self) -> str:
        return _("Staff have looked at {match}: it stands.").format(match=self.subject.text)

    def button(self) -> str:
        return _("Let it stand: {match}").format(match=self.subject.text)


class GiveTimeForm(PairingForm):
    """More time for a match."""

    title = gettext_lazy("Give time")
    explained = gettext_lazy(
        "Before the match: it begins later. While somebody has not come: the next no-show step"
        " comes later. While a clock runs: what this turn has used comes back, up to so much."
    )

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), min_value=1, max_value=MOST_MINUTES, initial=5
    )

    def order(self) -> GiveTime:
        return GiveTime(self.pairing.round, self.pairing.slot, self.cleaned_data["minutes"])

    def line(self) -> str:
        return _("Staff have given time in {match}.").format(match=self.subject.text)

    def button(self) -> str:
        minutes = self.cleaned_data["minutes"]
        text = ngettext(
            "Give {minutes} minute: {match}", "Give {minutes} minutes: {match}", minutes
        )
        return text.format(minutes=minutes, match=self.subject.text)


class EntryForm(OrderForm):
    """A ruling on an entrant."""

    about = "entry"

    @property
    def entry(self) -> Entry:
        """Whom it is about."""
        assert self.subject.entry is not None, "the view asks for it"
        return self.subject.entry


class DisqualifyForm(EntryForm):
    """Out of the event."""

    title = gettext_lazy("Disqualify")
    explained = gettext_lazy(
        "His running match is lost, and he takes no more part. Before the draw he has back what he"
        " paid; after it nothing."
    )

    def order(self) -> Disqualify:
        return Disqualify(self.entry.number)

    def line(self) -> str:
        return _("Staff have disqualified {name}.").format(name=self.subject.text)

    def button(self) -> str:
        return _("Disqualify {name}").format(name=self.subject.text)


class ReplaceForm(EntryForm):
    """Another player in the seat."""

    title = gettext_lazy("Replace")
    explained = gettext_lazy(
        "Before his first match somebody else can take his seat. The newcomer pays, so he must"
        " have asked for it; what the other paid goes back to him."
    )

    by = forms.CharField(label=gettext_lazy("New player"), max_length=150)

    def order(self) -> Replace:
        return Replace(self.entry.number, self.cleaned_data["by"].strip())

    def line(self) -> str:
        return _("Staff have given the seat of {name} to another.").format(name=self.subject.text)

    def button(self) -> str:
        facts = {"name": self.subject.text, "by": self.cleaned_data["by"].strip()}
        return _("Give the seat of {name} to {by}").format(**facts)


class DelayForm(OrderForm):
    """A later start."""

    title = gettext_lazy("Start later")
    explained = gettext_lazy("Everybody who has entered is told, and may leave free until then.")

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), min_value=1, max_value=MOST_MINUTES, initial=15
    )

    def order(self) -> Delay:
        return Delay(self.cleaned_data["minutes"])

    def line(self) -> str:
        return _("The event starts later.")

    def button(self) -> str:
        minutes = self.cleaned_data["minutes"]
        text = ngettext("Start {minutes} minute later", "Start {minutes} minutes later", minutes)
        return text.format(minutes=minutes)


class PauseForm(OrderForm):
    """Nothing new begins."""

    title = gettext_lazy("Hold the event")
    explained = gettext_lazy("Nothing new begins until you let it go on. Running matches go on.")

    def order(self) -> Pause:
        return Pause()

    def line(self) -> str:
        return _("The event is held. It goes on soon.")


class ResumeForm(OrderForm):
    """On again."""

    title = gettext_lazy("Let it go on")
    explained = gettext_lazy("What was to begin has as long to go as it had when it was held.")

    def order(self) -> Resume:
        return Resume()

    def line(self) -> str:
        return _("The event goes on.")


class StopForm(OrderForm):
    """An end before the end."""

    title = gettext_lazy("Stop the event and pay it out")
    explained = gettext_lazy(
        "All matches end without a result and every chip goes out, as the list below says. This"
        " cannot be taken back."
    )

    def order(self) -> Stop:
        return Stop()

    def line(self) -> str:
        return _("The event was stopped by the house and paid out.")


class CancelForm(OrderForm):
    """An event that does not take place."""

    title = gettext_lazy("Cancel the event")
    explained = gettext_lazy(
        "Every entry goes back in the form it was paid, with the fee. This cannot be taken back."
    )

    def order(self) -> Cancel:
        return Cancel()

    def line(self) -> str:
        return _("The event is cancelled. Every entry goes back.")


#: By the name in the address. The queue's problems name those that fit.
FORMS: Final[Mapping[str, type[OrderForm]]] = {
    "declare": DeclareForm,
    "reverse": ReverseForm,
    "uphold": UpholdForm,
    "give_time": GiveTimeForm,
    "disqualify": DisqualifyForm,
    "replace": ReplaceForm,
    "delay": DelayForm,
    "pause": PauseForm,
    "resume": ResumeForm,
    "stop": StopForm,
    "cancel": CancelForm,
}
