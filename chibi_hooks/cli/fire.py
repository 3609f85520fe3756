"""`fire POINT [FILE]`: a payload in, the folded outcome out."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._asking import Asking
from chibi_hooks.cli._completing import agents, points
from chibi_hooks.cli._nobody import why_nothing
from chibi_hooks.cli._payload import read_payload
from chibi_hooks.cli._say import note, notice_text, paint, say, say_json, say_output
from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.errors import BadRequest, HookError, did_you_mean
from chibi_hooks.visible import below

if TYPE_CHECKING:
    from chibi_hooks.hooks.fire import Fire
    from chibi_hooks.hooks.homes.home import Surroundings
    from chibi_hooks.server.fired import Fired

OF_EVENTS = ("hook_event_name", "tool_input", "toolName", "toolArgs", "toolCall")  # what agents say, and no payload
EXAMPLES = (
    "fire pre_tool --sample",
    "fire pre_tool --sample --set arguments.n=3 --explain",
    "fire pre_tool payload.json --home demo --json",
    "fire pre_tool --sample --as codex",
)


@click.command(no_args_is_help=True)
@click.argument("point", shell_complete=points)
@click.argument("file", required=False)
@click.option("--home", metavar="DIR", help="The home whose hooks run (default: CHIBI_HOME, or ~/.chibi).")
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="PATH=VALUE",
    help="Change the payload, or the sample where there is no FILE: JSON or a text, --set arguments.command='rm -rf /'",
)
@click.option("--sample", is_flag=True, help="Use a typical payload of the point.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole fire: outcome, answers, what was skipped.")
@click.option(
    "--format", "format_", type=click.Choice(["json", "sexp"]), default="json", help="What stdin says and stdout shows."
)
@click.option(
    "--as",
    "agent",
    metavar="AGENT",
    shell_complete=agents,
    help="Show what that agent would send, and what it would be told.",
)
@click.option(
    "--explain", is_flag=True, help="Show every answer with its place, the fold step by step, and the paths, as `why`."
)
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
    agent: str | None,
    explain: bool,
) -> None:
    """Fire POINT with the payload in FILE (- or nothing: stdin; {…}: that itself) and print what the hooks decide.

    The outcome is one JSON object that holds only what was set; {} means that nobody wants a change. A FILE called
    *.sexp holds an S-expression: ((tool_name . "shell_exec") (arguments (command . "ls"))).

    Where a resident host runs for the home (`chibi-hooks serve`, `dev`), it fires: with its environment, in the
    directory of here.
    """
    with (ctx.obj or Asking)(home) as asking:
        typical = asking.ask("sample", point=point)["payload"]  # and there is such a point
        if file is None and not sample and not changes and asking.is_typed_at():
            note(ctx.get_help())
            ctx.exit(64)
        sexp = format_ == "sexp" and file in (None, "-")
        payload = read_payload(typical, file, sample, changes, sexp=sexp, content=asking.content)
        if agent is not None:
            return _as_agent(asking, agent, point, payload)
        fired = asking.fire(point, payload)
        alone, around = asking.alone, asking.around
    fire = fired.fire
    _tell(fire, alone, payload, typical)
    if (nothing := why_nothing(fire, home, around)) is not None:
        note(nothing)
    if explain:
        from chibi_hooks.hooks.recording.explanation import explain as explanation

        lines = explanation(fire, paint=paint, advise=lambda each: _advice(each, home, around, payload))
        say("\n".join([*lines, *_path(fire, home)]), err=as_json)
    else:
        _tell_failures(fired, home, around, payload)
    if fired.not_recorded:
        note(f"not recorded: {fired.not_recorded}")
    if fired.mended:
        note(f"journal: {fired.mended}")
    if as_json:
        say_json(fire.to_json())
    elif not explain and format_ == "sexp":
        from chibi_hooks.hooks.scripts.sexp import write_sexp

        say_output(write_sexp(dict(fire.folded.values)))
    elif not explain:
        say_json(dict(fire.folded.values), indent=2)


def _shown_already(fire: Fire) -> set[str]:
    """The responders whose stderr has been on the terminal while they ran."""
    if not fire.said:
        return set()
    from chibi_hooks.hooks.processes.keeper import KEEPER  # it is loaded where there were any

    if KEEPER.terminal is None or KEEPER.terminal.show is None:
        return set()
    return {answer.responder for answer in fire.answers if answer.kind == "plugin"}


def _as_agent(asking: Asking, agent: str, point: str, payload: Json) -> None:
    """What the agent would send for this, and what it would be told, as one JSON object. Raises BadRequest."""
    from chibi_hooks.dialects.rows.dialect import dialect_of, row_dialects
    from chibi_hooks.dialects.rows.speaking import event_for

    dialect = dialect_of(agent)
    if dialect is None:
        names = [each.agent for each in row_dialects()]
        raise BadRequest(
            f"--as {agent}: there is no such agent{did_you_mean(agent, names)}; there are: {', '.join(names)}"
        )
    name, event = event_for(dialect, point, payload)
    text = json.dumps(event).encode()
    fields = {"agent": agent, "event": name, "bytes": base64.b64encode(text).decode("ascii")}
    told = asking.ask("hook", look=True, written=True, **fields, **asking.standing)
    for each in told["notes"]:
        note(each)
    answer = base64.b64decode(told["text"]).decode("utf-8")
    shown = {"agent": agent, "event": name, "sends": event, "stdout": answer, "exit": told["code"]}
    say_json(shown, indent=2)


def _tell(fire: Fire, alone: bool, payload: Json, typical: Json) -> None:
    """What nobody's answer says: fields that the payload lacks or that are misspelt, what plugins wrote to
    stderr and hooks displayed."""
    for name in payload.keys() - typical.keys():
        if (near := did_you_mean(name, typical)) and not _is_field(fire.point, name):
            note(f'{fire.point}: the payload has "{name}", which no hook will look for{near}')
    tool = payload.get("tool_name")
    if isinstance(tool, str) and tool != tool.lower():
        from chibi_hooks.dialects.knowing import agents_known  # our names of tools have no capitals

        if ours := agents_known().words().tools.get(tool):
            note(f'tool_name "{tool}": so an agent calls it, and hooks see "{ours}" then')
    for name in fire.missing:
        note(f"{fire.point}: the payload has no {name}")
    if fire.missing and any(name in payload for name in OF_EVENTS):
        note("it looks like an agent's event: `chibi-hooks hook AGENT` reads those, on stdin")
    shown = _shown_already(fire) if alone else set()
    for responder, text in fire.said:
        if responder in shown:
            continue
        for line in text.splitlines():
            note(f"{responder}: {line}")


def _is_field(point: str, name: str) -> bool:
    """Is that a documented field of the point, or of every one?"""
    from chibi_hooks.hooks.deciding.point import POINTS, Everywhere  # few payloads have what is not in the sample

    return name in Everywhere.stated or name in POINTS[point].stated


def _path(fire: Fire, home: str | None) -> Iterator[str]:
    """The lines of `why` about the way through the hooks: from the journal, which has this fire by now."""
    if not any(answer.kind == "scheme" for answer in fire.answers):
        return
    from chibi_hooks.cli._journal import open_journal, paths_known  # what is not asked to explain does without

    try:
        with open_journal(home) as journal:
            recorded = journal.find(fire.id)
    except HookError as error:
        note(f"no path is known: {error}")
        return
    known = paths_known(recorded, home)
    from chibi_hooks.hooks.checking.path_told import path_lines  # paths_known has brought it

    yield from path_lines(recorded, known, paint)
    if known.note:
        note(known.note)


def _advice(answer: Answer, home: str | None, around: Surroundings, payload: Json) -> Iterator[str]:
    """What else is known of a failure."""
    from chibi_hooks.hooks.homes.home import find_homes
    from chibi_hooks.hooks.recording.explanation import failure_advice

    if answer.error is not None:
        homes = [each.path for each in find_homes(around, home).homes]
        yield from failure_advice(answer, homes, payload)


def _tell_failures(fired: Fired, home: str | None, around: Surroundings, payload: Json) -> None:
    """Everything that went wrong, one line each; `--explain` has it in its place."""
    for notice in fired.notices:
        note(notice_text(notice))
    answers = fired.fire.answers
    for answer in answers:
        if answer.strays:
            left = ", ".join(map(str, answer.strays))
            note(f"{answer.responder} ({answer.place}) left processes behind, which were ended: {left}")
        if answer.error:
            note(below(f"failed: {answer.responder} ({answer.place}): {answer.error.message}", "  "))
            for line in _advice(answer, home, around, payload):
                note(f"  {line}")
    for step in fired.fire.steps:
        if step.is_warning and step.action != "failed" and step.answer is not None:
            note(below(f"warning: {answers[step.answer].responder}: {step.text}", "  "))
