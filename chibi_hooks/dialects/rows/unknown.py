"""An event of a name that no row of an agent has, and what failures do there -> the same event, or one that is read
as a tool call: where failures deny, a call does not pass because it is called by another name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from chibi_hooks.dialects.rows.reading import TOLD, HeardEvent, at, read_call
from chibi_hooks.dialects.rows.row import EventRow


def taken_for_call(heard: HeardEvent, closes: Callable[[EventRow], bool]) -> HeardEvent:
    """The event as that of the first row about calls whose failure denies and whose fields it has; itself if it is
    known, has nothing of a call, or says what came of one."""
    dialect, told = heard.dialect, heard.told
    if heard.row is not dialect.other:
        return heard
    if any(row.call is not None and row.call.output and at(told, row.call.output) is not None for row in dialect.rows):
        return heard
    for row in dialect.rows:
        where = row.call
        if where is None or where.tool or "pre_tool" not in row.points or not closes(row):
            continue
        if isinstance(where.arguments, str) and at(told, where.name) and at(told, where.arguments) is not None:
            notes = [each.replace(TOLD, f"judged as {row.event}, for failures deny here") for each in heard.notes]
            taken = replace(heard, row=row, notes=notes)
            read_call(taken, where)
            return taken
    return heard
