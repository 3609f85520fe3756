"""The commands of a text as Scheme data that nobody can change; read once for all who ask about the same text.

    #(name words assignments redirects source through input fed? piped? changes reads code
      subcommand options)

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

from threading import Lock
from typing import Final

from chibi_hooks.scheme.shell.code import code_of
from chibi_hooks.scheme.shell.commands import Redirect, SimpleCommand, read_commands
from chibi_hooks.scheme.shell.files import changes_of, reads_of
from chibi_hooks.scheme.shell.subcommands import options_of, subcommand_of
from chibi_hooks.scheme.shell.syntax import Unreadable
from chibi_hooks.scheme.shell.words import ShellWord
from chibi_hooks.scheme.values.data import FALSE, Value, Vector, boolean, cons, string_of, to_list
from chibi_hooks.scheme.values.frozen import frozen

KEPT: Final = 32  # texts
KEPT_LENGTH: Final = 4_096  # characters of a text that is kept

_read: Final[dict[str, Value]] = {}
_reading: Final = Lock()


def shell_value(text: str) -> Value:
    """The list of a text's commands; a string that says why there is none."""
    found = _read.get(text)
    if found is not None:
        return found
    try:
        made: Value = to_list([_command(each) for each in read_commands(text)])
    except Unreadable as error:
        made = string_of(str(error))
    except RecursionError:
        return string_of("it is nested too deeply")
    made = frozen(made)
    if len(text) <= KEPT_LENGTH:
        with _reading:
            if len(_read) >= KEPT:
                _read.pop(next(iter(_read)))
            _read[text] = made
    return made


def _command(command: SimpleCommand) -> Value:
    return Vector([
        _text(command.name),
        to_list([_word(each) for each in command.words]),
        to_list([cons(string_of(name), _text(value)) for name, value in command.assignments]),
        to_list([_redirect(each) for each in command.redirects]),
        string_of(command.source),
        to_list([string_of(each) for each in command.through]),
        _text(command.input),
        boolean(command.fed),
        boolean(command.piped),
        to_list([_word(each) for each in changes_of(command)]),
        to_list([_word(each) for each in reads_of(command)]),
        _text(code_of(command.name, command.words, command.input)),
        to_list([_word(each) for each in subcommand_of(command.name, command.words)]),
        to_list([string_of(each) for each in options_of(command.name, command.words)]),
    ])  # fmt: skip


def _text(text: str | None) -> Value:
    return FALSE if text is None else string_of(text)


def _word(word: ShellWord) -> Value:
    return string_of(word.text) if word.text is not None else Vector([string_of(word.known), string_of(word.source)])


def _redirect(redirect: Redirect) -> Value:
    return Vector([string_of(redirect.operator), string_of(redirect.descriptor), _word(redirect.target)])
