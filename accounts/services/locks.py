"""The lock that everything shares which may hold one person at one place."""

from collections.abc import Iterable

from accounts.models import User


def people_lock(user_pks: Iterable[int], *, is_patient: bool = True) -> set[int]:
    """Lock these people's rows until the transaction ends; the keys of those locked.

    Whoever gives somebody a live seat (a table, an event, a pairing) takes this lock first,
    before any lock of its own, and looks second: so nobody is seated at two places in the
    same instant. Rows are taken in the order of their keys. Without patience those whom
    another transaction holds are left out.
    """
    people = User.objects.filter(pk__in=set(user_pks)).order_by("pk")
    locked = people.select_for_update(no_key=True, skip_locked=not is_patient)
    return set(locked.values_list("pk", flat=True))
