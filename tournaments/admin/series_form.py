"""The form of a template: choices instead of codes, and every fault at the field it belongs to."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from django import forms
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from backgammon import VARIANTS
from matches.wording import game_name
from tournaments import selectors
from tournaments.card_faults import CardFault
from tournaments.card_texts import words_of
from tournaments.formats import FORMATS
from tournaments.models import Kind, Series
from tournaments.wording import FORMAT_WORDS, TIE_BREAK_WORDS
from wire.time import now
from wire.zones import zone_names

Choices = list[tuple[Any, Any]]

ONCE, DAILY, WEEKLY, OTHER = "once", "daily", "weekly", "other"
REPEATS = [
    (ONCE, pgettext_lazy("a schedule", "once")),
    (DAILY, _("every day")),
    (WEEKLY, _("every week, on the days ticked below")),
    (OTHER, _("by the rule below")),
]
WEEKDAYS = [
    ("MO", _("Monday")),
    ("TU", _("Tuesday")),
    ("WE", _("Wednesday")),
    ("TH", _("Thursday")),
    ("FR", _("Friday")),
    ("SA", _("Saturday")),
    ("SU", _("Sunday")),
]
WEEKLY_RULE = "FREQ=WEEKLY;BYDAY="
MOST_TIE_BREAKS = 4
#: The name of the button that only looks.
PREVIEW = "_preview"


def _tie_break_list(place: int, choices: Choices) -> forms.Select:
    name = format_lazy(_("tie-break {number}"), number=place + 1)
    return forms.Select({"aria-label": name}, choices)


class TieBreaksWidget(forms.MultiWidget):
    """One list for each tie-break, the first decides first."""

    def __init__(self, choices: Choices) -> None:
        super().__init__([_tie_break_list(place, choices) for place in range(MOST_TIE_BREAKS)])

    def decompress(self, value: str | None) -> list[str]:
        words = list(words_of(value or ""))
        return [*words, *[""] * MOST_TIE_BREAKS][:MOST_TIE_BREAKS]


class TieBreaksField(forms.MultiValueField):
    """Tie-breaks in their order, stored as codes with spaces between."""

    def __init__(self, **kwargs: Any) -> None:
        choices: Choices = [("", "—")]
        choices += [(code, words.name) for code, words in TIE_BREAK_WORDS.items()]
        fields = [forms.ChoiceField(choices=choices, required=False)] * MOST_TIE_BREAKS
        super().__init__(
            fields, widget=TieBreaksWidget(choices), require_all_fields=False, **kwargs
        )

    def compress(self, data_list: Sequence[str]) -> str:
        return " ".join(dict.fromkeys(word for word in data_list if word))


class SeriesForm(forms.ModelForm):
    """Refuses settings from which no event can come, with every reason at once.

    Sent by its preview button, it is shown again with what would come of it, and not stored.
    """

    format = forms.ChoiceField(label=_("format"), choices=lambda: _formats())
    variant = forms.ChoiceField(label=_("game"))
    tie_breaks = TieBreaksField(
        label=_("tie-breaks"),
        required=False,
        help_text=_(
            "For Swiss, round robin and groups. None: the house's, which are Buchholz,"
            " Sonneborn-Berger, head to head, lots."
        ),
    )
    time_zone = forms.ChoiceField(
        label=_("time zone"),
        initial="Europe/Tallinn",
        choices=lambda: _zones(),
        help_text=_("The clock of this zone is what is promised, in summer and in winter."),
    )
    repeats = forms.ChoiceField(label=_("repeats"), choices=REPEATS, initial=ONCE, required=False)
    weekdays = forms.MultipleChoiceField(
        label=pgettext_lazy("weekdays", "on"),
        choices=WEEKDAYS,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    class Meta:
        model = Series
        exclude: Sequence[str] = ("organiser", "version")
        widgets = {
            "first_date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "start_time": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "allowed_names": forms.Textarea(attrs={"rows": 3}),
        }
        labels = {"recurrence": _("own rule")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for each in self.fields.values():
            each.label = capfirst(str(each.label))
        game = self.fields["variant"]
        assert isinstance(game, forms.ChoiceField)
        game.choices = _games(self.instance.variant)
        target = self.fields.get("target_series")
        if isinstance(target, forms.ModelChoiceField):
            # Without the buttons of the admin that open another template in a window.
            target.widget = forms.Select()
            # The house's own: an organiser's template is for one private event.
            own = Series.objects.filter(kind=Kind.SCHEDULED, organiser__isnull=True)
            others = own.exclude(pk=self.instance.pk)
            target.queryset = others
        if self.instance.pk and "kind" in self.fields:
            self.fields["kind"].disabled = True
        if "repeats" in self.fields:
            self.initial = {**_repeats_of(self.instance.recurrence), **self.initial}

    def is_valid(self) -> bool:
        """Whether it can be stored; a preview is looked at first."""
        return super().is_valid() and PREVIEW not in self.data

    def clean(self) -> dict[str, Any]:
        """Everything that is the matter at once, each fault at its field."""
        cleaned = super().clean() or self.cleaned_data
        if "repeats" in self.fields:
            self._clean_repeats(cleaned)
        for fault in selectors.card_faults(self.planned, moment=now()):
            if not fault.is_note:
                self._add_fault(fault)
        return cleaned

    @property
    def planned(self) -> Series:
        """The template as it would be stored; fields with errors of their own are as before."""
        planned = copy(self.instance)
        columns = {field.name for field in Series._meta.concrete_fields}
        for name, value in self.cleaned_data.items():
            if name in columns:
                setattr(planned, name, value)
        return planned

    def validate_constraints(self) -> None:
        """Nothing: `card_faults` has said it in kinder words; the database has the last one."""

    def _clean_repeats(self, cleaned: dict[str, Any]) -> None:
        """The rule that the helper above it stands for."""
        days = cleaned.get("weekdays") or ()
        match cleaned.get("repeats"):
            case "daily":
                cleaned["recurrence"] = "FREQ=DAILY"
            case "weekly" if days:
                cleaned["recurrence"] = WEEKLY_RULE + ",".join(days)
            case "weekly":
                self.add_error("weekdays", _("Tick the days on which it is held."))
            case "other" if not cleaned.get("recurrence"):
                self.add_error("recurrence", _("Write the rule by which it is held."))
            case "once" | "":
                cleaned["recurrence"] = ""

    def _add_fault(self, fault: CardFault) -> None:
        name = fault.field if fault.field in self.fields else None
        if name is None or name not in self.errors:
            self.add_error(name, fault.sentence)


def _repeats_of(rule: str) -> Mapping[str, Any]:
    """What the helper shows for a stored rule."""
    if not rule:
        return {"repeats": ONCE}
    if rule == "FREQ=DAILY":
        return {"repeats": DAILY}
    days = rule.removeprefix(WEEKLY_RULE).split(",")
    if rule.startswith(WEEKLY_RULE) and set(days) <= {code for code, _name in WEEKDAYS}:
        return {"repeats": WEEKLY, "weekdays": days}
    return {"repeats": OTHER}


def _formats() -> Choices:
    return [(key, FORMAT_WORDS[key].name) for key in FORMAT_WORDS if key in FORMATS]


def _games(stored: str) -> Choices:
    """Every game by name, and the one that is stored if it is none of them."""
    games = {variant.key: game_name(variant) for variant in VARIANTS}
    return list({**games, **({} if stored in games else {stored: stored})}.items())


def _zones() -> Choices:
    """Zones by continent, each by its city first, which is what people type; the rest last."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(zone_names()):
        region, _slash, city = name.partition("/")
        label = f"{city} ({region})".replace("_", " ") if city else name
        groups.setdefault(region if city else "", []).append((name, label))
    others = groups.pop("", [])
    return [*groups.items(), (_("other"), others)]
