"""A board on a terminal: keys in, a drawing out, until `q`. What keys do beyond choosing is handed in as `Deeds`.

Rules: whatever a deed raises as a HookError is said in the last line, and the screen goes on. Events come from other
threads by `update`; the size of the terminal is asked for at each drawing, so that a resize loses nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth

from chibi_hooks.cockpit.board import Board, FireRow
from chibi_hooks.cockpit.drawing import draw
from chibi_hooks.hooks.errors import HookError


class Deeds(Protocol):
    """What can be done about a fire, and about the host. Each raises HookError."""

    def explain(self, row: FireRow) -> list[str]:
        """The page of a fire."""

    def promote(self, row: FireRow) -> str:
        """Keep it as a test; what was written."""

    def edit(self, row: FireRow) -> str:
        """Open the editor at the clause that decided; what was opened."""

    def roll_back(self) -> str:
        """Bring back what the generation before had."""


class Screen:
    """The cockpit; `run` returns when the user leaves."""

    def __init__(self, board: Board, deeds: Deeds, colour: bool = True) -> None:
        self.board = board
        self._deeds = deeds
        control = FormattedTextControl(self._drawn, focusable=True, show_cursor=False)
        self.application: Application[None] = Application(
            Layout(Window(control, always_hide_cursor=True)),
            key_bindings=self._keys(),
            full_screen=True,
            color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
            refresh_interval=1.0,
        )
        self.application.timeoutlen = self.application.ttimeoutlen = 0.05  # seconds until Esc is Esc

    def run(self, started: Callable[[], None] = lambda: None) -> None:
        """Show it until `q` or Ctrl-C. `started` is called once the keys are heard."""
        self.application.run(pre_run=started, handle_sigint=False)

    def update(self, change: Callable[[Board], object]) -> None:
        """Change the board, from any thread, and show it."""
        loop = self.application.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._change, change)

    def end(self) -> None:
        """Leave, from any thread."""
        self.update(lambda board: self.application.exit() if self.application.is_running else None)

    def _change(self, change: Callable[[Board], object]) -> None:
        change(self.board)
        self.application.invalidate()

    def _drawn(self) -> StyleAndTextTuples:
        size = self.application.output.get_size()
        fragments: StyleAndTextTuples = []
        for line in draw(self.board, size.columns, size.rows):
            fragments += [*line, ("", "\n")]
        return fragments[:-1]

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        board = self.board
        writing = Condition(lambda: board.writing)
        asking = Condition(lambda: bool(board.asking))
        free = ~writing & ~asking

        for names, by in ((("up", "k"), -1), (("down", "j"), 1), (("pageup",), -10), (("pagedown",), 10)):
            for name in names:
                keys.add(name, filter=free)(lambda event, by=by: board.move(by))
        keys.add("tab", filter=free)(lambda event: board.switch())
        keys.add("enter", filter=free)(lambda event: self._about(lambda row: board.open(self._deeds.explain(row))))
        keys.add("p", filter=free)(lambda event: self._about(lambda row: self._say(self._deeds.promote(row))))
        keys.add("e", filter=free)(lambda event: self._edit())
        keys.add("/", filter=free)(lambda event: self._begin_writing())
        keys.add("r", filter=free)(lambda event: self._ask())
        keys.add("q", filter=free)(lambda event: event.app.exit())
        keys.add("c-c")(lambda event: event.app.exit())
        keys.add("escape", eager=True)(lambda event: board.leave())
        keys.add("y", filter=asking)(lambda event: self._roll_back())
        keys.add("<any>", filter=asking)(lambda event: board.leave())
        keys.add("enter", filter=writing)(lambda event: self._end_writing())
        keys.add("backspace", filter=writing)(lambda event: self._write(board.filter[:-1]))
        keys.add("<any>", filter=writing)(self._written)
        return keys

    def _written(self, event: KeyPressEvent) -> None:
        if event.data.isprintable():
            self._write(self.board.filter + event.data)

    def _write(self, text: str) -> None:
        self.board.filter, self.board.chosen = text, None

    def _begin_writing(self) -> None:
        self.board.page, self.board.said, self.board.writing = None, "", True

    def _end_writing(self) -> None:
        self.board.writing = False

    def _ask(self) -> None:
        self.board.asking = "bring back the generation before this one? y: yes, any other key: no"

    def _roll_back(self) -> None:
        self.board.asking = ""
        self._try(lambda: self._say(self._deeds.roll_back()))

    def _edit(self) -> None:
        row = self.board.selected()
        if row is not None:
            told = asyncio.ensure_future(run_in_terminal(lambda: self._try(lambda: self._say(self._deeds.edit(row)))))
            told.add_done_callback(lambda done: self.application.invalidate())

    def _about(self, do: Callable[[FireRow], object]) -> None:
        row = self.board.selected()
        if row is not None:
            self._try(lambda: do(row))

    def _try(self, do: Callable[[], object]) -> None:
        self.board.said = ""
        try:
            do()
        except HookError as error:
            self._say(str(error))

    def _say(self, text: str) -> None:
        self.board.tell(text)
