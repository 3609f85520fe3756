"""`why [ID]`: how a recorded fire came to its outcome, with places and source lines."""

from __future__ import annotations

import click

from chibi_hooks.cli._completing import fires
from chibi_hooks.cli._journal import home_option, open_journal
from chibi_hooks.cli._say import paint, say, say_json
from chibi_hooks.hooks.recording.explanation import explain_recorded

EXAMPLES = ("why", "why last", "why 3f2a-12 --json")


@click.command()
@click.argument("id", required=False, shell_complete=fires)
@home_option
@click.option("--json", "as_json", is_flag=True, help="Print answers and steps as JSON.")
def command(id: str | None, home: str | None, as_json: bool) -> None:
    """Explain the recorded fire ID (default: the last one): who answered what and where, and how the answers became
    the outcome, step by step."""
    with open_journal(home) as journal:
        recorded = journal.find(id)
    if as_json:
        say_json(recorded.to_json(), indent=2)
    else:
        say("\n".join(explain_recorded(recorded, paint)))
