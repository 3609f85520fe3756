"""`list`: what is loaded, in the order in which it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._completing import agents
from chibi_hooks.cli._nobody import no_home
from chibi_hooks.cli._say import note, say, say_json, say_table
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.columns import columns

if TYPE_CHECKING:
    from chibi_hooks.hooks.live.status import Departure
    from chibi_hooks.opening import Host

EXAMPLES = ("list", "list --tools", "list --libraries", "list --agent claude-code")


@click.command()
@click.option("--home", metavar="DIR", help="The home to list (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--tools", is_flag=True, help="List the tools that can be called, with their parameters.")
@click.option("--libraries", is_flag=True, help="List what hook files can import, and the tier that it needs.")
@click.option(
    "--agent",
    metavar="AGENT",
    shell_complete=agents,
    help="List the handlers that AGENT's settings have, and why some do not run.",
)
@click.option("--project", metavar="DIR", help="The project whose settings of AGENT count (default: this directory).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; of tools, with the JSON Schema of their parameters.")
def command(
    home: str | None, tools: bool, libraries: bool, agent: str | None, project: str | None, as_json: bool
) -> None:
    """List plugins and hook files with the points they answer, in the order in which they answer."""
    if tools + libraries + (agent is not None) > 1:
        raise click.UsageError("give one of --tools, --libraries and --agent")
    if agent is not None:
        _list_handlers(agent, project, as_json)
        return
    if libraries:
        _list_libraries(home, as_json)
        return
    from chibi_hooks.opening import Host

    if tools:
        _list_tools(home, as_json)
        return
    with Host.open(home=home) as host:
        generation = host.generation
        rows = [
            (point, each.kind, each.name, each.place or "")
            for point, responders in generation.responders.items()
            for each in responders.hooks
        ]
        for notice in generation.notices:
            note(f"skipped: {notice}")
        departures = _departures(home, host)
        for departure in departures:
            note(f"not on disk: {departure}")
        if generation.isolated:
            note(f"each in a process of its own: {', '.join(generation.isolated)}")
        if as_json:
            keys = ("point", "kind", "responder", "place")
            found = {
                "homes": [str(each.home.path) for each in generation.loaded],
                "hooks": [dict(zip(keys, row, strict=True)) for row in rows],
                "skipped": [{"place": notice.place, "reason": notice.reason} for notice in generation.notices],
                "departures": [asdict(each) for each in departures],
                "isolated": generation.isolated,
            }
            say_json(found, indent=2)
            return
        for each in generation.loaded:
            note(f"home: {each.home.path}")
        if rows:
            say_table([("POINT", "KIND", "RESPONDER", "PLACE"), *rows])
        else:
            note("no hooks are loaded" if generation.loaded else f"no hooks are loaded: {no_home()}")


def _departures(home: str | None, host: Host) -> Sequence[Departure]:
    """Where something else is live than lies on disk: in the resident host, if there is one, else for any command."""
    from chibi_hooks.hooks.errors import HookError
    from chibi_hooks.hooks.live.status import Departure
    from chibi_hooks.server.client import connect

    try:
        client = connect(home)
        if client is None:
            return host.status.departures
        with client:
            return [Departure(**each) for each in client.call("status")["departures"]]
    except HookError as error:
        note(f"the resident host does not answer: {error}")
        return host.status.departures


def _list_handlers(agent: str, project: str | None, as_json: bool) -> None:
    from chibi_hooks.cli._agents import around_project
    from chibi_hooks.dialects.hosting.events import handlers_here

    around, directory = around_project(project)
    settings = handlers_here(agent, around, directory)
    for text in settings.warnings:
        note(text)
    keys = ("event", "kind", "matcher", "responder", "place", "why_not")
    rows = [
        (each.event, each.kind, each.matcher, each.name, each.place, each.why_not or None) for each in settings.entries
    ]
    if as_json:
        say_json({"agent": agent, "handlers": [dict(zip(keys, row, strict=True)) for row in rows]}, indent=2)
    elif rows:
        shown = [tuple("" if each is None else each for each in row) for row in rows]
        say_table([("EVENT", "KIND", "MATCHER", "RESPONDER", "PLACE", "WHY NOT"), *shown])
    else:
        note(f"{agent} has no handlers here")


def _list_libraries(home: str | None, as_json: bool) -> None:
    from chibi_hooks.hooks.homes.home import Surroundings, find_homes
    from chibi_hooks.scheme.libraries.catalogue import standard_libraries
    from chibi_hooks.scheme.libraries.finding import libraries_in

    rows = [(name, tier, "") for name, tier in standard_libraries().items()]
    rows.append(("(harness docs)", "sandboxed", ""))  # the host makes it
    for each in find_homes(Surroundings.of_process(), home).homes:
        rows += [(name, "sandboxed", str(each.libraries)) for name in libraries_in(each.libraries)]
    if as_json:
        keys = ("library", "tier", "place")
        found = [dict(zip(keys, row, strict=True)) for row in sorted(rows)]
        say_json({"libraries": found}, indent=2)
    else:
        say_table([("LIBRARY", "TIER", "PLACE"), *sorted(rows)])


def _list_tools(home: str | None, as_json: bool) -> None:
    from chibi_hooks.hooks.tools.builtin_tools import builtin_tools
    from chibi_hooks.opening import Host

    with Host.open(home=home) as host:
        found = list(host.tools.values())
        built_in = {tool.name for tool in builtin_tools(host.generation.vfs)}
        for tool in found:
            if tool.name in built_in and tool.kind != "builtin":
                note(f"{tool.place}: {tool.name} takes the place of the built-in tool")
        left_out = host.notices
    for notice in left_out:
        note(f"skipped: {notice}")
    if as_json:
        skipped = [{"place": notice.place, "reason": notice.reason} for notice in left_out]
        say_json({"tools": [tool.to_json() for tool in found], "skipped": skipped}, indent=2)
        return
    for tool in found:
        say(f"{tool.name}  ({tool.kind}, {tool.place})  {tool.description}")
        for line in columns(_parameters(tool.parameters)):
            say(f"    {line}")


def _parameters(schema: Json) -> list[tuple[str, ...]]:
    """`lines?: integer` and what it is, for every parameter in a JSON Schema."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return [("any object", "")]
    required = schema.get("required")
    asked = required if isinstance(required, list) else []
    return [
        (f"{name}{'' if name in asked else '?'}: {_type(each)}", _description(each))
        for name, each in properties.items()
    ]


def _description(schema: Json) -> str:
    return str(schema.get("description", "")) if isinstance(schema, dict) else ""


def _type(schema: Json) -> str:
    if not isinstance(schema, dict):
        return "any"
    if isinstance(schema.get("enum"), list):
        return "|".join(str(each) for each in schema["enum"])
    return str(schema.get("type", "any"))
