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

import re
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Sequence, Set
from functools import partial
from itertools import compress
from operator import itemgetter
from posixpath import basename
from typing import Final

from chibi_hooks.scheme.shell.files.changes import (
    ELSEWHERE,
    IN_PLACE,
    Changing,
    changed_words,
    changes_beside,
    changes_files,
    changes_of,
    changing,
    made_by,
)
from chibi_hooks.scheme.shell.files.paths import all_behind
from chibi_hooks.scheme.shell.files.scripts import COPIES, EDITS, NOTED, SETTERS, may_take_file
from chibi_hooks.scheme.shell.files.told import told_by
from chibi_hooks.scheme.shell.line import COMMANDS, GIVING, ShellLine
from chibi_hooks.scheme.shell.programs.acting import ACTING, ACTS, SHIFTS, acts, gone_to, may_act, path_of, target_of
from chibi_hooks.scheme.shell.programs.code import runs_text
from chibi_hooks.scheme.shell.programs.finders import FINDERS
from chibi_hooks.scheme.shell.programs.handed import LISTENS
from chibi_hooks.scheme.shell.programs.loading import may_be_loaded, may_tell, name_of_module
from chibi_hooks.scheme.shell.programs.mentions import QUOTES
from chibi_hooks.scheme.shell.programs.outputs import WRITES, fed_by, fed_by_all, guessed_from
from chibi_hooks.scheme.shell.programs.recipes import SETTING
from chibi_hooks.scheme.shell.programs.shapes import hands_command, may_hand
from chibi_hooks.scheme.shell.programs.simple import (
    FROM_FILE,
    FROM_NOTHING,
    FROM_PIPE,
    NO_LINKS,
    NOBODY,
    ONLY,
    Fed,
    SimpleCommand,
)
from chibi_hooks.scheme.shell.programs.wrappers import MARKS as MARKED
from chibi_hooks.scheme.shell.programs.wrappers import RUN_BY_OTHERS
from chibi_hooks.scheme.shell.text.compound import PlainRow
from chibi_hooks.scheme.shell.text.marks import UNKNOWN
from chibi_hooks.scheme.shell.text.plain import goes_in, plain_redirects, plain_rows, plain_words
from chibi_hooks.scheme.shell.text.syntax import Unreadable, refuse_other_shells, tree_of_shell
from chibi_hooks.scheme.shell.text.words import MARKS, ShellWord, Variables
from chibi_hooks.scheme.shell.tree import TreeWalk
from chibi_hooks.scheme.values.data import Value

TELLING: Final = frozenset({"for", *WRITES, *FINDERS})  # what they write is known, or that they make something unknown
_inner: Final = itemgetter(8)
_program: Final = itemgetter(3)  # of a row
_first_words: Final = itemgetter(3, 4)
_redirects: Final = itemgetter(5)
_name: Final = itemgetter(0)  # of what it tells
_when: Final = itemgetter(4)
BLANK_IN: Final = re.compile(r"'[^']* [^']*'|\"[^\"]* [^\"]*\"")  # a text as one word
VOID: Final = "/dev/null"
LINKS: Final = re.compile(r"[ \t]-\w*s|--s(?!u)")
NULL: Final = re.compile(r"(?<![<\d])<\s*/dev/null(?![^\s;|&<>])")
RUNS_VALUE: Final = re.compile(rf"\b(?:{'|'.join(RUN_BY_OTHERS)})=")
KEPT: Final = 512  # first words of commands, with a verb or without
_new: Final = object.__new__  # and filled: half the price of a constructor

QUIET, BY_VERB, GOING, BY_PIPE, BY_TEXT, ALWAYS_ACTS = range(6)  # when it acts on others, or tells them something

ProgramTold = tuple[str, bool, Sequence[Value], Sequence[Value], int, Changing | None, Sequence[str] | None]
"""The name, whether it may act on others, the parts of a command that has nothing but words, and of one that has more;
when it acts on others; how it changes files besides those of its redirects; and what stands in its words where they
hold a text that it runs, None where these must be looked at."""


def read_commands(text: str, plainly: bool = True) -> list[SimpleCommand]:
    """The commands of a text. `plainly`: plain texts are read without their tree. Raises Unreadable."""
    read = _read if plainly else _read_tree
    line = ShellLine(read)
    read(line, text, ())
    return line.found


def _read(line: ShellLine, text: str, through: tuple[str, ...]) -> None:
    _refuse(text, through)
    rows = plain_rows(text) if UNKNOWN not in text and not line.functions else None
    if rows is None:
        _walk(line, text, through)
    else:
        _add_plain(line, rows, through)


def _read_tree(line: ShellLine, text: str, through: tuple[str, ...]) -> None:
    _refuse(text, through)
    _walk(line, text, through)


