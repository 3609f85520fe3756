"""`replay --from`: an agent's transcripts as fires, and what hooks would have said to them as rows of a table."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from chibi_hooks.cli._say import note
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.recording.explanation import subject
from chibi_hooks.hooks.recording.journal import Recorded, Wanted

if TYPE_CHECKING:
    from chibi_hooks.hooks.replaying.replay import Report

DAYS: Final = 7 * 86_400.0  # seconds


def week_ago() -> float:
    """Since when, where nobody says so."""
    return time.time() - DAYS


def past_fires(agent: str, chosen: Wanted) -> list[Recorded]:
    """What an agent did, as fires that nobody has answered. Raises BadRequest."""
    from chibi_hooks.dialects.transcripts.past import read_past

    if chosen.decision or chosen.responder or chosen.failed or chosen.agent:
        raise BadRequest("--from takes --since, --until and --point: nobody has decided about these events yet")
    since = chosen.since if chosen.since is not None else week_ago()
    past = read_past(agent, Surroundings.of_process(), since, chosen.until)
    for each in past.notes:
        note(each)
    note(f"{agent}: {len(past.fires)} moments of {len(past.sessions)} sessions")
    return [fire for fire in past.fires if chosen.point in (None, fire.point)]


def told_rows(report: Report) -> list[tuple[str, ...]]:
    """What would have been said, to what; the last first."""
    rows: list[tuple[str, ...]] = [("TIME", "POINT", "WHAT", "NOW", "BECAUSE OF")] if report.changed else []
    for each in reversed(report.changed):
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(each.fire.time))
        place = each.after.place or ""
        rows.append((when, each.fire.point, subject(each.fire.payload), each.after.told(each.before), place))
    return rows
