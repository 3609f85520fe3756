"""`list`: what is loaded, in the order in which it answers."""

from __future__ import annotations

import json

import click

from chibi_hooks.cli._say import columns, note


@click.command()
@click.option("--home", metavar="DIR", help="The home to list (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(home: str | None, as_json: bool) -> None:
    """List plugins and hook files with the points they answer, in the order in which they answer."""
    from chibi_hooks.hooks.host import Host

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
