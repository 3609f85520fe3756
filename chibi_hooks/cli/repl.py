"""`repl`: forms and comma commands, next to the hooks that are live."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._say import note

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.hooks.host import Host
    from chibi_hooks.repl.evaluator import Evaluator
    from chibi_hooks.repl.nrepl.server import Server

HISTORY = "repl-history"


@click.command()
@click.option("--home", metavar="DIR", help="The home whose hooks are live (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--json", "as_json", is_flag=True, help="One JSON request per line of stdin, one JSON reply per line.")
@click.option("--nrepl", type=click.IntRange(0, 65535), metavar="PORT", help="Serve nREPL on PORT, 0: any.")
@click.pass_context
def command(ctx: click.Context, home: str | None, as_json: bool, nrepl: int | None) -> None:
    """Evaluate Scheme next to a running host: try hooks, fire points, look at decisions; `,help` lists the commands.

    Without a terminal, forms are read from stdin: values go to stdout, everything else to stderr, and the exit code is
    1 when a form failed. Whoever reaches the port of --nrepl, on this machine, can change the hooks that decide.

    \b
    Requests of --json, each with an id that its reply has too:
      {"id": 1, "eval": "(+ 1 2)"}           may have "in" (a hook file), "file", "line", "time"
      {"id": 2, "command": "fire pre_tool"}  what `,help` lists
      {"id": 3, "complete": "(string-jo"}    what may be written there
      {"id": 4, "describe": "fold"}          what is known of a name
      {"id": 5, "interrupt": 1}              at once, while request 1 is evaluated
    """
    from chibi_hooks.hooks.home import Surroundings
    from chibi_hooks.hooks.host import Host
    from chibi_hooks.repl.session import Session
    from chibi_hooks.repl.worlds import Edits

    around = Surroundings.of_process()
    with ExitStack() as stack:
        host = stack.enter_context(Host.open(home=home, watch=True, around=around))
        host.reloader.take_saves()  # whoever is here is at work on these files
        for notice in host.notices:
            note(f"skipped: {notice}")
        talks = not as_json and sys.stdin.isatty() and sys.stdout.isatty()
        if talks or nrepl is not None:
            host.reloader.take_saves()  # whoever talks is at work here
        edits = Edits()
        if nrepl is not None:
            server = stack.enter_context(closing(_serve(nrepl, lambda: Session(host, around, edits))))
            note(f"nREPL server started on port {server.port} on host 127.0.0.1 - nrepl://127.0.0.1:{server.port}")
        session = stack.enter_context(closing(Session(host, around, edits)))
        if talks:
            _greet(host)
            _talk(session, around.state_directory())
        elif nrepl is not None and not as_json:
            threading.Event().wait()  # until somebody ends us
        elif not _converse(session, as_json):
            ctx.exit(1)


def _greet(host: Host) -> None:
    homes = ", ".join(str(each.home.path) for each in host.generation.loaded) or "no home yet (`chibi-hooks init`)"
    hooks = sum(len(each.hooks) for each in host.generation.responders.values())
    note(f"{homes}: generation {host.generation.number}, {hooks} hooks, in a host of this process")
    note("`,help` lists the commands, Ctrl-D ends")


def _serve(port: int, new: Callable[[], Evaluator]) -> Server:
    from chibi_hooks.repl.nrepl.server import Server  # bencode is needed by editors only

    return Server(port, new)


def _talk(evaluator: Evaluator, state: Path) -> None:
    from chibi_hooks.repl.terminal import Terminal  # prompt_toolkit costs 100 ms, and needs a terminal

    Terminal(evaluator, state / HISTORY).run()


def _converse(evaluator: Evaluator, as_json: bool) -> bool:
    from chibi_hooks.repl.lines import JsonLines, run_text

    if as_json:
        JsonLines(evaluator, sys.stdin.buffer, sys.stdout.buffer).run()
        return True
    return run_text(evaluator, sys.stdin, _write_out, _write_err)


def _write_out(text: str) -> None:
    click.echo(text.encode("utf-8", "replace").decode(), nl=False)


def _write_err(text: str) -> None:
    click.echo(text.encode("utf-8", "replace").decode(), nl=False, err=True)
