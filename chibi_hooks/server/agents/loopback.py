"""Agents' events over HTTP -> the same answers: `Loopback`, a server on 127.0.0.1 that only its user can use.

    POST /hook/AGENT/EVENT   Authorization: Bearer TOKEN   Content-Type: application/json       (EVENT may be left out)
    200 and what `hook` prints, 204 where that is nothing; what is refused has no effect, and an object with `error`

Rules (spec of safety, §4)
-----
* A browser is everybody's: what has another Host than ours (a name that was bound to this address) or an Origin is
  refused, and so is what is not JSON or has no token. No method but POST, no CORS. Our own page (`server.page`) has
  keys of its own, and no event is answered by one.
* A request has its head and its body within seconds and bytes, or its connection is closed; so many at once, and no
  more. Who has no token takes no place from who has it (`server.seats`).
* The token lies in a file of the user's alone, and stays when the server ends: agents' settings name it.
* An internal fault is the agent's own silence, or its denial where the home says so: never a status code.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from chibi_hooks.dialects import Rendered
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.server.address import Address
from chibi_hooks.server.agents.call import AgentCall
from chibi_hooks.server.agents.held_homes import HeldHomes
from chibi_hooks.server.agents.page.routes import BrowserPage
from chibi_hooks.server.agents.seats import AT_ONCE, BoundedProtocol, Seats
from chibi_hooks.server.token_file import token_at
from chibi_hooks.spacious import spacious
from chibi_hooks.visible import noted

ADDRESS: Final = "127.0.0.1"
BODY: Final = 10.0  # seconds until its body is
LARGEST: Final = 16 << 20  # bytes of a body
REQUESTS: Final = 64  # events that are read or answered at once: each may have its largest body
WORKERS: Final = 16
QUICK: Final = 0.002  # seconds that an answer may hold the others; to hand it to a thread and back takes half of that
QUICK_ONES: Final = 2  # answers that may take longer in a row before threads make them


class Loopback:
    """The server, on a thread of its own; end it with `close`."""

    def __init__(
        self,
        homes: HeldHomes,
        home: str | None,
        address: Address,
        listener: socket.socket,
        say: Callable[[str], None],
    ) -> None:
        """Answer who comes to `listener` (see `listening`). `home` answers every event; None: the homes where it
        happens. Raises ConfigError."""
        self.address = address
        self._token = token_at(address.token)
        self._listener = listener.dup()
        self.port: int = self._listener.getsockname()[1]
        self._homes = homes
        self._home = home
        self._directory = os.getcwd()
        self._named = None if home is None else os.path.join(self._directory, home)
        self._quick: dict[str, int] = {}  # agents that are answered on the server's own thread -> slow answers left
        self._say = say
        self._hosts = {f"{name}:{self.port}" for name in (ADDRESS, "localhost")}
        self._workers = ThreadPoolExecutor(WORKERS, "chibi-hooks-http")
        self._page = BrowserPage(homes, self._token, self._workers, self._not_ours)
        self._seats = Seats()
        self._under_way = 0
        self._server = uvicorn.Server(_config(self._application(), self._seats))
        self._thread = threading.Thread(target=spacious, args=(self._run,), name="chibi-hooks-http", daemon=True)
        self._thread.start()
        Path(address.http).write_text(f"{self.url}\n", encoding="ascii")

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://{ADDRESS}:{self.port}"

    def close(self) -> None:
        """Let nobody in any more, and wait for what is under way."""
        with suppress(FileNotFoundError):
            os.unlink(self.address.http)
        self._server.should_exit = True
        self._thread.join()
        self._page.close()
        self._listener.close()
        self._workers.shutdown()

    def _run(self) -> None:
        try:
            self._server.run(sockets=[self._listener])
        except Exception as error:  # of the library's; who keeps us has the other door
            self._say(f"{self.url}: the server has ended: {type(error).__name__}: {error}")

    def _application(self) -> Starlette:
        paths = ("/hook/{agent}", "/hook/{agent}/", "/hook/{agent}/{event}", "/hook/{agent}/{event}/")
        return Starlette(routes=[*(Route(path, self._hook, methods=["POST"]) for path in paths), *self._page.routes])

    def __enter__(self) -> Loopback:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    async def _hook(self, request: Request) -> Response:
        if refusal := self._refusal(request):
            return refusal
        self._seats.let_in(request.client)
        if self._under_way >= REQUESTS:
            return _refused(503, "there are too many requests at once")
        self._under_way += 1
        try:
            return await self._answer(request)
        finally:
            self._under_way -= 1

    async def _answer(self, request: Request) -> Response:
        agent, event = request.path_params["agent"], request.path_params.get("event", "")
        try:
            async with asyncio.timeout(BODY):
                body = b"".join([piece async for piece in _body(request)])
        except (TimeoutError, ClientDisconnect):
            return _refused(408, "the body did not come in time")
        except ValueError as error:
            return _refused(413, str(error))
        if self._quick.get(agent):
            rendered = self._answered(agent, event, body)
        else:
            loop = asyncio.get_running_loop()
            rendered = await loop.run_in_executor(self._workers, spacious, self._answered, agent, event, body)
        if rendered is None:
            return _refused(404, "there is no such agent")
        if not rendered.text:
            return Response(status_code=204)
        return Response(rendered.text, media_type="application/json")

    def _answered(self, agent: str, event: str, body: bytes) -> Rendered | None:
        from chibi_hooks.dialects.guests import is_agent

        if not is_agent(agent):
            return None
        began = time.monotonic()
        rendered = self._homes.answer(AgentCall(agent, event, body, self._directory, self._home or None))
        self._note_time(agent, time.monotonic() - began)
        for each in rendered.notes:
            self._say(noted(f"{agent}: {each}"))
        return rendered

    def _note_time(self, agent: str, seconds: float) -> None:
        """How long an answer took: the next one is made on the server's own thread where all come from one home in
        which nobody may wait, and the last ones were quick; a slow one between them was kept from computing by others.
        """
        lately = self._quick.get(agent, 0)
        if self._named is None or self._homes.may_wait(self._named):
            self._quick[agent] = 0
        else:
            self._quick[agent] = QUICK_ONES if seconds < QUICK else max(0, lately - 1)

    def _not_ours(self, request: Request) -> tuple[int, str] | None:
        """The status and the reason for a request that comes from a page that is none of ours; None: it does not."""
        headers = request.headers
        if headers.getlist("host") != [host := headers.get("host", "")] or host not in self._hosts:
            return 421, "this is not the host that the request is for"
        if "origin" in headers and headers["origin"] not in {f"http://{each}" for each in self._hosts}:
            return 403, "requests of pages are not answered"
        return None

    def _refusal(self, request: Request) -> Response | None:
        """Why this request is none of ours; None: it is."""
        headers = request.headers
        if (wrong := self._not_ours(request)) is not None:
            return _refused(*wrong)
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not hmac.compare_digest(token.encode(), self._token.encode()):
            return _refused(401, "the token of this server is wanted")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _refused(415, "application/json is wanted")
        length = headers.get("content-length", "")
        if length.isdigit() and int(length) > LARGEST:
            return _refused(413, TOO_LARGE)
        return None


TOO_LARGE: Final = f"at most {LARGEST} bytes are wanted"


def listening(port: int) -> socket.socket:
    """A socket to which clients of this machine may come: it is theirs to wait there until somebody answers. Raises
    ConfigError."""
    # the protocol is named: else asyncio leaves Nagle's algorithm on, and an answer waits 40 ms for an acknowledgement
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((ADDRESS, port))
        listener.listen(AT_ONCE)
    except (OSError, OverflowError) as error:
        listener.close()
        raise ConfigError(f"{ADDRESS}:{port}: cannot listen there: {error}; give another --http PORT") from None
    return listener


def _config(application: Any, seats: Seats) -> uvicorn.Config:
    protocol: Any = partial(BoundedProtocol, seats)  # uvicorn calls it for each connection
    return uvicorn.Config(
        application,
        http=protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        log_level="error",  # what strangers send is told to them, and fills nobody's terminal
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=15,
    )


async def _body(request: Request) -> AsyncIterator[bytes]:
    """The pieces of the body. Raises ValueError when they are too many bytes."""
    size = 0
    async for piece in request.stream():
        size += len(piece)
        if size > LARGEST:
            raise ValueError(TOO_LARGE)
        yield piece


def _refused(status: int, why: str) -> Response:
    return JSONResponse({"error": why}, status, headers={"Connection": "close"})
