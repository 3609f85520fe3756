"""`lsp`: hook files in an editor, over stdin and stdout."""

from __future__ import annotations

import gc
import os
import signal
import sys
from threading import Thread
from typing import Final

import click

from chibi_hooks.cli._ending import end_processes
from chibi_hooks.cli._say import note
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.processes.ownership import OWN

EXAMPLES = ("lsp",)
ENDING: Final = (signal.SIGTERM, signal.SIGINT)


@click.command()
def command() -> None:
    """Serve an editor that speaks the Language Server Protocol, over stdin and stdout: mistakes as you write, names,
    hook points and payload keys, usage, definitions, renaming, layout, and above each hook what it did today.

    It needs the extra: pip install 'chibi-hooks[lsp]'. Editors want the command `chibi-hooks lsp` for Scheme files.
    """
    gc.disable()  # it would look again and again through the hundreds of classes of the protocol, which all stay
    from chibi_hooks.hooks.homes.home import Surroundings
    from chibi_hooks.lsp.classes import import_classes

    around = Surroundings.of_process()
    around.keep_compiled()
    try:
        import_classes()
        from chibi_hooks.lsp.server import make_server, serve  # pygls is an extra
    except ModuleNotFoundError as error:
        raise ConfigError(f"{error.name} is not installed: pip install 'chibi-hooks[lsp]'") from None
    gc.freeze()
    gc.enable()
    if sys.stdin.isatty():
        note("an editor starts this, and talks with it over stdin and stdout; `chibi-hooks docs editors` says how")
    server = make_server(around)
    if OWN.process:
        _end_at_signals()
    serve(server, sys.stdin.buffer, note)
    if server.protocol.is_cut_off:
        sys.exit(1)  # as the protocol has it


def _end_at_signals() -> None:
    """From now on a request to end ends what is under way, then this process, at once: the server's own way waits for
    the thread that reads, and that waits for the editor.

    A handler of Python's would run when the main thread runs Python again. The system may interrupt another thread, or
    the main one just before it waits: so a thread of ours reads what the handler in C has written.
    """
    told, telling = os.pipe()
    os.set_blocking(telling, False)
    signal.set_wakeup_fd(telling, warn_on_full_buffer=False)
    for number in ENDING:
        signal.signal(number, lambda *_: None)
    Thread(target=_end, args=(told,), daemon=True).start()


def _end(told: int) -> None:
    while (number := os.read(told, 1)[0]) not in ENDING:
        pass
    end_processes()
    os._exit(128 + number)
