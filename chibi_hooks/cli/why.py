"""`why [ID]`: how a recorded fire came to its outcome, with places and source lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click

from chibi_hooks.cli._explain import explain
from chibi_hooks.cli._journal import clock, home_option, open_journal
from chibi_hooks.hooks.answer import Answer
from chibi_hooks.hooks.fold import Folded
from chibi_hooks.hooks.host import Fire, Skipped
from chibi_hooks.hooks.journal import Recorded
from chibi_hooks.hooks.point import find

PLACE = re.compile(r"((?:hooks|lib)/[^\s:]+\.(?:scm|sld)):(\d+)(?::(\d+))?")


@click.command()
@click.argument("id", required=False)
@home_option
@click.option("--json", "as_json", is_flag=True, help="Print answers and steps as JSON.")
def command(id: str | None, home: str | None, as_json: bool) -> None:
    """Explain the recorded fire ID (default: the last one): who answered what and where, and how the answers became
    the outcome, step by step."""
    with open_journal(home) as journal:
        recorded = journal.find(id)
    if as_json:
        click.echo(json.dumps(recorded.to_json(), ensure_ascii=False, indent=2))
        return
    click.echo(f"{recorded.id}, {clock(recorded.time)}, generation {recorded.generation}, {recorded.ms:.3g} ms")
    click.echo("\n".join(explain(as_fire(recorded), lambda answer: source_lines(recorded, answer))))


def as_fire(recorded: Recorded) -> Fire:
    """The recorded fire in the form in which it ended. Raises UnknownPoint when the point is no more."""
    return Fire(
        recorded.id,
        recorded.generation,
        recorded.payload or {},
        recorded.answers,
        [Skipped(responder, reason) for responder, reason in recorded.skipped],
        Folded(find(recorded.point), recorded.outcome, recorded.steps),  # type: ignore[arg-type]
        recorded.missing,
        recorded.said,
        recorded.ms,
    )


def source_lines(recorded: Recorded, answer: Answer) -> Iterator[str]:
    """The lines of source that an answer's place and error message name, as the files are now."""
    message = answer.error.message if answer.error else ""
    named = [answer.place or "", message]
    seen: set[tuple[str, str]] = set()
    for match in (match for text in named for match in PLACE.finditer(text)):
        name, line = match[1], match[2]
        if (name, line) not in seen:
            seen.add((name, line))
            yield from _line(recorded, name, int(line))


def _line(recorded: Recorded, name: str, number: int) -> Iterator[str]:
    for home in reversed(recorded.homes):
        path = Path(home, name)
        try:
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            changed = path.stat().st_mtime > recorded.time
        except OSError:
            continue
        text = lines[number - 1].rstrip() if 0 < number <= len(lines) else ""
        remark = "   ; the file has been saved since: this is how it is now" if changed else ""
        yield f"{number} | {text}{remark}"
        return
    yield f"{name} is no longer there"
