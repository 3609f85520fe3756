"""`fire POINT [FILE]`: a payload in, the folded outcome out."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._asking import Asking
from chibi_hooks.cli._payload import read_payload
from chibi_hooks.cli._say import note, notice_text, paint

if TYPE_CHECKING:
    from chibi_hooks.hooks.host import Fire
    from chibi_hooks.server.protocol import Message


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

    Where a resident host runs for the home (`chibi-hooks serve`, `dev`), it fires: with its environment, in the
    directory of here.
    """
    with Asking(home) as asking:
        typical = asking.ask("sample", point=point)["payload"]  # and there is such a point
        if file is None and not sample and not changes and sys.stdin.isatty():
            note(ctx.get_help())
            ctx.exit(64)
        payload = read_payload(typical, file, sample, changes, sexp=format_ == "sexp" and file in (None, "-"))
        look = asking.client is not None  # what was saved a moment ago counts
        told = asking.ask("fire", point=point, payload=payload, look=look, written=True, **asking.standing)
    fire = told["fire"]
    _tell(told)
    if explain:
        from chibi_hooks.hooks.explanation import explain as explanation  # it knows the journal: sqlite3

        click.echo("\n".join(explanation(_as_fire(told), paint=paint)), err=as_json)
    else:
        _tell_failures(told)
    if told["not_recorded"]:
        note(f"not recorded: {told['not_recorded']}")
    if as_json:
        click.echo(json.dumps(fire, ensure_ascii=False))
    elif not explain and format_ == "sexp":
        from chibi_hooks.hooks.sexp import write_sexp

        click.echo(write_sexp(fire["outcome"]))
    elif not explain:
        click.echo(json.dumps(fire["outcome"], ensure_ascii=False, indent=2))


def _tell(told: Message) -> None:
    """What nobody's answer says: fields that the payload lacks, and what plugins wrote to stderr."""
    for name in told["missing"]:
        note(f"{told['fire']['point']}: the payload has no {name}")
    for responder, text in told["said"]:
        for line in text.splitlines():
            note(f"{responder}: {line}")


def _tell_failures(told: Message) -> None:
    """Everything that went wrong, one line each; `--explain` has it in its place."""
    for notice in told["notices"]:
        note(notice_text(notice))
    answers = told["fire"]["answers"]
    for answer in answers:
        if answer["error"]:
            note(f"failed: {answer['responder']} ({answer['place']}): {answer['error']['message']}")
    for step in told["steps"]:
        if step["action"] in ("warning", "unknown") and step["answer"] is not None:
            note(f"warning: {answers[step['answer']]['responder']}: {step['text']}")


def _as_fire(told: Message) -> Fire:
    from chibi_hooks.hooks.answer import Answer, Failure
    from chibi_hooks.hooks.calling import MadeCall
    from chibi_hooks.hooks.fold import Folded
    from chibi_hooks.hooks.host import Fire, Skipped
    from chibi_hooks.hooks.journal import RecordedStep
    from chibi_hooks.hooks.point import find

    fire = told["fire"]
    answers = [{**each, "error": each["error"] and Failure(**each["error"])} for each in fire["answers"]]
    steps = [RecordedStep(**each) for each in told["steps"]]
    return Fire(
        fire["fire"],
        fire["generation"],
        {},  # it is explained without
        [Answer(**each) for each in answers],
        [Skipped(**each) for each in fire["skipped"]],
        Folded(find(fire["point"]), fire["outcome"], steps),  # type: ignore[arg-type]
        told["missing"],
        told["said"],
        fire["ms"],
        [MadeCall(**each) for each in told["calls"]],
    )
