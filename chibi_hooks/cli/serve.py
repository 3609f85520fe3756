"""`serve`: holds the host of a home for everybody, in the foreground, until it is told to end."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, Final

import click

from chibi_hooks.cli._number import Number
from chibi_hooks.cli._say import note
from chibi_hooks.hooks.errors import ConfigError, HookError
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.server.address import Taken

if TYPE_CHECKING:
    from chibi_hooks.server.agents.held_homes import HeldHomes
    from chibi_hooks.server.door import Door

PORT: Final = 7319  # where --http listens when nothing else is said; settings of agents name it

IDLE: Final = 600.0  # seconds: an agent at work calls several times a minute
HANDED: Final = 4.0  # seconds until a host that hands a home over has let it go
AGAIN: Final = 0.05  # seconds until that is tried again
WAKE: Final = 0.5  # seconds of one wait: a signal may hit another thread, and then this one is not woken by it

EXAMPLES = ("serve", "serve --http 7319")


@click.command()
@click.option("--home", metavar="DIR", help="The home to serve (default: CHIBI_HOME, or ~/.chibi).")
@click.option(
    "--http",
    type=click.IntRange(0, 65535),
    metavar="[PORT]",
    is_flag=False,
    flag_value=PORT,
    help=f"Answer agents' events on 127.0.0.1, too (default: port {PORT}; 0: any).",
)
@click.option("--agents", is_flag=True, help="Be the host that agents ask, for all homes; `hook` starts it by itself.")
@click.option(
    "--socket",
    "of_agents",
    metavar="PATH",
    hidden=True,
    help="Its socket, without an ending; the lock is descriptor 3.",
)
@click.option("--idle", type=Number(0), default=IDLE, hidden=True, help="Seconds without a call after which it ends.")
@click.option("--once", is_flag=True, hidden=True, help="Answer the one call on stdin, and end.")
@click.pass_context
def command(
    ctx: click.Context,
    home: str | None,
    http: int | None,
    agents: bool,
    of_agents: str | None,
    idle: float,
    once: bool,
) -> None:
    """Hold the running host of a home behind a Unix socket, until Ctrl-C or SIGTERM.

    `fire` and the other commands then ask it in place of loading the home themselves; what is saved is live at once.
    Plugins and unsandboxed files have the environment of this process. A home held for agents only is taken over.

    With --http agents that call URLs are answered at http://127.0.0.1:PORT/hook/AGENT/EVENT; `status --json` names the
    file of the token that they must send. It needs `pip install chibi-hooks[http]`.

    With --agents it is the host that the command in agents' settings asks: it opens the homes of the projects in which
    events happen when they happen, and ends when nobody has called for ten minutes.
    """
    if once:
        from chibi_hooks.cli._agents_host import answer_once

        answer_once()
        return
    if agents:
        from chibi_hooks.cli._agents_host import hold

        hold(of_agents, idle)
        return
    from chibi_hooks.cli._live import OPERATIONS
    from chibi_hooks.server.door import Door

    again = True
    with _listening(http) as listener:  # before the home is taken from whoever holds it
        while again:
            try:
                opened = _opened(partial(Door.open, home, say=note, more=OPERATIONS), home)
            except Taken as taken:
                if listener is None:
                    raise
                note(f"{taken}; events are answered by it")
                _serve_http_only(home, listener)
                return
            with opened as door, _answering(door, home, listener) as homes:
                _serve(door, homes)
            again = door.is_to_begin_again
            if door.ended_because:
                note(door.ended_because)
                if not again:
                    ctx.exit(1)


def _opened(open_door: Callable[[], Door], home: str | None) -> Door:
    """The host's door; a host that holds the home for agents only is asked for it. Raises Taken and ConfigError."""
    try:
        return open_door()
    except Taken:
        if not _is_handed_over(home):
            raise
    until = time.monotonic() + HANDED
    while True:
        try:
            return open_door()
        except Taken:
            if time.monotonic() > until:
                raise
        time.sleep(AGAIN)


def _is_handed_over(home: str | None) -> bool:
    from chibi_hooks.server.client import connect

    try:
        client = connect(home)
        if client is None:
            return True  # it has just ended
        with client:
            return bool(client.call("hand_over")["handed"])
    except HookError:
        return False


@contextmanager
def _listening(http: int | None) -> Iterator[socket.socket | None]:
    """Where clients come to, if HTTP is wanted. Raises ConfigError."""
    if http is None:
        yield None
        return
    try:
        from chibi_hooks.server.agents.loopback import listening
    except ModuleNotFoundError as error:
        raise ConfigError(f"--http: there is no {error.name}; `pip install chibi-hooks[http]` brings it") from None
    with listening(http) as listener:
        yield listener


@contextmanager
def _answering(door: Door | None, home: str | None, listener: socket.socket | None) -> Iterator[HeldHomes | None]:
    """What answers over HTTP, if it is wanted. Raises ConfigError."""
    if listener is None:
        yield None
        return
    from chibi_hooks.cli._live import OPERATIONS
    from chibi_hooks.server.address import address_of
    from chibi_hooks.server.agents.held_homes import HeldHomes
    from chibi_hooks.server.agents.loopback import Loopback

    around = Surroundings.of_process()
    with HeldHomes(dict(os.environ), say=note, more=OPERATIONS) as homes:
        if door is not None:
            homes.adopt(door)
        named = None if home is None else os.path.abspath(home)
        address = address_of(find_homes(around, home), around)
        with Loopback(homes, named, address, listener, note) as loopback:
            note(f"answering agents at {loopback.url}/hook/AGENT/EVENT, with the token in {address.token}")
            yield homes


def _serve_http_only(home: str | None, listener: socket.socket) -> None:
    """Answer over HTTP until a signal, where another process holds the home. Raises ConfigError."""
    ended = threading.Event()
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, lambda number, frame: ended.set())
    with _answering(None, home, listener) as homes:
        while homes is not None and not ended.wait(WAKE):
            homes.look_around()


def _serve(door: Door, homes: HeldHomes | None) -> None:
    from chibi_hooks.hooks.live.reload_lines import describe_reload
    from chibi_hooks.hooks.live.status import Reloaded

    following = door.resident.feed.follow()

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # the second time it is meant
        following.end()

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, end)
    host = door.resident.host
    for notice in host.notices:
        note(f"skipped: {notice}")
    for loaded in host.generation.loaded:
        note(f"serving {loaded.home.path}, generation {host.generation.number}")
    note(f"listening at {door.address}")
    while not following.has_ended:
        event = following.next(WAKE)
        if homes is not None:
            homes.look_around()
        if event is not None and event["event"] == "reloaded":
            note("\n".join(describe_reload(Reloaded.from_json(event))))
