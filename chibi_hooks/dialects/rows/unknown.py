"""An event of a name that no row of an agent has, and what failures do there -> the same event, or one that is read
as a tool call: where failures deny, a call does not pass because it is called by another name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from chibi_hooks.dialects.rows.reading import HeardEvent, at, read_call
from chibi_hooks.dialects.rows.row import CallAt, EventRow
from chibi_hooks.dialects.rows.tools import OwnCall
from chibi_hooks.hooks.answer import Json

LASTED: Final = "durationms"
RESULTS: Final = frozenset({
    "error", "errormessage", "result", "output", "toolresult", "toolresponse", "tooloutput", "exitcode", LASTED,
})  # fmt: skip
"""Keys of what came of a call, by whatever agent: in small letters, without what stands between their words. How
long it took is such a key if that is more than nothing."""
AFTERWARDS: Final = re.compile(  # names of events about such: PostTool…, toolPost…, after_tool; but not Postponed…
    r"(?:.*[^A-Za-z])?(?:(?:[Pp]ost|[Aa]fter)(?![a-z])|(?:POST|AFTER)(?![A-Za-z]))|.*[a-z](?:Post|After)(?![a-z])"
)


def taken_for_call(heard: HeardEvent, closes: Callable[[EventRow], bool]) -> HeardEvent:
    """The event as that of the first row about calls whose failure denies and whose fields it has; itself if it is
    known, has nothing of a call, or says what came of one. Raises BadCall."""
    if not heard.unknown:
        return heard
    taken = _call_in(heard, closes)
    became = "told to agent_event" if taken is None else f"judged as {taken.row.event}, for failures deny here"
    taken = taken or heard
    taken.notes.append(f"{heard.unknown}; {became}")
    return taken


def _call_in(heard: HeardEvent, closes: Callable[[EventRow], bool]) -> HeardEvent | None:
    told, rows = heard.told, heard.dialect.rows
    outputs = [row.call.output for row in rows if row.call is not None and row.call.output]
    if AFTERWARDS.match(heard.name) is not None or any(_is_told(at(told, each)) for each in outputs):
        return None
    for row in rows:
        where = row.call
        if where is None or where.tool or "pre_tool" not in row.points or not closes(row) or _has_result(told, where):
            continue
        arguments = at(told, where.arguments) if isinstance(where.arguments, str) else None
        if arguments is not None and at(told, where.name) is not None:
            taken = replace(heard, row=row)
            read_call(taken, where)
            taken.calls = [each for call in taken.calls for each in _as_elsewhere(taken, call)]
            return taken
    return None


def _as_elsewhere(heard: HeardEvent, call: OwnCall) -> list[OwnCall]:
    """A call of a tool that the agent does not have, as that of the first agent that has it."""
    if call.kind or (call.mcp is not None and call.mcp["exact"]):
        return [call]
    from chibi_hooks.dialects.rows.dialect import row_dialects  # all of them are loaded, for what goes wrong rarely

    cwd = str(heard.common.get("cwd", ""))
    for dialect in row_dialects():
        if dialect.tools.names.get(call.own):
            return dialect.tools.read(call.own, call.raw, cwd)
    return [call]


def _has_result(told: Mapping[str, Json], where: CallAt) -> bool:
    """Does it say what came of a call, beside where the call itself stands?"""
    return any(
        bool(value) if name == LASTED else _is_told(value)
        for key, value in told.items()
        if (name := key.replace("_", "").casefold()) in RESULTS and f"{key}." not in str(where.arguments)
    )


def _is_told(value: Json) -> bool:
    """Is there something in it? 0 is a number that somebody has told."""
    return bool(value) or type(value) in (int, float)
