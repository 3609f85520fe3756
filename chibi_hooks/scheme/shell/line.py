"""A simple command -> itself and all that it runs in its turn, added to the commands of a line.

Who reads a text (`commands.py`) says here what it has found, in the order of the text; what is known from there on
(variables, the directory) is kept here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import chain, islice, product, zip_longest
from math import prod
from typing import TYPE_CHECKING, Final

from chibi_hooks.scheme.shell.files.scripts import EDITS, NOTED, SET, OwnFiles, interpreter_of, named_descriptor
from chibi_hooks.scheme.shell.programs.acting import (
    GOES,
    HANDED,
    SETS,
    SHIFTS,
    THROUGH,
    acts,
    arguments_of,
    gone_to,
    handed_to,
    handing,
    name_of,
    names_given,
    path_of,
    runs_what_it_takes,
    set_by,
    starts_file,
    target_of,
)
from chibi_hooks.scheme.shell.programs.adding import takes_file
from chibi_hooks.scheme.shell.programs.code import may_have_code, started_by, starts_others, strings_in
from chibi_hooks.scheme.shell.programs.folding import is_program
from chibi_hooks.scheme.shell.programs.handed import LISTENS
from chibi_hooks.scheme.shell.programs.outputs import MEANT, SUBSTITUTION, WRITES, fed_by_all, substitutions_of
from chibi_hooks.scheme.shell.programs.recipes import MAKE_NAMES, RECIPES
from chibi_hooks.scheme.shell.programs.shapes import behind_dashes, hands_command, texts_of_options
from chibi_hooks.scheme.shell.programs.simple import FROM_FILE, NOBODY, Fed, SimpleCommand
from chibi_hooks.scheme.shell.programs.takers import (
    CRON,
    OTHERS,
    READERS,
    is_alone,
    reads_input,
    scheduled,
    takes_input,
)
from chibi_hooks.scheme.shell.programs.wrapper import Inner, InnerText, InnerWords
from chibi_hooks.scheme.shell.programs.wrappers import (
    directory_of,
    in_other_shell,
    inner_of,
    own_arguments,
    set_to_run,
    values_given,
)
from chibi_hooks.scheme.shell.text.marks import UNKNOWN
from chibi_hooks.scheme.shell.text.plain import INDEX
from chibi_hooks.scheme.shell.text.syntax import Exhausted, Unreadable
from chibi_hooks.scheme.shell.text.words import (
    ARGUMENTS,
    Redirect,
    ShellWord,
    Variables,
    array_of,
    held,
    left,
    one_word,
    partly,
    perhaps,
    printed,
    substituted,
    unsplit,
    word_from,
)

if TYPE_CHECKING:
    from tree_sitter import Node

FROM_SUBSTITUTION: Final = re.compile(r"\w=(<\((?:[^()]|\([^()]*+\))*+\))")
ZERO: Final = "0"  # $0, as a variable
TURNS: Final = 20  # in which variables are looked at, each with each, and always one after the other
VALUES: Final = 100  # of a variable; so many are looked at in a command that is short:
SUPPOSED: Final = 50_000  # characters of all its cases
RUNS_SUPPOSED: Final = 500  # cases of a line's commands that run others; behind these, of each `TURNS`
COMMANDS: Final = 2_000  # in one text
WORDS: Final = 200_000  # of those that run others, which have the same words once more: 64 KiB hold 32,000
GIVEN: Final = re.compile(r"(?s)([A-Za-z_]\w*)=([^\ufdd1]*)\Z")
TOLD: Final = 100  # commands before one that runs what nobody knows
OWN: Final = 50  # strings of a program that may name files of the line
TEXTS: Final = 10  # in one another
EFFORT: Final = 512 * 1024  # characters of all texts that are read for one line, each with what it costs besides:
PER_TEXT: Final = 200
PER_SAID: Final = 2_000  # of one of which it is found out what it writes
TOO_DEEP: Final = "it is nested too deeply"
GIVING: Final = ("read", "printf", "mapfile", "readarray")  # what they are given, to a variable
NAMING: Final = ("alias", "hash")
GIVES: Final = re.compile(r"\$\{(\w+):?=([\w./-]*)\}", re.ASCII)
_MADE: Final = r"(?:\$\(|`|<\()\s*(?:(?:echo|printf)\b[^|)`$]*\||\w+(?:\s+-[\w-]+)*\s*<<<\s*['\"\w])"
MADE_BY: Final = re.compile(rf"\"?{_MADE}")  # a text that a pipe makes of one that stands in the line
MADE_IN: Final = re.compile(r"(?:\$\(|`)\s*(?:(?:echo|printf)\b|[^)`]*<<<)")  # what is known, or made of what is
AS_ARRAY: Final = re.compile(r"-\w*a\Z")
NAMES: Final = re.compile(r"\$\{?!?(\w+)")
MAKES: Final = re.compile(rf"(?:\beval|\s-\w*c|<<<)\s*\"?{_MADE}")  # and that is run
SAYS: Final = re.compile(r"(?:\beval|\s-\w*c|<<<)\s+\"?(?:\$\(|<\()(.*)\)\"?\s*\Z", re.DOTALL)  # all it is given
SHELL: Final = (ShellWord("sh", "sh", "sh"),)
TAKING: Final = ("xargs", "gxargs", "parallel")  # words of their input for what they run

ReadText = Callable[["ShellLine", str, tuple[str, ...]], None]


class _Effort:
    """What may still be done for a line, whoever does it."""

    def __init__(self) -> None:
        self._left = EFFORT

    def spend(self, count: int) -> None:
        """Raises Exhausted."""
        self._left -= count
        if self._left < 0:
            raise Exhausted("it takes too long to read")


class ShellLine:
    """The commands that are found; `read` finds those of a text that `through` runs and adds them. `effort`: that of
    the line for which this one is read."""

    def __init__(self, read: ReadText, effort: _Effort | None = None) -> None:
        self._effort = effort or _Effort()
        self.found: list[SimpleCommand] = []
        self.variables: dict[str, str | None] = {}
        self.given_values: dict[str, str] = {}  # to variables, by somebody some time
        self.in_turn: dict[str, list[str]] = {}  # all that they are given, by loops too
        self.directories: tuple[str | None, ...] = ("",)  # where the commands run, the last one first
        self.written = OwnFiles(self._said_in_file, self._effort.spend)
        self.refers: dict[str, str] = {}  # names of variables that stand for others
        self.functions: dict[str, tuple[Node, ...]] = {}  # what they do
        self.calling: list[Node] = []  # which of them run just now
        self.named: dict[str, str] = {}  # names that the text gives to commands
        self.hidden: set[str] = set()  # variables that hold a text of the line in a form that nobody knows
        self.is_fed_later = False  # is there a process into which the line writes when it runs?
        self.feed: Fed | None = None  # what is the input of the text that is being read
        self._read = read
        self._running: list[tuple[object, ...]] = []  # texts of files, with what was known
        self._again: set[int] = set()  # which of them run themselves
        self._texts = 1  # which is being read
        self._words = 0  # of commands that run others
        self._runs_supposed = RUNS_SUPPOSED

    def text(self, text: str, through: tuple[str, ...], feed: Fed | None = None) -> None:
        """All commands of a text that `through` runs, `feed` being its input. Raises Unreadable."""
        if self._texts >= TEXTS:
            raise Unreadable(TOO_DEEP)
        self._effort.spend(len(text) + PER_TEXT)
        self._texts += 1
        before, self.feed = self.feed, feed
        try:
            with self.doubting(changes=False):
                self._read(self, text, through)
        finally:
            self._texts -= 1
            self.feed = before

    @contextmanager
    def doubting(self, *, changes: bool = True) -> Iterator[None]:
        """Something is read of which nobody knows whether, or by whom, it is run: what it sets is only supposed to be
        that. `changes`: False where it holds if it is set at all."""
        before = dict(self.variables)
        yield
        after = self.variables
        for name in [each for each, value in after.items() if before.get(each, UNKNOWN) != value]:
            if changes:
                self.given_values[name] = after[name] or self.given_values.get(name, "")
                after[name] = None
            elif name not in before:
                after[perhaps(name)] = None

    def add(self, command: SimpleCommand) -> None:
        """One more command that runs nothing else. Raises Unreadable."""
        self.check_room(1)
        if (self.written.some or "<(" in command.source) and (command.feed is None or command.feed is FROM_FILE):
            fed = self.written.fed(command)
            if fed is not None:
                command.takes(fed)
        self.found.append(command)
        if self.written.links:
            command.links = self.written.links
        self.note(command)

    def note(self, command: SimpleCommand) -> None:
        """It may have written a file."""
        if command.redirected or command.name in NOTED or self.written.some:
            if command.name == "exec" and (number := named_descriptor(command)) is not None:
                self.variables[(command.words[1].text or "")[1:-1]] = number
            self.written.note(command)
        if command.name in EDITS:
            self.written.note_edit(command)

    def set_by(self, command: SimpleCommand) -> None:
        """What variables that it sets make other programs run. Raises Unreadable."""
        for name, value in command.assignments:
            self._set_to(name, value, command, command.source)

    def _set_to(self, name: str, value: str | None, command: SimpleCommand, source: str) -> None:
        if name == "PATH" and not self.written.sought:
            self.written.sought = True
            self.written.refuse_meant()
        text = set_to_run(name, value)
        if text is None and name in SET:
            self._effort.spend(len(source) if value is None else 0)
            found = FROM_SUBSTITUTION.search(source) if value is None else None
            word = word_from(value or "") if found is None else ShellWord(None, found[1])
            text = self.written.text(command, word)
        through = (*command.through, command.name or "")
        if text == UNKNOWN:
            raise Unreadable(f"nobody can tell what {through[-1]} is given to run")
        if text is not None:
            self._inner_text(text, command, through)
        self.evaluates(value, command)

    def evaluates(self, text: str | None, command: SimpleCommand) -> None:
        """A text that is taken for a number, in which the index of an array may run something: a[$(ls)]."""
        found = INDEX.search(text) if text and "[" in text else None
        for each in SUBSTITUTION.finditer(text or "", found.start()) if found is not None else ():
            self._inner_text(each[1] or each[2], command, (*command.through, command.name or ""))

    def check_room(self, count: int) -> None:
        """Raises Unreadable where that many commands more are too many."""
        if len(self.found) + count > COMMANDS:
            raise Unreadable(f"it has more than {COMMANDS} commands")

    def run(self, command: SimpleCommand) -> None:
        """The command, and what it runs in its turn. Raises Unreadable."""
        self.add(command)
        name = command.name
        if name in self.named and name not in command.through:
            arguments = (one_word(word.whole or UNKNOWN) for word in command.words[1:])
            self._inner_text(" ".join((self.named[name], *arguments)), command, (*command.through, name))
        if not name:
            return
        hands = hands_command(name, command.source)
        own = self.written.some and (name in RECIPES or self._is_own(name, command))
        if not (hands or own or acts(name)):
            return
        self._words += len(command.words)
        if len(command.through) >= THROUGH or self._words > WORDS:
            raise Unreadable(TOO_DEEP)
        if name in GOES:
            only = command.only if name == "cd" else None
            if only is None:
                self._goes(name, command.words[1:])
            else:
                self.directories = (gone_to(only, self.directories[0]), *self.directories)
            return
        if name in SHIFTS:
            self._shifts(name, command.words[1:])
            return
        if name in NAMING:
            self.named.update(names_given(name, command.words[1:]))
            if (changed := next(iter(MEANT & self.named.keys()), None)) is not None:
                raise Unreadable(f"it changes what {changed} does")
        if name in SETS:
            for word in command.words[1:]:
                self.variables[word.text or ""] = None
                self.evaluates(word.whole, command)
        fed = self._fed(name, command) if command.feed is not None else None
        if name == "env":
            self._set_by_words(command)
        inners = inner_of(name, command.words, fed)
        if fed is not None and name in TAKING and command.piped and takes_file(own_arguments(name, command.words)):
            inners = [*inners, *inner_of(name, command.words)]
        through = (*command.through, name)
        if hands:
            rest = () if inners else behind_dashes(name, command.words)
            inners = [InnerWords(tuple(rest))] if rest else inners
            self._started(texts_of_options(command.words), command, through)
        if self.written.some:
            said = [value for value in (*self.given_values.values(), *self.variables.values()) if value]
            said += [value for _, value in command.assignments if value]
            for each in self.written.loaded(name, command, said):
                self._inner_text(each, command, through)
        if name in MAKE_NAMES:
            self._started(values_given(command.words), command, through)
        if not inners and command.fed and is_alone(name, command.words):
            inners = [InnerWords(SHELL)]
        if not inners and (text := self._script(name, command)) is not None:
            unseen = self.sees(command)
            self._run_script(text, command, through)
            self.variables.update(unseen)
            return
        if not inners:
            guesses: Sequence[str] = ()
            if command.feed is not None and takes_input(name, command.words):
                guesses = command.feed.guesses or (self._told_before() if command.piped and not command.input else ())
            if command.feed is not None and self.in_turn and not command.input and takes_input(name, command.words):
                guesses = [*guesses, *self._given_texts()]
            guesses = [*map(scheduled, guesses)] if name == CRON else guesses
            code = command.code or ""
            self._effort.spend(len(code))
            if (filled := self._program_said(code, command, through)) is not None:
                self.run(command.running(name, handing(name, filled), through, self.directories[0]))
            texts = self.written.guessed(name, command) if self.written.some else ()
            if code:
                texts = [*texts, *(self._own_in(code, command) if self.written.some else ())]
                self.written.note_code(command, code)
            handed = handed_to(command, code) if starts_others(code) else ()
            self._started([*guesses, *started_by(code), *texts, *handed], command, through)
            return
        unseen = self.sees(command)
        target, before = directory_of(name, command.words), self.directories
        if target is not None:
            self.directories = (gone_to(path_of(target), before[0]), *before)
        self._inners(inners, command, through)
        self.variables.update(unseen)
        if target is not None:
            self.directories = before

    def _program_said(self, code: str, command: SimpleCommand, through: tuple[str, ...]) -> str | None:
        """The text that an interpreter is given, with what its substitutions write: python3 -c "$(cat x)"; None where
        nothing is known that was not. Raises Unreadable."""
        if not code and may_have_code(through[-1]) and (found := _says(command.source)) is not None:
            said, made = self._told_by(found)
            if made:
                raise Unreadable(f"nobody can tell what {through[-1]} is given to run")
            return said
        word = next((each for each in command.words if UNKNOWN in code and is_program(each.whole, code)), None)
        if word is None or word.whole is None:
            return None
        filled, _ = self._filled(word.whole, word.source)
        return None if filled == word.whole else filled

    def _own_in(self, code: str, command: SimpleCommand) -> Sequence[str]:
        """The texts of files of the line that a program names which starts others."""
        words = [word_from(each) for each in strings_in(code)[:OWN]] if starts_others(code) else ()
        texts = [self.written.text(command, word) for word in words]
        return [text for text in texts if text]

    def _fed(self, name: str, command: SimpleCommand) -> str | None:
        """What comes in, where that tells what the command runs."""
        if name not in TAKING and name not in LISTENS:
            return None
        fed = command.input
        if fed is not None:
            self._effort.spend(len(fed))
        elif name in TAKING and command.feed is not None and command.feed.made and runs_what_it_takes(command.words):
            raise Unreadable(f"nobody can tell what {name} is given to run")
        return fed

    def _set_by_words(self, command: SimpleCommand) -> None:
        """env BASH_ENV=x …"""
        for word in command.words[1:]:
            if word.known.partition("=")[0] in SET:
                given, _, value = (word.whole or word.known).partition("=")
                self._set_to(given, value if word.text is not None else None, command, word.source)

    def _run_script(self, text: str, command: SimpleCommand, through: tuple[str, ...]) -> None:
        """The text of a file or of an input. What runs itself, all that is known being as it was, has nothing new."""
        given = arguments_of(command) if not self._is_own(through[-1], command) else command.words[1:]
        values = (dict(self.variables), dict(self.given_values), dict(self.named), self.written.state())
        state = (text, given, command.feed, self.directories, values)
        if state in self._running and not command.assignments and through[-1] not in READERS:
            self._again.add(self._running.index(state))
            return
        self._running.append(state)
        try:
            by = interpreter_of(through[-1], text)
            if by is not None:
                self.run(command.running(by, handing(by, text), through, command.directory))
            else:
                self._inners([InnerText(text, given)], command, through)
            if len(self._running) - 1 in self._again and self.written.state() != values[-1]:
                raise Unreadable(TOO_DEEP)  # next time it has something new
        finally:
            self._running.pop()
            self._again.discard(len(self._running))

    def _script(self, name: str, command: SimpleCommand) -> str | None:
        """The text that a shell runs, where the line says it: its input, or what a substitution writes."""
        words = command.words
        if self.is_fed_later and command.feed is None and takes_input(name, words):
            raise Unreadable(f"nobody can tell what {name} is given to run")
        if reads_input(name, words) or (command.fed and takes_input(name, words)):
            if name in OTHERS:
                raise Unreadable(in_other_shell(name))
            text = command.input
            if command.feed is not None and command.feed.made:
                raise Unreadable(f"nobody can tell what {name} is given to run")
            return text if name != CRON or text is None else scheduled(text)
        if name in RECIPES and self.written.some:
            self._effort.spend(PER_SAID)
        fed = name in RECIPES and command.feed is not None
        takes = fed or self.written.some or "<(" in command.source
        written = self.written.script(name, command) if takes else None
        if written == UNKNOWN:
            raise Unreadable(f"nobody can tell what {name} is given to run")
        return written

    def _is_own(self, name: str, command: SimpleCommand) -> bool:
        """May its program be a file that the line has written?"""
        return starts_file(command.words) or self.written.has(name)

    def _said_in_file(self, text: str) -> str | None:
        """What stands in a file that is a substitution, <(text); UNKNOWN where that is made of a text of the line."""
        said = unsplit(substituted(f"$({text})", quoted=True))
        if said is not None and UNKNOWN not in said:
            return said
        said, made = self._told_by(text)
        return UNKNOWN if made else said

    def _told_by(self, text: str) -> tuple[str | None, bool]:
        """What a substitution writes, and whether that is made of a text of the line in a form that nobody knows."""
        self._effort.spend(PER_SAID)
        line = ShellLine(self._read, self._effort)
        line.variables, line.directories, line.written = dict(self.variables), self.directories, self.written
        line.functions, line.calling, line._texts = dict(self.functions), [*self.calling], self._texts
        try:
            line.text(f"cat {text[1:]}" if text[:1] == "<" else text, ())
        except Exhausted:
            raise
        except Unreadable:
            return None, MADE_BY.match(f"$({text}") is not None
        fed = fed_by_all(line.found) if line.found and line.found[-1].name != "" else FROM_FILE
        return fed.told()

    def _calls(self, source: str) -> bool:
        """May it call a function of the line?"""
        return any(map(source.__contains__, self.functions))

    def words_said(self, command: SimpleCommand) -> tuple[ShellWord, ...] | None:
        """The words of a command of which some are substitutions that call functions, with what these are known to
        write: $(f) x "$(g)"; None where nothing is known that was not."""
        words: list[ShellWord] = []
        is_known = False
        for each in command.words:
            bare = each.source.strip('"') if each.text is None else ""
            found = SUBSTITUTION.fullmatch(bare) if bare and self._calls(bare) else None
            said, _ = self._told_by(found[1] or found[2] or "") if found is not None else (None, False)
            if not said or UNKNOWN in said:
                words.append(each)
                continue
            is_known = True
            words += map(word_from, [said.rstrip("\n")] if bare != each.source else said.split())
        return tuple(words) if is_known else None

    def fed_by_file(self, redirects: Sequence[Redirect]) -> Fed:
        """What stands in the file of a redirect."""
        here = SimpleCommand("", (), "", (), tuple(redirects), directory=self.directories[0])
        return self.written.fed(here) or FROM_FILE

    def fed_with(self, text: str | None, source: str) -> Fed:
        """A text that is fed to somebody, with what its substitutions write."""
        if text is not None and UNKNOWN not in text:
            return Fed(text)
        filled, made = self._filled(UNKNOWN if text is None else text, source)
        return Fed(partly(filled), made=bool(made))

    def filled_value(self, name: str, value: str | None, source: str) -> str | None:
        """What a variable is given, with what substitutions write, where that is made of what stands in the line; what
        functions write is only supposed to be that."""
        text = self.said_value(name, value, source)
        if not self._calls(source):
            return text
        if text is not None:
            self.given_values[name] = text
        return None

    def said_value(self, name: str, value: str | None, source: str) -> str | None:
        """The same, whoever writes it."""
        if "$(" not in source and "`" not in source:
            return value
        if not self.written.some and not self._calls(source) and MADE_IN.search(source) is None:
            return value
        fed = self.fed_with(value, source)
        if fed.made:
            self.hidden.add(name)
        text, made = fed.told()
        return None if text is None or made or UNKNOWN in text else text.rstrip("\n")

    def hides(self, source: str) -> bool:
        """Does one of these variables stand there?"""
        return bool(self.hidden) and not self.hidden.isdisjoint(_named_in(source))

    def known(self) -> Variables:
        """What is known of variables now, for whoever asks later."""
        return dict(self.variables) if self.variables else NOBODY

    def supposed(self) -> Variables:
        """The same, where an unknown one is supposed to have the value that it was given last."""
        known = {name: value for name, value in self.variables.items() if value is not None}
        return {**self.variables, **self.given_values, **known}

    def note_defaults(self, source: str) -> None:
        """What `${X:=y}` gives to a variable."""
        for name, value in GIVES.findall(source) if "=" in source else ():
            self.given_values.setdefault(name, value)

    def gives(self, command: SimpleCommand) -> None:
        """What `read`, `mapfile` and `printf -v` give to a variable, as far as it is told."""
        texts = [each.text or "" for each in command.words[1:]]
        if command.name == "printf":
            if texts[:1] == ["-v"] and len(texts) > 1:
                self.variables.update(dict.fromkeys([texts[1]] if texts[1] else self.variables))
            if texts[:1] == ["-v"] and len(texts) > 2 and (text := printed(texts[2:])) is not None:
                self.given_values[texts[1]] = text
        elif texts and command.input:
            if command.name == "read":
                self._given_by_read(command, texts, command.input)
            else:
                self.variables[array_of(texts[-1])] = held([*map(word_from, command.input.splitlines())])

    def _given_by_read(self, command: SimpleCommand, texts: Sequence[str], given: str) -> None:
        names = [each for each in texts if each.isidentifier()]
        ends = next((value for name, value in command.assignments if name == "IFS" and value), None)
        parts = given.strip().split(ends, max(len(names) - 1, 0)) if ends is None or len(ends) == 1 else [given.strip()]
        at = next((at for at, each in enumerate(texts) if AS_ARRAY.match(each) is not None), None)
        if at is not None and at + 1 < len(texts):  # read -a
            words = given.strip().split(ends if ends is None or len(ends) == 1 else None)
            self.variables[array_of(texts[at + 1])] = held([*map(word_from, words)])
        self.given_values.update(zip(names, parts, strict=False))
        self.evaluates(given, command)

    def gives_in_turn(self, variable: str, values: Sequence[ShellWord]) -> None:
        """What a loop gives to its variable, one after the other: where there is one, that, else all together."""
        alone = values[0] if len(values) == 1 else None
        self.variables[variable] = alone.text if alone is not None and not alone.glob else None
        texts = [each.text or self.said_value(variable, each.whole, each.source) or UNKNOWN for each in values]
        if (said := partly("\n".join(texts))) and UNKNOWN not in said:
            self.given_values[variable] = said
            self.gives_also(variable, *(each for each in texts if UNKNOWN not in each))

    def gives_also(self, name: str, *values: str) -> None:
        """What else a variable may be."""
        given = self.in_turn.setdefault(name, [])
        given += [each for each in values if each not in given][: max(VALUES - len(given), 0)]

    def run_supposed(
        self,
        command: SimpleCommand,
        words: Callable[[Variables], tuple[ShellWord, ...]],
        redirects: Callable[[Variables], tuple[Redirect, ...]] | None = None,
        source: str = "",
    ) -> None:
        """The same command where nobody knows some of its words, if variables are what they may be: what they were
        given last, or by a loop, all of that in one command. `source`: of its redirects, where these have variables."""
        names = self.unknown_in(source or command.source)
        if not names:
            return
        known, turns = self._in_turn(names)
        cases = partial(_cases, known, turns, len(source or command.source))
        made = () if redirects is None else tuple(dict.fromkeys(chain.from_iterable(map(redirects, cases()))))
        together = partial(_together, words, cases)
        if command.name:
            self.add(command.supposed(command.name, together, made))
            return
        for found in dict.fromkeys((together(), *map(words, cases()))):
            if name := name_of(found):
                (self.run if acts(name) else self.add)(command.supposed(name, found, made))

    def run_each_supposed(self, command: SimpleCommand, words: Callable[[Variables], tuple[ShellWord, ...]]) -> None:
        """The same for a command that runs another one, which stands elsewhere in each of them."""
        names = self.unknown_in(command.source)
        if not names or not self._hands_unknown(command):
            return
        cases = self.cases(names, len(command.source))[: max(self._runs_supposed, TURNS)]
        self._runs_supposed -= len(cases)
        for each in dict.fromkeys(map(words, cases)):
            if name := name_of(each):
                self.run(command.supposed(name, each))

    def _hands_unknown(self, command: SimpleCommand) -> bool:
        """Does a command that runs another one hand it what nobody knows, or is it not seen which one that is?"""
        inners = inner_of(command.name or "", command.words)
        return not inners or any(
            UNKNOWN in (each.text or UNKNOWN)
            if isinstance(each, InnerText)
            else any(word.text is None for word in each.words)
            for each in inners
        )

    def unknown_in(self, source: str) -> Sequence[str]:
        """The variables that stand there which were given something, but are not known."""
        given = self.given_values
        if not given or "$" not in source:
            return ()
        found = [e for e in dict.fromkeys(NAMES.findall(source)) if given.get(e) or given.get(array_of(e))]
        if given.get(ARGUMENTS):
            found.append(ARGUMENTS)
        known = self.variables
        return [each for each in found if known.get(each) is None or (perhaps(each) in known and "{" in source)]

    def cases(self, names: Sequence[str], size: int = 1) -> Sequence[Variables]:
        """What all variables may be, these being what they may be in turn. `size`: of the command."""
        return _cases(*self._in_turn(names), size)

    def _in_turn(self, names: Sequence[str]) -> tuple[dict[str, str | None], Sequence[tuple[str, Sequence[str]]]]:
        """What all variables may be, and all that these are given."""
        known: dict[str, str | None] = {**self.given_values}
        for name, value in self.variables.items():
            if value is not None:
                known[name] = value
        return known, [(name, self.in_turn[name]) for name in names if name in self.in_turn]

    def _inners(self, inners: Sequence[Inner], command: SimpleCommand, through: tuple[str, ...]) -> None:
        for inner in inners:
            if isinstance(inner, InnerText):
                read = partial(self._inner_text, inner.text, command, through)
                if command.name == "eval":
                    read()
                else:
                    before = self.variables.get(ZERO)
                    self.variables[ZERO] = None if inner.zero is None else inner.zero.text
                    self.given(inner.behind, read)
                    self.variables[ZERO] = before
                continue
            words = (*inner.words, _added_to(command)) if inner.more else inner.words
            self.run(command.running(name_of(inner.words), words, through, self.directories[0]))
            if words and " " in (text := words[0].text or "").strip():  # some take that for a text: xterm -e "rm x"
                self._started([text], command, through)

    def _goes(self, name: str, words: Sequence[ShellWord]) -> None:
        """`cd`, `pushd`, `popd`: where what stands behind runs."""
        here, *before = self.directories
        target = target_of(words)
        if name == "popd" or (target is not None and target.text == "-"):
            self.directories = (*before, here) if before else (None,)
        elif target is None:
            self.directories = ("~", *self.directories)
        else:
            self.directories = (gone_to(path_of(target), here), *self.directories)

    def _shifts(self, name: str, words: Sequence[ShellWord]) -> None:
        """`set -- a b`, `shift`: what $1, $2 … are behind it."""
        if name == "shift":
            self.variables[ARGUMENTS] = left(self.variables.get(ARGUMENTS), words[0].text if words else "1")
        elif (given := set_by(words)) is not None:
            self.variables[ARGUMENTS] = held(given)

    def given(self, words: Sequence[ShellWord] | None, read: Callable[[], None]) -> None:
        """Read something that has these words as its $1, $2 …; None: nobody knows them."""
        before = self.variables.get(ARGUMENTS)
        self.variables[ARGUMENTS] = None if words is None else held(words)
        try:
            read()
        finally:
            self.variables[ARGUMENTS] = before

    def _inner_text(self, text: str | None, command: SimpleCommand, through: tuple[str, ...]) -> None:
        if text is None:
            found = _says(command.source)
            said, made = (None, False) if found is None else self._told_by(found)
            if made:
                raise Unreadable(f"nobody can tell what {through[-1]} is given to run")
            if said is not None:
                return self.text(said, through)
        unfilled = text
        if text is not None and UNKNOWN in text:
            text = self._with_said(text, command, through)
        if (text is None or UNKNOWN in text) and (_makes(command.source) or self.hides(command.source)):
            raise Unreadable(f"nobody can tell what {through[-1]} is given to run")
        if text is None:
            self.add(SimpleCommand(None, (ShellWord(None, command.source),), command.source, through=through))
        elif text.strip():
            before, begun = self.directories, len(self.found)
            if unfilled is not None and unfilled != text:  # perhaps it was the wrong hole
                self.text(unfilled, through, command.feed)
                self.directories = before
            self.text(text, through, command.feed if text is not command.input else None)
            for each in self.found[begun:] if command.assignments else ():
                each.sees(command.assignments)
            if command.name != "eval":
                self.directories = before

    def _given_texts(self) -> Sequence[str]:
        """What variables are given that is more than a word."""
        given = chain.from_iterable(self.in_turn.values())
        return [*islice((each for each in given if " " in each.strip()), HANDED)]

    def _told_before(self) -> Sequence[str]:
        """The texts among the words of the commands so far: whoever runs what nobody knows may have been given them."""
        quiet = [each for each in self.found[-TOLD:] if each.name not in WRITES]  # what those write is known
        words = (word.whole or "" for each in quiet for word in each.words[1:])
        return [*dict.fromkeys(each for each in words if " " in each.strip() and UNKNOWN not in each)][:HANDED]

    def sees(self, command: SimpleCommand) -> dict[str, str | None]:
        """What it runs sees its variables; what they were before."""
        given = command.assignments
        if command.name == "env":
            words = (word.whole or word.known for word in command.words[1:])
            given = (*given, *((each[1], each[2]) for word in words if (each := GIVEN.match(word)) is not None))
        before = {name: self.variables.get(name) for name, _ in given}
        self.variables.update(given)
        return before

    def _with_said(self, text: str, command: SimpleCommand, through: tuple[str, ...]) -> str:
        """A text with what its substitutions write, where they are all that is unknown in it."""
        source = next((e.source for e in command.words if e.whole == text), command.source)
        filled, made = self._filled(text, source)
        if any(before in ";&|\n({" for before in made):
            raise Unreadable(f"nobody can tell what {through[-1]} is given to run")
        return filled

    def _filled(self, text: str, source: str) -> tuple[str, list[str]]:
        """A text with what its substitutions write; and the character before each that is made of a text of the line,
        so that nobody knows it."""
        found = _unknown_in(source)
        filled, *pieces = text.split(UNKNOWN)
        unknown: list[str] = []
        if len(found) != len(pieces):
            return text, unknown
        for each, piece in zip(found, pieces, strict=True):
            said, made = self._told_by(each[1] or each[2] or "")
            if made:
                unknown.append(filled.rstrip(" \t")[-1:])
            filled += (UNKNOWN if said is None or made else said.rstrip("\n")) + piece
        return filled, unknown

    def _started(self, texts: Sequence[str], command: SimpleCommand, through: tuple[str, ...]) -> None:
        """What texts in a program may start; they are read as far as they are command lines."""
        for each in texts:
            begun = len(self.found)
            try:
                self._inner_text(each, command, through)
            except Exhausted:
                raise
            except Unreadable:  # a text about something else
                del self.found[begun:]


@lru_cache(1)  # of one source there may be thousands of texts
def _makes(source: str) -> bool:
    return MAKES.search(source) is not None


@lru_cache(1)
def _says(source: str) -> str | None:
    found = SAYS.search(source)
    return None if found is None else found[1]


@lru_cache(1)
def _named_in(source: str) -> frozenset[str]:
    return frozenset(NAMES.findall(source))


@lru_cache(1)
def _unknown_in(source: str) -> Sequence[re.Match[str]]:
    """The substitutions in it of which nobody knows at once what they write."""
    return [each for each in substitutions_of(source) if substituted(each[0], quoted=True) == UNKNOWN]


def _cases(
    known: dict[str, str | None], turns: Sequence[tuple[str, Sequence[str]]], size: int
) -> Sequence[Variables]:
    """What all variables are, some of them each of these values in turn: each with each, or where these are too many,
    one after the other. `size`: of the command."""
    given = [[(name, value) for value in values] for name, values in turns]
    if not given:
        return [known]
    if prod(map(len, given)) <= TURNS:
        return [{**known, **dict(each)} for each in product(*given)]
    alone = (each for row in zip_longest(*given) for each in row if each is not None)
    count = max(TURNS, min(VALUES, SUPPOSED // (size + 1)))
    return [{**known, name: value} for name, value in islice(alone, count)]


def _together(
    words: Callable[[Variables], tuple[ShellWord, ...]], cases: Callable[[], Sequence[Variables]]
) -> tuple[ShellWord, ...]:
    """The words of a command in all cases, each at its place where there are as many of them."""
    found = [*map(words, cases())]
    if len({*map(len, found)}) == 1:
        return tuple(each for place in zip(*found, strict=True) for each in dict.fromkeys(place))
    return tuple(dict.fromkeys(chain.from_iterable(found)))


def _added_to(command: SimpleCommand) -> ShellWord:
    """What xargs and the like add: what find has found is known by its name."""
    found = command.feed.word() if command.feed is not None and command.feed.word is not None else None
    return found or ShellWord(None, "…")
