"""The commands of a text as Scheme data that nobody can change; read once for all who ask about the same text.

A command is a `SimpleCommand`, whose parts for Scheme are made when somebody asks for them:

    name words assignments redirects source through input fed? piped? changes reads code subcommand options

name          a string, "" without words, #f when only the run would tell
words         strings; #(known source) for a word of which only the beginning `known` is
assignments   ((name . value or #f) …)
redirects     (#(operator descriptor target) …)
through       the names of who runs it, the first one first
input         the text that is fed to it, or #f
changes       words: the files that it changes (see files.py)
reads         words for the files that it may read
code          the text that it hands to an interpreter, or #f
subcommand    the words behind the program's own options
options       the options, as far as they are known
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from threading import Lock
from typing import Final

from chibi_hooks.scheme.shell.code import code_of, may_have_code
from chibi_hooks.scheme.shell.commands import read_commands
from chibi_hooks.scheme.shell.files import changes_of, may_change, reads_of
from chibi_hooks.scheme.shell.simple import SimpleCommand
from chibi_hooks.scheme.shell.subcommands import options_of, subcommand_of
from chibi_hooks.scheme.shell.syntax import Unreadable
from chibi_hooks.scheme.shell.words import Redirect, ShellWord
from chibi_hooks.scheme.values.data import FALSE, NIL, String, Value, Vector, boolean, cons, string_of, to_list
from chibi_hooks.scheme.values.frozen import LiteralPair, frozen, literal_list, literal_string, put_car, put_cdr
from chibi_hooks.scheme.values.printer import shown_as

NOTHING_BUT_WORDS: Final = (None,) * 8  # assignments to changes are still to be found out
KEPT: Final = 32  # texts
KEPT_LENGTH: Final = 4_096  # characters of a text that is kept

_read: Final[dict[str, Value]] = {}
_reading: Final = Lock()


shown_as(SimpleCommand, lambda command: f"command {command.source}")


def shell_value(text: str) -> Value:
    """The list of a text's commands; a string that says why there is none."""
    found = _read.get(text)
    if found is not None:
        return found
    try:
        made = literal_list(_parted(read_commands(text)))
    except Unreadable as error:
        made = literal_string(str(error))
    except RecursionError:
        return string_of("it is nested too deeply")
    if len(text) <= KEPT_LENGTH:
        with _reading:
            if len(_read) >= KEPT:
                _read.pop(next(iter(_read)))
            _read[text] = made
    return made


def shell_part(command: SimpleCommand, number: int) -> Value:
    """A part of a command that nobody has asked for yet."""
    made = PARTS[number](command)
    parts = command.shell_parts
    if not isinstance(parts, list):
        parts = command.shell_parts = list(parts)
    parts[number] = made
    return made


def _parted(commands: list[SimpleCommand]) -> list[SimpleCommand]:
    """The same, with the parts that are told by their names: all who see a command ask for that."""
    for each in commands:
        parts = _told_by(each.name)
        each.shell_parts = parts if each.bare else (*parts[:2], *NOTHING_BUT_WORDS, *parts[10:])
    return commands


@lru_cache(256)
def _told_by(name: str | None) -> tuple[Value, ...]:
    """The parts of a command of that name that has nothing but its words, as far as they are the same for all."""
    changes = None if name and may_change(name) else NIL
    code = None if name and may_have_code(name) else FALSE
    return (_name(name), None, NIL, NIL, None, NIL, FALSE, FALSE, FALSE, changes, None, code, None, None)


@lru_cache(256)
def _name(name: str | None) -> Value:
    return _text(name)


def _text(text: str | None) -> Value:
    return FALSE if text is None else literal_string(text)


def _texts(texts: Iterable[str]) -> Value:
    return literal_list([literal_string(each) for each in texts])


def _words(words: Sequence[ShellWord]) -> Value:
    found: Value = NIL
    for text, source, known, _ in reversed(words):
        if text is None:
            word: Value = frozen(Vector([string_of(known), string_of(source)]))
        else:
            word = String()
            word.s = text
            word.literal = True
        pair = LiteralPair()
        put_car(pair, word)
        put_cdr(pair, found)
        found = pair
    return found


def _assignments(command: SimpleCommand) -> Value:
    return frozen(to_list([cons(string_of(name), _text(value)) for name, value in command.assignments]))


def _redirects(command: SimpleCommand) -> Value:
    return frozen(to_list([_redirect(each) for each in command.redirects]))


def _redirect(redirect: Redirect) -> Value:
    target = _words([redirect.target]).car
    return Vector([string_of(redirect.operator), string_of(redirect.descriptor), target])


PARTS: Final[tuple[Callable[[SimpleCommand], Value], ...]] = (
    lambda each: _name(each.name),
    lambda each: _words(each.words),
    _assignments,
    _redirects,
    lambda each: literal_string(each.source),
    lambda each: _texts(each.through),
    lambda each: _text(each.input),
    lambda each: boolean(each.fed),
    lambda each: boolean(each.piped),
    lambda each: _words(changes_of(each)),
    lambda each: _words(reads_of(each)),
    lambda each: _text(code_of(each.name, each.words, each.input)) if each.name and may_have_code(each.name) else FALSE,
    lambda each: _words(subcommand_of(each.name, each.words)),
    lambda each: _texts(options_of(each.name, each.words)),
)
