"""`audit`: what the policies would have caught in what agents did."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from chibi_hooks.cli._completing import agents as agent_names
from chibi_hooks.cli._journal import filters, home_option, open_journal, wanted
from chibi_hooks.cli._past import past_fires, week_ago
from chibi_hooks.cli._say import note, say_json, say_table
from chibi_hooks.cli.policies import home_and_config
from chibi_hooks.hooks.errors import BadRequest, ConfigError, counted

if TYPE_CHECKING:
    from chibi_hooks.hooks.answer import Json
    from chibi_hooks.hooks.homes.config import Config
    from chibi_hooks.hooks.recording.journal import Recorded, Wanted
    from chibi_hooks.hooks.replaying.audit import Caught

MOST: Final = 100_000  # fires of the journal
MANY: Final = 10_000  # that take so long that it is said beforehand: about a minute
DEED: Final = ("tool_name", "arguments", "command", "path", "prompt")  # what an agent did, of what its events tell
OFTEN: Final = 0.1  # of the events at its points: a policy that objects to more wants its parameters set first

EXAMPLES = ("audit", "audit --from claude-code --since 7d", "audit --json")


@click.command()
@home_option
@filters
@click.option(
    "--from",
    "agents",
    metavar="AGENT",
    multiple=True,
    shell_complete=agent_names,
    help="Read AGENT's own transcripts, too.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(home: str | None, agents: tuple[str, ...], as_json: bool, **filters: Any) -> None:
    """Run all policies over the journal, and say which would have objected to what.

    With --from: over the last 7 days, or --since, and what that agent did by its own transcripts, too; what both tell
    counts once. Nothing leaves this machine, and nothing is performed.
    """
    from chibi_hooks.hooks.homes.home import Surroundings
    from chibi_hooks.hooks.replaying.audit import Auditor

    chosen = replace(wanted(**filters), proofs=False)
    fires = _fires(home, agents, chosen)
    there, config = home_and_config(home)
    with Auditor(there, config, Surroundings.of_process()) as auditor:
        for notice in auditor.notices:
            note(f"skipped: {notice}")
        if len(fires) > MANY:
            note(f"all policies are asked about {counted(len(fires), 'fire')}, which takes minutes; --since 1d: fewer")
        report = auditor.judge(fires)
    unknown = sum(fire.redacted > 0 for fire in fires)
    if unknown:
        note(f"{unknown} of the payloads held credentials, which were not recorded: who looks for them saw none")
    if as_json:
        say_json(
            {"fires": len(fires), "policies": [{**each.to_json(), "on": _is_on(each, config)} for each in report]},
            indent=2,
        )
    else:
        _say(report, len(fires), config)


def _fires(home: str | None, agents: tuple[str, ...], chosen: Wanted) -> list[Recorded]:
    fires: list[Recorded] = []
    if agents and chosen.since is None:
        chosen = replace(chosen, since=week_ago())
    for agent in dict.fromkeys(agents):
        fires += past_fires(agent, chosen)
    told = {_event(each) for each in fires}
    origins = {each.fire.origin for each in fires}
    try:
        with open_journal(home) as journal:
            if (older := journal.count(chosen) - MOST) > 0:
                note(f"{counted(older, 'older recorded fire')} not looked at: an audit takes the last {MOST}")
            for each in journal.fires(chosen, MOST):
                known = each.fire.origin in origins and (each.redacted > 0 or each.cut > 0 or _event(each) in told)
                fires += [] if known else [each]
    except (BadRequest, ConfigError) as error:  # there is no journal yet
        if not agents:
            raise
        note(f"the journal is left out: {error}")
    return sorted(fires, key=lambda fire: fire.time)


def _event(recorded: Recorded) -> tuple[Json, ...]:
    """What happened in a session, whoever tells it."""
    payload, origin = recorded.payload or {}, recorded.fire.origin
    session = "" if origin is None else origin.session
    return session, recorded.fire.point, json.dumps([payload.get(key) for key in DEED], sort_keys=True)


def _say(report: list[Caught], count: int, config: Config) -> None:

    caught = [each for each in report if each.count]
    rows: list[tuple[str, ...]] = [("POLICY", "ON", "CAUGHT", "SESSIONS", "FOR EXAMPLE")] if caught else []
    for each in caught:
        on = "yes" if _is_on(each, config) else ""
        rows.append((each.policy, on, f"{each.count} of {each.asked}", str(len(each.sessions)), each.examples[0].what))
        rows += [("", "", "", "", example.what) for example in each.examples[1:]]
    if rows:
        say_table(rows)
    failed = [each.policy for each in report if each.failures]
    if failed:
        note(f"failed at some of them: {', '.join(failed)}")
    note(f"{counted(count, 'fire')}, {len(report)} policies, {len(caught)} of them would have objected")
    worth = [each for each in caught if not _is_on(each, config)]
    rare = [each.policy for each in worth if each.count <= max(3, OFTEN * each.asked)]
    often = [each.policy for each in worth if each.policy not in rare]
    if rare:
        lines = "\n".join(f"{name} = true" for name in rare)
        note(f"to switch these on, in chibi-hooks.toml:\n[policies]\n{lines}")
    if often:
        note(f"these would object often; set their parameters first (`policies show NAME`): {', '.join(often)}")


def _is_on(caught: Caught, config: Config) -> bool:
    return caught.policy in config.policies.chosen
