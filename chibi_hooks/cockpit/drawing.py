"""A board and the size of a terminal -> lines of styled text, each as wide as the terminal at most."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Final

from prompt_toolkit.utils import get_cwidth

from chibi_hooks.cockpit.board import Board, FireRow
from chibi_hooks.visible import visible

Span = tuple[str, str]  # style, text
DrawnLine = list[Span]

FIRE_HEADING: Final[tuple[str, ...]] = ("TIME", "POINT", "DECISION", "WHAT", "WHY")
CHANGE_HEADING: Final[tuple[str, ...]] = ("FIRE", "POINT", "BEFORE THE SAVE -> NOW", "WHAT, AND BECAUSE OF")
COLOURS: Final = {"blocked": "ansired", "denied": "ansired", "changed": "ansiyellow", "allowed": "ansigreen"}
KEYS: Final = "Enter open  / filter  p keep as test  e edit  r roll back  Tab changes  q quit"
PAGE_KEYS: Final = "Esc back  ↑↓ scroll  p keep as test  e edit  q quit"
FAILURES: Final = 3  # lines about failures
SAVED: Final = 6  # lines about the last save
CHANGES: Final = 8  # rows of changed decisions, while the keys are elsewhere


def draw(board: Board, width: int, height: int) -> list[DrawnLine]:
    """The whole screen, `height` lines of it."""
    body = height - 2
    title = f"generation {board.generation}  {board.homes}" if board.generation else "starting …"
    above = [_line("reverse", f" {title}", width)]
    if board.page is not None:
        shown = [_line("", text, width) for text in board.page[board.top : board.top + body]]
        return [*above, *_filled(shown, body), _foot(board, PAGE_KEYS, width)]
    told = [*_told(board, width)][: max(0, body - 3)]
    return [*above, *told, *_filled(list(_table(board, width, body - len(told))), body - len(told)),
            _foot(board, KEYS, width)]  # fmt: skip


def _told(board: Board, width: int) -> Iterator[DrawnLine]:
    """What stands above the table: notices, the last save, what failed."""
    for text in board.notices[:SAVED]:
        yield _line("ansiyellow", text, width)
    for text in board.saved[:SAVED]:
        yield _line("bold" if text is board.saved[0] else "", text, width)
    if board.compared:
        yield _line("", f"  {board.compared}", width)
    if board.pane == "fires":
        for row in board.changes[:CHANGES]:
            yield _line(COLOURS.get(row.decision, ""), f"    {row.id}  {row.point}  {row.why}  {row.subject}", width)
        if len(board.changes) > CHANGES:
            yield _line("", f"    … and {len(board.changes) - CHANGES} more: Tab", width)
    failures = sorted(board.failures.values(), key=lambda each: each.count, reverse=True)
    for each in failures[:FAILURES]:
        yield _line("ansired", f"{each.count} × {each.responder} failed: {each.message}", width)
    if len(failures) > FAILURES:
        yield _line("ansired", f"and {len(failures) - FAILURES} other failures", width)


def _table(board: Board, width: int, height: int) -> Iterator[DrawnLine]:
    """The rows of the pane, with the chosen one in sight."""
    rows, at = board.rows(), board.place()
    heading, cells = (CHANGE_HEADING, _change_cells) if board.pane == "changes" else (FIRE_HEADING, _fire_cells)
    room = max(1, height - 1)
    first = max(0, min(at - room // 2, len(rows) - room))
    shown = rows[first : first + room]
    table = [heading, *map(cells, shown)]
    widths = _widths(table, width)
    yield _line("bold", _row(heading, widths), width)
    if not rows:
        yield _line("", "no fire is like that" if board.filter else "nothing has fired yet", width)
    for number, row in enumerate(shown, first):
        style = COLOURS.get(row.decision, "") + (" reverse" if number == at else "")
        yield _line(style, _row(cells(row), widths), width)


def _fire_cells(row: FireRow) -> tuple[str, ...]:
    return time.strftime("%H:%M:%S", time.localtime(row.time)), row.point, row.decision, row.subject, row.why


def _change_cells(row: FireRow) -> tuple[str, ...]:
    return row.id, row.point, row.why, row.subject


def _widths(table: Sequence[tuple[str, ...]], width: int) -> list[int]:
    """What each column has: the first ones what they need, the last two what is left, by halves if they must."""
    needed = [max(get_cwidth(cell) for cell in column) for column in zip(*table, strict=True)]
    left = width - 2 * (len(needed) - 1)
    made: list[int] = []
    for number, each in enumerate(needed):
        columns = len(needed) - number
        most = left // 2 if columns == 2 and sum(needed[number:]) > left else left
        made.append(max(1, min(each, most)))
        left -= made[-1]
    return made


def _row(cells: tuple[str, ...], widths: Sequence[int]) -> str:
    return "  ".join(cut(cell, width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def cut(text: str, width: int) -> str:
    """The text in just so many columns, with a … where something is missing."""
    text = visible(text.replace("\n", " ").replace("\t", " "))
    if get_cwidth(text) <= width:
        return text + " " * (width - get_cwidth(text))
    taken, used = "", 0
    for each in text:
        if used + get_cwidth(each) > width - 1:
            break
        taken, used = taken + each, used + get_cwidth(each)
    return taken + "…" + " " * (width - used - 1)


def _line(style: str, text: str, width: int) -> DrawnLine:
    return [(style.strip(), cut(text, width).rstrip() if "reverse" not in style else cut(text, width))]


def _filled(lines: list[DrawnLine], height: int) -> list[DrawnLine]:
    return [*lines[:height], *([[("", "")]] * (height - len(lines)))]


def _foot(board: Board, keys: str, width: int) -> DrawnLine:
    if board.asking:
        return _line("bold", board.asking, width)
    if board.writing:
        return _line("bold", f"/{board.filter}█", width)
    text = f"/{board.filter}  Esc shows all  " if board.filter else ""
    return _line("ansicyan", board.said or f"{text}{keys}", width)
