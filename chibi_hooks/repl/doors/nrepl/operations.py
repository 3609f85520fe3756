"""An nREPL message -> its answers: one function for each operation, added by one declaration.

What `describe` tells editors is the list of these. See https://nrepl.org/nrepl/ops.html for what they expect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.repl.doors.nrepl.bencoding import Bmessage
from chibi_hooks.repl.doors.nrepl.clojure import meant
from chibi_hooks.repl.evaluator import Evaluator
from chibi_hooks.repl.structure import is_command


class Working(Protocol):
    """A session, as operations see it."""

    id: str
    evaluator: Evaluator

    def interrupt(self, wanted: str) -> list[str]:
        """Stop what is under way (`wanted`: if that is it); gives the words for the status."""


class Editor(Protocol):
    """Whoever sent a message, with sessions; server.py has them."""

    file: str
    """The file from which it had something evaluated last; most editors say no file when they ask about a name."""

    def begin_session(self) -> str:
        """A new session; gives its name. Raises BadRequest."""

    def end_session(self, name: str) -> None:
        """End a session."""

    def session_ids(self) -> list[str]:
        """The names of the sessions."""

    def session(self, message: Bmessage) -> Working:
        """The session that a message speaks of. Raises BadRequest."""


Immediate = Callable[[Editor, Bmessage], Bmessage]  # answered by whoever reads
Queued = Callable[[Evaluator, Bmessage, Callable[[Bmessage], None]], None]  # one after the other in a session

IMMEDIATE: Final[dict[str, Immediate]] = {}
QUEUED: Final[dict[str, Queued]] = {}

TYPES: Final = {"procedure": "function", "syntax": "macro", "variable": "var", "point": "keyword"}


def immediate(*names: str) -> Callable[[Immediate], Immediate]:
    """Declare what is answered at once, whatever else runs."""

    def declare(function: Immediate) -> Immediate:
        IMMEDIATE.update(dict.fromkeys(names, function))
        return function

    return declare


def queued(*names: str) -> Callable[[Queued], Queued]:
    """Declare what waits for its turn in its session; it sends all its answers but the last, `done`."""

    def declare(function: Queued) -> Queued:
        QUEUED.update(dict.fromkeys(names, function))
        return function

    return declare


@immediate("clone")
def clone(editor: Editor, message: Bmessage) -> Bmessage:
    """A new session, which evaluates in a world of its own."""
    return {"new-session": editor.begin_session()}


@immediate("close")
def close(editor: Editor, message: Bmessage) -> Bmessage:
    """End a session; what it evaluates is interrupted."""
    editor.end_session(editor.session(message).id)
    return {"status": ["done", "session-closed"]}


@immediate("ls-sessions")
def list_sessions(editor: Editor, message: Bmessage) -> Bmessage:
    """The sessions of this editor."""
    return {"sessions": editor.session_ids()}


@immediate("describe")
def describe(editor: Editor, message: Bmessage) -> Bmessage:
    """What can be asked."""
    names = sorted((*IMMEDIATE, *QUEUED))
    version = {"major": 1, "minor": 0, "incremental": 0, "version-string": "1.0.0"}
    return {"ops": {name: {} for name in names}, "versions": {"nrepl": version, "chibi-hooks": version}, "aux": {}}


@immediate("interrupt")
def interrupt(editor: Editor, message: Bmessage) -> Bmessage:
    """Stop what a session evaluates; with `interrupt-id` only when it is that."""
    return {"status": ["done", *editor.session(message).interrupt(text_of(message, "interrupt-id"))]}


@immediate("stdin")
def stdin(editor: Editor, message: Bmessage) -> Bmessage:
    """Refused: programs here have no input to read."""
    return {"err": "stdin: a program here has no standard input\n", "status": ["done", "error", "no-stdin"]}


@immediate("completions", "complete")
def complete(editor: Editor, message: Bmessage) -> Bmessage:
    """`prefix` (or `symbol`) -> names that begin so."""
    prefix = text_of(message, "prefix") or text_of(message, "symbol")
    found: dict[str, Bmessage] = {}
    for reply in _asked(editor, message, {"complete": prefix}):
        kept = prefix[: reply.get("start", 0)]
        found |= {kept + each["text"]: {"type": "var"} for each in reply.get("completions", ())}
    return {"completions": [{"candidate": name, **each} for name, each in found.items()]}


@immediate("lookup")
def lookup(editor: Editor, message: Bmessage) -> Bmessage:
    """`sym` -> what is known of it, in `info`."""
    info = _info(editor, message)
    return {"info": info} if info else {"status": ["done", "lookup-error", "no-info"]}


@immediate("info")
def info(editor: Editor, message: Bmessage) -> Bmessage:
    """The same as CIDER asks for it: the fields stand in the message itself."""
    return _info(editor, message) or {"status": ["done", "no-info"]}


@immediate("eldoc")
def eldoc(editor: Editor, message: Bmessage) -> Bmessage:
    """`sym` -> the parameters of a procedure, for each way to call it."""
    described = _described(editor, message)
    calls = [call for line in described["usage"] for call in line.split(" or ")]
    ways = [_parameters(call) for call in calls if call.startswith("(") and call.endswith(")")]
    if not ways:
        return {"status": ["done", "no-eldoc"]}
    kind = TYPES.get(described["kind"] or "", "var")
    return {"eldoc": ways, "name": described["name"], "type": kind, "docstring": described["about"]}


@immediate("analyze-last-stacktrace", "cider/analyze-last-stacktrace")
def analyze_last_stacktrace(editor: Editor, message: Bmessage) -> Bmessage:
    """Nothing besides the page that has come as `err`.

    Where this is not to be had, CIDER evaluates Clojure after each error; that fails, and `,bt`, `,2` and `$e` would
    mean its failure.
    """
    return {"status": ["done", "no-error"]}


@queued("classpath")
def classpath(evaluator: Evaluator, message: Bmessage, send: Callable[[Bmessage], None]) -> None:
    """The homes: vim-fireplace calls a file by its path from one of these, and sends Clojure where it gets none."""
    send({"classpath": evaluator.ask({"eval": ""}).get("homes", [])})


@queued("eval")
def evaluate(evaluator: Evaluator, message: Bmessage, send: Callable[[Bmessage], None]) -> None:
    """`code`, from `file` at `line` and `column`: in the world of the hook file that it is, or in the session's own.

    With `inhibit-cider-middleware` it is what CIDER does at its start, by default something in Clojure.
    """
    code = text_of(message, "code")
    if is_command(code):
        _send_reply(evaluator, {"command": code}, send)
        return
    request: dict[str, Json] = {"file": file} if (file := text_of(message, "file")) else {}
    try:
        instead = meant(code)
    except BadRequest as error:
        send({"err": f"{error}\n"})
        send({"ex": "file", "root-ex": "file", "status": ["eval-error"]})
        return
    if instead is not None:
        request |= instead
    else:
        request["eval"] = code
        request |= {name: message[name] for name in ("line", "column") if isinstance(message.get(name), int)}
    _send_reply(evaluator, request, send, is_start="inhibit-cider-middleware" in message)


@queued("load-file")
def load_file(evaluator: Evaluator, message: Bmessage, send: Callable[[Bmessage], None]) -> None:
    """`file`, the text of one, which is called `file-path`: evaluated as `eval` does."""
    request: dict[str, Json] = {"eval": text_of(message, "file")}
    if path := text_of(message, "file-path") or text_of(message, "file-name"):
        request["file"] = path
    _send_reply(evaluator, request, send)


def _send_reply(
    evaluator: Evaluator, request: Mapping[str, Json], send: Callable[[Bmessage], None], is_start: bool = False
) -> None:
    reply = evaluator.ask(request, lambda text: send({"out": text}))
    for notice in evaluator.take_notices():
        send({"out": f"{notice}\n"})
    if reply.get("page"):
        send({"out": f"{reply['page']}\n"})
    for note in reply.get("notes", ()):
        send({"out": f"; {note}\n"})
    for value in reply.get("values", ()):
        send({"value": value["text"], "ns": reply["world"]})
    error = reply.get("error")
    if error is not None and is_start and error["kind"] == "read":
        send({"out": "; what your editor evaluates at its start is no Scheme, and was left out\n"})
        error = None
    if error is not None:
        restarts = "".join(f"  ,{each['number']}  {each['text']}\n" for each in reply.get("restarts", ()))
        send({"err": f"{error['page']}\n{restarts}"})
        status = ["interrupted"] if error["kind"] == "interrupt" else ["eval-error"]
        send({"ex": error["kind"], "root-ex": error["kind"], "status": status})
    elif not reply.get("values"):
        send({"value": "", "ns": reply.get("world", "")})


def _info(editor: Editor, message: Bmessage) -> Bmessage:
    described = _described(editor, message)
    if described["kind"] is None:
        return {}
    found: Bmessage = {
        "name": described["name"],
        "doc": described["about"] or described["page"],
        "arglists-str": "\n".join(described["usage"]),
        "type": TYPES.get(described["kind"], "var"),
    }
    if described["line"] is not None:
        file = described["path"] or described["place"].rpartition(":")[0].rpartition(":")[0]
        found |= {"file": file, "line": described["line"], "column": described["column"]}
    return found


def _described(editor: Editor, message: Bmessage) -> dict[str, Any]:
    name = next((text for key in ("sym", "symbol", "ns-sym") if (text := text_of(message, key))), "")
    known = (reply for reply in _asked(editor, message, {"describe": name}) if reply.get("kind") is not None)
    return next(known, {"name": name, "kind": None, "usage": [], "about": "", "page": "", "line": None})


def _asked(editor: Editor, message: Bmessage, request: dict[str, Json]) -> Iterator[dict[str, Any]]:
    """The replies to a question, seen from the editor's file, then from the session's own world."""
    evaluator = editor.session(message).evaluator
    if file := file_of(message) or editor.file:
        yield evaluator.ask({**request, "file": file})
    yield evaluator.ask(request)


def _parameters(call: str) -> list[str]:
    """`(f a [b [c]])` -> a, [b], [c]."""
    words, depth = [], 0
    for word in call[1:-1].split()[1:]:
        depth += word.count("[")
        bare = word.strip("[]")
        words.append(f"[{bare}]" if depth else bare)
        depth -= word.count("]")
    return words


def file_of(message: Bmessage) -> str:
    """The hook file that a message comes from; "" for the buffer of a REPL, and where it does not say."""
    file = text_of(message, "file-path" if text_of(message, "op") == "load-file" else "file")
    return file if file.endswith(".scm") else ""


def text_of(message: Bmessage, key: str) -> str:
    """A field that should be a string; "" when it is not there or is something else."""
    value = message.get(key, "")
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) else ""
