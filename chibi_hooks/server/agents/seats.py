"""Connections to the HTTP server -> who keeps a seat: `Seats`, and `BoundedProtocol`, HTTP as uvicorn has it in one.

Rules
-----
* There are so many seats. Whoever comes when all are taken gets one: of those for whom nothing is under way the one
  goes that was never let in by its token, and of those who said nothing for the longest time. Else anybody on this
  machine could keep the agents from being answered by saying nothing, and an agent takes no answer for a yes.
* A request has its head within seconds: one that comes by drops keeps a place from others.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD: Final = 5.0  # seconds until a request's head is whole
AT_ONCE: Final = 128  # connections; a program of ours has one, and the head of its request comes within milliseconds


class Seats:
    """Who is connected, whoever was quiet for the longest time first."""

    def __init__(self) -> None:
        self._connected: dict[BoundedProtocol, None] = {}
        self._known: set[tuple[str, int]] = set()

    def let_in(self, client: Any) -> None:
        """This client has our token."""
        if client is not None:
            self._known.add(tuple(client))

    def heard(self, protocol: BoundedProtocol) -> None:
        """It has come, or said something."""
        self._connected.pop(protocol, None)
        self._connected[protocol] = None
        if len(self._connected) > AT_ONCE:
            self._make_room(protocol)

    def gone(self, protocol: BoundedProtocol) -> None:
        """It has left."""
        self._connected.pop(protocol, None)
        if protocol.client is not None:
            self._known.discard(protocol.client)

    def _make_room(self, latest: BoundedProtocol) -> None:
        idle = [each for each in self._connected if each is not latest and not each.is_busy]
        strangers = (each for each in idle if each.client not in self._known)
        leaves = next(strangers, idle[0] if idle else None)
        if leaves is not None:
            self.gone(leaves)
            leaves.leave()


class BoundedProtocol(H11Protocol):
    """HTTP with a time for the head of a request, and a place among so many."""

    _late: asyncio.TimerHandle | None = None

    def __init__(self, seats: Seats, **of_uvicorn: Any) -> None:
        super().__init__(**of_uvicorn)
        self._seats = seats

    @property
    def is_busy(self) -> bool:
        """Is a request under way?"""
        return self.cycle is not None and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there."""
        super().connection_made(transport)
        self._seats.heard(self)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        super().data_received(data)
        self._seats.heard(self)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        super().connection_lost(exc)
        self._seats.gone(self)
        self._rest()

    def leave(self) -> None:
        """Another needs the place."""
        self._rest()
        self.transport.close()

    def _watch(self) -> None:
        if self.is_busy:
            self._rest()
        elif self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(HEAD, self._end)

    def _rest(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _end(self) -> None:
        self._late = None
        if not self.is_busy:
            self.transport.close()
