"""A simple command -> itself and all that it runs in its turn, added to the commands of a line.

Who reads a text (`commands.py`) says here what it has found, in the order of the text; what is known from there on
(variables, the directory) is kept here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Final

from chibi_hooks.scheme.shell.files.scripts import EDITS, NOTED, SET, interpreter_of, named_descriptor
from chibi_hooks.scheme.shell.known import TURNS, ZERO, supposed_cases
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
    starts_file,
)
from chibi_hooks.scheme.shell.programs.adding import takes_file
from chibi_hooks.scheme.shell.programs.code import may_have_code, started_by, starts_others, strings_in
from chibi_hooks.scheme.shell.programs.folding import is_program
from chibi_hooks.scheme.shell.programs.handed import LISTENS
from chibi_hooks.scheme.shell.programs.outputs import MEANT, SUBSTITUTION, WRITES
from chibi_hooks.scheme.shell.programs.recipes import MAKE_NAMES, RECIPES
from chibi_hooks.scheme.shell.programs.shapes import behind_dashes, hands_command, texts_of_options
from chibi_hooks.scheme.shell.programs.simple import FROM_FILE, SimpleCommand
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
from chibi_hooks.scheme.shell.said import MADE, PER_SAID, TOO_DEEP, Effort, ReadText, SaidInLine
from chibi_hooks.scheme.shell.text.marks import UNKNOWN
from chibi_hooks.scheme.shell.text.plain import INDEX
from chibi_hooks.scheme.shell.text.syntax import Exhausted, Unreadable
from chibi_hooks.scheme.shell.text.words import (
    Redirect,
    ShellWord,
    Variables,
    array_of,
    held,
    one_word,
    printed,
    word_from,
)

if TYPE_CHECKING:
    pass

FROM_SUBSTITUTION: Final = re.compile(r"\w=(<\((?:[^()]|\([^()]*+\))*+\))")
RUNS_SUPPOSED: Final = 500  # cases of a line's commands that run others; behind these, of each `TURNS`
COMMANDS: Final = 2_000  # in one text
WORDS: Final = 200_000  # of those that run others, which have the same words once more: 64 KiB hold 32,000
TOLD: Final = 100  # commands before one that runs what nobody knows
OWN: Final = 50  # strings of a program that may name files of the line
GIVING: Final = ("read", "printf", "mapfile", "readarray")  # what they are given, to a variable
NAMING: Final = ("alias", "hash")
AS_ARRAY: Final = re.compile(r"-\w*a\Z")
MAKES: Final = re.compile(rf"(?:\beval|\s-\w*c|<<<)\s*\"?{MADE}")  # and that is run
SAYS: Final = re.compile(r"(?:\beval|\s-\w*c|<<<)\s+\"?(?:\$\(|<\()(.*)\)\"?\s*\Z", re.DOTALL)  # all it is given
SHELL: Final = (ShellWord("sh", "sh", "sh"),)
TAKING: Final = ("xargs", "gxargs", "parallel")  # words of their input for what they run


class ShellLine(SaidInLine):
    """The commands that are found, and all that they run in their turn."""

    def __init__(self, read: ReadText, effort: Effort | None = None) -> None:
        super().__init__(read, effort)
        self.is_fed_later = False  # is there a process into which the line writes when it runs?
        self._running: list[tuple[object, ...]] = []  # texts of files, with what was known
        self._again: set[int] = set()  # which of them run themselves
        self._words = 0  # of commands that run others
        self._runs_supposed = RUNS_SUPPOSED

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
        cases = partial(supposed_cases, known, turns, len(source or command.source))
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

    def _told_before(self) -> Sequence[str]:
        """The texts among the words of the commands so far: whoever runs what nobody knows may have been given them."""
        quiet = [each for each in self.found[-TOLD:] if each.name not in WRITES]  # what those write is known
        words = (word.whole or "" for each in quiet for word in each.words[1:])
        return [*dict.fromkeys(each for each in words if " " in each.strip() and UNKNOWN not in each)][:HANDED]

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
