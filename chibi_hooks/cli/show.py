"""`show ID`: one recorded fire with its payload."""

from __future__ import annotations

import click

from chibi_hooks.cli._completing import fires
from chibi_hooks.cli._journal import home_option, open_journal
from chibi_hooks.cli._say import say, say_json
from chibi_hooks.hooks.recording.explanation import clock, headline

EXAMPLES = ("show 3f2a-12",)


@click.command()
@click.argument("id", required=False, shell_complete=fires)
@home_option
@click.option("--json", "as_json", is_flag=True, help="Print everything that is known as one JSON object.")
@click.option("--payload", "only_payload", is_flag=True, help="Print only the payload, as `fire` takes it.")
def command(id: str | None, home: str | None, as_json: bool, only_payload: bool) -> None:
    """Show the recorded fire ID (or any beginning or end of an ID that fits one fire; default: the last fire)."""
    with open_journal(home) as journal:
        recorded = journal.find(id)
    if as_json or only_payload:
        say_json(recorded.payload if only_payload else recorded.to_json(), indent=2)
        return
    fire = recorded.fire
    say(f"{fire.id}  {clock(recorded.time)}  {fire.point}  generation {fire.generation}  {fire.ms:.3g} ms")
    if fire.origin is not None:
        say(f"asked by {fire.origin}")
    say(f"{recorded.decision}: {headline(recorded)}".removesuffix(": "))
    for title, value in (("payload", recorded.payload), ("outcome", recorded.outcome)):
        say(f"\n{title}")
        say_json(value, indent=2)
    for text in _remarks(recorded.redacted, recorded.cut):
        say(f"\n{text}")


def _remarks(redacted: int, cut: int) -> list[str]:
    remarks = []
    if redacted:
        remarks.append("There are secrets in it that were not recorded ([recorder] in chibi-hooks.toml).")
    if cut:
        remarks.append("It was too large and has been cut; it cannot be replayed.")
    return remarks
