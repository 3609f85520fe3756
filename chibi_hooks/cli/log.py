"""`log`: the recorded fires, one line each."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from chibi_hooks.cli._journal import filters, home_option, path_of, wanted
from chibi_hooks.cli._say import note, paint, say, say_json
from chibi_hooks.hooks.recording.explanation import clock, told
from chibi_hooks.scheme.reading.opener import identity_of

if TYPE_CHECKING:
    from chibi_hooks.hooks.recording.journal import Recorded, Wanted

LOOK: Final = 0.1  # seconds between two looks at the journal with -f
COLOURS: Final = {"blocked": "red", "denied": "red", "changed": "yellow", "allowed": "green"}

EXAMPLES = ("log", "log --decision blocked --since 2h", "log --agent claude-code -f")


@click.command()
@home_option
@filters
@click.option("-n", "--last", "count", type=click.IntRange(1), default=20, show_default=True, help="How many fires.")
@click.option("-f", "--follow", is_flag=True, help="Go on with new fires as they come, until Ctrl-C.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line, with everything that is known.")
def command(home: str | None, count: int, follow: bool, as_json: bool, **filters: Any) -> None:
    """List recorded fires, the oldest first: time, ID, hook point, decision, which agent asked, and what led to it.

    `chibi-hooks why ID` explains one of them.
    """
    path = path_of(home)
    chosen = wanted(**filters)
    fires = _follow(path, chosen, count) if follow else _last(path, chosen, count)
    shown = 0
    try:
        for fire in fires:
            if as_json:
                say_json(fire.to_json())
            else:
                say(_line(fire))
            shown += 1
    except KeyboardInterrupt:
        return
    if not shown and not as_json:
        note("no recorded fire is like that")


def _last(path: Path, chosen: Wanted, count: int) -> Iterator[Recorded]:
    from chibi_hooks.hooks.recording.journal import Journal

    with Journal(path) as journal:
        yield from journal.fires(chosen, count)
        for each in journal.damaged:
            note(each)


def _follow(path: Path, chosen: Wanted, count: int) -> Iterator[Recorded]:
    """The last fires and then every new one; a journal that is not there yet, or is made again, is waited for."""
    from chibi_hooks.hooks.recording.journal import Journal, NoFires

    limit: int | None = count
    while True:
        file = identity_of(path)
        try:
            with Journal(path) as journal:
                seen = chosen
                while identity_of(path) == file:
                    for fire in journal.fires(seen, limit):
                        seen = replace(seen, after=fire.seq)
                        yield fire
                    limit = None
                    time.sleep(LOOK)
        except NoFires:
            time.sleep(LOOK)
        limit = None


def _line(fire: Recorded) -> str:
    colour = COLOURS.get(fire.decision)
    decision = fire.decision.ljust(8)
    shown = paint(decision, fg=colour) if colour else decision
    asked = f"  ({fire.fire.origin})" if fire.fire.origin is not None else ""
    return f"{clock(fire.time)}  {fire.id}  {fire.point:<16}  {shown}  {told(fire)}{asked}".rstrip()
