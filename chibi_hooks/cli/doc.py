"""`doc NAME`: what is known of a name of the Scheme, of a library or of a hook point."""

from __future__ import annotations

import click

from chibi_hooks.cli._completing import names
from chibi_hooks.cli._say import say, say_json

EXAMPLES = ("doc payload-ref", "doc pre_tool", "doc harness shell")


@click.command(no_args_is_help=True)
@click.argument("name", nargs=-1, required=True, shell_complete=names)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: usage, about, examples, libraries.")
def command(name: tuple[str, ...], as_json: bool) -> None:
    """Show how NAME is used, what it does, an example, and which library has it: a procedure or form of the Scheme, a
    hook point, or a library such as (harness shell).
    """
    from chibi_hooks.docs.pages import library_page
    from chibi_hooks.docs.reference import entry, library_named
    from chibi_hooks.hooks.homes.home import Surroundings

    Surroundings.of_process().keep_compiled()
    text = " ".join(name)
    library = library_named(text)
    if library is not None and (len(name) > 1 or text.startswith("(") or "/" in text):
        page = library_page(library)
        say_json({"name": library, "kind": "library", "page": page}, indent=2) if as_json else say(page, end="")
        return
    found = entry(text)
    if as_json:
        say_json(found.to_json(), indent=2)
    else:
        say(found.text())
