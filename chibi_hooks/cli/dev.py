"""`dev`: holds the running host, and after each save shows what changed: the files, the mistake, the decisions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chibi_hooks.cli._say import paint, say, say_json
from chibi_hooks.cli.watch import tell
from chibi_hooks.hooks.deciding.columns import columns

if TYPE_CHECKING:
    from chibi_hooks.server.protocol import Message

MOST_SHOWN: Final = 20  # fires in the table after a save

EXAMPLES = ("dev", "dev --home .chibi")


@click.command()
@click.option("--home", metavar="DIR", help="The home to work on (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per event.")
def command(home: str | None, as_json: bool) -> None:
    """Work on hooks, until Ctrl-C: every save is live at once, and what it changes is shown.

    One line per reload; the place of the mistake when a save is broken, and then the last good version decides; and
    after each good save the recorded fires that are decided in another way since, of the last 50 at the points
    concerned and all that were blocked, denied or failed. Nothing is performed: plugins, unsandboxed files and tool
    calls answer as they did then. `chibi-hooks show ID` opens a fire.

    Meanwhile `fire` and the other commands ask the host that is held here, and what is saved in a project's trusted
    home is taken for your own work, and trusted.
    """
    from chibi_hooks.cli._live import ended_by_signals, live_events
    from chibi_hooks.hooks.checking.on_save import mistakes_saved
    from chibi_hooks.hooks.live.reload_lines import describe_reload
    from chibi_hooks.hooks.live.status import Reloaded

    with ended_by_signals(), closing(live_events(home, decisions=True, at_work=True)) as events:
        homes: list[Path] = []
        for event in events:
            if event["event"] == "status":
                homes = [Path(each) for each in event["homes"]]
            if as_json:
                event.pop("rows", None)  # for people
                say_json(event)
            elif event["event"] == "reloaded":
                say("\n".join(describe_reload(Reloaded.from_json(event), paint)))
                for line in mistakes_saved(event, homes, paint):
                    say(f"  {line}")
            elif event["event"] == "decisions":
                for line in describe_decisions(event):
                    say(line)
            else:
                tell(event, "working on")


def describe_decisions(diff: Message) -> Iterator[str]:
    """A line about a decision diff, and a table of the fires that are decided in another way."""
    from chibi_hooks.hooks.replaying.replay import failure_lines  # brings the host, and a follower does without

    changed, rows = diff["changed"], [tuple(row) for row in diff["rows"]]
    compared = f"{_counted(diff['compared'], 'recorded fire')} compared, "
    said = f"{len(changed)} decided in another way" if changed else "all decided as before"
    if diff["problem"]:
        yield paint(f"  decisions could not be compared: {diff['problem']}", fg="yellow")
    elif diff["compared"] or diff["left_out"]:
        yield f"  {compared}{said}  {diff['ms']:.1f} ms"
    for line in columns(rows[: MOST_SHOWN + 1]) if rows else []:  # the first one is the heading
        yield f"  {line}"
    if len(changed) > MOST_SHOWN:
        yield f"  … and {len(changed) - MOST_SHOWN} more; `chibi-hooks replay` shows them all"
    for line in islice(failure_lines(diff["failing"]), MOST_SHOWN):
        yield paint(f"  {line}", fg="red")
    if diff["left_out"]:
        reasons = dict.fromkeys(each["reason"] for each in diff["left_out"])
        yield f"  {_counted(len(diff['left_out']), 'fire')} left out: {'; '.join(list(reasons)[:3])}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
