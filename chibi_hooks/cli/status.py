"""`status`: what is live in a home, since when, and what is wrong on disk."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime

import click

from chibi_hooks.cli._asking import Asking
from chibi_hooks.cli._say import note, notice_text, paint, say, say_json, say_table
from chibi_hooks.hooks.errors import counted
from chibi_hooks.hooks.live.status import Departure
from chibi_hooks.server.command import agents_host
from chibi_hooks.server.protocol import Message

EXAMPLES = ("status", "status --json")


@click.command()
@click.option("--home", metavar="DIR", help="The home that is meant (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(home: str | None, as_json: bool) -> None:
    """Show the resident host of a home: its process, the generation that is live, and files whose last good version
    decides because what is on disk is broken.

    Without a resident host it shows what any other command would load.
    """
    with Asking(home) as asking:
        status = asking.ask("status")
        socket = asking.address.socket if asking.client is not None else None
        http = asking.address.url()
        token = asking.address.token if http else None
    agents = agents_host()
    if socket is None:
        note(f"{asking.nobody}: this is what a command loads; `chibi-hooks serve` or `dev` starts a host")
    if as_json:
        about = {"resident": socket is not None, "socket": socket, "http": http, "token_file": token}
        say_json({**about, "agents_host": None if agents is None else agents._asdict(), **status})
        return
    rows = list(_rows(status, socket))
    if agents is not None:
        rows.append(("agents", f"are answered by pid {agents.pid}, which says what it cannot do in {agents.log}"))
    if http:
        rows.insert(1, ("http", f"{http}/hook/AGENT/EVENT, the token is in {token}"))
    say_table(rows, heading=False)
    for notice in status["notices"]:
        say(paint(notice_text(notice), fg="red"))


def _rows(status: Message, socket: str | None) -> Iterator[tuple[str, ...]]:
    if socket is not None:
        asked = counted(status["requests"], "request")
        yield "host", f"pid {status['pid']}, since {_clock(status['started'])}, {asked}"
        yield "socket", socket
    for home in status["homes"] or ["there is none; `chibi-hooks init` makes one"]:
        yield "home", home
    reloads = f", {status['reloads']} reloads, live since {_clock(status['since'])}" if socket is not None else ""
    yield "generation", f"{status['generation']}{reloads}"
    yield "responders", str(status["responders"])
    if status["isolated"]:
        yield "isolated", f"{', '.join(status['isolated'])}: each in a process of its own"
    if socket is not None:
        yield "watching", status["notice"] or status["watching"]
    for each in status["departures"]:
        yield "not on disk", str(Departure(**each))
    yield "journal", status["journal"] or "fires are not recorded"
    if status["lost"] or status["behind"]:
        yield "", f"{status['behind']} fires wait to be written, {status['lost']} are lost"
    for wrong in filter(None, (status["unwritable"], status["mended"])):
        yield "", wrong


def _clock(seconds: float) -> str:
    day = "%H:%M:%S" if time.time() - seconds < 43_200 else "%Y-%m-%d %H:%M:%S"
    return datetime.fromtimestamp(seconds).strftime(day)
