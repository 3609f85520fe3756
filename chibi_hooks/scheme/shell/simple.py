"""One simple command as a value, for us and for Scheme. What costs time to find out is found out when somebody asks:
most who are told of a command look at its name and go on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from chibi_hooks.scheme.shell.plain import plain_redirects, plain_words
from chibi_hooks.scheme.shell.words import Redirect, ShellWord
from chibi_hooks.scheme.values.data import Datum, Value

NO_PARTS: Final[tuple[Value, ...]] = ()
NOBODY: Final[Mapping[str, str | None]] = {}  # no variable is known


class SimpleCommand(Datum):
    """One simple command. `name`: the last part of the first word, None if unknown, "" where there is only an
    assignment or a redirect; `words` has the first word too; `input`: what is known to be fed to it;
    `fed`: something else than the terminal is its input; `piped`: that is another command's output; `directory`: where
    it runs, seen from where the text begins, "" there, None if unknown.

    Words and redirects may be handed over as a plain text has them, and `known` of variables, or as what makes them;
    so may the input. That is done at most once by each thread. `shell_parts`: what Scheme has asked for (`values.py`).
    """

    __slots__ = (
        "name", "source", "assignments", "through", "fed", "piped", "directory", "_words", "_redirects", "_input",
        "_known", "shell_parts",
    )  # fmt: skip

    def __init__(
        self,
        name: str | None,
        words: tuple[ShellWord, ...] | str | Callable[[], tuple[ShellWord, ...]],
        source: str,
        assignments: tuple[tuple[str, str | None], ...] = (),
        redirects: tuple[Redirect, ...] | str = (),
        through: tuple[str, ...] = (),
        input: str | Callable[[], str | None] | None = None,
        fed: bool = False,
        piped: bool = False,
        directory: str | None = "",
        known: Mapping[str, str | None] = NOBODY,
    ) -> None:
        self.name = name
        self._words = words
        self.source = source
        self.assignments = assignments
        self._redirects = redirects
        self.through = through
        self._input = input
        self.fed = fed
        self.piped = piped
        self.directory = directory
        self._known = known
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
    def redirects(self) -> tuple[Redirect, ...]:
        """Its redirects, as they stand."""
        found = self._redirects
        if isinstance(found, str):
            found = self._redirects = plain_redirects(found, self._known)
        return found

    @property
    def bare(self) -> bool:
        """Is there nothing but its words?"""
        return not (self.assignments or self._redirects or self.through or self.fed or self._input is not None)

    @property
    def input(self) -> str | None:
        """What is known to be fed to it."""
        found = self._input
        if callable(found):
            found = self._input = found()
        return found

    def running(
        self, name: str | None, words: tuple[ShellWord, ...], through: tuple[str, ...], directory: str | None
    ) -> SimpleCommand:
        """The command that this one runs in its place: its input and its redirects are the same."""
        return SimpleCommand(
            name, words, self.source, (), self.redirects, through, self._input, self.fed, self.piped, directory
        )
