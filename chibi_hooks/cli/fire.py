"""`fire POINT [FILE]`: a payload in, the folded outcome out."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._payload import read_payload
from chibi_hooks.cli._say import note, paint

if TYPE_CHECKING:
    from chibi_hooks.hooks.host import Fire, Host


@click.command(no_args_is_help=True)
@click.argument("point")
@click.argument("file", required=False)
@click.option("--home", metavar="DIR", help="The home whose hooks run (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--set", "changes", multiple=True, metavar="PATH=JSON", help="Change the payload: --set arguments.n=3")
@click.option("--sample", is_flag=True, help="Use a typical payload of the point.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole fire: outcome, answers, what was skipped.")
@click.option(
    "--format", "format_", type=click.Choice(["json", "sexp"]), default="json", help="What stdin says and stdout shows."
)
@click.option("--explain", is_flag=True, help="Show every answer with its place, and the fold step by step.")
@click.pass_context
def command(
    ctx: click.Context,
    point: str,
    file: str | None,
    home: str | None,
    changes: tuple[str, ...],
    sample: bool,
    as_json: bool,
    format_: str,
    explain: bool,
) -> None:
    """Fire POINT with the payload in FILE (- or nothing: stdin) and print what the hooks decide.

    The outcome is one JSON object that holds only what was set; {} means that nobody wants a change. A FILE called
    *.sexp holds an S-expression: ((tool_name . "shell_exec") (arguments (command . "ls"))).
    """
    from chibi_hooks.hooks.host import Host  # here, so that --help does without it
    from chibi_hooks.hooks.point import find

    stated = find(point)
    if file is None and not sample and not changes and sys.stdin.isatty():
        note(ctx.get_help())
        ctx.exit(64)
    payload = read_payload(stated, file, sample, changes, sexp=format_ == "sexp" and file in (None, "-"))
    with Host.open(home=home) as host:
        fire = host.fire(point, payload)
        _tell(fire)
        if explain:
            from chibi_hooks.hooks.explanation import explain as explanation  # it knows the journal: sqlite3

            click.echo("\n".join(explanation(fire, paint=paint)), err=as_json)
        else:
            _tell_failures(fire, host)
    if host.recorder is not None and host.recorder.fault:
        note(f"not recorded: {host.recorder.fault}")
    if as_json:
        click.echo(json.dumps(fire.to_json(), ensure_ascii=False))
    elif not explain and format_ == "sexp":
        from chibi_hooks.hooks.sexp import write_sexp

        click.echo(write_sexp(dict(fire.folded.values)))
    elif not explain:
        click.echo(json.dumps(dict(fire.folded.values), ensure_ascii=False, indent=2))


def _tell(fire: Fire) -> None:
    """What nobody's answer says: fields that the payload lacks, and what plugins wrote to stderr."""
    for name in fire.missing:
        note(f"{fire.point}: the payload has no {name}")
    for responder, text in fire.said:
        for line in text.splitlines():
            note(f"{responder}: {line}")


def _tell_failures(fire: Fire, host: Host) -> None:
    """Everything that went wrong, one line each; `--explain` has it in its place."""
    for notice in host.notices:
        note(f"skipped: {notice}")
    for answer in fire.answers:
        if answer.error:
            note(f"failed: {answer.responder} ({answer.place}): {answer.error.message}")
    for step in fire.steps:
        if step.action in ("warning", "unknown") and step.answer is not None:
            note(f"warning: {fire.answers[step.answer].responder}: {step.text}")
