"""`dev`: holds the running host, and after each save shows what changed: the files, the mistake, the decisions."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path

import click

from chibi_hooks.cli._decision_lines import describe_decisions
from chibi_hooks.cli._say import paint, say, say_json
from chibi_hooks.cli.watch import tell

EXAMPLES = ("dev", "dev --home .chibi", "dev --plain")


@click.command()
@click.option("--home", metavar="DIR", help="The home to work on (default: CHIBI_HOME, or ~/.chibi).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per event.")
@click.option("--plain", is_flag=True, help="Lines of text, on a terminal too.")
def command(home: str | None, as_json: bool, plain: bool) -> None:
    """Work on hooks, until Ctrl-C: every save is live at once, and what it changes is shown.

    One line per reload; the place of the mistake when a save is broken, and then the last good version decides; and
    after each good save the recorded fires that are decided in another way since, of the last 50 at the points
    concerned and all that were blocked, denied or failed; then of the 2,000 before them. Nothing is performed: plugins,
    unsandboxed files and tool calls answer as they did then. `chibi-hooks show ID` opens a fire.

    On a terminal it is a screen, with the fires as they come, what failed, and keys: Enter opens a fire, p keeps it as
    a test, e opens the editor at the clause that decided, r rolls back, / filters.

    Meanwhile `fire` and the other commands ask the host that is held here, and what is saved in a project's trusted
    home is taken for your own work, and trusted.
    """
    from chibi_hooks.cli._live import ended_by_signals, live_events
    from chibi_hooks.dialects.knowing import agents_known
    from chibi_hooks.hooks.checking.on_save import mistakes_saved
    from chibi_hooks.hooks.live.reload_lines import describe_reload
    from chibi_hooks.hooks.live.status import Reloaded

    if not as_json and not plain and sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        from chibi_hooks.cli._cockpit import cockpit  # prompt_toolkit costs 100 ms, and needs a terminal

        cockpit(home)
        return
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
                for line in mistakes_saved(event, homes, paint, agents_known()):
                    say(f"  {line}")
            elif event["event"] == "decisions":
                for line in describe_decisions(event):
                    say(line)
            else:
                tell(event, "working on")
