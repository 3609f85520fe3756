"""The cockpit: what is known and chosen, how it is drawn, what keys do; without a host."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input.defaults import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.utils import get_cwidth

from chibi_hooks import Host
from chibi_hooks.cockpit.board import Board, FireRow
from chibi_hooks.cockpit.drawing import cut, draw
from chibi_hooks.cockpit.screen import Screen
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.recording.journal import Journal
from chibi_hooks.repl.doors.editors import editor_arguments
from tests.homes import make_home

ENTER, ESCAPE, TAB, DOWN = "\r", "\x1b", "\t", "j"
GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "rm")
      (block "no rm")
      (car (payload-ref arguments "missing" '()))))
"""


@pytest.fixture
def board(tmp_path: Path) -> Board:
    """Three fires: one that is blocked, two in which the hook fails."""
    home = make_home(tmp_path / "home", {"hooks/guard.scm": GUARD})
    around = Surroundings({"CHIBI_HOOKS_STATE": str(tmp_path / "state")}, tmp_path, tmp_path)
    with Host.open(home=home, around=around) as host:
        for command in ("rm x", "ls", "ls -l\x1b[2J"):
            host.fire("pre_tool", {"tool_name": "shell_exec", "arguments": {"command": command}})
        assert host.recorder is not None and host.recorder.flush()
        path = host.recorder.path
    made = Board(generation=1, homes="home")
    with Journal(path) as journal:
        made.add(journal.fires())
    return made


def text_of(board: Board, width: int = 100, height: int = 20) -> list[str]:
    return ["".join(text for _, text in line).rstrip() for line in draw(board, width, height)]


def test_the_newest_fire_stands_above_and_says_tool_and_command(board: Board) -> None:
    assert [row.decision for row in board.rows()] == ["none", "none", "blocked"]
    assert any('shell_exec "rm x"' in line for line in text_of(board))


def test_a_failure_is_one_line_with_a_count(board: Board) -> None:
    (failure,) = board.failures.values()
    assert (failure.responder, failure.count) == ("guard", 2)
    assert [line for line in text_of(board) if "failed" in line][0].startswith("2 × guard failed: ")


def test_no_line_is_wider_than_the_terminal_and_nothing_acts_on_it(board: Board) -> None:
    for width, height in ((100, 20), (30, 8), (10, 4), (1, 3)):
        lines = text_of(board, width, height)
        assert len(lines) == height
        assert all(get_cwidth(line) <= width and "\x1b" not in line for line in lines)


@pytest.mark.parametrize(
    ("text", "width", "shown"), [("abc", 5, "abc  "), ("abcdef", 4, "abc…"), ("日本語", 4, "日… ")]
)
def test_a_cell_is_cut_to_its_columns(text: str, width: int, shown: str) -> None:
    assert cut(text, width) == shown


def test_what_is_chosen_stays_when_others_come(board: Board) -> None:
    board.move(2)
    chosen = board.selected()
    assert chosen is not None and chosen.decision == "blocked"
    board.fires.append(FireRow("new", 0.0, "pre_tool", "", "none", ""))
    assert board.selected() == chosen and board.place() == 3
    board.move(-9)
    assert board.chosen is None  # the newest, whichever it is


def test_the_filter_wants_every_word(board: Board) -> None:
    board.filter = "SHELL Blocked"
    assert [row.decision for row in board.rows()] == ["blocked"]
    board.filter = "nothing like that"
    assert board.rows() == [] and board.selected() is None
    assert "no fire is like that" in text_of(board)


def test_a_save_and_what_it_changes_are_shown(board: Board) -> None:
    decided = {"before": {"decision": "blocked", "place": "hooks/guard.scm:1:1"}, "after": {"decision": "none"}}
    what = 'shell_exec "rm x"'
    changed = [{"fire": id, "point": "pre_tool", "what": what, **decided} for id in ("older", board.fires[0].id)]
    board.heard({"event": "reloaded", "generation": 2, "published": True}, ["generation 2  changed hooks/guard.scm"])
    board.heard({"event": "decisions", "changed": changed}, ["  3 compared, 1 decided in another way"])
    shown = "\n".join(text_of(board))
    assert "generation 2  home" in shown and "3 compared" in shown and "blocked -> none" in shown
    assert board.failures == {}
    board.switch()
    assert [row.id for row in board.rows()] == [board.fires[0].id, "older"]  # the last first


class Done:
    """Deeds that are only noted."""

    def __init__(self) -> None:
        self.made: list[tuple[str, str]] = []

    def explain(self, row: FireRow) -> list[str]:
        return [f"page of {row.decision}", *map(str, range(50))]

    def promote(self, row: FireRow) -> str:
        if row.decision != "blocked":
            raise BadRequest("not this one")
        self.made.append(("promote", row.decision))
        return "kept"

    def edit(self, row: FireRow) -> str:
        self.made.append(("edit", row.decision))
        return "edited"

    def roll_back(self) -> str:
        self.made.append(("roll back", ""))
        return "generation 3"


Press = Callable[[str], Done]


@pytest.fixture
def press(board: Board) -> Press:
    """Press these keys, then q."""

    class Small(DummyOutput):
        def get_size(self) -> Size:
            return Size(12, 60)

    def pressing(keys: str) -> Done:
        done = Done()
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=Small()):
            pipe.send_text(f"{keys}q")
            Screen(board, done).run()
        return done

    return pressing


def test_enter_opens_the_chosen_fire(press: Press, board: Board) -> None:
    press(f"{DOWN}{DOWN}{ENTER}{DOWN}")
    assert board.page is not None and board.page[0] == "page of blocked"
    assert text_of(board, 60, 12)[1] == "0"


def test_p_keeps_what_can_be_kept_and_says_why_not(press: Press, board: Board) -> None:
    assert press(f"{DOWN}{DOWN}p").made == [("promote", "blocked")]
    assert board.said == "kept"
    board.chosen = None
    assert press("p").made == []
    assert board.said == "not this one"


def test_r_asks_first(press: Press, board: Board) -> None:
    assert press("rn").made == []
    assert press("ry").made == [("roll back", "")]
    assert board.said == "generation 3"


def test_a_filter_is_written_with_all_its_letters(press: Press, board: Board) -> None:
    press(f"/nqo\x7f\x7fo rm{ENTER}")
    assert (board.filter, board.writing) == ("no rm", False)
    assert [row.decision for row in board.rows()] == ["blocked"]


def test_tab_changes_the_pane(press: Press, board: Board) -> None:
    press(TAB)
    assert board.pane == "changes"


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, ["vi", "+3", "/a b.scm"]),
        ({"EDITOR": "nano -w"}, ["nano", "-w", "+3", "/a b.scm"]),
        ({"EDITOR": "vi", "VISUAL": "/usr/bin/code --wait"}, ["/usr/bin/code", "--wait", "-g", "/a b.scm:3"]),
        ({"VISUAL": "hx"}, ["hx", "/a b.scm:3"]),
    ],
)
def test_the_editor_is_opened_at_the_line(environment: dict[str, str], words: list[str]) -> None:
    assert editor_arguments(environment, Path("/a b.scm"), 3) == words