def _refuse(text: str, through: tuple[str, ...]) -> None:
    if not text.isascii() and MARKS.search(text.replace(UNKNOWN, "") if through else text) is not None:
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
    line.is_fed_later = line.is_fed_later or "coproc" in text
    TreeWalk(line, through, both_ways).walk(root)


def _about(error: Unreadable, through: tuple[str, ...]) -> Unreadable:
    return Unreadable(f"the text that {through[-1]} runs: {error}") if through else error


class _Told(dict[tuple[str, str], ProgramTold]):
    """What first words tell, of those that were met lately: the program, and the word behind it where that is a name
    like `push`, else ""."""

    def __missing__(self, words: tuple[str, str]) -> ProgramTold:
        if len(self) >= KEPT:
            self.clear()
        program, verb = words
        name = (basename(program) or program) if "/" in program else program
        bare, other = told_by(name, True, verb), told_by(name, False, verb)
        how, marks = changing(name, verb), MARKED.get(name)
        told = self[words] = name, acts(name), bare, other, _acting(name, verb), how, marks
        return told


def _acting(name: str, verb: str) -> int:
    verbs = ACTING.get(name)
    if name in SETTERS and verb in SETTING:
        return ALWAYS_ACTS
    if verbs is not None:
        return BY_VERB if not verb else ALWAYS_ACTS if verb in verbs else QUIET
    if name == "cd":
        return GOING
    if name in SHIFTS:  # no plain text has a $1 in it
        return QUIET
    if not acts(name):
        return BY_PIPE if name in WRITES else ALWAYS_ACTS if name in TELLING else QUIET
    return BY_TEXT if name not in TELLING and name not in ACTS else ALWAYS_ACTS


_told: Final = _Told().__getitem__


def _add_plain(line: ShellLine, rows: list[PlainRow], through: tuple[str, ...]) -> None:
    """The commands of a plain text, in order."""
    output = line.feed  # or of the one before, where a pipe takes it
    before, known = line.directories, line.known()
    line.check_room(len(rows))
    for row in rows:
        _, _, written, program, verb, redirects, _, end, inner = row
        begun, was_piped = len(line.found), output is not line.feed
        if program == "for":
            variable, values = written.split()[1], plain_words(written, known)[3:]
            line.gives_in_turn(variable, values)
            known = line.known()
            continue
        told = _told((program, verb))
        name, acting, *_ = told
        command = _command(row, told, output, before[0], known, through)
        acting = (acting and may_act(name, written)) or line.written.some
        acting = acting or name in line.named or hands_command(name, written)
        acting = acting or (command.feed is not None and name in LISTENS)
        if row[1]:
            line.set_by(command)
        if acting:
            line.run(command)
        else:
            line.found.append(command)
            if line.written.links:
                command.links = line.written.links
            if redirects or name in NOTED or name in EDITS:
                line.note(command)
        if name in GIVING:
            line.gives(command)
        if line.given_values and "$" in written:
            suppose = line.run_each_supposed if acting else line.run_supposed
            suppose(command, partial(plain_words, written))
        if "$" in redirects and line.given_values:
            line.run_supposed(command, partial(plain_words, written), partial(plain_redirects, redirects), redirects)
        if acting and redirects and len(line.found) > begun + 1:
            line.written.note_all(command, fed_by_all, line.found[begun:])
        piped = end == "|"
        output = line.feed if not piped else fed_by_all(line.found[begun:]) if acting else fed_by(command)
        if inner:
            for each in inner:
                there = line.directories
                _add_plain(line, each, through)
                line.directories = there
        if acting or inner:
            if piped or was_piped:
                line.directories = before  # a part of a pipeline goes nowhere
            before, known = line.directories, line.known()


def _command(
    row: PlainRow,
    told: ProgramTold,
    feed: Fed | None,
    directory: str | None,
    known: Variables = NOBODY,
    through: tuple[str, ...] = (),
) -> SimpleCommand:
    """A row as a command; `feed`: what comes in by a pipe."""
    _, assigned, written, _, verb, redirects, document, _, _ = row
    if document:
        feed = Fed(document)
    elif "<" in redirects and goes_in(redirects):
        feed = FROM_FILE if NULL.search(redirects) is None else FROM_NOTHING
    command = _new(SimpleCommand)
    command.name = told[0]
    command.source = assigned + written if assigned else written
    command.through = through
    command.feed = feed
    command.directory = directory
    command._words = written
    command._verb = verb
    command._texts = ()
    command._options = None
    command._assignments = assigned
    command._redirects = redirects
    command._known = known
    command.links = NO_LINKS
    command.shell_parts = told[3] if assigned or redirects or through or feed is not None else told[2]
    return command


