"""`list`: what is loaded, in the order in which it answers."""

from __future__ import annotations

import json

import click

from chibi_hooks.cli._say import note
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.columns import columns


@click.command()
@click.option("--home", metavar="DIR", help="The home to list (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--tools", is_flag=True, help="List the tools that can be called, with their parameters.")
@click.option("--libraries", is_flag=True, help="List what hook files can import, and the tier that it needs.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; of tools, with the JSON Schema of their parameters.")
def command(home: str | None, tools: bool, libraries: bool, as_json: bool) -> None:
    """List plugins and hook files with the points they answer, in the order in which they answer."""
    if tools and libraries:
        raise click.UsageError("give one of --tools and --libraries")
    if libraries:
        _list_libraries(home, as_json)
        return
    from chibi_hooks.hooks.host import Host

    if tools:
        _list_tools(home, as_json)
        return
    with Host.open(home=home) as host:
        generation = host.generation
        rows = [
            (point, hook.kind, hook.responder, hook.place)
            for point, responders in generation.responders.items()
            for hook in responders.hooks
        ]
        for notice in generation.notices:
            note(f"skipped: {notice}")
        if as_json:
            keys = ("point", "kind", "responder", "place")
            found = {
                "homes": [str(each.home.path) for each in generation.loaded],
                "hooks": [dict(zip(keys, row, strict=True)) for row in rows],
                "skipped": [{"place": notice.place, "reason": notice.reason} for notice in generation.notices],
            }
            click.echo(json.dumps(found, indent=2, ensure_ascii=False))
            return
        for each in generation.loaded:
            note(f"home: {each.home.path}")
        if rows:
            click.echo("\n".join(columns([("POINT", "KIND", "RESPONDER", "PLACE"), *rows])))
        else:
            make = "" if generation.loaded else ": there is no home; `chibi-hooks init` makes one"
            note(f"no hooks are loaded{make}")


def _list_libraries(home: str | None, as_json: bool) -> None:
    from chibi_hooks.hooks.home import Surroundings, find_homes
    from chibi_hooks.scheme.catalogue import libraries_in, standard_libraries

    rows = [(name, tier, "") for name, tier in standard_libraries().items()]
    rows.append(("(harness docs)", "sandboxed", ""))  # the host makes it
    for each in find_homes(Surroundings.of_process(), home).homes:
        rows += [(name, "sandboxed", str(each.libraries)) for name in libraries_in(each.libraries)]
    if as_json:
        keys = ("library", "tier", "place")
        found = [dict(zip(keys, row, strict=True)) for row in sorted(rows)]
        click.echo(json.dumps({"libraries": found}, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(columns([("LIBRARY", "TIER", "PLACE"), *sorted(rows)])))


def _list_tools(home: str | None, as_json: bool) -> None:
    from chibi_hooks.hooks.host import Host

    with Host.open(home=home) as host:
        found = list(host.tools.values())
        for notice in host.notices:
            note(f"skipped: {notice}")
    if as_json:
        click.echo(json.dumps({"tools": [tool.to_json() for tool in found]}, indent=2, ensure_ascii=False))
        return
    for tool in found:
        click.echo(f"{tool.name}  ({tool.kind}, {tool.place})  {tool.description}")
        for line in columns(_parameters(tool.parameters)):
            click.echo(f"    {line}")


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
