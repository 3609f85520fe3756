"""`repl`: forms and comma commands, next to the hooks that are live."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._live import AGAIN, LOADING, OPERATIONS
from chibi_hooks.cli._say import note, say, say_output
from chibi_hooks.cli._waiting import WAITING
from chibi_hooks.hooks.homes.home import Homes, Surroundings, find_homes
from chibi_hooks.hooks.processes.ownership import OWN
from chibi_hooks.hooks.recording.journal_path import journal_path
from chibi_hooks.server.address import Taken
from chibi_hooks.server.client import NotDone, connect, standing

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.repl.doors.nrepl.server import Server
    from chibi_hooks.repl.evaluator import Evaluator
    from chibi_hooks.server.resident import Resident

HISTORY = "repl-history"
PORT_FILE = ".nrepl-port"  # where CIDER, Calva and Conjure look

New = Callable[[], "Evaluator"]  # makes a session

EXAMPLES = ("repl", "repl --home demo", "repl --nrepl 0")


@click.command()
@click.option("--home", metavar="DIR", help="The home whose hooks are live (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--json", "as_json", is_flag=True, help="One JSON request per line of stdin, one JSON reply per line.")
@click.option("--nrepl", type=click.IntRange(0, 65535), metavar="PORT", help="Serve nREPL on PORT, 0: any.")
@click.option("--geiser", is_flag=True, help="Answer Emacs' Geiser on stdin and stdout; `docs editors` has its part.")
@click.pass_context
def command(ctx: click.Context, home: str | None, as_json: bool, nrepl: int | None, geiser: bool) -> None:
    """Evaluate Scheme next to a running host: try hooks, fire points, look at decisions; `,help` lists the commands.

    That is the resident host of the home when one runs (`chibi-hooks serve`, `dev`), else one that is held here; with
    a terminal or --nrepl it is there for the other commands too.

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
    OWN.terminal, OWN.show = False, None  # the prompt has it
    from chibi_hooks.repl.reattaching import Reattaching

    around = Surroundings.of_process()
    around.keep_compiled()
    talks = not (as_json or geiser) and sys.stdin.isatty() and sys.stdout.isatty()
    with ExitStack() as stack:
        new = _sessions(stack, home, around, hold=talks or geiser or nrepl is not None, decisions=talks)
        if nrepl is not None:
            server = stack.enter_context(closing(_serve(nrepl, new)))
            stack.enter_context(_port_file(around.directory / PORT_FILE, server.port))
            note(f"nREPL server started on port {server.port} on host 127.0.0.1 - nrepl://127.0.0.1:{server.port}")
        if nrepl is not None and not (talks or as_json or geiser):
            threading.Event().wait()  # until somebody ends us
        again = partial(_sessions, stack, home, around, hold=talks, decisions=talks)
        evaluator = stack.enter_context(closing(Reattaching(new(), lambda: again()())))
        if talks:
            note("`,help` lists the commands, Ctrl-D ends")
            homes = find_homes(around, home)
            _talk(evaluator, history_path(homes, around), live=bool(homes.homes))
        elif geiser:
            _answer_geiser(evaluator)
        elif not _converse(evaluator, as_json):
            ctx.exit(1)


def _sessions(stack: ExitStack, home: str | None, around: Surroundings, *, hold: bool, decisions: bool) -> New:
    """What makes sessions: at the resident host that runs, or at one that lasts as long as `stack`."""
    if _attach(home, around):
        from chibi_hooks.repl.remote import RemoteSession

        where = standing(find_homes(around, home))
        return lambda: RemoteSession(lambda: connect(home, around), **where, at_work=True, decisions=decisions)
    hold = hold and bool(find_homes(around, home).homes)  # where there is no home, there is nothing to hold
    resident = _hold(stack, home, around) if hold else None
    if hold and resident is None:  # somebody was faster
        return _sessions(stack, home, around, hold=hold, decisions=decisions)
    resident = resident or _keep(stack, home, around)
    stack.callback(resident.begin_work())  # whoever is here is at work on these files
    for notice in resident.host.notices:
        note(f"skipped: {notice}")
    return lambda: _session(stack, resident, decisions)


