"""`replay`: which recorded fires would be decided in another way now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from chibi_hooks.cli._completing import agents, fires
from chibi_hooks.cli._journal import filters, home_option, open_journal, path_of, wanted
from chibi_hooks.cli._past import past_fires, told_rows
from chibi_hooks.cli._say import note, say_json, say_table
from chibi_hooks.hooks.errors import BadRequest, counted

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.home import Homes
    from chibi_hooks.hooks.responders import Generation

MOST = 10_000  # fires, unless somebody asks for more; a thousand take a second

EXAMPLES = (
    "replay",
    "replay --point pre_tool --since 1d",
    "replay --from claude-code --since 7d",
    "replay --fail-on-change",
)


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=fires)
@home_option
@filters
@click.option(
    "-n", "--last", "count", type=click.IntRange(1), default=5000, show_default=True, help="How many of the last fires."
)
@click.option(
    "--against", metavar="DIR|N", help="Replay against the home in DIR, or the files as they were in generation N."
)
@click.option(
    "--from",
    "agent_from",
    metavar="AGENT",
    shell_complete=agents,
    help="Replay AGENT's own transcripts, not our recordings.",
)
@click.option("--fail-on-change", is_flag=True, help="Exit code 1 when a decision changes or a hook fails anew.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    ids: tuple[str, ...],
    home: str | None,
    count: int,
    against: str | None,
    agent_from: str | None,
    fail_on_change: bool,
    as_json: bool,
    **filters: Any,
) -> None:
    """Run recorded fires against the hook files as they are now, and show only the decisions that change.

    Without IDs: the last fires, and all that were blocked or denied or in which a responder failed. Nothing is
    performed: plugins, unsandboxed files and tool calls answer as they did then.

    With --from: what that agent did in the last 7 days, or --since, and what these hooks would have said to it.
    """
    from chibi_hooks.dialects.hosting.events import answers_again
    from chibi_hooks.hooks.checking.path_taken import deciding_clauses
    from chibi_hooks.hooks.homes.home import Surroundings
    from chibi_hooks.hooks.replaying.replay import changed_decisions, failure_lines

    chosen = wanted(**filters)
    if agent_from is not None:
        if ids:
            raise BadRequest("--from takes no IDs: they are those of our own journal")
        fires = past_fires(agent_from, chosen)
    else:
        with open_journal(home) as journal:
            fires = [journal.find(id) for id in ids] if ids else journal.relevant(count, chosen, MOST)
            others = 0 if ids else journal.count(chosen) - len(fires) - len(journal.damaged)
            if others > 0:
                note(f"{counted(others, 'other recorded fire')} not compared; -n N compares the last N")
            for each in journal.damaged:
                note(each)
    with _loaded(home, against) as (homes, generation):
        for notice in generation.notices:
            note(f"skipped: {notice}")
        ordered = sorted(fires, key=lambda fire: fire.seq)
        report = changed_decisions(ordered, None, generation, elsewhere=answers_again)
        clauses = {} if as_json else deciding_clauses(report.changed, homes, Surroundings.of_process())
    if as_json:
        say_json(report.to_json(), indent=2)
    else:
        for line in (*report.left_out_lines(), *failure_lines(report.to_json()["failing"])):
            note(line)
        rows = report.rows(clauses=clauses) if agent_from is None else told_rows(report)
        if rows:
            say_table(rows)
        note(f"{counted(report.compared, 'fire')} compared, {len(report.changed)} decided in another way")
    if fail_on_change and (report.changed or report.failing):
        ctx.exit(1)


@contextmanager
def _loaded(home: str | None, against: str | None) -> Iterator[tuple[Homes, Generation]]:
    """What the fires are to be run against."""
    from chibi_hooks.hooks.homes.home import CONFIG_NAME, Surroundings, find_homes, is_home
    from chibi_hooks.hooks.recording.texts import find, restore
    from chibi_hooks.hooks.replaying.replay import load_for_replay

    around = Surroundings.of_process()
    with TemporaryDirectory(prefix="chibi-hooks-") as directory:
        if against is None or Path(against).is_dir():
            homes = find_homes(around, against if against is not None else home)
            if against is not None and not is_home(Path(against)):
                note(f"--against {against}: nobody answers there: no hooks/, no plugins/, no {CONFIG_NAME}")
        elif against.isascii() and against.isdigit() and len(against) < 10:
            homes = restore(find(path_of(home), int(against)), Path(directory))
        else:
            raise BadRequest(f"--against {against}: wanted the directory of a home or the number of a generation")
        generation = load_for_replay(homes, around)
        try:
            yield homes, generation
        finally:
            generation.close()
