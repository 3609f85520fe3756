"""Requests of the page -> what is seen, and what is done: the routes that `Loopback` adds to its own.

    GET  /  /page.css  /page.js                         the page; there is nothing in it yet, so it needs no key
    GET  /page/homes, /page/standing, /page/fires, /page/fire, /page/path, /page/saves, /page/coverage   with either key
    POST /page/rollback, /page/accept, /page/promote                                            with the acting one

Rules: the key comes in a header that only our own page can send; what is refused has no effect, and an object with
`error`. The page may load nothing from elsewhere and stand in no frame; what it shows, it puts in as text.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from chibi_hooks.hooks.errors import BadRequest, HookError
from chibi_hooks.server.agents.page import seen
from chibi_hooks.server.agents.page.counted import Counted
from chibi_hooks.server.agents.page.keys import Right, right_of
from chibi_hooks.server.agents.page.saves import PATIENCE, Saves
from chibi_hooks.server.operations import Told

if TYPE_CHECKING:
    from chibi_hooks.server.agents.held_homes import HeldHomes
    from chibi_hooks.server.resident import Resident

FILES: Final = {"/": ("page.html", "text/html"), "/page.css": ("page.css", "text/css"),
                "/page.js": ("page.js", "text/javascript")}  # fmt: skip
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}

Refusal = Callable[[Request], "tuple[int, str] | None"]  # a status, which the page does not tell, and why


SeenOfHost = Callable[["BrowserPage", str, "Resident", Mapping[str, str]], Told]
"""What is asked of the host of a key, and what is told."""


class BrowserPage:
    """The page of the homes that a server holds. `refuse` says why a request is none of ours, whatever it asks for."""

    def __init__(self, homes: HeldHomes, token: str, workers: Executor, refuse: Refusal) -> None:
        self._homes = homes
        self._token = token
        self._workers = workers
        self._refuse = refuse
        self._counted: dict[str, tuple[Counted, threading.Lock]] = {}
        self._saves: dict[str, Saves] = {}
        self._lock = threading.Lock()

    @property
    def routes(self) -> list[Route]:
        """What is added to the server's own."""
        looks = {name: partial(self._look, look) for name, look in LOOKS.items()}
        acts = {name: partial(self._act, act) for name, act in ACTS.items()}
        return [
            *(Route(path, self._file, methods=["GET"]) for path in FILES),
            Route("/page/homes", self._list, methods=["GET"]),
            *(Route(f"/page/{name}", asked, methods=["GET"]) for name, asked in looks.items()),
            *(Route(f"/page/{name}", asked, methods=["POST"]) for name, asked in acts.items()),
        ]

    def close(self) -> None:
        """Let go what is followed."""
        for each in self._saves.values():
            each.close()

    async def _file(self, request: Request) -> Response:
        if (wrong := self._refuse(request)) is not None:
            return _refused(403, wrong[1])
        name, kind = FILES[request.url.path]
        return Response(Path(__file__).with_name(name).read_bytes(), media_type=kind, headers=HEADERS)

    async def _list(self, request: Request) -> Response:
        right = self._right(request)
        if isinstance(right, Response):
            return right
        held = self._homes.residents()
        homes = [
            {"key": key, "homes": [str(each.home.path) for each in resident.host.generation.loaded]}
            for key, resident in held.items()
        ]
        return JSONResponse({"right": right, "homes": homes, "directory": os.getcwd()}, headers=HEADERS)

    async def _look(self, look: SeenOfHost, request: Request) -> Response:
        right = self._right(request)
        if isinstance(right, Response):
            return right
        asked = dict(request.query_params)
        response = await self._done(look, asked)
        if look is _saves:
            asyncio.get_running_loop().call_later(PATIENCE + 1, self._rest)
        return response

    async def _act(self, act: SeenOfHost, request: Request) -> Response:
        right = self._right(request)
        if isinstance(right, Response):
            return right
        if right != "acting":
            return _refused(403, "this key is for looking only; `chibi-hooks page --act` prints one that may change")
        return await self._done(act, dict(request.query_params))

    async def _done(self, what: SeenOfHost, asked: Mapping[str, str]) -> Response:
        held = self._homes.residents()
        key = asked.get("home", "")
        if key not in held:
            return _refused(404, "this server does not hold that home any more")
        try:
            loop = asyncio.get_running_loop()
            told = await loop.run_in_executor(self._workers, what, self, key, held[key], asked)
        except HookError as error:
            return _refused(400, str(error))
        except OSError as error:
            return _refused(400, f"{error.filename}: {error.strerror}")
        return JSONResponse(told, headers=HEADERS)

    def _right(self, request: Request) -> Right | Response:
        if (wrong := self._refuse(request)) is not None:
            return _refused(403, wrong[1])
        kind, _, key = request.headers.get("authorization", "").partition(" ")
        right = right_of(self._token, key) if kind.lower() == "bearer" else None
        return right or _refused(401, "the key of this page is wanted; `chibi-hooks page` prints an address with it")

    def _rest(self) -> None:
        for each in self._saves.values():
            each.rest()

    def counted(self, key: str) -> tuple[Counted, threading.Lock]:
        """What was counted of a home, and the lock of whoever counts on."""
        with self._lock:
            return self._counted.setdefault(key, (Counted(), threading.Lock()))

    def saves(self, key: str, resident: Resident) -> Saves:
        """The saves of a home."""
        with self._lock:
            return self._saves.setdefault(key, Saves(resident))


