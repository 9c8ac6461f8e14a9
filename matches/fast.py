"""The fast road: a request from a socket, judged on the event loop and committed in a group.

Nothing but the match itself may change here. As soon as a game or the match
ends, the same request goes down the slow road (`services.match_act`), where
chips and events change with it in one transaction.
"""

from collections import OrderedDict

from django.db import IntegrityError

from matches import services
from matches.facts import LiveMatch
from matches.judge import Request, Verdict, answered_before, judge
from matches.projection import events_message
from matches.services import house_pace, match_stream
from matches.store import Append, GroupedAppends, load_live, stored_answer
from wire.codec import encode
from wire.hub import FRAME, Parcel, hub
from wire.offload import offload
from wire.time import now_ms

REMEMBERED_MATCHES = 20_000


class FastRoad:
    """The live matches of this process, and the one way to act on them from a socket."""

    def __init__(self) -> None:
        self._live: OrderedDict[str, LiveMatch] = OrderedDict()
        self._appends = GroupedAppends()

    async def find(self, match_id: str) -> LiveMatch:
        """The match as last known here. Raises NotFound `match.not_found`."""
        live = self._live.get(match_id)
        if live is None:
            loaded = await offload(load_live, match_id)
            live = self._live.setdefault(match_id, loaded)
            if len(self._live) > REMEMBERED_MATCHES:
                self._live.popitem(last=False)
        self._live.move_to_end(match_id)
        return live

    async def renew(self, live: LiveMatch) -> None:
        """Read the match again, because it moved on somewhere else."""
        live.adopt(await offload(load_live, live.facts.match_id))

    async def close(self) -> None:
        """Forget everything and give the database connection back."""
        self._live.clear()
        await self._appends.close()

    async def act(self, live: LiveMatch, request: Request) -> int:
        """Do what is asked; the number of the last event it caused.

        The same request again is answered as the first time. Raises what
        `judge` raises. Returns only once everything is durable.
        """
        async with live.lock:
            if request.seen != live.seq:
                await self.renew(live)
            if (answer := answered_before(live, request)) is not None:
                return answer
            verdict = judge(live, request, now_ms=now_ms(), pace=house_pace())
            if verdict.touches_others:
                return await self._act_slowly(live, request)
            append = Append.of(live.facts, verdict)
            try:
                is_stored = await self._appends.append(append)
            except IntegrityError:  # an id older than the requests remembered here
                answer = await offload(stored_answer, live.facts.pk, request)
                if answer is None:
                    raise
                return answer
            if is_stored:
                self._advance(live, verdict, append)
                return verdict.last
            return await self._overtaken(live, request)

    def _advance(self, live: LiveMatch, verdict: Verdict, append: Append) -> None:
        request = verdict.request
        if verdict.last > live.seq:
            live.seq, live.state = verdict.last, verdict.state
            live.deadline_ms = verdict.deadline_ms
        if request.request_id:
            live.requests[request.actor, request.request_id] = verdict.last
        message = events_message(verdict.previous + 1, append.bodies, verdict.state, now_ms())
        text = encode(message).decode()
        stream = match_stream(live.facts.match_id)
        hub().publish(Parcel(stream, FRAME, text, verdict.previous + 1, verdict.last))

    async def _act_slowly(self, live: LiveMatch, request: Request) -> int:
        try:
            return await offload(services.match_act, match_id=live.facts.match_id, request=request)
        finally:
            await self.renew(live)

    async def _overtaken(self, live: LiveMatch, request: Request) -> int:
        """Someone else moved the match on between our judging and our writing, or the
        commit got through although its answer was lost. Either way the stored events tell.
        """
        await self.renew(live)
        if (answer := answered_before(live, request)) is not None:
            hub().publish(news_of(live))
            return answer
        return await self._act_slowly(live, request)


def news_of(live: LiveMatch) -> Parcel:
    """A parcel without text: it only says how far the match has come, so that sockets catch up."""
    return Parcel(match_stream(live.facts.match_id), FRAME, "", live.seq, live.seq)


road = FastRoad()
