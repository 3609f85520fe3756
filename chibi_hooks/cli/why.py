"""`why [ID]`: how a recorded fire came to its outcome, with places, source lines, and the path through each hook."""

from __future__ import annotations

import click

from chibi_hooks.cli._completing import fires
from chibi_hooks.cli._journal import home_option, open_journal, paths_known
from chibi_hooks.cli._say import note, paint, say, say_json
from chibi_hooks.hooks.recording.explanation import explain_recorded

EXAMPLES = ("why", "why last", "why 3f2a-12 --json")


@click.command()
@click.argument("id", required=False, shell_complete=fires)
@home_option
@click.option("--json", "as_json", is_flag=True, help="Print answers, steps and paths as JSON.")
def command(id: str | None, home: str | None, as_json: bool) -> None:
    """Explain the recorded fire ID (default, and as `last`: the last one): who answered what and where, how the answers
    became the outcome, and the path through each hook: the clause that answered, and what its tests read.

    The path is found by asking the hook files as they were then once more, without any effect.
    """
    with open_journal(home) as journal:
        recorded = journal.find(id)
    known = paths_known(recorded, home)
    from chibi_hooks.hooks.checking.path_told import path_json, path_lines  # paths_known has brought it

    if as_json:
        say_json({**recorded.to_json(), "paths": path_json(recorded, known)}, indent=2)
    else:
        say("\n".join([*explain_recorded(recorded, paint), *path_lines(recorded, known, paint)]))
    if known.note:
        note(known.note)
