"""`show ID`: one recorded fire with its payload."""

from __future__ import annotations

import json

import click

from chibi_hooks.cli._journal import home_option, open_journal
from chibi_hooks.hooks.explanation import clock, headline


@click.command()
@click.argument("id", required=False)
@home_option
@click.option("--json", "as_json", is_flag=True, help="Print everything that is known as one JSON object.")
@click.option("--payload", "only_payload", is_flag=True, help="Print only the payload, as `fire` takes it.")
def command(id: str | None, home: str | None, as_json: bool, only_payload: bool) -> None:
    """Show the recorded fire ID (or any beginning or end of an ID that fits one fire; default: the last fire)."""
    with open_journal(home) as journal:
        fire = journal.find(id)
    if as_json or only_payload:
        click.echo(json.dumps(fire.payload if only_payload else fire.to_json(), ensure_ascii=False, indent=2))
        return
    click.echo(f"{fire.id}  {clock(fire.time)}  {fire.point}  generation {fire.generation}  {fire.ms:.3g} ms")
    click.echo(f"{fire.decision}: {headline(fire)}".removesuffix(": "))
    for title, value in (("payload", fire.payload), ("outcome", fire.outcome)):
        click.echo(f"\n{title}")
        click.echo(json.dumps(value, ensure_ascii=False, indent=2))
    for text in _remarks(fire.redacted, fire.cut):
        click.echo(f"\n{text}")


def _remarks(redacted: int, cut: int) -> list[str]:
    remarks = []
    if redacted:
        remarks.append("There are secrets in it that were not recorded ([recorder] in chibi-hooks.toml).")
    if cut:
        remarks.append("It was too large and has been cut; it cannot be replayed.")
    return remarks
