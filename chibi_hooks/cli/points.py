"""`points [POINT]`: the hook points, from the one table."""

from __future__ import annotations

from dataclasses import replace

import click

from chibi_hooks.cli._completing import points
from chibi_hooks.cli._say import say, say_json, say_table

EXAMPLES = ("points", "points pre_tool", "points pre_tool --agents", "points --json")


@click.command()
@click.argument("point", required=False, shell_complete=points)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with JSON Schemas of payload and answer.")
@click.option("--agents", is_flag=True, help="Show what each agent does with each word, event by event.")
def command(point: str | None, as_json: bool, agents: bool) -> None:
    """List the hook points, or show everything about POINT: payload, what may be answered, how answers combine."""
    if agents:
        return _agents(point, as_json)
    from chibi_hooks.hooks.deciding.describe import describe, statement
    from chibi_hooks.hooks.deciding.point import POINTS, find

    if point is not None:
        stated = find(point)
        if as_json:
            say_json(statement(stated), indent=2)
        else:
            say(describe(stated))
    elif as_json:
        say_json([statement(each) for each in POINTS.values()], indent=2)
    else:
        rows = [(each.wire, ", ".join(each.outcome_fields) or "-", each.when) for each in POINTS.values()]
        say_table([("POINT", "MAY RETURN", "FIRES"), *rows])


def _agents(point: str | None, as_json: bool) -> None:
    """The matrix; with a point, of the events that fire it."""
    from chibi_hooks.dialects.rows.dialect import row_dialects
    from chibi_hooks.dialects.rows.matrix import lines, points_of, table
    from chibi_hooks.hooks.deciding.point import find

    if point is not None:
        find(point)
    found = [
        replace(each, rows=tuple(row for row in each.rows if point is None or point in points_of(row)))
        for each in row_dialects()
    ]
    if as_json:
        say_json([line.to_json() for line in lines(found)], indent=2)
    else:
        say_table(table(found))
