"""`trust [DIR]`: a project's home is run from now on, with its files as they are now."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._completing import agents
from chibi_hooks.cli._say import note, say, say_table
from chibi_hooks.hooks.errors import ConfigError

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.home import Surroundings
    from chibi_hooks.hooks.homes.trust import Found, Trust

RIGHTS = {
    "plugins/": "a program: runs with your rights",
    "chibi-hooks.toml": "decides tiers, permission and limits",
}

EXAMPLES = ("trust --dry-run", "trust", "trust --list", "trust --agent claude-code")


@click.command()
@click.argument("directory", required=False, metavar="[DIR]")
@click.option("-n", "--dry-run", is_flag=True, help="Only show what there is and how it stands.")
@click.option("--list", "as_list", is_flag=True, help="List the homes that are trusted, and what has changed in them.")
@click.option("--revoke", is_flag=True, help="Trust nothing of the home any more.")
@click.option(
    "--agent",
    metavar="AGENT",
    shell_complete=agents,
    help="Trust the handlers of AGENT that come with the project, instead.",
)
def command(directory: str | None, dry_run: bool, as_list: bool, revoke: bool, agent: str | None) -> None:
    """Trust the home (.chibi) of the project in DIR, or around the working directory: its hooks run from now on.

    Trusted is every file as it is now. One that changes later, by a pull or a checkout, is skipped until you say so
    again; what you save while `dev`, `watch` or `repl` runs there is yours. Read the files first.
    """
    from chibi_hooks.hooks.homes.home import Surroundings
    from chibi_hooks.hooks.homes.trust import Trust

    if dry_run + as_list + revoke > 1:
        raise click.UsageError("give one of --dry-run, --list and --revoke")
    around = Surroundings.of_process()
    trust = Trust(around.state_directory())
    if as_list:
        _list(trust)
        return
    if agent is not None:
        _trust_handlers(agent, directory, trust, dry_run=dry_run, revoke=revoke)
        return
    home = _home(directory, around)
    if revoke:
        note(f"{home} is no longer trusted" if trust.revoke(home) else f"{home} was not trusted")
        return
    found = trust.files(home) if dry_run else trust.grant(home)
    if rows := list(_rows(found, everything=dry_run)):
        say_table(rows, heading=False)
    if dry_run:
        known = "is trusted" if trust.knows(home) else "is not trusted"
        note(f"{home} {known}: {_counted(found)}")
    else:
        note(f"{home} is trusted now: {_counted(found)}")


def _trust_handlers(agent: str, directory: str | None, trust: Trust, *, dry_run: bool, revoke: bool) -> None:
    from chibi_hooks.cli._agents import around_project
    from chibi_hooks.dialects.hosting.events import handlers_here

    around, project = around_project(directory)
    settings = handlers_here(agent, around, project)
    wanted = ("project", "local") if settings.hosted.trust == "project" else ("user", "project", "local")
    files = sorted({str(each.source) for each in settings.entries if each.scope in wanted})
    places = [os.path.relpath(each, project) for each in files]
    for each in settings.entries:
        if each.scope in wanted:
            say(f"{each.place}  {each.event}  {each.command or each.url or each.kind}")
    if not places:
        note(f"{agent} has no handlers that come with {project}")
    elif dry_run:
        known = [each for each in places if trust.has_file(project, each)]
        note(f"{len(known)} of {len(places)} files are trusted")
    elif revoke:
        trust.grant_files(project, [])
        note(f"the handlers that come with {project} are no longer trusted")
    else:
        trust.grant_files(project, places)
        note(f"trusted as they are now: {', '.join(places)}")


def _home(directory: str | None, around: Surroundings) -> Path:
    from chibi_hooks.hooks.homes.home import HOME_NAME, project_home

    if directory is None:
        home = project_home(around)
        if home is None:
            raise ConfigError(f"there is no {HOME_NAME} here or above; `chibi-hooks init --home {HOME_NAME}` makes one")
        return home
    path = around.directory / directory
    for home in (path / HOME_NAME, path):
        if home.name == HOME_NAME and os.path.isdir(home):
            return home
    raise ConfigError(f"{directory}: there is no {HOME_NAME} in it; other homes run when they are named with --home")


def _rows(found: Sequence[Found], *, everything: bool) -> Iterator[tuple[str, ...]]:
    for each in found:
        if everything or each.standing != "trusted":
            said = next((text for place, text in RIGHTS.items() if each.place.startswith(place)), "")
            yield (each.standing, each.place, "" if each.standing == "gone" else said)


def _list(trust: Trust) -> None:
    for home in trust.homes():
        say(f"{home}: {_counted(trust.files(home))}" if os.path.isdir(home) else f"{home}: is gone")
    if not trust.homes():
        note("no project's home is trusted; `chibi-hooks trust` in a project trusts its .chibi")


def _counted(found: Sequence[Found]) -> str:
    counts = Counter(each.standing for each in found)
    return ", ".join(f"{counts[word]} {word}" for word in ("trusted", "new", "changed", "gone") if counts[word]) or (
        "there are no files in it"
    )
