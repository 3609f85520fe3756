"""A resident that compares decisions after each save -> notices for one REPL, with the mistakes in what was saved."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.columns import columns
from chibi_hooks.hooks.replaying.replay import failure_lines

if TYPE_CHECKING:
    from chibi_hooks.server.resident import Resident

LOOK: Final = 3600.0  # seconds of one wait; the end of the feed wakes it
MOST_SHOWN: Final = 10  # fires above a prompt; `,replay` shows more


class DecisionNotices:
    """Puts a page after each save that changes how recorded fires are decided, or in which something can never work."""

    def __init__(self, resident: Resident, put: Callable[[str], None]) -> None:
        self._put = put
        self._homes = [home.path for home in resident.host.reloader.homes]
        self._following = resident.feed.follow()
        self._unused = resident.decisions.used()
        threading.Thread(target=self._run, name="chibi-hooks-repl-decisions", daemon=True).start()

    def close(self) -> None:
        """Compare no longer on our account."""
        self._following.close()
        self._unused()

    def _run(self) -> None:
        while not self._following.has_ended:
            event = self._following.next(LOOK)
            if event is not None and (page := "\n".join(self._said(event))):
                self._put(page)

    def _said(self, event: dict[str, Json]) -> Iterator[str]:
        """What a save changes, and what is wrong with the files that were saved."""
        if event["event"] == "decisions":
            yield from _lines(event)
        elif event["event"] == "reloaded":
            from chibi_hooks.dialects.knowing import agents_known
            from chibi_hooks.hooks.checking.on_save import mistakes_saved  # brings the compiler; many never save

            yield from mistakes_saved(event, self._homes, agents=agents_known())


def _lines(diff: dict[str, Json]) -> Iterator[str]:
    """Nothing, when all is decided as before."""
    changed, failing = diff["changed"], diff["failing"]
    if diff["problem"]:
        yield f"decisions could not be compared: {diff['problem']}"
    if changed:
        which = "older" if diff.get("older") else "recorded"
        yield f"{len(changed)} of {diff['compared']} {which} fires are decided in another way now"
        yield from (f"  {line}" for line in columns([tuple(row) for row in diff["rows"]][: MOST_SHOWN + 1]))
        if (more := len(diff["rows"]) - 1 - MOST_SHOWN) > 0:
            yield f"  … and {more} more; `,replay` shows them all"
    yield from (f"  {line}" for line in islice(failure_lines(failing), MOST_SHOWN))
