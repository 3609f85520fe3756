"""`points [POINT]`: the hook points, from the one table."""

from __future__ import annotations

import json

import click

from chibi_hooks.hooks.columns import columns


@click.command()
@click.argument("point", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with JSON Schemas of payload and answer.")
def command(point: str | None, as_json: bool) -> None:
    """List the hook points, or show everything about POINT: payload, what may be answered, how answers combine."""
    from chibi_hooks.hooks.describe import describe, statement
    from chibi_hooks.hooks.point import POINTS, find

    if point is not None:
        stated = find(point)
        click.echo(json.dumps(statement(stated), indent=2, ensure_ascii=False) if as_json else describe(stated))
    elif as_json:
        click.echo(json.dumps([statement(each) for each in POINTS.values()], indent=2, ensure_ascii=False))
    else:
        rows = [(each.wire, ", ".join(each.outcome_fields) or "-", each.when) for each in POINTS.values()]
        click.echo("\n".join(columns([("POINT", "MAY RETURN", "FIRES"), *rows])))
