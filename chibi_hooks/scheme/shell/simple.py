"""One simple command as a value. What costs time to find out is found out when somebody asks: most who are told of a
command look at its name and go on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from chibi_hooks.scheme.shell.words import ShellWord


class Redirect(NamedTuple):
    """`>`, `>>`, `<`, `>&` … with the descriptor as it is written ("" if it is not) and the target."""

    operator: str
    descriptor: str
    target: ShellWord


class SimpleCommand:
    """One simple command. `name`: the last part of the first word, None if unknown, "" where there is only an
    assignment or a redirect; `words` has the first word too; `input`: what is known to be fed to it;
    `fed`: something else than the terminal is its input; `piped`: that is another command's output; `directory`: where
    it runs, seen from where the text begins, "" there, None if unknown.

    Words, redirects and input may be handed over as what makes them; that is called at most once by each thread.
    """

    __slots__ = (
        "name", "source", "assignments", "through", "fed", "piped", "directory", "_words", "_redirects", "_input",
    )  # fmt: skip

    def __init__(
        self,
        name: str | None,
        words: tuple[ShellWord, ...] | Callable[[], tuple[ShellWord, ...]],
        source: str,
        assignments: tuple[tuple[str, str | None], ...] = (),
        redirects: tuple[Redirect, ...] | Callable[[], tuple[Redirect, ...]] = (),
        through: tuple[str, ...] = (),
        input: str | Callable[[], str | None] | None = None,
        fed: bool = False,
        piped: bool = False,
        directory: str | None = "",
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

    @property
    def words(self) -> tuple[ShellWord, ...]:
        """All its words."""
        found = self._words
        if callable(found):
            found = self._words = found()
        return found

    @property
    def redirects(self) -> tuple[Redirect, ...]:
        """Its redirects, as they stand."""
        found = self._redirects
        if callable(found):
            found = self._redirects = found()
        return found

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
            name, words, self.source, (), self._redirects, through, self._input, self.fed, self.piped, directory
        )
