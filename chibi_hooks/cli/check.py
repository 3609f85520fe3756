"""`check [PATHS]`: mistakes in homes, hook files and plugins, with their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._say import note, paint
from chibi_hooks.hooks.errors import BadRequest

if TYPE_CHECKING:
    from chibi_hooks.hooks.lint import Finding


@click.command()
@click.argument("paths", nargs=-1)
@click.option(
    "--home", metavar="DIR", help="The home to check when no PATHS are given (default: CHIBI_HOME, or ~/.chibi)."
)
@click.pass_context
def command(ctx: click.Context, paths: Sequence[str], home: str | None) -> None:
    """Look for mistakes without firing anything, in PATHS (hook files and homes) or in the home.

    Reports files and plugins that do not load, hook points that do not exist, callbacks that cannot take one argument,
    names that nothing defines, and returned keys that the point does not accept. Exit code 1 when there are errors.
    """
    findings = list(_check_all(paths, home))
    for finding in findings:
        severity = paint(f"{finding.severity}:", fg="red" if finding.severity == "error" else "yellow", bold=True)
        click.echo(f"{finding.place}: {severity} {finding.message}")
    errors = sum(finding.severity == "error" for finding in findings)
    note(f"{errors} errors, {len(findings) - errors} warnings" if findings else "no mistakes found")
    if errors:
        ctx.exit(1)


def _check_all(paths: Sequence[str], home: str | None) -> Iterator[Finding]:
    if not paths:
        yield from _check_home(home)
    for path in paths:
        if Path(path).is_dir():
            yield from _check_home(path)
        elif Path(path).is_file():
            from chibi_hooks.hooks.config import Config
            from chibi_hooks.hooks.lint import check_script

            yield from check_script(Path(path), path, Config())
        else:
            raise BadRequest(f"{path}: there is no such file or directory")


def _check_home(home: str | None) -> Iterator[Finding]:
    from chibi_hooks.hooks.generation import find_scripts
    from chibi_hooks.hooks.host import Host
    from chibi_hooks.hooks.lint import Finding, check_script

    with Host.open(home=home, fresh=True) as host:
        own = [notice for loaded in host.generation.loaded for notice in loaded.notices]
        for notice in host.generation.notices:
            if notice not in own:  # a project's home that is not trusted
                note(f"skipped: {notice}")
        for loaded in host.generation.loaded:
            scripts = dict(find_scripts(loaded.home.path))
            for notice in loaded.notices:
                if notice.place not in scripts:
                    yield Finding(notice.place, "error", notice.reason)
            for name, path in scripts.items():
                yield from check_script(path, name, loaded.config, [loaded.home.libraries], loaded.home.gate)
