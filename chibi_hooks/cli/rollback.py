"""`rollback`: brings back, in the running host, what the generation before had."""

from __future__ import annotations

import click

from chibi_hooks.cli._asking import Asking
from chibi_hooks.cli._say import paint, say, say_json
from chibi_hooks.hooks.errors import BadRequest

EXAMPLES = ("rollback",)


@click.command()
@click.option("--home", metavar="DIR", help="The home that is meant (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(home: str | None, as_json: bool) -> None:
    """Bring back what the resident host had before the last reload, until the files are saved again. The files stay as
    they are."""
    from chibi_hooks.hooks.live.reload_lines import describe_reload
    from chibi_hooks.hooks.live.status import Reloaded

    with Asking(home) as asking:
        if asking.client is None:
            raise BadRequest(
                f"rollback: {asking.nobody}, and only a running one remembers an "
                "earlier generation; bring the files back in your editor or with git, or start `chibi-hooks serve`"
            )
        told = asking.client.call("rollback")
    if as_json:
        say_json(told)
    else:
        say("\n".join(describe_reload(Reloaded.from_json(told["reloaded"]), paint)))
