"""Rulings of staff: looked at first, confirmed second, recorded for ever.

A preview does the very thing and takes it back, so that what is shown is what happens. The
confirmation carries a digest of what was shown; where the same order would do something else
by now, it is refused, and staff look again.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final, assert_never

from django.db import transaction
from django.db.models import Q

from accounts.selectors import people_named, user_by_name
from accounts.services import people_lock, staff_action_record
from bankroll.selectors import latest_posting
from chat.naming import text_refusal
from tournaments.consequences import (
    Consequence,
    consequences,
    digest,
    names_touched,
)
from tournaments.models import Appeal, AppealState, Ruling, RulingKind, Tournament
from tournaments.models.entries import LIVE
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
from tournaments.selectors import tournament_by_id
from tournaments.selectors.pictures import money_moved, picture_of
from tournaments.services import ruling_people, ruling_results, ruling_times
from tournaments.services.finishing import tournament_finish
from tournaments.services.locks import _, say_changed, tournament_locked
from tournaments.services.reminders import ReminderKind, reminders_send
from tournaments.services.rounds import round_start
from tournaments.services.ruling_parts import Done, entry_numbered, pairing_named
from tournaments.states import OVER
from wire.errors import Conflict, Forbidden, Refused
from wire.publish import enqueue_on_commit

if TYPE_CHECKING:
    from accounts.models import User

#: Whoever holds it may rule.
RULE: Final = "tournaments.rule_event"
MOST_PUBLIC_TEXT: Final = 300

Act = Callable[[Tournament, Any], Done]

#: By order: the kind of its ruling, and what does it. `Delay` also asks who and why.
ACTS: Final[Mapping[type, tuple[RulingKind, Act]]] = {
    Declare: (RulingKind.DECLARE, ruling_results.declare),
    Uphold: (RulingKind.UPHOLD, ruling_results.uphold),
    Reverse: (RulingKind.REVERSE, ruling_results.reverse),
    Disqualify: (RulingKind.DISQUALIFY, ruling_people.disqualify),
    Replace: (RulingKind.REPLACE, ruling_people.replace),
    GiveTime: (RulingKind.EXTEND, ruling_times.give_time),
    Pause: (RulingKind.PAUSE, ruling_times.pause),
    Resume: (RulingKind.RESUME, ruling_times.resume),
    Stop: (RulingKind.STOP, ruling_times.stop),
    Cancel: (RulingKind.CANCEL, ruling_times.cancel),
}


#: Rulings of which everybody in the event is told; of a new start the card tells them.
FOR_ALL: Final = (Pause, Resume, Stop, Cancel)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a ruling would do now, and the digest that confirms exactly that."""

    consequences: tuple[Consequence, ...]
    seen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ruled:
    """An order that was just carried out, before it is written down.

    touched: names of the players for whom something differs.
    """

    kind: RulingKind
    done: Done
    told: tuple[Consequence, ...]
    seen: str
    touched: frozenset[str]


def ruling_preview(*, tournament_id: str, order: Order, actor: "User") -> Preview:
    """What this order would do now. Nothing is changed and nobody hears of it.

    Raises what `ruling_make` would raise for the order itself.
    """
    _may_rule(actor)
    with transaction.atomic():
        tournament = _locked(tournament_id, order)
        ruled = _carry_out(tournament, order, actor, reason=_("Only looked at."))
        transaction.set_rollback(True)
    return Preview(ruled.told, ruled.seen)


@transaction.atomic
def ruling_make(
    *,
    tournament_id: str,
    order: Order,
    actor: "User",
    reason: str,
    public_text: str,
    key: str,
    seen: str,
) -> Ruling:
    """Rule, once for the key of the form; the ruling, also where it had been made before.

    reason: for the staff log. public_text: what everybody reads. seen: the digest of the
    preview that was confirmed.

    Raises:
        Forbidden: `auth.forbidden` without the permission `tournaments.rule_event`.
        NotFound: `tournament.not_found`, `tournament.no_such_pairing`, `…no_such_entry`.
        Refused: `staff.reason`, `ruling.public_text`, `words.…`, every reason against the order.
        Conflict: `ruling.over` after the end, `ruling.moved_on` where the order would do
            something else than was seen.
    """
    _may_rule(actor)
    _texts_check(reason, public_text)
    tournament = _locked(tournament_id, order)
    earlier = Ruling.objects.filter(key=key).first()
    if earlier is not None:
        return earlier
    ruled = _carry_out(tournament, order, actor, reason=reason)
    if ruled.seen != seen:
        text = _("The event has moved on since you looked. Look again at what the ruling does now.")
        raise Conflict("ruling.moved_on", text)
    ruling = Ruling(
        tournament=tournament,
        key=key,
        actor=actor,
        reason=reason.strip(),
        public_text=public_text.strip(),
    )
    _write(ruling, order, ruled)
    _appeals_close(ruling, order)
    _tell(ruling, order, ruled)
    return ruling


