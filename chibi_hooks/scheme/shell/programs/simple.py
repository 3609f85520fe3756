"""One simple command as a value, for us and for Scheme. What costs time to find out is found out when somebody asks:
most who are told of a command look at its name and go on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from chibi_hooks.scheme.shell.programs.code import code_of, may_have_code, runs_text
from chibi_hooks.scheme.shell.programs.filters import LONGEST
from chibi_hooks.scheme.shell.programs.folding import with_folded
from chibi_hooks.scheme.shell.programs.subcommands import LEAST, options_of
from chibi_hooks.scheme.shell.text.plain import (
    plain_assignments,
    plain_redirects,
    plain_texts,
    plain_verb,
    plain_words,
)
from chibi_hooks.scheme.shell.text.words import Redirect, ShellWord
from chibi_hooks.scheme.values.data import Datum, Value

ONLY: Final = re.compile(r"\S++[ \t]++([A-Za-z0-9_./][A-Za-z0-9_./-]*+)")
NO_PARTS: Final[tuple[Value, ...]] = (None,) * 14  # of those that `values.py` makes: nobody has asked
NO_LINKS: Final[Mapping[str, str]] = {}
NOBODY: Final[Mapping[str, str | None]] = {}  # no variable is known


class Fed(NamedTuple):
    """What comes in by a pipe or a redirect. `text`: None if unknown, or what finds it out; `piped`: it is another
    command's output; `word`: what says which word xargs makes of it, or None; `made`: it is a text of the
    line, in a form that nobody knows; `named`: it is what is in a file that the command names;
    `guesses`: texts that may be it, or a part of it."""

    text: str | Callable[[], str | None] | None = None
    piped: bool = False
    word: Callable[[], ShellWord | None] | None = None
    made: bool = False
    named: bool = False
    guesses: tuple[str, ...] = ()

    def told(self) -> tuple[str | None, bool]:
        """Its text, found out, and whether it is made; one that is too long counts so, and nobody knows it."""
        text = self.text() if callable(self.text) else self.text
        return (None, True) if text is not None and len(text) > LONGEST else (text, self.made)


FROM_FILE: Final = Fed()
FROM_NOTHING: Final = Fed("")  # from /dev/null
FROM_PIPE: Final = Fed(None, True)
MADE: Final = Fed(None, True, None, True)


class SimpleCommand(Datum):
    """One simple command. `name`: the last part of the first word, None if unknown, "" where there is only an
    assignment or a redirect; `words` has the first word too; `feed`: what is its input instead of the terminal;
    `directory`: where it runs, seen from where the text begins, "" there, None if unknown.

    Words, assignments and redirects may be handed over as a plain text has them, and `known` of variables, words as
    what makes them too. That is done at most once by each thread. `links`: the symbolic links that the line has made
    before, and where they lead; `shell_parts`: what Scheme has asked for (`values.py`).
    """

    __slots__ = (
        "name", "source", "through", "feed", "directory", "_words", "_verb", "_texts", "_options",
        "_assignments", "_redirects", "_known", "shell_parts", "links",
    )  # fmt: skip

    def __init__(
        self,
        name: str | None,
        words: tuple[ShellWord, ...] | str | Callable[[], tuple[ShellWord, ...]],
        source: str,
        assignments: tuple[tuple[str, str | None], ...] | str = (),
        redirects: tuple[Redirect, ...] | str = (),
        through: tuple[str, ...] = (),
        feed: Fed | None = None,
        directory: str | None = "",
        known: Mapping[str, str | None] = NOBODY,
    ) -> None:
        self.name = name
        self._words = words
        self._verb = ""
        self._texts: tuple[str, ...] | None = ()
        self._options: list[str] | None = None
        self.source = source
        self._assignments = assignments
        self._redirects = redirects
        self.through = through
        self.feed = feed
        self.directory = directory
        self._known = known
        self.links: Mapping[str, str] = NO_LINKS
        self.shell_parts: Sequence[Value] = NO_PARTS

    @property
    def words(self) -> tuple[ShellWord, ...]:
        """All its words."""
        found = self._words
        if isinstance(found, tuple):
            return found
        made = plain_words(found, self._known) if isinstance(found, str) else found()
        self._words = made
        return made

    @property
    def texts(self) -> tuple[str, ...] | None:
        """Its words as texts, where these are all known and seen at once; None otherwise."""
        found = self._texts
        if found == ():  # nobody has asked
            found = self._texts = plain_texts(self._words) if isinstance(self._words, str) else None
        return found

    @property
    def options(self) -> list[str]:
        """Its options, as far as they are known."""
        found = self._options
        if found is None:
            texts = self.texts
            knowns = [each.known for each in self.words[1:]] if texts is None else texts[1:]
            found = self._options = options_of(self.name, knowns)
        return found

    def may_have(self, names: tuple[str, ...]) -> bool:
        """False: it surely has none of these options; True also where its words are not seen at once."""
        texts = self.texts
        if texts is None:
            return True
        for each in texts:
            if each[:1] == "-" and len(each) > 1:
                for name in names:
                    if name[:LEAST] in each and (each[1] != "-" or len(name) > 1 or name == "-"):
                        return True
        return False

    @property
    def verb(self) -> str | None:
        """The word behind its name, where that is a name like `push`; None also where it is not seen at once."""
        return self._verb or (plain_verb(self._words) if isinstance(self._words, str) else None)

    @property
    def only(self) -> str | None:
        """Its only argument, where that is a path and seen at once."""
        found = ONLY.fullmatch(self._words) if isinstance(self._words, str) else None
        return found[1] if found is not None else None

    @property
    def code(self) -> str | None:
        """The text that an interpreter is given, by its words or as its input, and behind it what its strings make.
        None without, or where unknown."""
        name = self.name
        if not name or not may_have_code(name) or (isinstance(self._words, str) and not runs_text(name, self._words)):
            return None
        found = code_of(name, self.words, self.input)
        return None if found is None else with_folded(found)

    @property
    def redirects(self) -> tuple[Redirect, ...]:
        """Its redirects, as they stand."""
        found = self._redirects
        if isinstance(found, str):
            found = self._redirects = plain_redirects(found, self._known)
        return found

    @property
    def redirected(self) -> bool:
        """Has it redirects?"""
        return bool(self._redirects)

    @property
    def assignments(self) -> tuple[tuple[str, str | None], ...]:
        """The variables that it alone sees, and their values as far as they are known."""
        found = self._assignments
        if isinstance(found, str):
            found = self._assignments = plain_assignments(found, self._known)
        return found

    def sees(self, assignments: tuple[tuple[str, str | None], ...]) -> None:
        """It sees these variables, too, before anybody has asked: those of the command that runs it."""
        self._assignments = (*assignments, *self.assignments)
        self.shell_parts = NO_PARTS

    def takes(self, feed: Fed) -> None:
        """This is its input, before anybody has asked."""
        self.feed = feed
        self.shell_parts = NO_PARTS

    @property
    def bare(self) -> bool:
        """Is there nothing but its words?"""
        return not (self._assignments or self._redirects or self.through or self.feed)

    @property
    def fed(self) -> bool:
        """Is something else than the terminal its input?"""
        return self.feed is not None

    @property
    def piped(self) -> bool:
        """Is that another command's output?"""
        return self.feed is not None and self.feed.piped

    @property
    def input(self) -> str | None:
        """What is known to be fed to it."""
        if self.feed is None:
            return None
        found = self.feed.text
        if callable(found) or (found is not None and len(found) > LONGEST):
            found, made = self.feed.told()
            self.feed = self.feed._replace(text=found, made=made)
        return found

    def supposed(
        self,
        name: str | None,
        words: tuple[ShellWord, ...] | Callable[[], tuple[ShellWord, ...]],
        redirects: tuple[Redirect, ...] = (),
    ) -> SimpleCommand:
        """The same command with other words and redirects, if variables are what they are supposed to be."""
        assignments = self._assignments and self.assignments
        redirects = redirects or (self._redirects and self.redirects) or ()
        return SimpleCommand(
            name, words, self.source, assignments, redirects, self.through, self.feed, self.directory
        )

    def running(
        self, name: str | None, words: tuple[ShellWord, ...], through: tuple[str, ...], directory: str | None
    ) -> SimpleCommand:
        """The command that this one runs in its place: its input, its redirects and its variables are the same."""
        return SimpleCommand(name, words, self.source, self.assignments, self.redirects, through, self.feed, directory)
