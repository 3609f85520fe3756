"""`lsp`: hook files in an editor, over stdin and stdout."""

from __future__ import annotations

import _thread
import gc
import os
import signal
import sys
from types import FrameType

import click

from chibi_hooks.cli._ending import end_processes
from chibi_hooks.cli._say import note
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.processes.ownership import OWN

EXAMPLES = ("lsp",)


@click.command()
def command() -> None:
    """Serve an editor that speaks the Language Server Protocol, over stdin and stdout: mistakes as you write, names,
    hook points and payload keys, usage, definitions, renaming, layout, and above each hook what it did today.

    It needs the extra: pip install 'chibi-hooks[lsp]'. Editors want the command `chibi-hooks lsp` for Scheme files.
    """
    gc.disable()  # it would look again and again through the hundreds of classes of the protocol, which all stay
    try:
        from chibi_hooks.lsp.server import make_server  # pygls is an extra
    except ModuleNotFoundError as error:
        raise ConfigError(f"{error.name} is not installed: pip install 'chibi-hooks[lsp]'") from None
    from chibi_hooks.hooks.homes.home import Surroundings

    gc.freeze()
    gc.enable()
    if sys.stdin.isatty():
        note("an editor starts this, and talks with it over stdin and stdout; `chibi-hooks docs editors` says how")
    server = make_server(Surroundings.of_process())
    if OWN.process:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _end)
    server.start_io()


def _end(number: int, frame: FrameType | None) -> None:
    """End what is under way, then this process, at once: the server's own way waits for the thread that reads, and
    that waits for the editor.
    """

    def leave() -> None:
        end_processes()
        os._exit(128 + number)

    _thread.start_new_thread(leave, ())  # elsewhere: what this thread was doing may hold a lock of the keeper
