"""`doctor`: what is found here, what runs, and what is wrong, on one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._agents import agent_named, around_project, project_option
from chibi_hooks.cli._completing import agents
from chibi_hooks.cli._nobody import no_guard
from chibi_hooks.cli._say import note, paint, say, say_json
from chibi_hooks.hooks.errors import counted

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.hooks.checking.doctor import Diagnosis
    from chibi_hooks.hooks.homes.home import Surroundings

COLOURS = {"ok": "green", "warning": "yellow", "problem": "red"}

EXAMPLES = ("doctor", "doctor claude-code")


@click.command()
@click.argument("agent", required=False, metavar="[AGENT]", shell_complete=agents)
@project_option
@click.option("--home", metavar="DIR", help="The home to look at (default: those that count here).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, agent: str | None, project: str | None, home: str | None, as_json: bool) -> None:
    """Look at everything that hooks need, without firing any: versions, homes and whether they are trusted, what is
    skipped and why, plugins whose schema fails, the journal. Exit code 1 when there is a problem.

    With AGENT: at our entries in its settings: missing, twice, switched off, not trusted, in another unit, moved.
    """
    if agent is not None:
        _look_at(ctx, agent, project, home, as_json)
        return
    from chibi_hooks import Host
    from chibi_hooks.hooks.checking.doctor import examine
    from chibi_hooks.hooks.homes.home import Surroundings

    around = Surroundings.of_process()
    findings = examine(around, home, Host.open)
    findings.append(_resident(home, around))
    problems = sum(finding.state == "problem" for finding in findings)
    if as_json:
        shown = {"healthy": not problems, "findings": [finding.to_json() for finding in findings]}
        say_json(shown, indent=2)
    else:
        say("\n".join(_lines(findings)))
        note(counted(problems, "problem") if problems else "everything is well")
    if problems:
        ctx.exit(1)


def _look_at(ctx: click.Context, agent: str, project: str | None, home: str | None, as_json: bool) -> None:
    from chibi_hooks.dialects.installing.findings import findings
    from chibi_hooks.dialects.rows.guest import guards_of, settings_of
    from chibi_hooks.opening import Host
    from chibi_hooks.server.command import hook_command

    dialect = agent_named(agent)
    around, directory = around_project(project)
    with Host.open(home=home, around=around) as host:
        found = findings(dialect, around, directory, hook_command(agent, home), settings_of(host.generation))
        guards = guards_of(dialect, host.generation)
        skipped = [str(each) for each in host.generation.notices]
        skipped += [] if guards or skipped else [no_guard(agent, host.generation, around)]
    notes = [*(str(each) for each in found if not each.problem), *skipped, *_about_handlers(agent, around, directory)]
    problems = [each for each in found if each.problem]
    if as_json:
        shown = [each.to_json() for each in problems]
        say_json({"agent": agent, "problems": shown, "notes": notes, "guards": guards}, indent=2)
    else:
        marked = [("problem", str(each)) for each in problems] + [("note", each) for each in notes]
        for state, text in marked:
            say(f"{paint(state.ljust(7), fg=COLOURS.get(state, 'yellow'))}  {text}")
        answer = "answers" if guards == 1 else "answer"
        say(f"{paint('ok'.ljust(7), fg='green')}  {counted(guards, 'hook')} of ours {answer} at its events")
        note(counted(len(problems), "problem") if problems else "everything is well")
    if problems:
        ctx.exit(1)


def _about_handlers(agent: str, around: Surroundings, project: Path) -> Iterator[str]:
    """What there is to say of the agent's own handlers, ours among them."""
    from chibi_hooks.dialects.hosting.events import hosted_agent, settings_of
    from chibi_hooks.dialects.hosting.linting import differing, lint_settings
    from chibi_hooks.hooks.errors import BadRequest

    try:
        hosted = hosted_agent(agent)
    except BadRequest:  # it has no handlers
        return
    dialect, settings = settings_of(agent, around, project)
    yield from (str(each) for each in lint_settings(settings, dialect))
    for profile in hosted.profiles:
        yield from differing(settings, settings_of(agent, around, project, profile)[1])


def _resident(home: str | None, around: Surroundings) -> Diagnosis:
    """The process that holds the home's host, if there is one."""
    from chibi_hooks.hooks.checking.doctor import Diagnosis
    from chibi_hooks.hooks.errors import HookError
    from chibi_hooks.hooks.live.status import Departure
    from chibi_hooks.server.client import connect

    try:
        client = connect(home, around)
        if client is None:
            return Diagnosis(
                "resident", "ok", "no resident host runs; `chibi-hooks serve`, `dev` or `watch` starts one"
            )
        with client:
            status = client.call("status")
    except HookError as error:
        return Diagnosis("resident", "problem", str(error))
    about = f"pid {client.pid}, generation {status['generation']}"
    if status["lost"] or status["unwritable"]:
        journal = f"{status['behind']} fires wait to be written, {status['lost']} are lost"
        return Diagnosis("resident", "problem", f"{about}; {journal}: {status['unwritable'] or 'it is written again'}")
    apart = "; ".join(str(Departure(**each)) for each in status["departures"])
    if apart:
        return Diagnosis("resident", "warning", f"{about}; {apart}")
    return Diagnosis("resident", "ok", about)


def _lines(findings: Sequence[Diagnosis]) -> Iterator[str]:
    for topic, about in groupby(findings, lambda finding: finding.topic):
        yield topic
        for finding in about:
            yield f"  {paint(finding.state.ljust(7), fg=COLOURS[finding.state])}  {finding.text}"
