"""The files that a command line itself writes -> what stands in them, for the commands behind that run or read them.

echo 'rm -rf src' > x.sh; sh x.sh         printf 'drop table t' > x.sql; psql -f x.sql
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from posixpath import basename, normpath
from typing import Final

from chibi_hooks.scheme.shell.code import AWKS, may_have_code
from chibi_hooks.scheme.shell.filters import LONGEST
from chibi_hooks.scheme.shell.outputs import WRITES, fed_by, is_output
from chibi_hooks.scheme.shell.recipes import RECIPES, Recipes
from chibi_hooks.scheme.shell.simple import Fed, SimpleCommand
from chibi_hooks.scheme.shell.takers import CRON, LATER, READERS, STDIN, is_shell
from chibi_hooks.scheme.shell.words import UNKNOWN, ShellWord, cut, one_word, word_from

FILES: Final[Mapping[str, tuple[str, ...]]] = {  # programs that take a text from a file: psql, say, a query
    **dict.fromkeys(("psql", "cqlsh", "snowsql", "usql", "cockroach"), ("-f", "--file")),
    **dict.fromkeys(("mongosh", "mongo"), ("", "-f", "--file")), **dict.fromkeys(AWKS, ("-f", "--file")),
    "git": ("-F", "--file"), "sqlcmd": ("-i",), "sqlite3": ("-init",), "duckdb": ("-init", "-f"),
    "clickhouse-client": ("--queries-file",), "cat": ("",), "xargs": ("-a", "--arg-file"), "parallel": ("-a", "::::"),
    **dict.fromkeys(LATER, ("-f",)), CRON: ("",), **dict.fromkeys(("mysql", "mariadb"), ()),
}  # fmt: skip
"""What tells the file: these options, or "" for any operand."""
PLACED: Final = ("-C", "--directory", "--prefix", "--dir", "--cwd")  # behind which stands where that file is
SHOWN: Final = ("cat", CRON)  # programs for which what their operand names is like their input
FLAGS: Final = re.compile(r"-(?!-)[^-CfIoWE]*")  # before an option with a value in the same word
START_UP: Final = ("--rcfile", "--init-file")  # options of shells behind which a text to be run stands, too
SET: Final = ("BASH_ENV", "ENV")  # variables that name such a file
READS: Final = re.compile(r"\s*(?:\\i|\\ir|\.read|source|\\\.)\s+(\S+?);?\s*")
"""A text of a database's language that names a file of it: psql's \\i, sqlite3's .read, mysql's source."""
COPIES: Final = frozenset({"cp", "ln", "install", "mv"})  # programs, too
NOTED: Final = frozenset({"tee", "dd", *COPIES})  # what makes files without a redirect
GAP: Final = UNKNOWN * 2  # a line of a file: here stands a text of the line in a form that nobody knows
PROGRAM: Final = re.compile(r"(?:/usr(?:/local)?)?/s?bin/[^/]+\Z")
STARTED_BY: Final = re.compile(r"#!\s*(?:\S*/env\s+(?:-S\s*)?)?(\S+)")


class OwnFiles:
    """What commands of a line have written into files, as far as it is known."""

    def __init__(self) -> None:
        self._texts: dict[str, str | None] = {}

    def __bool__(self) -> bool:
        return bool(self._texts)

    def state(self) -> dict[str, str | None]:
        """What is known, to compare it with what is known later."""
        return dict(self._texts)

    def note(self, command: SimpleCommand) -> None:
        """A command that may have written into a file."""
        if command.name in COPIES:
            self._note_copy(command)
        targets = [(each.target, each.operator == ">>") for each in command.redirects if is_output(each)]
        if command.name in ("tee", "dd"):
            arguments = command.words[1:]
            more = any(each.text in ("-a", "--append") for each in arguments)
            named = arguments if command.name == "tee" else [cut(e, 3) for e in arguments if e.known[:3] == "of="]
            targets += [(each, more) for each in named]
        if not targets:
            return
        text, made = fed_by(command).told()
        if made:
            text = UNKNOWN if text is None else f"{text}\n{GAP}"
        if text is None and command.name not in WRITES:
            return
        for word, more in targets:
            if word.text:
                self._add(_place(command, word), text, more)

    def _note_copy(self, command: SimpleCommand) -> None:
        """A copy of a program does what the program does; one of a file has in it what that has."""
        files = [each for each in command.words[1:] if each.known[:1] != "-"]
        if len(files) != 2 or not files[0].text or not files[1].text:
            return
        text = self.text(command, files[0])
        if text is None and PROGRAM.match(files[0].text) is not None:
            text = f'{one_word(files[0].text)} "$@"'
        if text is not None:
            self._add(_place(command, files[1]), text, False)
            self._add(f"{_place(command, files[1])}/{basename(files[0].text)}", text, False)

    def _add(self, path: str, text: str | None, more: bool) -> None:
        before = self._texts.get(path, "" if more else None) if more else ""
        if text is not None and before:
            text = "\n".join([GAP if each == UNKNOWN else each for each in (before, text)])
        if text is not None and len(text) > LONGEST:
            text = UNKNOWN
        self._texts[path] = None if before is None else text

    def text(self, command: SimpleCommand, word: ShellWord | None) -> str | None:
        """What is in the file of that name, for a command; None: unknown, UNKNOWN: a text of the line in a form that
        nobody knows."""
        return self._texts.get(_place(command, word)) if word is not None and word.text else None

    def script(self, name: str, command: SimpleCommand) -> str | None:
        """The text of the file that a command runs, as its program or as the script of an interpreter."""
        words, recipes = command.words, RECIPES.get(name)
        if recipes is not None:
            return self._recipes(recipes, command)
        if not (is_shell(name) or name in READERS or may_have_code(name)):
            return _readable(self.text(command, words[0] if words else None))
        for at, word in enumerate(words[:-1]):
            if word.text in START_UP and (text := self.text(command, words[at + 1])) is not None:
                return _readable(text)
        operand = next((word for word in words[1:] if word.known[:1] not in "-+" and word.text != "run"), None)
        return _readable(self.text(command, operand))

    def _recipes(self, recipes: Recipes, command: SimpleCommand) -> str | None:
        """The lines that make and the like run, of a file of the line or of their input."""
        said, words = _options_taken(command.words[1:], recipes.options)
        places, words = _options_taken(words, PLACED)
        begin = "".join(f"{each.text}/" for each in places if each.text)
        files = [word_from(f"{begin}{each}") for each in ([each.text or "" for each in said] or recipes.files)]
        text = next((text for each in files if (text := self.text(command, each)) is not None), None)
        if text is None and said and STDIN.fullmatch(said[0].known) is not None:
            text = command.input
        text = _readable(text)
        if text is None or text == UNKNOWN:
            return text
        wanted = [UNKNOWN if (whole := word.whole) is None else whole for word in words]
        return recipes.lines(text, wanted, [each.text or UNKNOWN for each in said] or recipes.files)

    def fed(self, command: SimpleCommand) -> Fed | None:
        """What a command takes from such a file instead of the terminal; None: nothing, or nobody knows what."""
        for each in command.redirects if command.redirected else ():
            if each.operator == "<" and (text := self.text(command, each.target)) is not None:
                return _fed(text)
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
            if (text := self.text(command, named)) is not None:
                return _fed(text, command.name in SHOWN)
        return None


def _options_taken(words: Sequence[ShellWord], options: Sequence[str]) -> tuple[list[ShellWord], list[ShellWord]]:
    """The values of these options, and the words besides: -f a, -fa, -kfa, --file=a."""
    values, rest = [], []
    left = iter(words)
    for word in left:
        at = max((_value_at(word.known, each) for each in options), default=0)
        if not at:
            rest.append(word)
        elif at < len(word.known):
            values.append(cut(word, at))
        else:
            values += [each for each in (next(left, None),) if each is not None]
    return values, rest


def _value_at(known: str, option: str) -> int:
    """Where in a word the value of an option begins, at its end if it is the next word; 0 if it is not there."""
    if known == option:
        return len(known)
    if option.startswith("--"):
        return len(option) + 1 if known.startswith(f"{option}=") else 0
    found = FLAGS.match(known) if len(option) == 2 else None
    return found.end() + 1 if found is not None and known[found.end() : found.end() + 1] == option[1] else 0


def _fed(text: str, named: bool = False) -> Fed:
    return Fed(text, made=_readable(text) == UNKNOWN, named=named) if text != UNKNOWN else Fed(made=True)


def _readable(text: str | None) -> str | None:
    """A text for whoever has to know all of it: UNKNOWN where a part is missing."""
    return UNKNOWN if text is not None and GAP in text.split("\n") else text


def _place(command: SimpleCommand, word: ShellWord) -> str:
    """Where a file is, seen from where the text begins, as far as it is known."""
    text, there = word.text or "", command.directory
    return normpath(text if not there or text[:1] in ("/", "~") else f"{there}/{text}")


def may_take_file(name: str, program: str, redirects: str) -> bool:
    """May a command run or read a file that the line has written? By its name, its first word and its redirects."""
    runs = name in READERS or is_shell(name) or may_have_code(name)
    return runs or "/" in program or "<" in redirects or name in FILES or name in COPIES or name in RECIPES


def interpreter_of(name: str, text: str) -> str | None:
    """Who runs a script: the interpreter itself, or whom its first line names; None: a shell."""
    if may_have_code(name):
        return name
    found = STARTED_BY.match(text)
    program = basename(found[1]) if found is not None else ""
    return program if may_have_code(program) else None
