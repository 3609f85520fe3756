"""`serve`: holds the host of a home for everybody, in the foreground, until it is told to end."""

from __future__ import annotations

import signal
from types import FrameType
from typing import TYPE_CHECKING, Final

import click

from chibi_hooks.cli._say import note

if TYPE_CHECKING:
    from chibi_hooks.server.door import Door

WAKE: Final = 0.5  # seconds of one wait: a signal may hit another thread, and then this one is not woken by it


@click.command()
@click.option("--home", metavar="DIR", help="The home to serve (default: CHIBI_HOME, or ~/.chibi).")
@click.pass_context
def command(ctx: click.Context, home: str | None) -> None:
    """Hold the running host of a home behind a Unix socket, until Ctrl-C or SIGTERM.

    `fire` and the other commands then ask it in place of loading the home themselves; what is saved is live at once.
    Plugins and unsandboxed files have the environment of this process.
    """
    from chibi_hooks.cli._live import OPERATIONS
    from chibi_hooks.server.door import Door

    again = True
    while again:
        with Door.open(home, say=note, more=OPERATIONS) as door:
            _serve(door)
        again = door.is_to_begin_again
        if door.ended_because:
            note(door.ended_because)
            if not again:
                ctx.exit(1)


def _serve(door: Door) -> None:
    from chibi_hooks.hooks.explanation import describe_reload
    from chibi_hooks.hooks.status import Reloaded

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
        if event is not None and event["event"] == "reloaded":
            note("\n".join(describe_reload(Reloaded.from_json(event))))
