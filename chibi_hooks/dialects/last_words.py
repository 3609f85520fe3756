"""Rows -> what each agent can be told when nothing of ours works: `last_words.json` beside this file, for a client that
imports nothing of the package (server/hook_alone.py).

Rules
-----
* For each event the silence, and where a denial can be said its text, with `REASON` where the reason goes, and the
  points whose `on_failure` makes it one.
* How an event says its name and where it happens is in it, too: what is told depends on these.
"""

from __future__ import annotations

import json
from typing import Final

from chibi_hooks.dialects.rows.conversation import points_of_failure
from chibi_hooks.dialects.rows.dialect import RowDialect, row_dialects
from chibi_hooks.dialects.rows.replying import AgentReply, Said
from chibi_hooks.dialects.rows.row import EventRow
from chibi_hooks.hooks.answer import Json

REASON: Final = "@REASON@"


def last_words() -> dict[str, Json]:
    """The whole table, by agent."""
    return {**{dialect.agent: _agent(dialect) for dialect in row_dialects()}, "chibi": _chibi()}


def as_text(table: dict[str, Json]) -> str:
    """The table as the file has it: a line for each event."""
    agents = []
    for agent, about in table.items():
        events = ",\n".join(f"    {json.dumps(name)}: {json.dumps(each)}" for name, each in about["events"].items())
        rest = ",\n".join(f"  {json.dumps(key)}: {json.dumps(each)}" for key, each in about.items() if key != "events")
        agents.append(f' {json.dumps(agent)}: {{\n{rest},\n  "events": {{\n{events}\n  }}\n }}')
    return "{\n" + ",\n".join(agents) + "\n}\n"


def _agent(dialect: RowDialect) -> dict[str, Json]:
    return {
        "names": list(dialect.names),
        "spellings": dict(dialect.spellings),
        "signs": dict(dialect.signs),
        "cwd": dialect.common.get("cwd", "cwd"),
        "silence": dialect.other.silence.decode(),
        "events": {row.event: _event(dialect, row) for row in dialect.rows if not row.when},
    }


def _chibi() -> dict[str, Json]:
    """Chibi asks us as one of its plugins: its events are our points, and are named in its environment."""
    from chibi_hooks.dialects.chibi.guest import SILENCE, VARIABLE
    from chibi_hooks.hooks.deciding.fold import refusal
    from chibi_hooks.hooks.deciding.point import POINTS  # brings pydantic

    events: dict[str, Json] = {}
    for name, point in POINTS.items():
        said = refusal(point, REASON)
        denial = {"deny": json.dumps(said), "points": [name]} if said else {}
        events[name] = {"silence": SILENCE.decode(), **denial}
    about = {"names": [], "spellings": {}, "signs": {}, "cwd": "", "silence": SILENCE.decode()}
    return {"variable": VARIABLE, **about, "events": events}


def _event(dialect: RowDialect, row: EventRow) -> dict[str, Json]:
    said = AgentReply(dialect.agent, row, row.event).say(Said({"deny": REASON})).text
    told: dict[str, Json] = {"silence": row.silence.decode()}
    if said != row.silence:
        told |= {"deny": said.decode(), "points": sorted(points_of_failure(row))}
    return told
