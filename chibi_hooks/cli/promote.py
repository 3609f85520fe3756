"""`promote ID`: a recorded fire becomes a test."""

from __future__ import annotations

from pathlib import Path

import click

from chibi_hooks.cli._completing import fires
from chibi_hooks.cli._journal import home_option, open_journal
from chibi_hooks.cli._say import note, say_output

EXAMPLES = ("promote", "promote 3f2a-12")


@click.command()
@click.argument("id", required=False, shell_complete=fires)
@home_option
@click.option("--to", "directory", metavar="DIR", help="Where to write (default: tests/ in the home).")
@click.option("--name", metavar="NAME", help="The name of the files (default: point, decision, end of the ID).")
def command(id: str | None, home: str | None, directory: str | None, name: str | None) -> None:
    """Make a test of the recorded fire ID (default: the last one): its payload as NAME.json, and NAME-test.scm, which
    expects the outcome that was recorded. `chibi-hooks test` runs it."""
    from chibi_hooks.hooks.errors import ConfigError
    from chibi_hooks.hooks.replaying.promotion import promote

    with open_journal(home) as journal:
        fire = journal.find(id)
    target = Path(directory) if directory is not None else Path(fire.homes[-1] if fire.homes else ".") / "tests"
    try:
        promoted = promote(fire, target, name)
    except OSError as error:
        raise ConfigError(f"{error.filename}: {error.strerror}") from None
    say_output(str(promoted.fixture))
    say_output(str(promoted.test))
    if fire.redacted:
        note(f"secrets were not recorded: where {promoted.fixture.name} has [redacted], write one like them")
    note(f"try: chibi-hooks test {promoted.test}")
