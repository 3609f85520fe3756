"""`watch`: every save of a hook file, a plugin or the configuration as one line: what changed, what is registered now,
how long it took."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._say import note, notice_text, paint, say, say_json

if TYPE_CHECKING:
    from chibi_hooks.server.protocol import Message

EXAMPLES = ("watch",)


@click.command()
@click.option("--home", metavar="DIR", help="The home to watch (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per reload.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="End after N reloads.")
def command(home: str | None, as_json: bool, count: int | None) -> None:
    """Follow what is saved, until Ctrl-C: one line per reload, and the place of the mistake when a save is broken.

    The reloads are those of the resident host. When none runs, this process holds it, and `fire` and the other
    commands ask it. What is saved in a project's trusted home meanwhile is taken for your own work, and trusted.
    """
    from chibi_hooks.cli._live import ended_by_signals, live_events
    from chibi_hooks.hooks.live.reload_lines import describe_reload
    from chibi_hooks.hooks.live.status import Reloaded

    number = 0
    with ended_by_signals(), closing(live_events(home, at_work=True)) as events:
        for event in events:
            if event["event"] != "reloaded":
                tell(event, "watching")
                continue
            reloaded = Reloaded.from_json(event)
            page = "\n".join(describe_reload(reloaded, paint))
            if as_json:
                say_json(reloaded.to_json())
            else:
                say(page)
            number += 1
            if number == count:
                return


def tell(event: Message, doing: str) -> None:
    """What is no reload, for people."""
    match event:
        case {"event": "status"}:
            for notice in event["notices"]:
                note(notice_text(notice))
            for home in event["homes"]:
                note(f"{doing} {home}, generation {event['generation']}")
            if event["notice"]:
                note(event["notice"])
        case {"event": "watching", "notice": notice}:
            note(notice or "events from the file system arrive again")
        case {"event": "missed", "count": count}:
            note(f"{count} events came too fast to be shown")
