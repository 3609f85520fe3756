"""`reload`: has the running host look at the disk now, and says what that changed."""

from __future__ import annotations

import click

from chibi_hooks.cli._asking import Asking
from chibi_hooks.cli._say import note, paint, say, say_json
from chibi_hooks.hooks.homes.home import Notice

EXAMPLES = ("reload",)


@click.command()
@click.option("--home", metavar="DIR", help="The home that is meant (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object: what changed (or null), and the status.")
@click.pass_context
def command(ctx: click.Context, home: str | None, as_json: bool) -> None:
    """Look at the disk now; the resident host does so by itself after every save. Exit code 1 when something is broken.

    Without a resident host the home is loaded to see whether it can be; nothing else remembers it.
    """
    with Asking(home) as asking:
        told = asking.ask("reload")
        alone = asking.client is None
    if alone:
        note(f"{asking.nobody}: every command loads what is on disk")
    status = told["status"]
    if as_json:
        say_json(told)
    elif told["reloaded"] is not None:
        from chibi_hooks.hooks.live.reload_lines import describe_reload
        from chibi_hooks.hooks.live.status import Reloaded

        say("\n".join(describe_reload(Reloaded.from_json(told["reloaded"]), paint)))
    else:
        said = "this is how it loads" if alone else "nothing has changed"
        say(f"generation {status['generation']}  {said}")
        for notice in status["errors"]:
            note(str(Notice(**notice)))
    if status["errors"]:
        ctx.exit(1)
