"""`test [PATHS]`: the test files of a home."""

from __future__ import annotations

import json
from pathlib import Path

import click

from chibi_hooks.cli._say import note, paint


@click.command()
@click.argument("paths", nargs=-1)
@click.option("--home", metavar="DIR", help="The home that the tests are about (default: the one each file is in).")
@click.option("-v", "--verbose", is_flag=True, help="Show the output of files that pass, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], home: str | None, verbose: bool, as_json: bool) -> None:
    """Run *-test.scm files: those in PATHS (files or directories), or all of the home.

    In a test file, (fire 'pre_tool payload) gives the outcome as an alist, and (fixture "name.json") reads the payload
    beside it. Exit code 1 when a test fails or there is none.
    """
    from chibi_hooks.hooks.home import Surroundings, find_homes
    from chibi_hooks.hooks.testing import find_test_files, run_test_file

    around = Surroundings.of_process()
    named = find_homes(around, home).homes[-1].path if home is not None else None
    roots = [Path(path) for path in paths] or ([named] if named else [each.path for each in find_homes(around).homes])
    results = []
    for path in find_test_files(roots):
        ran = run_test_file(path, named, around)
        results.append(ran)
        if not as_json:
            word = paint("ok", fg="green") if ran.good else paint("FAILED", fg="red", bold=True)
            click.echo(f"{path}: {word}: {ran.summary}")
            if verbose or not ran.good:
                _show(ran.output, ran.error, ran.notices)
    if as_json:
        click.echo(json.dumps([ran.to_json() for ran in results], ensure_ascii=False, indent=2))
    bad = sum(not ran.good for ran in results)
    if not results:
        note("there are no *-test.scm files here; `chibi-hooks promote` makes one of a recorded fire")
    elif not as_json:
        count = "1 file" if len(results) == 1 else f"{len(results)} files"
        note(f"{count}, {bad} of them failed" if bad else f"{count} passed")
    if bad or not results:
        ctx.exit(1)


def _show(output: str, error: str | None, notices: list[str]) -> None:
    for text in (output, error or "", *notices):
        for line in text.splitlines():
            click.echo(f"  {line}")
