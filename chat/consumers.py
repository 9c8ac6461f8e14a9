"""How any socket takes part in talk: the rooms it shows, and what its person says and chooses.

A page's consumer inherits from `TalkConsumer` and adds `TalkConsumer.HANDLERS` to its own. What is
said in a room is encoded once for all sockets; nothing here reads the database for a line that
passes through.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Any, ClassVar, Final

from chat import protocol
from chat.presence import doorman
from chat.rooms import no_room, policy_of, room_stream
from chat.selectors import RoomView, older_page, room_view
from chat.services import (
    marks_keep,
    message_say,
    mute_set,
    phrase_say,
    room_hide,
    talk_switch,
)
from moderation.services import report_open
from wire.consumer import BaseConsumer
from wire.envelope import ClientMessage
from wire.errors import LoginRequired, PlatformError, Refused
from wire.hub import Parcel
from wire.offload import offload

log = logging.getLogger(__name__)

#: Rooms that one socket may show at a time.
MOST_ROOMS: Final = 8

#: How long a mark of what was read may wait for the next: it is kept once for all of them.
MARKS_PAUSE_S = 3.0

#: Sockets that have missed something look again within this time, not all at once.
MEND_WITHIN_S = 2.0


class TalkConsumer(BaseConsumer):
    """A socket that shows rooms.

    While a room is read from the database, what is said in it meanwhile is held back and sent
    after it, so that nothing is missed; a line may then come twice.
    """

    def __init__(self) -> None:
        super().__init__()
        self._held: dict[str, list[Parcel] | None] = {}  # by room; None once it was sent
        self._marks: dict[str, int] = {}
        self._broken: set[str] = set()
        self._showing = asyncio.Lock()
        self._keeping: asyncio.Task[None] | None = None
        self._mending: asyncio.Task[None] | None = None

    # --- rooms ------------------------------------------------------------------

    async def open_room(self, message: protocol.Open) -> None:
        """Show a room. Opening it again shows it as it is now."""
        room = message.room
        policy_of(room)
        if room not in self._held and len(self._held) >= MOST_ROOMS:
            text = _("This page shows {limit} rooms already.")
            raise Refused("chat.too_many_rooms", text, limit=MOST_ROOMS)
        is_new = room not in self._held
        await self._show(room)
        if is_new and self.is_signed_in:
            await doorman().came(room, self.user.username)
        self._ack(message)

    async def shut_room(self, message: protocol.Shut) -> None:
        """Show a room no more."""
        await self._leave(message.room)
        self._ack(message)

    async def older(self, message: protocol.Older) -> None:
        """A page of history before a line."""
        page = await offload(older_page, message.room, self._visitor, message.before)
        self.put(
            {
                "type": "chat.older",
                "room": message.room,
                "messages": page.lines,
                "has_more": page.has_more,
            }
        )
        self._ack(message)

    async def _show(self, room: str) -> None:
        """Subscribe first, then read, then send what came meanwhile."""
        async with self._showing:
            is_new = room not in self._held
            self._held[room] = []
            try:
                await self.follow(room_stream(room))
                view: RoomView = await offload(room_view, room, self._visitor)
                self.put(view.message())
            except BaseException:
                if is_new:
                    self._held.pop(room)
                    self.unfollow(room_stream(room))
                raise
            finally:
                self._release(room)

    def _release(self, room: str) -> None:
        held = self._held.get(room)
        if held is not None:
            self._held[room] = None
            for parcel in held:
                self.put_text(parcel.body)

    async def _leave(self, room: str) -> None:
        if room not in self._held:
            return
        del self._held[room]
        self.unfollow(room_stream(room))
        if self.is_signed_in:
            await doorman().went(room, self.user.username)

    # --- speaking -----------------------------------------------------------------

    async def say(self, message: protocol.Say) -> None:
        """A line, or why it stays unsaid."""
        said = await self._serve(
            message_say,
            room=message.room,
            text=message.text,
            reply_to=message.reply_to,
            request_id=message.id,
        )
        self._ack(message, said.pk)

    async def say_phrase(self, message: protocol.SayPhrase) -> None:
        """A quick phrase."""
        said = await self._serve(
            phrase_say, room=message.room, phrase=message.phrase, request_id=message.id
        )
        self._ack(message, said.pk)

    async def report(self, message: protocol.Report) -> None:
        """A word to staff about a line or a player."""
        is_line = message.message is not None
        subject = f"line:{message.message}" if is_line else f"user:{message.player}"
        self._require_person()
        await offload(
            report_open,
            reporter=self.user,
            subject=subject,
            reason=message.reason,
            note=message.note,
        )
        self._ack(message)

    # --- choosing -----------------------------------------------------------------

    async def mute(self, message: protocol.Mute) -> None:
        """Whom this person does not want to read."""
        await self._serve(mute_set, name=message.player, is_muted=message.is_muted)
        self._ack(message)

    async def hide(self, message: protocol.Hide) -> None:
        """A room out of sight, or back."""
        await self._serve(room_hide, room=message.room, is_hidden=message.is_hidden)
        self._ack(message)

    async def switch(self, message: protocol.Switch) -> None:
        """All chat off, or on."""
        await self._serve(talk_switch, is_off=message.is_off)
        self._ack(message)

    async def read(self, message: protocol.Read) -> None:
        """How far he has read in a room that is open here: kept soon, with the next marks."""
        self._require_person()
        room = message.room
        if room not in self._held:
            raise no_room()
        self._marks[room] = max(message.message, self._marks.get(room, 0))
        if self._keeping is None:
            self._keeping = asyncio.ensure_future(self._keep_soon())
        self._ack(message)

    async def _keep_soon(self) -> None:
        await asyncio.sleep(MARKS_PAUSE_S)
        self._keeping = None
        await self._keep_marks()

    async def _keep_marks(self) -> None:
        marks, self._marks = self._marks, {}
        if marks:
            try:
                await offload(marks_keep, user=self.user, marks=marks)
            except Exception:  # a mark is worth no more than that
                log.exception("what was read in %d rooms could not be kept", len(marks))

    HANDLERS: ClassVar = {
        protocol.Open: open_room,
        protocol.Shut: shut_room,
        protocol.Older: older,
        protocol.Say: say,
        protocol.SayPhrase: say_phrase,
        protocol.Read: read,
        protocol.Report: report,
        protocol.Mute: mute,
        protocol.Hide: hide,
        protocol.Switch: switch,
    }

    # --- the socket -----------------------------------------------------------------

    async def closing(self) -> None:
        """He is in no room any more, and what he has read is kept."""
        for task in filter(None, (self._keeping, self._mending)):
            task.cancel()
        for room in tuple(self._held):
            await self._leave(room)
        await self._keep_marks()

    def receive_parcel(self, parcel: Parcel) -> None:
        """Send it on, after the room it belongs to."""
        kind, _, room = parcel.stream.partition(":")
        held = self._held.get(room) if kind == "talk" else None
        if held is not None:
            held.append(parcel)
        else:
            super().receive_parcel(parcel)

    def stream_broken(self, stream: str) -> None:
        """Lines of a room may have been missed: show it again."""
        super().stream_broken(stream)
        self._broken |= {room for room in self._held if room_stream(room) == stream}
        if self._broken and self._mending is None:
            self._mending = asyncio.ensure_future(self._mend())

    async def _mend(self) -> None:
        await asyncio.sleep(random.uniform(0, MEND_WITHIN_S))  # noqa: S311  no secret, a spread
        while self._broken:
            room = self._broken.pop()
            if room in self._held:
                try:
                    await self._show(room)
                except PlatformError:
                    await self._leave(room)
        self._mending = None

    # --- helpers ----------------------------------------------------------------------

    @property
    def _visitor(self) -> Any:
        return self.user if self.is_signed_in else None

    def _require_person(self) -> None:
        if not self.is_signed_in:
            raise LoginRequired("auth.required")

    async def _serve(self, service: Callable[..., Any], **arguments: Any) -> Any:
        self._require_person()
        return await offload(service, user=self.user, **arguments)

    def _ack(self, message: ClientMessage, seq: int = 0) -> None:
        self.put({"type": "ack", "re": message.id, "seq": seq})


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
