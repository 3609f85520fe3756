"""`lsp`: hook files in an editor, over stdin and stdout."""

from __future__ import annotations

import click

from chibi_hooks.hooks.errors import ConfigError

EXAMPLES = ("lsp",)


@click.command()
def command() -> None:
    """Serve an editor that speaks the Language Server Protocol, over stdin and stdout: mistakes as you write, names,
    hook points and payload keys, usage, definitions, renaming, layout, and above each hook what it did today.

    It needs the extra: pip install 'chibi-hooks[lsp]'. Editors want the command `chibi-hooks lsp` for Scheme files.
    """
    try:
        from chibi_hooks.lsp.server import make_server  # pygls is an extra
    except ModuleNotFoundError as error:
        raise ConfigError(f"{error.name} is not installed: pip install 'chibi-hooks[lsp]'") from None
    from chibi_hooks.hooks.homes.home import Surroundings

    make_server(Surroundings.of_process()).start_io()
