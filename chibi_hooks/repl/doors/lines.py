"""Lines of a stream that is no terminal -> replies: forms as text, or one JSON object per line.

Text: every form is evaluated when it is closed; values go to stdout, one on a line, everything else to stderr.

JSON, one object per line each way, in the order of the requests:

    {"id": 1, "eval": "(+ 1 2)"}                {"id": 1, "value": "3", "values": [{"name": "$1", "text": "3"}],
                                                 "output": "", "page": "", "notes": [], "error": null, "restarts": [],
                                                 "quit": false, "world": "<repl>", "notices": []}
    {"id": 2, "eval": "(f)", "in": "hooks/guard.scm", "name": "guard.scm", "line": 7, "column": 1, "time": 5}
    {"id": 3, "command": "fire pre_tool --sample"}
    {"id": 4, "complete": "(string-jo"}         {"id": 4, "start": 1, "completions": [{"text": …, "about": …}], …}
    {"id": 5, "describe": "fold"}               {"id": 5, "kind": "procedure", "usage": […], "page": …, …}
    {"id": 6, "interrupt": 2}                   {"id": 6, "interrupted": true, …}      at once, while 2 is evaluated

`error` is null or {"kind", "message", "place", "page"}; a restart of the list is taken with the command "N text".
`notices` are what happened by itself since the last reply: reloads, traced calls.

Rules: whatever arrives, one line goes back for each line; the end of the input is the end, with exit code 0.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import IO, Any, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.repl.evaluator import Evaluator, interruptible
from chibi_hooks.repl.structure import is_closed, is_command

LINE: Final = 8_000_000  # bytes of a request; the text in it is bounded by the session
TEXT: Final = 1_000_000  # characters of one form that are waited for to be closed

Write = Callable[[str], object]


def run_text(evaluator: Evaluator, source: IO[str], out: Write, err: Write) -> bool:
    """Evaluate what a text stream holds; gives whether all went well."""
    good = True
    pending = ""
    while line := line_of(source):
        pending += line
        if len(pending) <= TEXT and pending.strip() and not is_closed(pending):
            continue
        if pending.strip():
            reply = _answer(evaluator, pending, out, err)
            good = good and reply.get("error") is None
            if reply.get("quit"):
                return good
        pending = ""
    if pending.strip():
        good = _answer(evaluator, pending, out, err).get("error") is None and good
    return good


def line_of(source: IO[str]) -> str:
    """The next line, empty at the end. Of one that is longer than a form may be, nothing is kept but that it is."""
    line = source.readline(TEXT + 1)
    piece = line
    while len(piece) > TEXT and not piece.endswith("\n"):
        piece = source.readline(TEXT + 1)
    return line


def _answer(evaluator: Evaluator, text: str, out: Write, err: Write) -> dict[str, Json]:
    request = {"command": text} if is_command(text) else {"eval": text}
    with interruptible(evaluator):
        reply = evaluator.ask(request, out)
    for notice in evaluator.take_notices():
        err(f"{notice}\n")
    show(reply, out, err)
    return reply


def show(reply: Mapping[str, Json], out: Write, err: Write) -> None:
    """Values and pages to `out`, notes, errors and restarts to `err`; what was printed has been shown already."""
    if reply["output"] and not reply["output"].endswith("\n"):
        out("\n")
    for value in reply["values"]:
        out(f"{value['text']}\n")
    if reply["page"]:
        out(f"{reply['page']}\n")
    for note in reply["notes"]:
        err(f"; {note}\n")
    if reply["error"] is not None:
        err(f"{reply['error']['page']}\n")
    for restart in reply["restarts"]:
        err(f"  ,{restart['number']}  {restart['text']}\n")


class JsonLines:
    """The conversation of `repl --json`."""

    def __init__(self, evaluator: Evaluator, source: IO[bytes], out: IO[bytes]) -> None:
        self._evaluator = evaluator
        self._source = source
        self._out = out
        self._writing = threading.Lock()
        self._requests: SimpleQueue[dict[str, Json] | None] = SimpleQueue()
        self._current: Json = None  # the id of the request under way
        self._waiting = threading.Lock()  # held while `_current` is changed or interrupted

    def run(self) -> None:
        """Answer until the input ends or `,quit`. What is read while something runs waits, but for interrupts."""
        threading.Thread(target=self._read, name="chibi-hooks-requests", daemon=True).start()
        while (request := self._requests.get()) is not None:
            id = request.get("id")
            with self._waiting:
                self._current = request
            try:
                reply = self._evaluator.ask(request)
            finally:
                with self._waiting:
                    self._current = None
            self._write({"id": id, **reply, "notices": self._evaluator.take_notices()})
            if reply.get("quit"):
                return

    def _read(self) -> None:
        try:
            while line := self._source.readline(LINE + 1):
                if len(line) > LINE:
                    self._skip_line(line)
                    self._refuse(f"wanted a line of at most {LINE} bytes")
                elif line.strip():
                    self._take(line)
        finally:
            self._requests.put(None)

    def _skip_line(self, line: bytes) -> None:
        while line and not line.endswith(b"\n"):
            line = self._source.readline(LINE)

    def _take(self, line: bytes) -> None:
        try:
            request: Any = json.loads(line)
        except RecursionError:
            self._refuse("wanted a JSON object, got one that is nested too deep")
            return
        except ValueError as error:  # UnicodeDecodeError is one
            self._refuse(f"wanted a JSON object: {error}")
            return
        if not isinstance(request, dict):
            self._refuse("wanted a JSON object")
        elif "interrupt" in request:
            self._interrupt(request)
        else:
            self._requests.put(request)

    def _interrupt(self, request: dict[str, Json]) -> None:
        """Of a certain request, or with null of whichever is under way."""
        wanted = request["interrupt"]
        with self._waiting:
            current = self._current
            found = current is not None and wanted in (None, current.get("id"))
            if found:
                self._evaluator.interrupt()
        self._write({"id": request.get("id"), "interrupted": found})

    def _refuse(self, message: str) -> None:
        error = {"kind": "request", "message": message, "place": "", "page": message}
        self._write({"id": None, "error": error})

    def _write(self, message: Mapping[str, Json]) -> None:
        data = json.dumps(message).encode("ascii") + b"\n"
        try:
            with self._writing:
                self._out.write(data)
                self._out.flush()
        except OSError:  # nobody reads any more
            self._requests.put(None)
