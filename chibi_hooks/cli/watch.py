"""`watch`: every save of a hook file, a plugin or the configuration as one line: what changed, what is registered now,
how long it took."""

from __future__ import annotations

import json
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._say import note, paint

if TYPE_CHECKING:
    from chibi_hooks.hooks.host import Host
    from chibi_hooks.hooks.status import Reloaded

NOTICE_INTERVAL = 1.0  # seconds after which a change of how we watch is told, when nothing else happens


@click.command()
@click.option("--home", metavar="DIR", help="The home to watch (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per reload.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="End after N reloads.")
def command(home: str | None, as_json: bool, count: int | None) -> None:
    """Follow what is saved, until Ctrl-C: one line per reload, and the place of the mistake when a save is broken.

    What is watched here is loaded here, to be told about; a program that shall follow saves opens its host with
    `Host.open(watch=True)`.
    """
    from chibi_hooks.hooks.explanation import describe_reload
    from chibi_hooks.hooks.host import Host

    reloads: SimpleQueue[Reloaded] = SimpleQueue()
    with Host.open(home=home, watch=True, record=False) as host:
        host.reloader.listeners.append(reloads.put)
        host.reloader.take_saves()  # whoever watches is at work here
        _begin(host)
        for number, reloaded in enumerate(_each(reloads, host), 1):
            page = "\n".join(describe_reload(reloaded, paint))
            click.echo(json.dumps(reloaded.to_json(), ensure_ascii=False) if as_json else page)
            if number == count:
                return


def _begin(host: Host) -> None:
    for notice in host.notices:
        note(f"skipped: {notice}")
    for each in host.generation.loaded:
        note(f"watching {each.home.path}, generation {host.generation.number}")
    if not host.generation.loaded:
        note("there is no home yet; `chibi-hooks init` makes one")


def _each(reloads: SimpleQueue[Reloaded], host: Host) -> Iterator[Reloaded]:
    """The reloads as they come; how we watch, when that changes."""
    told = ""
    while True:
        status = host.status
        if status.notice != told:
            told = status.notice
            note(told or "events from the file system arrive again")
        try:
            yield reloads.get(timeout=NOTICE_INTERVAL)
        except Empty:
            continue
