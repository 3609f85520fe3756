"""What the command line says about an agent (its name, a scope, a project) -> its dialect, and where its files are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._completing import agents
from chibi_hooks.cli._journal import Options
from chibi_hooks.hooks.errors import BadRequest, did_you_mean
from chibi_hooks.hooks.homes.home import Surroundings

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.dialect import RowDialect



class AgentName(click.ParamType[str]):
    """The name of an agent; without one it is said which there are."""

    name = "agent"

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """The agents that there are."""
        return f"There are: {', '.join(_names())}"


agent_argument: Options = click.argument("agent", metavar="AGENT", type=AgentName(), shell_complete=agents)
project_option: Options = click.option(
    "--project", metavar="DIR", help="The project whose files are meant (default: the working directory)."
)
dry_run_option: Options = click.option("--dry-run", is_flag=True, help="Only show what would change, as a diff.")


def scope_option(default: str | None) -> Options:
    """`--scope`, with its default."""
    return click.option(
        "--scope",
        type=click.Choice(["user", "project", "local"]),
        default=default,
        show_default=default is not None,
        help="Whose settings: the user's, those of the project, or one's own of the project.",
    )


def agent_named(name: str) -> RowDialect:
    """The dialect of an agent. Raises BadRequest, with a near name."""
    from chibi_hooks.dialects.rows.dialect import dialect_of

    found = dialect_of(name)
    if found is not None:
        return found
    if name == "chibi":
        raise BadRequest("chibi needs no installing: it reads the plugins and hook files of ~/.chibi by itself")
    there = _names()
    raise BadRequest(f'there is no agent "{name}"{did_you_mean(name, there) or "; there are: " + ", ".join(there)}')


def _names() -> list[str]:
    from chibi_hooks.dialects.rows.dialect import row_dialects

    return [each.agent for each in row_dialects()]


def around_project(project: str | None) -> tuple[Surroundings, Path]:
    """The surroundings of this process, seen from a project. Raises BadRequest when it is no directory."""
    around = Surroundings.of_process()
    path = around.directory / Path(project).expanduser() if project is not None else around.directory
    if not path.is_dir():
        raise BadRequest(f"--project {project}: there is no such directory")
    return replace(around, directory=path.resolve()), path.resolve()
