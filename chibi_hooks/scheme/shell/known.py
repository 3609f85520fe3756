"""What is known of variables and of the directory at a place in a line, kept as its text is read.

A variable has a value, or none that anybody knows (None); then it is supposed to be what it was given some time
(`given_values`), or by loops (`in_turn`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, islice, product, zip_longest
from math import prod
from typing import TYPE_CHECKING, Final

from chibi_hooks.scheme.shell.programs.acting import HANDED, gone_to, path_of, set_by, target_of
from chibi_hooks.scheme.shell.programs.simple import NOBODY, SimpleCommand
from chibi_hooks.scheme.shell.text.marks import UNKNOWN
from chibi_hooks.scheme.shell.text.words import ARGUMENTS, ShellWord, Variables, array_of, held, left, perhaps

if TYPE_CHECKING:
    from tree_sitter import Node

TURNS: Final = 20  # in which variables are looked at, each with each, and always one after the other
VALUES: Final = 100  # of a variable; so many are looked at in a command that is short:
SUPPOSED: Final = 50_000  # characters of all its cases
GIVEN: Final = re.compile(r"(?s)([A-Za-z_]\w*)=([^\ufdd1]*)\Z")
GIVES: Final = re.compile(r"\$\{(\w+):?=([\w./-]*)\}", re.ASCII)
ZERO: Final = "0"  # $0, as a variable
NAMES: Final = re.compile(r"\$\{?!?(\w+)")


class KnownInLine:
    """What is known from here on."""

    def __init__(self) -> None:
        self.variables: dict[str, str | None] = {}
        self.given_values: dict[str, str] = {}  # to variables, by somebody some time
        self.in_turn: dict[str, list[str]] = {}  # all that they are given, by loops too
        self.directories: tuple[str | None, ...] = ("",)  # where the commands run, the last one first
        self.refers: dict[str, str] = {}  # names of variables that stand for others
        self.functions: dict[str, tuple[Node, ...]] = {}  # what they do
        self.named: dict[str, str] = {}  # names that the text gives to commands
        self.hidden: set[str] = set()  # variables that hold a text of the line in a form that nobody knows

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

    def known(self) -> Variables:
        """What is known of variables now, for whoever asks later."""
        return dict(self.variables) if self.variables else NOBODY

    def supposed(self) -> Variables:
        """The same, where an unknown one is supposed to have the value that it was given last."""
        known = {name: value for name, value in self.variables.items() if value is not None}
        return {**self.variables, **self.given_values, **known}

    def hides(self, source: str) -> bool:
        """Does one of these variables stand there?"""
        return bool(self.hidden) and not self.hidden.isdisjoint(named_in(source))

    def note_defaults(self, source: str) -> None:
        """What `${X:=y}` gives to a variable."""
        for name, value in GIVES.findall(source) if "=" in source else ():
            self.given_values.setdefault(name, value)

    def gives_also(self, name: str, *values: str) -> None:
        """What else a variable may be."""
        given = self.in_turn.setdefault(name, [])
        given += [each for each in values if each not in given][: max(VALUES - len(given), 0)]

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
        return supposed_cases(*self._in_turn(names), size)

    def _in_turn(self, names: Sequence[str]) -> tuple[dict[str, str | None], Sequence[tuple[str, Sequence[str]]]]:
        """What all variables may be, and all that these are given."""
        known: dict[str, str | None] = {**self.given_values}
        for name, value in self.variables.items():
            if value is not None:
                known[name] = value
        return known, [(name, self.in_turn[name]) for name in names if name in self.in_turn]

    def _given_texts(self) -> Sequence[str]:
        """What variables are given that is more than a word."""
        given = chain.from_iterable(self.in_turn.values())
        return [*islice((each for each in given if " " in each.strip()), HANDED)]

    def sees(self, command: SimpleCommand) -> dict[str, str | None]:
        """What it runs sees its variables; what they were before."""
        given = command.assignments
        if command.name == "env":
            words = (word.whole or word.known for word in command.words[1:])
            given = (*given, *((each[1], each[2]) for word in words if (each := GIVEN.match(word)) is not None))
        before = {name: self.variables.get(name) for name, _ in given}
        self.variables.update(given)
        return before

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


@lru_cache(1)
def named_in(source: str) -> frozenset[str]:
    return frozenset(NAMES.findall(source))


def supposed_cases(
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
