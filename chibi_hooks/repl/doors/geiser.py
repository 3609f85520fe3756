"""Lines of Emacs' Geiser -> replies: a REPL with a prompt on a stream, and the procedures that Geiser calls in it.

    > (+ 1 2)                                       what a person types in the REPL's buffer
    3
    > (geiser:eval '"/home/hooks/guard.scm" '(+ 1 2))    what Geiser sends, from a buffer
    ((result "3") (output . ""))
    > (geiser:eval #f '(geiser:completions "string-jo"))
    ((result "(\\"string-join\\")") (output . ""))

Rules
-----
* Everything goes to one stream, and each answer ends before `newline, prompt`: that is how Geiser knows its end. So
  nothing is written between two answers, and no line of a reply begins with the prompt.
* The text of a form is evaluated as it was sent; with a file, in the world of that hook file.
* A procedure that Geiser knows and we do not is an error with its name; nothing it sends ends the conversation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import IO, Any, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.repl.doors.lines import TEXT, Write, line_of, show
from chibi_hooks.repl.evaluator import Evaluator, interruptible
from chibi_hooks.repl.structure import is_closed, is_command
from chibi_hooks.scheme.libraries.catalogue import exports_of, standard_libraries
from chibi_hooks.scheme.reading.opener import read_file
from chibi_hooks.scheme.reading.reader import datum_of, read_source
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Syntax
from chibi_hooks.scheme.values.data import String
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText

PROMPT: Final = "> "
BYTES: Final = 4_000_000  # of a file that is loaded
WORD: Final = re.compile(r"\[?([^\s()\[\]]+)\]?")


AskAbout = Callable[..., dict[str, Any]]  # a request as keywords -> the reply, seen from the file that is meant


class Atom(str):
    """A text that is written as it is: a symbol, #t."""


class GeiserLines:
    """The conversation of `repl --geiser`."""

    def __init__(self, evaluator: Evaluator, source: IO[str], out: Write) -> None:
        self._evaluator = evaluator
        self._source = source
        self._out = out

    def run(self) -> None:
        """Answer until the input ends, `(exit)` or `,quit`."""
        pending = ""
        self._out(PROMPT)
        for line in self._lines():
            pending += line
            if len(pending) <= TEXT and pending.strip() and not is_closed(pending):
                continue
            if pending.strip() and self._answer(pending):
                return
            self._out(f"\n{PROMPT}" if pending.strip() else PROMPT)
            pending = ""

    def _lines(self) -> Iterator[str]:
        while True:
            try:
                line = line_of(self._source)
            except KeyboardInterrupt:  # nothing was running
                self._out(f"\n{PROMPT}")
                continue
            if not line:
                return
            yield line

    def _answer(self, text: str) -> bool:
        """Answer a form or a command; is that the end?"""
        form = _form(text)
        head = _head(form)
        if head == "exit":
            return True
        if head.startswith("geiser:"):
            self._out(self._called(form, ""))
            return False
        with interruptible(self._evaluator):
            reply = self._evaluator.ask({"command" if is_command(text) else "eval": text}, self._out)
        for notice in self._evaluator.take_notices():
            self._out(f"; {notice}\n")
        show(reply, self._out, self._out)
        return bool(reply["quit"])

    def _called(self, form: Form, file: str) -> str:
        """The answer to `(geiser:… …)` from Emacs; `file`: from the buffer of this file."""

        def ask(**request: Json) -> dict[str, Any]:
            return self._evaluator.ask({**request, **({"file": file} if file else {})})

        name = _head(form).removeprefix("geiser:")
        with suppress(SchemeError, IndexError, AttributeError):  # a call that is none of Geiser's
            if name == "eval":
                inner, where = _unquoted(form.items[2]), _text(_unquoted(form.items[1]))
                if _head(inner).startswith("geiser:"):
                    return self._called(inner, where)
                return self._evaluated(_written_as(inner), where)
            if name == "load-file":
                return self._loaded(_text(form.items[1]))
            if name in _PROCEDURES:
                return _retort([_written(_PROCEDURES[name](ask, form))])
        return _failure("geiser", f"chibi-hooks has no (geiser:{name} …) of this shape")

    def _evaluated(self, code: str, file: str) -> str:
        request: dict[str, Json] = {"eval": code, **({"file": file} if file else {})}
        with interruptible(self._evaluator):
            reply = self._evaluator.ask(request)
        return _retort_of(reply, self._evaluator.take_notices())

    def _loaded(self, file: str) -> str:
        try:
            code = read_file(file, BYTES).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            return _failure("file", f"{file}: not UTF-8 at byte {error.start}")
        except OSError as error:
            return _failure("file", f"{file}: {error.strerror}")
        return self._evaluated(code, file)


def _completions(ask: AskAbout, form: Form) -> Json:
    prefix = _text(form.items[1])
    found = ask(complete=prefix)
    kept = prefix[: found.get("start", 0)]
    return [kept + each["text"] for each in found.get("completions", ())]


def _libraries(ask: AskAbout, form: Form) -> Json:
    prefix = _text(form.items[1]) if len(form.items) > 1 else ""
    return [name for name in sorted(standard_libraries()) if name.startswith(prefix)]


