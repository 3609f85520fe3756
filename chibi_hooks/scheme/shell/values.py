"""The commands of a text as Scheme data that nobody can change; read once for all who ask about the same text.

A command is a `SimpleCommand`, whose parts for Scheme are made when somebody asks for them:

    name words assignments redirects source through input fed? piped? changes reads code subcommand verb

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
verb          the first word of the subcommand, as far as it is known, "" without
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from chibi_hooks.scheme.shell.commands import EachAlone, ReadCommands, read_when_asked
from chibi_hooks.scheme.shell.files.changes import changes_of, reads_of
from chibi_hooks.scheme.shell.files.told import name_told, told_by, verb_told
from chibi_hooks.scheme.shell.programs.mentions import stands_alone
from chibi_hooks.scheme.shell.programs.simple import NO_PARTS, SimpleCommand
from chibi_hooks.scheme.shell.programs.subcommands import subcommand_of, verb_of
from chibi_hooks.scheme.shell.text.marks import UNKNOWN
from chibi_hooks.scheme.shell.text.syntax import Unreadable
from chibi_hooks.scheme.shell.text.words import Redirect, ShellWord
from chibi_hooks.scheme.values.data import (
    FALSE,
    NIL,
    Pair,
    String,
    Value,
    boolean,
    cons,
    string_of,
    to_list,
    vector_of,
)
from chibi_hooks.scheme.values.frozen import GivenPair, frozen, literal_string
from chibi_hooks.scheme.values.printer import shown_as

SUBCOMMAND: Final = 12  # the number of this part
KEPT: Final = 16  # texts
LONG: Final = 4_096  # characters; of longer texts one is kept, so that all policies of a fire read it once


_read: Final[dict[str, ReadCommands | str]] = {}


shown_as(SimpleCommand, lambda command: f"command {command.source}")


def read_already(text: str) -> ReadCommands | str | None:
    """The same, if somebody has asked lately."""
    found = _read.get(text)
    if found is not None and found.__class__ is EachAlone:
        stands_alone(text)
    return found


def commands_in(text: str) -> ReadCommands | str:
    """The commands of a text, which all who ask share; or what says why there are none."""
    found = read_already(text)
    if found is not None:
        return found
    made: ReadCommands | str
    try:
        made = read_when_asked(text)
    except Unreadable as error:
        made = str(error)
    except RecursionError:
        made = "it is nested too deeply"
    except Exception as error:
        made = broken(error)
    _keep(text, made)
    if made.__class__ is EachAlone:
        stands_alone(text)
    return made


def broken(error: Exception) -> str:
    """Why there are none where reading them broke: a text that breaks us is not let pass."""
    return f"it cannot be read ({type(error).__name__})"


def _keep(text: str, made: ReadCommands | str) -> None:
    is_crowded = len(_read) >= KEPT or (len(text) > LONG and any(len(each) > LONG for each in list(_read)))
    if is_crowded:
        _read.clear()  # all at once: no other thread can come between
    _read[text] = made


def changes_in(commands: ReadCommands) -> Value:
    """The words for the files that the commands change, in one list."""
    if commands.changes is None:
        commands.changes = _words(commands.changed())
    return commands.changes


def shell_part(command: SimpleCommand, number: int) -> Value:
    """A part of a command that nobody has asked for yet; with the first one all that its name tells."""
    parts = command.shell_parts
    if parts is NO_PARTS:
        parts = command.shell_parts = told_by(command.name, command.bare)
    made = parts[number]
    if made is None:
        made = PARTS[number](command)
        if not isinstance(parts, list):
            parts = command.shell_parts = list(parts)
        parts[number] = made
    return made


def _text(text: str | None) -> Value:
    return FALSE if text is None else literal_string(shown(text))


def shown(text: str) -> str:
    """A text as it is told, with … for what only the run would tell."""
    return text if UNKNOWN not in text else text.replace(UNKNOWN, "…")


def _texts(texts: Sequence[str]) -> Value:
    found: Value = NIL
    for each in reversed(texts):
        text = String()  # as `literal_string` and `given_list` make them
        text.s = each
        text.literal = True
        pair = Pair()
        pair.car = text
        pair.cdr = found
        pair.__class__ = GivenPair
        found = pair
    return found


def _all_words(command: SimpleCommand) -> Value:
    texts = command.texts
    return _words(command.words) if texts is None else _texts(texts)


def _subcommand(command: SimpleCommand) -> Value:
    texts = command.texts
    if texts is not None:
        return _texts(subcommand_of(command.name, texts[1:], texts[1:]))
    arguments = command.words[1:]
    return _words(subcommand_of(command.name, arguments, [each.known for each in arguments]))


def _verb(command: SimpleCommand) -> Value:
    verb = command.verb
    if verb is None and command.texts is not None:
        verb = verb_of(command.name, command.texts[1:])
    if verb is None:
        found = shell_part(command, SUBCOMMAND)
        if found is NIL:
            verb = ""
        else:
            first = found.car
            verb = first.s if first.__class__ is String else first.v[0].s
    return verb_told(verb)


def _words(words: Sequence[ShellWord]) -> Value:
    found: Value = NIL
    for text, source, known, _, _ in reversed(words):
        if text is None:
            word: Value = frozen(vector_of([string_of(known), string_of(shown(source))]))
        else:
            word = String()
            word.s = text
            word.literal = True
        pair = Pair()  # as `given_list` makes them
        pair.car = word
        pair.cdr = found
        pair.__class__ = GivenPair
        found = pair
    return found


def _assignments(command: SimpleCommand) -> Value:
    given = [(name, None if UNKNOWN in (value or "") else value) for name, value in command.assignments]
    return frozen(to_list([cons(string_of(name), _text(value)) for name, value in given]))


def _redirects(command: SimpleCommand) -> Value:
    return frozen(to_list([_redirect(each) for each in command.redirects]))


def _redirect(redirect: Redirect) -> Value:
    target = _words([redirect.target]).car
    return vector_of([string_of(redirect.operator), string_of(redirect.descriptor), target])


PARTS: Final[tuple[Callable[[SimpleCommand], Value], ...]] = (
    lambda each: name_told(each.name),
    _all_words,
    _assignments,
    _redirects,
    lambda each: literal_string(shown(each.source)),
    lambda each: _texts(each.through),
    lambda each: _text(each.input),
    lambda each: boolean(each.fed),
    lambda each: boolean(each.piped),
    lambda each: _words(changes_of(each)),
    lambda each: _words(reads_of(each)),
    lambda each: _text(each.code),
    _subcommand,
    _verb,
)
