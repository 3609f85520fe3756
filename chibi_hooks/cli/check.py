"""`check [PATHS]`: mistakes in homes, hook files and plugins, with their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._say import note, paint, say
from chibi_hooks.hooks.errors import BadRequest, ConfigError, did_you_mean

if TYPE_CHECKING:
    from chibi_hooks.hooks.checking.finding import Finding


@click.command()
@click.argument("paths", nargs=-1)
@click.option(
    "--home", metavar="DIR", help="The home to check when no PATHS are given (default: CHIBI_HOME, or ~/.chibi)."
)
@click.option("--agent", "agents", multiple=True, metavar="AGENT", help="Check what AGENT's settings say of handlers.")
@click.option("--project", metavar="DIR", help="The project whose settings of AGENT count (default: this directory).")
@click.option("--profile", metavar="NAME", help="Which of AGENT's profiles.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: Sequence[str],
    home: str | None,
    agents: Sequence[str],
    project: str | None,
    profile: str | None,
) -> None:
    """Look for mistakes without firing anything, in PATHS (hook files and homes) or in the home.

    Reports files and plugins that do not load, hook points that do not exist, callbacks that cannot take one argument,
    names that nothing defines, and returned keys that the point does not accept. Of an agent's settings: what that
    agent lets pass in silence, such as events that never fire and scripts that are not there. Exit code 1 when there
    are errors.
    """
    found = _check_agents(agents, project, profile) if agents else _check_all(paths, home)
    findings = list(found)
    for finding in findings:
        severity = paint(f"{finding.severity}:", fg="red" if finding.severity == "error" else "yellow", bold=True)
        say(f"{finding.place}: {severity} {finding.message}")
    errors = sum(finding.severity == "error" for finding in findings)
    note(
        f"{counted(errors, 'error')}, {counted(len(findings) - errors, 'warning')}" if findings else "no mistakes found"
    )
    if errors:
        ctx.exit(1)


def counted(count: int, word: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def _check_all(paths: Sequence[str], home: str | None) -> Iterator[Finding]:
    if not paths:
        yield from _check_home(home)
    for path in paths:
        if Path(path).is_dir():
            yield from _check_home(path)
        elif Path(path).is_file():
            from chibi_hooks.hooks.checking.lint import check_script
            from chibi_hooks.hooks.homes.config import Config

            yield from check_script(Path(path), path, Config())
        else:
            raise BadRequest(f"{path}: there is no such file or directory")


def _check_agents(agents: Sequence[str], project: str | None, profile: str | None) -> Iterator[Finding]:
    from chibi_hooks.cli._agents import around_project
    from chibi_hooks.dialects.hosting.events import settings_of
    from chibi_hooks.dialects.hosting.linting import lint_settings

    around, directory = around_project(project)
    for agent in agents:
        dialect, settings = settings_of(agent, around, directory, profile)
        yield from lint_settings(settings, dialect)


def _check_home(home: str | None) -> Iterator[Finding]:
    from chibi_hooks.hooks.checking.finding import Finding, Spot
    from chibi_hooks.hooks.checking.lint import check_script
    from chibi_hooks.hooks.homes.home import find_scripts
    from chibi_hooks.opening import Host

    with Host.open(home=home, fresh=True) as host:
        own = [notice for loaded in host.generation.loaded for notice in loaded.notices]
        for notice in host.generation.notices:
            if notice not in own:  # a project's home that is not trusted
                note(f"skipped: {notice}")
        for loaded in host.generation.loaded:
            scripts = dict(find_scripts(loaded.home.path))
            for notice in loaded.notices:
                if notice.place not in scripts:
                    yield Finding(Spot.read(notice.place), "error", notice.reason, "home")
            for name, path in scripts.items():
                agents = _shortcomings(loaded.config.agents)
                yield from check_script(path, name, loaded.config, [loaded.home.libraries], loaded.home.gate, agents)


def _shortcomings(names: Sequence[str]) -> Callable[[str, str], Iterator[str]]:
    """What these agents do not simply honour, by point and field of an answer. Raises ConfigError for a wrong name."""
    from chibi_hooks.dialects.rows.dialect import dialect_of, row_dialects
    from chibi_hooks.dialects.rows.matrix import effects_at, points_of

    found = {}
    for name in names:
        if (dialect := dialect_of(name)) is not None:
            found[name] = dialect
        else:
            near = did_you_mean(name, [each.agent for each in row_dialects()])
            raise ConfigError(f'[agents] used: there is no agent "{name}"{near}')

    def said(point: str, field: str) -> Iterator[str]:
        for name, dialect in found.items():
            if not any(point in points_of(row) for row in dialect.rows):
                yield f"{point}: {field} has no effect at {name}: no event of it fires {point}"
            for event, effect, to, because in effects_at(dialect, point, field):
                if effect != "honours":
                    becomes = f"becomes {to}" if effect == "degrades" else "has no effect"
                    yield f"{point}: {field} {becomes} at {name} {event}: {because}"

    return said
