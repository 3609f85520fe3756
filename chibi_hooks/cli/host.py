"""`host AGENT EVENT [FILE]`: an event of an agent in, what that agent would decide by its own handlers out."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._completing import agents, events
from chibi_hooks.cli._content import read_whole
from chibi_hooks.cli._say import note, say_json
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.payload import parse_payload
from chibi_hooks.scheme.reading.opener import is_directory

if TYPE_CHECKING:
    from chibi_hooks.hooks.answer import Json
    from chibi_hooks.hooks.homes.home import Home, Surroundings

EXAMPLES = ("host claude-code Stop event.json --project .",)


@click.command()
@click.argument("agent", shell_complete=agents)
@click.argument("event", shell_complete=events)
@click.argument("file", required=False)
@click.option("--project", metavar="DIR", help="The project: its files count, and its handlers are trusted.")
@click.option("--managed", metavar="DIR", help="Where managed settings lie (default: the agent's own place).")
@click.option("--plugin", "plugins", multiple=True, metavar="DIR", help="A plugin of the agent; may be repeated.")
@click.option("--profile", metavar="NAME", help="Which of the agent's profiles, where it has several.")
@click.option("--trusted", is_flag=True, help="Run handlers that come with a project as though the user trusted them.")
@click.option("--no-hooks", "silent", is_flag=True, help="Run no handler, as with the agent's switch of that name.")
@click.option("--home", metavar="DIR", help="Ask the hooks of this home as well, before the handlers.")
@click.pass_context
def command(
    ctx: click.Context,
    agent: str,
    event: str,
    file: str | None,
    project: str | None,
    managed: str | None,
    plugins: Sequence[str],
    profile: str | None,
    trusted: bool,
    silent: bool,
    home: str | None,
) -> None:
    """Run the handlers that AGENT has configured for EVENT, by its own rules, and print what it would decide.

    AGENT chibi is the plugins of a home, at one of our own points.

    The event is JSON in FILE (- or nothing: stdin), whole or in part: what the agent always sends is filled in. Which
    settings count, --project says (default: those of the working directory, whose handlers need `chibi-hooks trust
    --agent`). The exit code is 0 whatever is decided, and 4 for settings that the agent itself would refuse.
    """
    from chibi_hooks.dialects.hosting.events import fire_event, hosted_agent
    from chibi_hooks.hooks.homes.home import Surroundings
    from chibi_hooks.opening import Host, Source

    around = Surroundings.of_process()
    if agent == "chibi":
        _run_plugins(event, _read(file), project, home)
        return
    hosted = hosted_agent(agent, profile)
    for name, given in (("--project", project), ("--managed", managed), *(("--plugin", each) for each in plugins)):
        if given is not None and not is_directory(given):
            raise BadRequest(f"{name} {given}: there is no such directory")
    if managed is not None and not hosted.managed:
        raise BadRequest(f"--managed: {agent} has no managed settings")
    stated = trusted or (project is not None and hosted.trust == "project")
    source = Source(agent, project, managed, profile, stated, plugins, silent)
    told = _read(file)
    with Host.open(home=home or _nobody(around), around=around, sources=[source], record=home is not None) as host:
        fired = fire_event(host, agent, event, told)
        say_json(dict(fired.decision), indent=2)
        sys.stdout.flush()
        refused = fired.refused
        for each in refused:
            note(f"{agent} refuses its settings: {each}")
        for word in fired.wait():
            note(f"after the answer: {word}")
    if refused:
        ctx.exit(4)


def _run_plugins(point: str, told: dict[str, Json], project: str | None, home: str | None) -> None:
    from chibi_hooks.dialects.hosting.chibi_home import plugins_decide
    from chibi_hooks.hooks.homes.home import HOME_NAME
    from chibi_hooks.opening import Host

    if home is None and project is not None:
        inside = os.path.join(project, HOME_NAME)
        home = inside if is_directory(inside) else project
    with Host.open(home=home, record=False) as host:
        for notice in host.notices:
            note(f"skipped: {notice}")
        say_json(plugins_decide(host, point, told), indent=2)


def _read(file: str | None) -> dict[str, Json]:
    if file is None and sys.stdin.isatty():
        return {}
    name = "stdin" if file in (None, "-") else str(file)
    data = read_whole(file or "-", name).removeprefix(b"\xef\xbb\xbf")
    if data.strip():
        return parse_payload(data, name)
    if file is not None:
        raise BadRequest(f"{name}: the event is empty; give a JSON object, or {{}} for a typical one")
    note("stdin is empty: this is a typical event")
    return {}


def _nobody(around: Surroundings) -> Home:
    """A home where there is nothing: no hooks of ours are asked."""
    from chibi_hooks.hooks.homes.home import Home

    return Home(Path(os.path.join(around.state_directory(), "no-home")), "given")
