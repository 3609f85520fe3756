"""`install`: our hooks in an agent's own settings, proved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._agents import (
    agent_argument,
    agent_named,
    around_project,
    dry_run_option,
    project_option,
    scope_option,
)

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.settings import FileScope

EXAMPLES = ("install claude-code --dry-run", "install codex --scope project")


@click.command()
@agent_argument
@scope_option("user")
@click.option("--home", metavar="DIR", help="The home whose hooks answer (default: those that count where it happens).")
@project_option
@click.option("--all-events", "every", is_flag=True, help="Every event, not only those in which something can be said.")
@dry_run_option
@click.pass_context
def command(
    ctx: click.Context, agent: str, scope: FileScope, home: str | None, project: str | None, every: bool, dry_run: bool
) -> None:
    """Let AGENT ask our hooks: write one entry for each of its events into its own settings, and send an event through
    what was written.

    Nothing else in the file moves; a copy of it lies beside it until `uninstall`, which leaves it as it was. If the
    event gets no answer, nothing is left written, and the exit code is 1.
    """
    from chibi_hooks.cli._installing import install

    around, directory = around_project(project)
    if not install(agent_named(agent), scope, around, directory, home=home, every=every, dry_run=dry_run):
        ctx.exit(1)
