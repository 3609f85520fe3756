"""Tables: fitted to a terminal, one row on a line elsewhere. Data: exactly what it is, but on a terminal."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest

from chibi_hooks.cli._say import say_output, say_table
from chibi_hooks.dialects.rows.dialect import row_dialects
from chibi_hooks.dialects.rows.matrix import table

ROWS = [("POINT", "FIRES"), ("pre_tool", "before a tool runs, and before its \x1b[2Jpermission is asked")]


class Terminal(io.StringIO):
    """A stdout that says it is one."""

    def isatty(self) -> bool:
        return True


def shown(
    monkeypatch: pytest.MonkeyPatch, columns: int, rows: Sequence[tuple[str, ...]] = ROWS, **environment: str
) -> list[str]:
    terminal = Terminal()
    for name, value in {"COLUMNS": str(columns), "TERM": "xterm", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout", terminal)
    say_table(rows)
    return terminal.getvalue().splitlines()


def test_on_a_terminal_no_line_is_too_long_and_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(monkeypatch, 40, NO_COLOR="1")
    assert max(map(len, lines)) <= 40
    assert " ".join(" ".join(lines).split()) == (
        "POINT FIRES pre_tool before a tool runs, and before its \\e[2Jpermission is asked"
    )


def test_a_heading_is_bold_where_colours_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[1m" in shown(monkeypatch, 100)[0]
    assert "\x1b" not in "".join(shown(monkeypatch, 100, NO_COLOR="1"))


def test_elsewhere_a_row_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    say_table(ROWS)
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_what_a_row_is_called_by_stays_whole_where_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    told = "the turn does not end while files have been edited since the tests ran"
    rows = [("POLICY", "ON", "POINTS", "NEEDS", "AGENTS", "WHAT IT SEES TO"),
            ("tests-before-stop", "", "post_tool, pre_stop", "session", "not antigravity, caliban, piebald", told)]
    lines = shown(monkeypatch, 72, rows, NO_COLOR="1")
    assert "tests-before-stop" in "\n".join(lines) and max(map(len, lines)) <= 72


def test_no_word_is_cut_while_there_is_room_for_the_longest_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    heading, *rows = table(row_dialects())
    pre_tool = [heading, *(row for row in rows if "pre_tool " in row[2])]
    lines = shown(monkeypatch, 90, pre_tool, NO_COLOR="1")
    assert {word for line in lines for word in line.split()} == {word for row in pre_tool for cell in row
                                                                 for word in cell.split()}  # fmt: skip
    assert max(map(len, lines)) <= 90
    assert max(map(len, shown(monkeypatch, 40, [heading, *rows], NO_COLOR="1"))) <= 40


def test_what_a_program_gave_stays_as_it_is_in_a_pipe_and_does_nothing_to_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    say_output("a\x1b[31mred")
    assert capsys.readouterr().out == "a\x1b[31mred\n"
    monkeypatch.setattr("sys.stdout", terminal := Terminal())
    say_output("a\x1b[31mred")
    assert terminal.getvalue() == "a\\e[31mred\n"
