"""`page`: the address of the page that a running `serve --http` shows."""

from __future__ import annotations

import click

from chibi_hooks.cli._say import note, say_output
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.server.address import address_of

EXAMPLES = ("page", "page --act --open")


@click.command()
@click.option("--home", metavar="DIR", help="The home that is meant (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--act", is_flag=True, help="With this address the page may also accept, roll back and keep tests.")
@click.option("--open", "opens", is_flag=True, help="Open it in the browser.")
def command(home: str | None, act: bool, opens: bool) -> None:
    """Print the address of the page: who answers where and how fast, fires as they come, why each was decided so, and
    what the last save changes. `chibi-hooks serve --http` shows it, to nobody without the key that stands behind the #.
    """
    from chibi_hooks.server.agents.page.keys import page_address
    from chibi_hooks.server.token_file import token_in

    around = Surroundings.of_process()
    address = address_of(find_homes(around, home), around)
    url = address.url()
    if url is None:
        raise ConfigError(f"{address.home}: nobody shows its page; start `chibi-hooks serve --http`")
    shown = page_address(url, token_in(address.token), "acting" if act else "looking")
    say_output(shown)
    if opens:
        import webbrowser

        if not webbrowser.open(shown):
            note("there is no browser here; copy the address into one")