class ReadCommands(ABC):
    """The commands of a text. `changes`: the words for the files that they change, once somebody has asked."""

    __slots__ = ("_names", "changes")

    def __init__(self) -> None:
        self._names: frozenset[str | None] | None = None
        self.changes: Value = None

    @property
    def names(self) -> frozenset[str | None]:
        """Of the programs that they run."""
        if self._names is None:
            self._names = frozenset(self._all_names())
        return self._names

    @abstractmethod
    def _all_names(self) -> Sequence[str | None]: ...

    @abstractmethod
    def all(self) -> list[SimpleCommand]:
        """All of them, in order."""

    @abstractmethod
    def of(self, names: Set[str | None]) -> list[SimpleCommand]:
        """Those that run one of these programs; None: one that nobody can tell."""

    @abstractmethod
    def changed(self) -> list[ShellWord]:
        """The words for the files that they change."""


class AllAtOnce(ReadCommands):
    """Those of a text that was read to its end."""

    __slots__ = ("_found",)

    def __init__(self, found: list[SimpleCommand]) -> None:
        super().__init__()
        self._found = found

    def _all_names(self) -> list[str | None]:
        return [each.name for each in self._found]

    def all(self) -> list[SimpleCommand]:
        """All of them, in order."""
        return self._found

    def of(self, names: Set[str | None]) -> list[SimpleCommand]:
        """Those that run one of these programs."""
        return [each for each in self._found if each.name in names]

    def changed(self) -> list[ShellWord]:
        """The words for the files that they change."""
        return [word for each in self._found if changes_files(each) for word in changes_of(each)]


class EachAlone(ReadCommands):
    """Those of a plain text, none of which runs another or changes what is known: each is made when somebody asks for
    it."""

    __slots__ = ("_goes", "_made", "_rows", "_tolds")

    def __init__(self, rows: list[PlainRow], tolds: list[ProgramTold], goes: Sequence[tuple[int, str | None]]) -> None:
        """`goes`: which of them change the directory, and where they are then."""
        self._names = None  # without a call of what does the same
        self.changes = None
        self._rows = rows
        self._tolds = tolds
        self._made: list[SimpleCommand | None] = [None] * len(rows)
        self._goes = goes

    def at(self, number: int) -> SimpleCommand:
        """One of them."""
        command = self._made[number]
        if command is not None:
            return command
        feed = FROM_PIPE if number and self._rows[number - 1][7] == "|" else None
        there = self._where(number) if self._goes else ""
        command = self._made[number] = _command(self._rows[number], self._tolds[number], feed, there)
        return command

    def _where(self, number: int) -> str | None:
        """The directory of one of them."""
        before = bisect_left(self._goes, (number,))
        return self._goes[before - 1][1] if before else ""

    def _all_names(self) -> list[str]:
        return [*map(_name, self._tolds)]

    def all(self) -> list[SimpleCommand]:
        """All of them."""
        return [*map(self.at, range(len(self._rows)))]

    def of(self, names: Set[str | None]) -> list[SimpleCommand]:
        """Those that run one of these programs."""
        wanted = map(names.__contains__, map(_name, self._tolds))
        return [*map(self.at, compress(range(len(self._rows)), wanted))]

    def changed(self) -> list[ShellWord]:
        """The words for the files that they change."""
        found: list[ShellWord] = []
        directory: str | None = ""
        begin = 0
        for gone, there in self._goes:  # the cd itself runs where we were
            if gone > begin or self._rows[gone][5]:
                found += self._changed_there(directory, begin, gone + 1)
            directory, begin = there, gone + 1
        found += self._changed_there(directory, begin, len(self._rows))
        return found

    def _changed_there(self, directory: str | None, begin: int, end: int) -> list[ShellWord]:
        """The words for the files that some of them change, which all run in one directory."""
        found: list[ShellWord] = []
        rows, tolds = self._rows, self._tolds
        elsewhere, placed = directory != "", False
        for at in range(begin, end):
            row, how = rows[at], tolds[at][5]
            if row[5]:
                found += made_by(row[5])
            if how is None:
                continue
            if how is ELSEWHERE:
                if elsewhere and not placed:
                    placed = True
                    found += IN_PLACE
                continue
            words = changed_words(how, row[2])
            if words is None:
                found += changes_beside(self.at(at))
            elif words:
                found += words
        return all_behind(directory, found) if found and elsewhere else found


def read_when_asked(text: str) -> ReadCommands:
    """The commands of a text, those of most texts when somebody asks for them. Raises Unreadable."""
    _refuse(text, ())
    rows = plain_rows(text)
    if rows is not None and not ("$(" in text and any(map(_inner, rows))):
        alone = _each_alone(rows, may_hand(text))
        if alone is not None:
            return alone
    line = ShellLine(_read)
    if rows is None:
        _walk(line, text, ())
    else:
        _add_plain(line, rows, ())
    return AllAtOnce(line.found)


