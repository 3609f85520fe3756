"""A command line -> every simple command that running it could run, in the order of the text.

    read_commands("sudo rm -rf /tmp/x && git push")      sudo rm …, rm -rf /tmp/x (through sudo), git push

Rules
-----
* Commands inside substitutions, loops, conditions, functions and here-documents' own substitutions count. A
  here-document, a here-string and what `echo` writes into a pipe are texts, and commands only where a shell reads them.
* A command that another one runs stands behind it, with `through` naming who runs it.
* What only the run would tell is None: never a guess. A command whose very name is unknown is in the answer too.
* Variables: what the text itself sets once, outside of any condition, is known behind that place.
* `cd` and `pushd` count for what stands behind them, up to the end of a subshell, a pipeline's part or an inner text.
* A plain text is read at once (`plain.py`), all others by their tree (`tree.py`): the answer is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from posixpath import basename
from typing import Final

from chibi_hooks.scheme.shell.compound import PlainRow
from chibi_hooks.scheme.shell.line import ShellLine, acts, may_act
from chibi_hooks.scheme.shell.outputs import fed_by
from chibi_hooks.scheme.shell.plain import goes_in, plain_rows
from chibi_hooks.scheme.shell.simple import FROM_FILE, Fed, SimpleCommand
from chibi_hooks.scheme.shell.syntax import Unreadable, refuse_other_shells, tree_of_shell
from chibi_hooks.scheme.shell.told import told_by
from chibi_hooks.scheme.shell.tree import TreeWalk
from chibi_hooks.scheme.shell.words import MARKS
from chibi_hooks.scheme.values.data import Value

_new: Final = object.__new__  # and filled: half the price of a constructor


def read_commands(text: str, plainly: bool = True) -> list[SimpleCommand]:
    """The commands of a text. `plainly`: plain texts are read without their tree. Raises Unreadable."""
    read = _read if plainly else _read_tree
    line = ShellLine(read)
    read(line, text, ())
    return line.found


def _read(line: ShellLine, text: str, through: tuple[str, ...]) -> None:
    _refuse(text, through)
    rows = plain_rows(text)
    if rows is None:
        _walk(line, text, through)
    else:
        _add_plain(line, rows, through)


def _read_tree(line: ShellLine, text: str, through: tuple[str, ...]) -> None:
    _refuse(text, through)
    _walk(line, text, through)


def _refuse(text: str, through: tuple[str, ...]) -> None:
    if not text.isascii() and MARKS.search(text) is not None:
        raise Unreadable("it has characters that are none")
    try:
        refuse_other_shells(text)
    except Unreadable as error:
        raise _about(error, through) from None


def _walk(line: ShellLine, text: str, through: tuple[str, ...]) -> None:
    try:
        root, both_ways = tree_of_shell(text)
    except Unreadable as error:
        raise _about(error, through) from None
    TreeWalk(line, through, both_ways).visit(root, 0)


def _about(error: Unreadable, through: tuple[str, ...]) -> Unreadable:
    return Unreadable(f"the text that {through[-1]} runs: {error}") if through else error


@lru_cache(512)
def _told(program: str) -> tuple[str, bool, Sequence[Value], Sequence[Value]]:
    """What a first word tells: the name, whether it may act on others, and the parts of a command that has nothing but
    words, and of one that has more."""
    name = (basename(program) or program) if "/" in program else program
    return name, acts(name), told_by(name, True), told_by(name, False)


def _add_plain(line: ShellLine, rows: list[PlainRow], through: tuple[str, ...]) -> None:
    """The commands of a plain text, in order."""
    output: Fed | None = None  # of the one before, where a pipe takes it
    before, known = line.directories, line.known()
    line.check_room(len(rows))
    for _, assigned, written, program, redirects, document, end, inner in rows:
        if program == "for":
            line.variables[written.split()[1]] = None
            known = line.known()
            continue
        command = _new(SimpleCommand)
        name, acting, bare, other = _told(program)
        command.name = name
        command.source = assigned + written if assigned else written
        command.through = through
        command.feed = FROM_FILE if "<" in redirects and goes_in(redirects) else output
        if document:
            command.feed = Fed(document)
        command.directory = before[0]
        command._words = written
        command._assignments = assigned
        command._redirects = redirects
        command._known = known
        command.shell_parts = other if assigned or redirects or through or command.feed is not None else bare
        acting = acting and may_act(name, written)
        if acting:
            line.run(command)
        else:
            line.found.append(command)
        if inner:
            for each in inner:
                there = line.directories
                _add_plain(line, each, through)
                line.directories = there
        if acting or inner:
            if end == "|" or output is not None:
                line.directories = before  # a part of a pipeline goes nowhere
            before, known = line.directories, line.known()
        output = fed_by(command) if end == "|" else None
