"""Words for people -> stderr or stdout, in colour only where a terminal shows it and NO_COLOR is not set."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TextIO

import click

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.home import Notice


def note(text: str) -> None:
    """A message about the run, on stderr."""
    click.echo(text, err=True)


def notice_text(told: Mapping[str, Json]) -> str:
    """A notice of a host, as it comes with the answers of operations."""
    kind = "broken, its last good version decides" if told["stale"] else "skipped"
    return f"{kind}: {Notice(told['place'], told['reason'], told['page'])}"


def paint(text: str, stream: TextIO | None = None, **style: bool | str) -> str:
    """`text` with click's style when `stream` (default: stdout) is a terminal that may be coloured."""
    stream = stream or sys.stdout
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return text
    return click.style(text, **style)  # type: ignore[arg-type]