def _standing(page: BrowserPage, key: str, resident: Resident, asked: Mapping[str, str]) -> Told:
    counted, lock = page.counted(key)
    with lock:
        return seen.standing(resident, counted)


def _fires(page: BrowserPage, key: str, resident: Resident, asked: Mapping[str, str]) -> Told:
    after = asked.get("after", "0")
    if not after.isdecimal() or len(after) > 18:
        raise BadRequest("after: wanted the seq of a fire")
    return seen.fires(resident, int(after), asked.get("decision", ""))


def _fire(page: BrowserPage, key: str, resident: Resident, asked: Mapping[str, str]) -> Told:
    return seen.fire(resident, asked.get("id", ""))


def _path(page: BrowserPage, key: str, resident: Resident, asked: Mapping[str, str]) -> Told:
    return seen.path(resident, asked.get("id", ""))


def _coverage(page: BrowserPage, key: str, resident: Resident, asked: Mapping[str, str]) -> Told:
    return seen.coverage(resident)


def _saves(page: BrowserPage, key: str, resident: Resident, asked: Mapping[str, str]) -> Told:
    return page.saves(key, resident).last()


def _rollback(page: BrowserPage, key: str, resident: Resident, asked: Mapping[str, str]) -> Told:
    return {"reloaded": resident.host.rollback().to_json()}


def _accept(page: BrowserPage, key: str, resident: Resident, asked: Mapping[str, str]) -> Told:
    generation = resident.host.generation.number
    page.saves(key, resident).accept(generation)
    return {"accepted": generation}


def _promote(page: BrowserPage, key: str, resident: Resident, asked: Mapping[str, str]) -> Told:
    from chibi_hooks.hooks.recording.journal import Journal
    from chibi_hooks.hooks.replaying.promotion import promote

    recorder = resident.host.recorder
    if recorder is None:
        raise BadRequest("fires of this home are not recorded")
    with Journal(recorder.path) as journal:
        fire = journal.find(asked.get("id", ""))
    homes = [str(each.home.path) for each in resident.host.generation.loaded]
    if not fire.homes or fire.homes[-1] not in homes:
        raise BadRequest(f"{fire.id}: its home is not one of this host")
    promoted = promote(fire, Path(fire.homes[-1]) / "tests")
    return {"fixture": str(promoted.fixture), "test": str(promoted.test)}


LOOKS: Final = {
    "standing": _standing, "fires": _fires, "fire": _fire, "path": _path, "saves": _saves, "coverage": _coverage
}  # fmt: skip
ACTS: Final = {"rollback": _rollback, "accept": _accept, "promote": _promote}


def _refused(status: int, why: str) -> Response:
    return JSONResponse({"error": why}, status, headers={**HEADERS, "Connection": "close"})
