"""The files that a command line itself writes -> what stands in them, for the commands behind that run or read them.

echo 'rm -rf src' > x.sh; sh x.sh         printf 'drop table t' > x.sql; psql -f x.sql
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from posixpath import basename, normpath
from typing import Final

from chibi_hooks.scheme.shell.code import AWKS, may_have_code
from chibi_hooks.scheme.shell.outputs import WRITES, output_of
from chibi_hooks.scheme.shell.simple import Fed, SimpleCommand
from chibi_hooks.scheme.shell.words import ShellWord, one_word
from chibi_hooks.scheme.shell.wrappers import READERS, is_shell

FILES: Final[Mapping[str, tuple[str, ...]]] = {  # programs that take a text from a file: psql, say, a query
    **dict.fromkeys(("psql", "cqlsh", "snowsql", "usql", "cockroach"), ("-f", "--file")),
    **dict.fromkeys(("mongosh", "mongo"), ("", "-f", "--file")), **dict.fromkeys(AWKS, ("-f", "--file")),
    "git": ("-F", "--file"), "sqlcmd": ("-i",), "sqlite3": ("-init",), "duckdb": ("-init", "-f"),
    "clickhouse-client": ("--queries-file",),
    **dict.fromkeys(("mysql", "mariadb"), ()),
}  # fmt: skip
"""What tells the file: these options, or "" for any operand."""
READS: Final = re.compile(r"\s*(?:\\i|\\ir|\.read|source|\\\.)\s+(\S+?);?\s*")
"""A text of a database's language that names a file of it: psql's \\i, sqlite3's .read, mysql's source."""
COPIES: Final = frozenset({"cp", "ln", "install"})  # programs, too
NOTED: Final = frozenset({"tee", *COPIES})  # what makes files without a redirect
PROGRAM: Final = re.compile(r"(?:/usr(?:/local)?)?/s?bin/[^/]+\Z")
STARTED_BY: Final = re.compile(r"#!\s*(?:\S*/env\s+(?:-S\s*)?)?(\S+)")


class OwnFiles:
    """What commands of a line have written into files, as far as it is known."""

    def __init__(self) -> None:
        self._texts: dict[str, str | None] = {}

    def __bool__(self) -> bool:
        return bool(self._texts)

    def note(self, command: SimpleCommand) -> None:
        """A command that may have written into a file."""
        if command.name in COPIES:
            self._note_copy(command)
        if command.name not in WRITES:
            return
        targets = [(each.target, each.operator == ">>") for each in command.redirects if ">" in each.operator]
        if command.name == "tee":
            arguments = command.words[1:]
            more = any(each.text in ("-a", "--append") for each in arguments)
            targets += [(each, more) for each in arguments]
        for word, more in targets:
            if word.text:
                self._add(normpath(word.text), output_of(command), more)

    def _note_copy(self, command: SimpleCommand) -> None:
        """A copy of a program does what the program does."""
        files = [each.text for each in command.words[1:] if each.known[:1] != "-"]
        if len(files) == 2 and files[0] and files[1] and PROGRAM.match(files[0]) is not None:
            self._add(normpath(files[1]), f'{one_word(files[0])} "$@"', False)

    def _add(self, path: str, text: str | None, more: bool) -> None:
        before = self._texts.get(path, "" if more else None) if more else ""
        self._texts[path] = None if text is None or before is None else f"{before}\n{text}" if before else text

    def text(self, word: ShellWord | None) -> str | None:
        """What is in the file of that name; None: unknown."""
        return self._texts.get(normpath(word.text)) if word is not None and word.text else None

    def script(self, name: str, words: Sequence[ShellWord]) -> str | None:
        """The text of the file that a command runs, as its program or as the script of an interpreter."""
        if not (is_shell(name) or name in READERS or may_have_code(name)):
            return self.text(words[0] if words else None)
        return self.text(next((word for word in words[1:] if word.known[:1] not in "-+" and word.text != "run"), None))

    def fed(self, command: SimpleCommand) -> Fed | None:
        """What a command takes from such a file instead of the terminal; None: nothing, or nobody knows what."""
        for each in command.redirects if command.redirected else ():
            if each.operator == "<" and (text := self.text(each.target)) is not None:
                return Fed(text)
        options = FILES.get(command.name or "", ())
        arguments = command.words[1:]
        for at, word in enumerate(arguments):
            before = arguments[at - 1].known if at else ""
            option, equals, value = word.known.partition("=")
            named = word if before in options or ("" in options and word.known[:1] != "-") else None
            if equals and option in options:
                named = ShellWord(value, word.source, value)
            elif (reads := READS.fullmatch(word.text or "")) is not None:
                named = ShellWord(reads[1], word.source, reads[1])
            if (text := self.text(named)) is not None:
                return Fed(text)
        return None


def may_take_file(name: str, program: str, redirects: str) -> bool:
    """May a command run or read a file that the line has written? By its name, its first word and its redirects."""
    runs = name in READERS or is_shell(name) or may_have_code(name)
    return runs or "/" in program or "<" in redirects or name in FILES


def interpreter_of(name: str, text: str) -> str | None:
    """Who runs a script: the interpreter itself, or whom its first line names; None: a shell."""
    if may_have_code(name):
        return name
    found = STARTED_BY.match(text)
    program = basename(found[1]) if found is not None else ""
    return program if may_have_code(program) else None