def _exports(ask: AskAbout, form: Form) -> Json:
    return [["procs", *([Atom(name)] for name in exports_of(_written_as(_unquoted(form.items[1]))))]]


def _autodoc(ask: AskAbout, form: Form) -> Json:
    names = _unquoted(form.items[1])
    words = [each.name for each in names.items if each.__class__ is Identifier]
    return [signature for word in words if (signature := _signature(ask, word))]


def _signature(ask: AskAbout, name: str) -> list[Json]:
    """(name ("args" (("required" …) ("optional" …) ("key")))); nothing for what has none."""
    usages = [each for line in ask(describe=name).get("usage", ()) for each in line.split(" or ")]
    calls = [each for each in usages if each.startswith((f"({name} ", f"({name})"))]
    return [Atom(name), ["args", *map(_arguments, calls)]] if calls else []


def _arguments(usage: str) -> list[Json]:
    required: list[Json] = []
    optional: list[Json] = []
    takes_rest = False
    for found in list(WORD.finditer(usage))[1:]:
        word = found[1]
        if word == ".":
            takes_rest = True
            continue
        is_more = takes_rest or bool(optional) or word == "..." or usage[found.start()] == "["
        (optional if is_more else required).append(Atom(word))
    if takes_rest:
        optional.append(Atom("..."))
    return [["required", *required], ["optional", *optional], ["key"]]


def _documentation(ask: AskAbout, form: Form) -> Json:
    name = _unquoted(form.items[1]).name
    told = ask(describe=name)
    if told.get("kind") is None:
        return False
    return [("signature", _signature(ask, name) or [Atom(name)]), ("docstring", told["page"])]


def _location(ask: AskAbout, form: Form) -> Json:
    """(("file" . "/home/hooks/guard.scm") ("line" . 3)); nothing is known of what stands in no file."""
    told = ask(describe=_unquoted(form.items[1]).name)
    return [("file", told["path"]), ("line", told["line"]), ("column", told["column"] - 1)] if told.get("path") else []


def _expanded(ask: AskAbout, form: Form) -> Json:
    reply = ask(command=f"expand {_written_as(_unquoted(form.items[1]))}")
    return str(reply["page"] or (reply["error"] or {}).get("page", ""))


def _nothing(ask: AskAbout, form: Form) -> Json:
    return []


_PROCEDURES: Final[Mapping[str, Callable[[AskAbout, Form], Json]]] = {
    "completions": _completions,
    "module-completions": _libraries,
    "autodoc": _autodoc,
    "symbol-documentation": _documentation,
    "symbol-location": _location,
    "macroexpand": _expanded,
    "module-location": _nothing,
    "module-exports": _exports,
    "callers": _nothing,
    "callees": _nothing,
    "generic-methods": _nothing,
    "find-file": _nothing,
    "add-to-load-path": _nothing,
    "no-values": _nothing,
    "newline": _nothing,
}
"""What Geiser calls, without the `geiser:` before it."""


def _form(text: str) -> Syntax:
    """The one form of a text; None for what is none."""
    with suppress(SchemeError):
        forms = read_source(SourceText("<geiser>", text))
        return forms[0] if len(forms) == 1 else None
    return None


def _head(form: Syntax) -> str:
    is_call = form.__class__ is Form and form.items and form.items[0].__class__ is Identifier
    return form.items[0].name if is_call else ""


def _unquoted(form: Syntax) -> Syntax:
    return form.items[1] if _head(form) == "quote" else form


def _written_as(form: Syntax) -> str:
    return str(form.place.source.text[form.place.start : form.place.end])


def _text(form: Syntax) -> str:
    """A string as written; nothing for anything else."""
    value: Any = datum_of(form)
    return value.s if value.__class__ is String else ""


def _retort_of(reply: Mapping[str, Json], notices: list[str]) -> str:
    """What was evaluated, as Geiser reads it."""
    told = "".join(f"; {each}\n" for each in [*notices, *reply["notes"]])
    output = f"{told}{reply['output']}"
    if reply["error"] is not None:
        return _failure(reply["error"]["kind"], reply["error"]["page"], output)
    return _retort([each["text"] for each in reply["values"]], output)


def _retort(results: list[str], output: str = "") -> str:
    return f"((result {' '.join(map(_quoted, results))}) (output . {_quoted(output)}))"


def _failure(kind: str, page: str, output: str = "") -> str:
    return f"((error (key . {kind}) (msg . {_quoted(page)})) (output . {_quoted(output + page)}))"


def _written(value: Json) -> str:
    """A Scheme datum as text: lists are lists, two-tuples pairs."""
    if isinstance(value, list):
        return f"({' '.join(map(_written, value))})"
    if isinstance(value, tuple):
        return f"({_written(value[0])} . {_written(value[1])})"
    if isinstance(value, bool):
        return "#t" if value else "#f"
    return str(value) if isinstance(value, Atom | int) else _quoted(str(value))


def _quoted(text: str) -> str:
    """A string as Emacs Lisp and Scheme both read it, on one line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'
