"""The end of seeks: their people are told. Whoever calls this has locked the people."""

from collections.abc import Iterable

from lobby.models import Seek, SeekState, Table
from lobby.streams import seek_message
from wire.publish import publish_on_commit, user_stream


def seeks_close(user_pks: Iterable[int], state: SeekState, *, table: Table | None = None) -> int:
    """End the open seeks of these people, paired ones with their table; how many there were."""
    seeks = list(Seek.objects.filter(user_id__in=list(user_pks), state=SeekState.OPEN))
    for seek in seeks:
        publish_on_commit(user_stream(seek.user_id), seek_message(state))
    Seek.objects.filter(pk__in=[seek.pk for seek in seeks]).update(state=state, table=table)
    return len(seeks)
