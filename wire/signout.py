"""Sockets end with the session that opened them, and with a bar of their person.

A socket outlives the request whose cookie let it in. When sessions end, the rest of
the user's are listed on his stream, and every socket of another session closes with
4401. The list holds marks, for a session's key is as good as a password. Whoever is
barred loses them all, with a code of its own: 4410.
"""

import hashlib
from collections.abc import Iterable
from typing import Final

from django.db import transaction

from wire.hub import SHUT_OUT, SIGN_OUT, Parcel, send_parcels
from wire.publish import user_stream

#: The code of a refusal after which a socket closes with `Close.BARRED`.
BARRED: Final = "account.barred"


def session_mark(session_key: str) -> str:
    """What a session is called where its key must not be read."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:24]


def sign_out_on_commit(user_pk: int, *, staying: Iterable[str] = ()) -> None:
    """Close every socket of the user but those of the sessions with these keys, once committed."""
    marks = " ".join(sorted(session_mark(key) for key in staying))
    parcel = Parcel(user_stream(user_pk), SIGN_OUT, marks)
    transaction.on_commit(lambda: send_parcels((parcel,)), robust=True)


def shut_out_on_commit(user_pk: int) -> None:
    """Close every socket of the user, who may not be here any more, once committed."""
    parcel = Parcel(user_stream(user_pk), SHUT_OUT, "")
    transaction.on_commit(lambda: send_parcels((parcel,)), robust=True)


def may_stay(session_key: str, staying: str) -> bool:
    """Whether the list of a SIGN_OUT names this session."""
    return session_mark(session_key) in staying.split()
