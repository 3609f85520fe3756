"""`doctor`: what is found here, what runs, and what is wrong, on one page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._say import note, paint

if TYPE_CHECKING:
    from chibi_hooks.hooks.doctor import Finding
    from chibi_hooks.hooks.home import Surroundings

COLOURS = {"ok": "green", "warning": "yellow", "problem": "red"}


@click.command()
@click.option("--home", metavar="DIR", help="The home to look at (default: those that count here).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, home: str | None, as_json: bool) -> None:
    """Look at everything that hooks need, without firing any: versions, homes and whether they are trusted, what is
    skipped and why, plugins whose schema fails, the journal. Exit code 1 when there is a problem.
    """
    from chibi_hooks.hooks.doctor import examine
    from chibi_hooks.hooks.home import Surroundings

    around = Surroundings.of_process()
    findings = examine(around, home)
    findings.append(_resident(home, around))
    problems = sum(finding.state == "problem" for finding in findings)
    if as_json:
        shown = {"healthy": not problems, "findings": [finding.to_json() for finding in findings]}
        click.echo(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(_lines(findings)))
        note(f"{problems} problems" if problems else "everything is well")
    if problems:
        ctx.exit(1)


def _resident(home: str | None, around: Surroundings) -> Finding:
    """The process that holds the home's host, if there is one."""
    from chibi_hooks.hooks.doctor import Finding
    from chibi_hooks.hooks.errors import HookError
    from chibi_hooks.server.client import connect

    try:
        client = connect(home, around)
        if client is None:
            return Finding("resident", "ok", "no resident host runs; `chibi-hooks serve`, `dev` or `watch` starts one")
        with client:
            status = client.call("status")
    except HookError as error:
        return Finding("resident", "problem", str(error))
    about = f"pid {client.pid}, generation {status['generation']}"
    stale = ", ".join(status["stale"])
    if stale:
        return Finding("resident", "warning", f"{about}; the last good version decides of {stale}")
    return Finding("resident", "ok", about)


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    for topic, about in groupby(findings, lambda finding: finding.topic):
        yield topic
        for finding in about:
            yield f"  {paint(finding.state.ljust(7), fg=COLOURS[finding.state])}  {finding.text}"
