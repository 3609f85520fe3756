"""`docs [PAGE]`: the manual, made from the tables: one page on stdout, or all as files."""

from __future__ import annotations

from pathlib import Path

import click

from chibi_hooks.cli._completing import pages
from chibi_hooks.cli._say import note, say_output

EXAMPLES = ("docs", "docs scheme-for-python", "docs --out manual")


@click.command()
@click.argument("page", required=False, shell_complete=pages)
@click.option("--out", metavar="DIR", type=click.Path(path_type=Path), help="Write every page below DIR, as markdown.")
@click.pass_context
def command(ctx: click.Context, page: str | None, out: Path | None) -> None:
    """Show PAGE of the manual (default: the first, which lists the others), or write all of it."""
    from chibi_hooks.docs.pages import all_pages, page_named
    from chibi_hooks.hooks.homes.home import Surroundings

    Surroundings.of_process().keep_compiled()
    if page is not None and out is not None:
        raise click.UsageError("give one of PAGE and --out")
    pages = all_pages(lambda: commands_page(ctx.find_root()))
    if out is None:
        say_output(page_named(pages, page or "README"), end="")
        return
    _write(out, {path: make() for path, make in pages.items()})
    note(f"{len(pages)} pages; begin with {out / 'README.md'}")


def commands_page(root: click.Context) -> str:
    """What `--help` says of every command."""
    group = root.command
    assert isinstance(group, click.Group)
    lines = ["# Commands", ""]
    for name in group.list_commands(root):
        found = group.get_command(root, name)
        assert found is not None, f"{name} is listed"
        text = found.get_help(click.Context(found, info_name=name, parent=root, terminal_width=100))
        lines += [f"## {name}", "", "```text", text, "```", ""]
    return "\n".join(lines)


def _write(out: Path, pages: dict[str, str]) -> None:
    from chibi_hooks.hooks.errors import ConfigError

    try:
        for path, text in pages.items():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{error.filename or out}: {error.strerror}") from None