def _takes_own(rows: list[PlainRow], tolds: list[ProgramTold]) -> bool:
    """May one of them take a file into which another one writes? By its name, or because such a file is loaded without
    being named."""
    names = [*map(_name, tolds)]
    takes = any(map(may_take_file, names, map(_program, rows), map(_redirects, rows)))
    said = [*map(_said_to, rows, names)]
    for at, (row, name) in enumerate(zip(rows, names, strict=True)):
        targets = [*made_by(row[5])] if row[5] else []
        if name in NOTED or name in EDITS:
            targets += changes_beside(_command(row, tolds[at], None, ""))
        for each in targets:
            if each.text is None or each.glob or may_be_loaded(each.text):
                return True
            if "git" in names and may_tell("git", each.text):
                return True
            named = name_of_module(basename(each.text))
            others = said[:at] + said[at + 1 :]
            if any(named in other or (takes and ("*" in other or "?" in other)) for other in others):
                return True
    return False


def _copies_program(rows: list[PlainRow], names: Sequence[str]) -> bool:
    """May one of them copy a program, or is one named by its path, which may be such a copy?"""
    copies = (row[2].translate(QUOTES) for row, name in zip(rows, names, strict=True) if name in COPIES)
    return any("/" in row[3] for row in rows) or any("bin/" in each for each in copies)


def _said_to(row: PlainRow, name: str) -> str:
    """All that a command is told, as it is without quotes."""
    document = row[6] if name not in WRITES else ""
    return f"{row[1]}{row[2]}{row[5]}{document}".translate(QUOTES)


def _tells_file(row: PlainRow) -> bool:
    """Is a text that somebody is told perhaps written into a file?"""
    return BLANK_IN.search(row[2]) is not None and any(each.text != VOID for each in made_by(row[5]))


def _each_alone(rows: list[PlainRow], hands: bool) -> EachAlone | None:
    """None where one of them acts on others, but for a cd; `hands`: some of them may hand a command on."""
    if len(rows) > COMMANDS:
        return None
    tolds = [*map(_told, map(_first_words, rows))]
    pairs = zip(tolds, rows, strict=True) if hands else ()
    if any(hands_command(told[0], row[2]) for told, row in pairs):
        return None
    actings = [*map(_when, tolds)]
    goes: list[tuple[int, str | None]] = []
    here: str | None = ""
    writes = False
    for at, row in enumerate(rows):
        if (row[5] and _tells_file(row)) or tolds[at][0] in EDITS:
            writes = writes or tolds[at][0] not in EDITS or bool(guessed_from(_command(row, tolds[at], None, "")))
        if tolds[at][0] == "ln" and LINKS.search(row[2].translate(QUOTES)) is not None:
            return None
    for at in compress(range(len(rows)), actings):  # most are QUIET
        row, told, acting = rows[at], tolds[at], actings[at]
        if acting == BY_VERB:
            if may_act(told[0], row[2]):
                return None
        elif acting == BY_TEXT:
            if told[0] in LISTENS and (row[6] or "<" in row[5] or (at and rows[at - 1][7] == "|")):
                return None
            marks, written = told[6], row[2]
            if runs_text(told[0], written) if marks is None else any(map(written.__contains__, marks)):
                return None
        elif acting == BY_PIPE:
            if row[7] == "|":
                return None
            writes = writes or ">" in row[5] or told[0] in NOTED
        elif acting == GOING:
            if row[7] == "|" or (at and rows[at - 1][7] == "|"):
                return None
            only = ONLY.fullmatch(row[2])
            if only is not None:
                there = gone_to(only[1], here)
            else:
                target = target_of(plain_words(row[2], NOBODY)[1:])
                if target is None or target.text == "-":
                    return None
                there = gone_to(path_of(target), here)
            if there != here:  # cd ""
                here = there
                goes.append((at, here))
        else:
            return None
    if any(RUNS_VALUE.search(row[1]) is not None for row in rows if row[1]):
        return None
    names = [*map(_name, tolds)]
    if not COPIES.isdisjoint(names) and _copies_program(rows, names):
        return None  # perhaps it runs that
    made = any(row[6] and (">" in row[5] or name in EDITS) for row, name in zip(rows, names, strict=True))
    writes = writes or made or "mkfifo" in names  # a document, by whatever program
    if writes and any("PATH=" in row[1] for row in rows):
        return None
    if writes and _takes_own(rows, tolds):
        return None  # perhaps it writes a script and runs it
    return EachAlone(rows, tolds, goes)
