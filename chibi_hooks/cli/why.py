"""`why [ID]`: how a recorded fire came to its outcome, with places, source lines, and the path through each hook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from chibi_hooks.cli._completing import fires
from chibi_hooks.cli._journal import home_option, open_journal, path_of
from chibi_hooks.cli._say import note, paint, say, say_json
from chibi_hooks.hooks.errors import HookError
from chibi_hooks.hooks.recording.explanation import explain_recorded

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.home import Homes
    from chibi_hooks.hooks.recording.journal import Recorded

EXAMPLES = ("why", "why last", "why 3f2a-12 --json")


@click.command()
@click.argument("id", required=False, shell_complete=fires)
@home_option
@click.option("--json", "as_json", is_flag=True, help="Print answers and steps as JSON.")
def command(id: str | None, home: str | None, as_json: bool) -> None:
    """Explain the recorded fire ID (default, and as `last`: the last one): who answered what and where, how the answers
    became the outcome, and the path through each hook: the clause that answered, and what its tests read.

    The path is found by asking the hook files as they were then once more, without any effect.

    \b
    chibi-hooks why last
    """
    with open_journal(home) as journal:
        recorded = journal.find(id)
    if as_json:
        say_json(recorded.to_json(), indent=2)
        return
    say("\n".join(explain_recorded(recorded, paint)))
    if any(answer.kind == "scheme" for answer in recorded.answers):
        lines = "\n".join(_path(recorded, home))
        if lines:
            say(lines)


def _path(recorded: Recorded, home: str | None) -> Iterator[str]:
    """The lines of the path; none where the fire cannot be replayed, and that is said."""
    from chibi_hooks.hooks.checking.path_taken import path_lines, paths_taken
    from chibi_hooks.hooks.homes.home import Surroundings
    from chibi_hooks.hooks.replaying.replay import NotReplayed

    around = Surroundings.of_process()
    with TemporaryDirectory(prefix="chibi-hooks-") as directory:
        try:
            paths = paths_taken(recorded, _homes(recorded, home, Path(directory)), around)
        except (NotReplayed, HookError) as error:
            note(f"no path is known: {error}")
            return
        yield from path_lines(recorded.answers, paths, recorded.payload, paint)


def _homes(recorded: Recorded, home: str | None, directory: Path) -> Homes:
    """The hook files that answered, as they were then; as they are now, where that is not kept. Raises ConfigError."""
    from chibi_hooks.hooks.errors import BadRequest
    from chibi_hooks.hooks.homes.home import Surroundings, find_homes, find_scripts
    from chibi_hooks.hooks.recording.texts import find, restore

    try:
        homes = restore(find(path_of(home), recorded.fire.generation), directory)
    except BadRequest:
        note("the files as they were then are not kept: the path is that of today's")
        return find_homes(Surroundings.of_process(), home)
    answered = {(answer.place or "").partition(":")[0] for answer in recorded.answers}
    for each in homes.homes:
        for name, path in find_scripts(each.path):
            if name not in answered:
                path.unlink()
    return homes