def _attach(home: str | None, around: Surroundings) -> bool:
    try:
        client = connect(home, around)
    except NotDone as error:
        note(f"working without the resident host: {error}")
        return False
    if client is None:
        return False
    with client:
        note(f"attached to the host that runs already (pid {client.pid})")
    return True


def _hold(stack: ExitStack, home: str | None, around: Surroundings) -> Resident | None:
    """Hold the host of the home for everybody; None when somebody else does meanwhile."""
    from chibi_hooks.server.door import Door  # brings the host, and a client does without

    until = time.monotonic() + LOADING
    while True:
        try:
            door = stack.enter_context(Door.open(home, around=around, say=note, more=OPERATIONS))
        except Taken:
            if time.monotonic() > until:
                raise
            time.sleep(AGAIN)
            if connect(home, around) is not None:
                return None
            continue
        note("no host was running; this REPL holds it, and the other commands ask it meanwhile")
        return door.resident


def _keep(stack: ExitStack, home: str | None, around: Surroundings) -> Resident:
    """A host for this process alone."""
    from chibi_hooks.opening import Host
    from chibi_hooks.server.resident import Resident

    resident = Resident(lambda: Host.open(home, watch=True, around=around), around)
    resident.begin()
    stack.enter_context(resident)
    return resident


def _session(stack: ExitStack, resident: Resident, decisions: bool) -> Evaluator:
    from chibi_hooks.repl.decision_notices import DecisionNotices
    from chibi_hooks.repl.operations import edits_of
    from chibi_hooks.repl.session import Session

    session = Session(resident.host, resident.around, edits_of(resident.host))
    if decisions:
        stack.callback(DecisionNotices(resident, session.notices.put).close)
    return session


@contextmanager
def _port_file(path: Path, port: int) -> Iterator[None]:
    """The file in which editors look for the port of a project; it goes with the server, unless another has come."""
    text = f"{port}\n"
    try:
        path.write_text(text, encoding="ascii")
    except OSError as error:
        note(f"{path}: {error.strerror}; tell the editor the port yourself")
    try:
        yield
    finally:
        with suppress(OSError):
            if path.read_text("utf-8", "replace") == text:
                path.unlink()


def _serve(port: int, new: New) -> Server:
    from chibi_hooks.repl.doors.nrepl.server import Server  # bencode is needed by editors only

    return Server(port, new)


def history_path(homes: Homes, around: Surroundings) -> Path:
    """What was entered in this project; the first time, with what was entered in all of them before."""
    path = journal_path(homes, around).with_name(HISTORY)
    common = around.state_directory() / HISTORY
    if not path.exists() and common.is_file():
        with suppress(OSError):  # a history that cannot be kept is done without
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(0o600)
            path.write_bytes(common.read_bytes())
    return path


def _talk(evaluator: Evaluator, history: Path, live: bool) -> None:
    from chibi_hooks.repl.doors.terminal import Terminal  # prompt_toolkit costs 100 ms, and needs a terminal

    Terminal(evaluator, history, live).run()


def _converse(evaluator: Evaluator, as_json: bool) -> bool:
    from chibi_hooks.repl.doors.lines import JsonLines, run_text

    if as_json:
        WAITING.end()  # what comes now goes past it
        JsonLines(evaluator, sys.stdin.buffer, sys.stdout.buffer).run()
        return True
    return run_text(evaluator, sys.stdin, _write_out, _write_err)


def _answer_geiser(evaluator: Evaluator) -> None:
    from chibi_hooks.repl.doors.geiser import GeiserLines  # one editor needs it

    GeiserLines(evaluator, sys.stdin, _write_out).run()


def _write_out(text: str) -> None:
    say_output(text, end="")


def _write_err(text: str) -> None:
    say(text, end="", err=True)
