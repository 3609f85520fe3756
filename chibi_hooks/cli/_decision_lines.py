"""A decision diff, as it comes from the host -> lines of text for people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from chibi_hooks.cli._say import paint
from chibi_hooks.hooks.deciding.columns import columns
from chibi_hooks.hooks.deciding.paint import Paint
from chibi_hooks.hooks.errors import counted

if TYPE_CHECKING:
    from chibi_hooks.server.protocol import Message

MOST_SHOWN: Final = 20  # fires in the table after a save


def describe_decisions(diff: Message, paint: Paint = paint) -> Iterator[str]:
    """A line about a decision diff, and a table of the fires that are decided in another way."""
    from chibi_hooks.hooks.replaying.replay import failure_lines  # brings the host, and a follower does without

    changed, rows = diff["changed"], [tuple(row) for row in diff["rows"]]
    compared = f"{counted(diff['compared'], 'older fire' if diff.get('older') else 'recorded fire')} compared, "
    said = f"{len(changed)} decided in another way" if changed else "all decided as before"
    if diff["problem"]:
        yield paint(f"  decisions could not be compared: {diff['problem']}", fg="yellow")
    elif diff["compared"] or diff["left_out"]:
        yield f"  {compared}{said}  {diff['ms']:.1f} ms"
    for line in columns(rows[: MOST_SHOWN + 1]) if rows else []:  # the first one is the heading
        yield f"  {line}"
    if (more := len(rows) - 1 - MOST_SHOWN) > 0:
        yield f"  … and {more} more; `chibi-hooks replay` shows them all"
    for line in islice(failure_lines(diff["failing"]), MOST_SHOWN):
        yield paint(f"  {line}", fg="red")
    if diff["left_out"]:
        reasons = dict.fromkeys(each["reason"] for each in diff["left_out"])
        yield f"  {counted(len(diff['left_out']), 'fire')} left out: {'; '.join(list(reasons)[:3])}"
