"""`replay`: which recorded fires would be decided in another way now."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from chibi_hooks.cli._journal import filters, home_option, open_journal, wanted
from chibi_hooks.cli._say import note
from chibi_hooks.hooks.columns import columns
from chibi_hooks.hooks.errors import BadRequest


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@home_option
@filters
@click.option(
    "-n", "--last", "count", type=click.IntRange(1), default=50, show_default=True, help="How many of the last fires."
)
@click.option("--against", metavar="DIR", help="Replay against the home in DIR in place of the one that was recorded.")
@click.option("--fail-on-change", is_flag=True, help="Exit code 1 when a decision changes or a hook fails anew.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    ids: tuple[str, ...],
    home: str | None,
    count: int,
    against: str | None,
    fail_on_change: bool,
    as_json: bool,
    **filters: Any,
) -> None:
    """Run recorded fires against the hook files as they are now, and show only the decisions that change.

    Without IDs: the last fires, and all that were blocked or denied or in which a responder failed. Nothing is
    performed: plugins, unsandboxed files and tool calls answer as they did then.
    """
    from chibi_hooks.hooks.home import Surroundings, find_homes
    from chibi_hooks.hooks.replay import changed_decisions, load_for_replay

    chosen = wanted(**filters)
    if against is not None and not Path(against).is_dir():
        raise BadRequest(f"--against {against}: wanted the directory of a home; single files and generations cannot be")
    around = Surroundings.of_process()
    with open_journal(home) as journal:
        fires = [journal.find(id) for id in ids] if ids else journal.relevant(count, chosen)
    generation = load_for_replay(find_homes(around, against if against is not None else home), around)
    try:
        for notice in generation.notices:
            note(f"skipped: {notice}")
        report = changed_decisions(sorted(fires, key=lambda fire: fire.seq), None, generation)
    finally:
        generation.close()
    if as_json:
        click.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=2))
    else:
        for fire, reason in report.left_out:
            note(f"left out: {fire.id}: {reason}")
        for fire, answer in report.failing:
            message = answer.error.message if answer.error else ""
            note(f"fails now: {fire.id}: {answer.responder}: {message.partition(chr(10))[0]}")
        rows = report.rows()
        if rows:
            click.echo("\n".join(columns(rows)))
        note(f"{report.compared} fires compared, {len(report.changed)} decided in another way")
    if fail_on_change and (report.changed or report.failing):
        ctx.exit(1)
