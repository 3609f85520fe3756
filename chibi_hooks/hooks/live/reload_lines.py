"""What became of a look at the disk -> lines for people: what changed, what is registered now, what is broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from chibi_hooks.hooks.deciding.paint import Paint, plain
from chibi_hooks.hooks.live.status import Reloaded

MOST_SHOWN: Final = 6  # changes and registrations named in one line; a checkout of a thousand files is one line too


def describe_reload(reloaded: Reloaded, paint: Paint = plain) -> Iterator[str]:
    """One line about a reload, and the page of every new error."""
    live = f"generation {reloaded.generation}" if reloaded.published else f"generation {reloaded.generation} stays"
    parts = [paint(live, bold=True), _listed(str(change) for change in reloaded.changes)]
    registrations = [*(f"+{each}" for each in reloaded.added), *(f"-{each}" for each in reloaded.removed)]
    if registrations:
        parts.append(_listed(registrations))
    yield f"{'  '.join(parts)}  {reloaded.ms:.1f} ms"
    for error in reloaded.errors:
        yield paint(str(error), fg="red")


def _listed(items: Iterable[str]) -> str:
    found = list(items)
    more = [f"and {len(found) - MOST_SHOWN} more"] if len(found) > MOST_SHOWN else []
    return ", ".join([*found[:MOST_SHOWN], *more])
