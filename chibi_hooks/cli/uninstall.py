"""`uninstall`: an agent's settings as they were before `install`."""

from __future__ import annotations

import click

from chibi_hooks.cli._agents import (
    agent_argument,
    agent_named,
    around_project,
    dry_run_option,
    project_option,
    scope_option,
)
from chibi_hooks.cli._say import note, say_output

EXAMPLES = ("uninstall claude-code",)


@click.command()
@agent_argument
@scope_option(None)
@project_option
@dry_run_option
@click.pass_context
def command(ctx: click.Context, agent: str, scope: str | None, project: str | None, dry_run: bool) -> None:
    """Take our entries out of AGENT's settings: of one scope, or of all three.

    What others have written since stays. Where nobody has, the file is to the byte what it was before `install`.
    """
    from chibi_hooks.dialects.installing.change import make
    from chibi_hooks.dialects.installing.install import uninstalling
    from chibi_hooks.dialects.installing.target import written
    from chibi_hooks.hooks.errors import ConfigError

    dialect = agent_named(agent)
    around, directory = around_project(project)
    found = failed = False
    for where in written(dialect, around, directory):
        if scope not in (None, where.file.scope):
            continue
        plan = uninstalling(dialect, where)
        try:
            if dry_run and not (change := plan()).is_none:
                say_output(change.diff(), end="")
                found = True
            elif not dry_run and not make(plan).is_none:
                say_output(str(where.path))
                found = True
        except ConfigError as error:  # the others are taken out all the same
            note(str(error))
            failed = True
    if failed:
        ctx.exit(4)
    if not found:
        note(f"{agent}: nothing of ours is in its {'settings' if scope is None else f'{scope} settings'}")
