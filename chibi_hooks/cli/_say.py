"""Words for people and data for programs -> stderr or stdout, in colour only where a terminal shows it and NO_COLOR is
not set. No command writes by another way: what responders, payloads and file names say must not act on a terminal.
"""

from __future__ import annotations

import os
import re
import sys
from _thread import _local
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TextIO

import click

from chibi_hooks.cli._waiting import WAITING
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.columns import columns
from chibi_hooks.hooks.homes.home import Notice
from chibi_hooks.visible import exact_json, styled, visible


def say(text: str, end: str = "\n", err: bool = False) -> None:
    """Text for people, on stdout."""
    _write(visible(text) + end, err)


def note(text: str) -> None:
    """A message about the run, on stderr."""
    say(text, err=True)


FITTED: Final = 8  # columns that a terminal has room for; of more, every cell would be folded to a few letters


def say_table(rows: Sequence[tuple[str, ...]], *, heading: bool = True) -> None:
    """Rows of cells, on stdout: fitted to a terminal, a cell over several lines if it must; elsewhere as wide as they
    are, so that programs find one row on a line. `heading`: is the first row one?"""
    if not sys.stdout.isatty() or not rows or len(rows[0]) > FITTED:
        say("\n".join(columns(rows)))
        return
    from rich.cells import cell_len
    from rich.console import Console  # 60 ms of a start, and only a terminal needs it
    from rich.table import Table
    from rich.text import Text

    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    table = Table(box=None, pad_edge=False, show_header=heading, header_style="bold")
    console = Console(highlight=False, no_color=plain, color_system=None if plain else "auto")
    is_short = max(cell_len(visible(row[0])) for row in rows) <= console.width // 4
    widths = _widths([[visible(each) for each in row] for row in rows], console.width, is_short, cell_len)
    for number, (cell, width) in enumerate(zip(rows[0], widths, strict=True)):
        whole = not number and is_short  # what a row is called by, one copies from there
        table.add_column(Text(visible(cell)) if heading else Text(), overflow="fold", no_wrap=whole, width=width)
    for row in rows[1:] if heading else rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    WAITING.end()
    console.print(table)


def _widths(rows: Sequence[Sequence[str]], room: int, is_short: bool, length: Callable[[str], int]) -> Sequence[int]:
    """How wide each column is, so that no word is cut, or where there is no room for that few of them. `is_short`:
    the first one stays as wide as it is."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(length, cells)) for cells in columns]
    least = [max((length(word) for cell in cells for word in cell.split()), default=0) for cells in columns]
    if is_short:
        least[0] = widths[0]
    over = sum(widths) + 2 * (len(widths) - 1) - room
    for _ in range(over):
        may = [each for each in range(is_short, len(widths)) if widths[each] > least[each]]
        wide = max(may or range(is_short, len(widths)), key=widths.__getitem__)
        if widths[wide] > 1:
            widths[wide] -= 1
    return widths


def say_json(value: Json, indent: int | None = None) -> None:
    """Data on stdout, exactly what it is."""
    _write(exact_json(value, indent) + "\n")


def say_output(text: str, end: str = "\n") -> None:
    """What a program gave, on stdout: exactly that, unless it is a terminal."""
    if sys.stdout.isatty() and not _is_heard():
        say(text, end)
    else:
        _write(text.encode("utf-8", "replace").decode("utf-8") + end, exact=True)


_LISTENING: Final = _local()


@contextmanager
def heard() -> Iterator[list[tuple[bool, str]]]:
    """What this thread says inside goes into the list, as it would into a pipe: is it for stderr? and the text."""
    said: list[tuple[bool, str]] = []
    _LISTENING.said = said
    try:
        yield said
    finally:
        del _LISTENING.said


def _is_heard() -> bool:
    return hasattr(_LISTENING, "said")


def _write(text: str, err: bool = False, exact: bool = False) -> None:
    if _is_heard():
        _LISTENING.said.append((err, text))
        return
    WAITING.end()
    click.echo(text, nl=False, err=err, color=exact or None)  # else it leaves out what looks like colour


def notice_text(told: Mapping[str, Json]) -> str:
    """A notice of a host, as it comes with the answers of operations."""
    kind = "broken, its last good version decides" if told["stale"] else "skipped"
    return f"{kind}: {Notice(told['place'], told['reason'], told['page'])}"


_CODES: Final = re.compile(r"\x1b\[([0-9;]*)m")


def paint(text: str, stream: TextIO | None = None, **style: bool | str) -> str:
    """`text` with click's style when `stream` (default: stdout) is a terminal that may be coloured."""
    if _is_heard():
        return text
    stream = stream or sys.stdout
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return text
    codes = _CODES.findall(click.style("", reset=False, **style))  # type: ignore[arg-type]
    return styled(";".join(codes), text)