def _write(ruling: Ruling, order: Order, ruled: _Ruled) -> None:
    """Write down what has been carried out, for the event and in the staff log."""
    ruling.kind, ruling.details = ruled.kind, _details(order, ruled)
    ruling.pairing, ruling.entry = ruled.done.pairing, ruled.done.entry
    ruling.save(force_insert=True)
    staff_action_record(
        actor=ruling.actor,
        act=f"ruling.{ruled.kind}",
        subject=f"tournament:{ruling.tournament.public_id}",
        reason=ruling.reason,
        details={"ruling": ruling.pk, **_order_as_data(order)},
    )


def _may_rule(actor: "User") -> None:
    if not (actor.is_staff and actor.has_perm(RULE)):
        raise Forbidden("auth.forbidden")


def _texts_check(reason: str, public_text: str) -> None:
    if not reason.strip():
        raise Refused("staff.reason", _("Please say why: the reason is kept with the act."))
    if not 0 < len(public_text.strip()) <= MOST_PUBLIC_TEXT:
        raise Refused(
            "ruling.public_text",
            _("Please write the line that everybody reads, in at most {most} characters."),
            most=MOST_PUBLIC_TEXT,
        )
    if (no := text_refusal(public_text)) is not None:
        raise Refused(no.code, no.text)


def _locked(tournament_id: str, order: Order) -> Tournament:
    """The event, its row locked after those of the people an order may seat or unseat."""
    match order:
        case Declare() | Uphold() | Reverse() | GiveTime():
            pairing = pairing_named(tournament_by_id(tournament_id), order.round, order.slot)
            people_lock(entry.user_id for entry in pairing.entries)
        case Disqualify() | Replace():
            entry = entry_numbered(tournament_by_id(tournament_id), order.entry)
            other = [user_by_name(order.by).pk] if isinstance(order, Replace) else []
            people_lock([entry.user_id, *other])
        case Delay() | Pause() | Resume() | Stop() | Cancel():
            pass
        case _:
            assert_never(order)
    return tournament_locked(tournament_id)


def _carry_out(tournament: Tournament, order: Order, actor: "User", *, reason: str) -> _Ruled:
    """Do it, with all that follows from it at once, and compare.

    After the end an appeal can still be answered, and nothing else done.
    """
    if tournament.state in OVER and not isinstance(order, Uphold):
        text = _("This event is over: nothing in it can be ruled any more.")
        raise Conflict("ruling.over", text, state=tournament.state)
    before, mark = picture_of(tournament), latest_posting()
    if isinstance(order, Delay):
        kind = RulingKind.EXTEND
        done = ruling_times.start_later(tournament, order, actor=actor, reason=reason)
    else:
        kind, act = ACTS[type(order)]
        done = act(tournament, order)
    for step in (round_start, tournament_finish):
        step(tournament_id=tournament.public_id)
    after = picture_of(tournament)
    told = (*consequences(before, after, money_moved(tournament, after=mark)), *done.lines)
    touched = names_touched(before, after)
    if isinstance(order, FOR_ALL):
        touched |= {entry.name for entry in before.entries.values() if entry.state in LIVE}
    return _Ruled(
        kind=kind, done=done, told=told, seen=digest(order, before, told), touched=touched
    )


def _order_as_data(order: Order) -> dict[str, Any]:
    return {"order": type(order).__name__.lower(), **asdict(order)}


def _details(order: Order, ruled: _Ruled) -> dict[str, Any]:
    """All that can be told later of what was ruled and what came of it."""
    told = [{"text": each.text, "facts": dict(each.facts)} for each in ruled.told]
    return {**_order_as_data(order), **ruled.done.details, "consequences": told}


def _appeals_close(ruling: Ruling, order: Order) -> None:
    """Answer the appeals it settles: of its pairing, of its entrant, of an event that is over."""
    appeals = Appeal.objects.filter(pairing__tournament=ruling.tournament, state=AppealState.OPEN)
    if isinstance(order, Declare | Uphold | Reverse):
        appeals = appeals.filter(pairing=ruling.pairing)
    elif isinstance(order, Disqualify):
        appeals = appeals.filter(Q(pairing__white=ruling.entry) | Q(pairing__black=ruling.entry))
    elif not isinstance(order, Stop | Cancel):
        return
    appeals.update(state=AppealState.CLOSED, ruling=ruling)


def _tell(ruling: Ruling, order: Order, ruled: _Ruled) -> None:
    """Whoever it touches, and everybody who looks at the event."""
    tournament = ruling.tournament
    both = ruling.pairing.entries if ruling.pairing is not None else ()
    names = ruled.touched | {entry.user.username for entry in both}
    reminders_send(
        users=people_named(names).values(),
        kind=ReminderKind.RULING,
        key=f"ruling:{ruling.pk}",
        tournament=tournament,
        at=ruling.at,
    )
    say_changed(tournament, "log", "state", "entrants", "bracket", "standings", "prizes")
    enqueue_on_commit("tournaments.advance_tournament", tournament_id=tournament.public_id)
