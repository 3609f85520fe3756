"""A terminal in front of a session: a prompt that knows Scheme, values and errors below it, notices above it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import ThreadedCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.patch_stdout import patch_stdout

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import HookError
from chibi_hooks.hooks.homes.home import HOME_NAME
from chibi_hooks.repl.doors.editing import (
    HIGHLIGHTED,
    STYLE,
    History,
    MatchingBrackets,
    SchemeLexer,
    SessionCompleter,
    keys,
)
from chibi_hooks.repl.doors.editors import open_editor
from chibi_hooks.repl.doors.layout import laid_out
from chibi_hooks.repl.doors.step_keys import ask_step
from chibi_hooks.repl.evaluator import Evaluator, interruptible
from chibi_hooks.repl.structure import around, is_command, split_command
from chibi_hooks.repl.worlds import OWN
from chibi_hooks.visible import styled, visible

LOOK: Final = 0.25  # seconds that a look for notices may wait; the end of the REPL waits for one
RED, DIM, YELLOW = "31", "2", "33"


class Terminal:
    """One conversation; `history` is the file in which what was entered is kept; `live`: is the host one that other
    commands and agents ask, too?"""

    def __init__(self, evaluator: Evaluator, history: Path, live: bool = False) -> None:
        self._evaluator = evaluator
        self._colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self._world = OWN
        self._restarts: list[dict[str, Json]] = []
        self._generation = 0  # 0: no reply has told it yet
        self._home = ""
        self._live = live
        self._described: dict[tuple[str, str], str] = {}
        self._ended = threading.Event()
        self._prompt: PromptSession[str] = PromptSession(
            multiline=True,
            history=History(history),
            lexer=SchemeLexer(),
            style=STYLE,
            completer=ThreadedCompleter(SessionCompleter(evaluator)),
            complete_while_typing=False,
            input_processors=[MatchingBrackets()],
            key_bindings=keys(),
            color_depth=None if self._colour else ColorDepth.DEPTH_1_BIT,
            prompt_continuation=lambda width, line, wrapped: " " * width,
            enable_open_in_editor=True,
            enable_suspend=True,
            bottom_toolbar=self._toolbar,
            reserve_space_for_menu=4,
        )

    def run(self) -> None:
        """Ask and answer until Ctrl-D or `,quit`.

        At the prompt Ctrl-C is a key; elsewhere it is a signal, which is taken all the time: a KeyboardInterrupt
        could strike between two turns, or in the event loop that every prompt makes.
        """
        notices = threading.Thread(target=self._show_notices, name="chibi-hooks-notices", daemon=True)
        with interruptible(self._evaluator), patch_stdout(raw=True):
            notices.start()
            self._stand(self._evaluator.ask({"eval": "", "name": "<start>"}))
            try:
                while self._turn():
                    pass
            finally:
                self._ended.set()
                notices.join(LOOK * 8)

    def _turn(self, written: str = "") -> bool:
        """One input and its answer; gives whether to go on."""
        try:
            sign = FormattedText([("class:prompt", self._sign())])
            text = self._prompt.prompt(sign, default=written, handle_sigint=False)
        except KeyboardInterrupt:  # the key
            return True
        except EOFError:
            return False
        if not text.strip():
            return True
        if source := self._to_edit(text):
            return self._turn(f"{text.rstrip()} {source}")
        return self._answer(text)

    def _answer(self, text: str) -> bool:
        request = {"command": text} if is_command(text) else {"eval": text}
        reply = self._evaluator.ask(request, self._write, ask_step)
        if reply.get("restarts"):
            self._restarts = reply["restarts"]
        self._stand(reply)
        self._write(self._page(reply))
        if reply.get("edit"):
            self._edit(Path(reply["edit"]["path"]), reply["edit"]["line"])
        return not reply.get("quit")

    def _to_edit(self, text: str) -> str:
        """What a restart without text offers to be edited first."""
        word, rest = split_command(text)
        if not word.isdecimal() or rest or not 0 < int(word) <= len(self._restarts):
            return ""
        return str(self._restarts[int(word) - 1]["source"])

    def _sign(self) -> str:
        """The home, the generation, whether others ask this host too, and the world of a hook file."""
        home = f"{self._home} " if self._home else ""
        generation = f"{self._generation}{'' if self._live else ' apart'} " if self._generation else ""
        world = "chibi" if self._world == OWN else Path(self._world).name
        return f"{home}{generation}{world}> "

    def _stand(self, reply: Mapping[str, Json]) -> None:
        """What a reply tells of where the session stands."""
        self._world = reply.get("world", self._world)
        self._generation = reply.get("generation", self._generation)
        homes = reply.get("homes") or []
        if homes:
            path = Path(homes[-1])
            self._home = path.parent.name if path.name == HOME_NAME and path.parent != Path.home() else path.name
        self._described.clear()  # a name may mean something else now

    def _toolbar(self) -> str:
        """How the procedure is used in whose call the cursor is, and what it does."""
        return self._hint(self._prompt.default_buffer.document)

    def _hint(self, document: Document) -> str:
        if len(document.text) > HIGHLIGHTED:
            return ""
        here = around(document.text_before_cursor)
        head = next((name for each in reversed(here.opened) if (name := each.head(document.text))), "")
        if not head:
            return ""
        known = (self._world, head)
        if known not in self._described:
            told = self._evaluator.ask({"describe": head})
            usage = " or ".join(told.get("usage") or [])
            about = str(told.get("about") or "").partition("\n")[0]
            self._described[known] = visible(f"{usage}  {about}".strip()).replace("\n", " ")
        return self._described[known][: max(20, self._prompt.output.get_size().columns - 1)]

    def _edit(self, path: Path, line: int) -> None:
        try:
            self._write(self._paint(DIM, f"; {open_editor(path, line)}") + "\n")
        except HookError as error:
            self._write(self._paint(RED, str(error)) + "\n")

    def _page(self, reply: Mapping[str, Json]) -> str:
        """A reply as it is shown; what was printed has been shown already."""
        printed = reply.get("output", "")
        parts = ["\n"] if printed and not printed.endswith("\n") else []
        for value in reply.get("values", ()):
            width = self._prompt.output.get_size().columns - len(value["name"]) - 3
            text = laid_out(value["text"], width).replace("\n", "\n" + " " * (len(value["name"]) + 3))
            parts.append(f"{self._paint(DIM, value['name'] + ' =')} {text}\n")
        if reply.get("page"):
            parts.append(f"{reply['page']}\n")
        parts += [self._paint(DIM, f"; {note}") + "\n" for note in reply.get("notes", ())]
        if (error := reply.get("error")) is not None:
            first, _, rest = error["page"].partition("\n")
            parts.append(self._paint(RED, first) + "\n" + (f"{rest}\n" if rest else ""))
        for each in reply.get("restarts", ()):
            number = self._paint(YELLOW, f",{each['number']}")
            parts.append(f"  {number}  {each['text']}\n")
        return "".join(parts)

    def _paint(self, colour: str, text: str) -> str:
        return styled(colour, text) if self._colour else text

    def _write(self, text: str) -> None:
        sys.stdout.write(visible(text))
        sys.stdout.flush()

    def _show_notices(self) -> None:
        """Above what is being written."""
        while not self._ended.is_set():
            for notice in self._evaluator.take_notices(LOOK):
                self._write(self._paint(DIM, notice) + "\n")
