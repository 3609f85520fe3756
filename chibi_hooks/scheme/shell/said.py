"""What substitutions, files and redirects of a line say: each text is read as the line is, by whoever reads that."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from chibi_hooks.scheme.shell.files.scripts import OwnFiles
from chibi_hooks.scheme.shell.known import KnownInLine
from chibi_hooks.scheme.shell.programs.outputs import SUBSTITUTION, fed_by_all, substitutions_of
from chibi_hooks.scheme.shell.programs.simple import FROM_FILE, Fed, SimpleCommand
from chibi_hooks.scheme.shell.text.marks import UNKNOWN
from chibi_hooks.scheme.shell.text.syntax import Exhausted, Unreadable
from chibi_hooks.scheme.shell.text.words import Redirect, ShellWord, partly, substituted, unsplit, word_from

if TYPE_CHECKING:
    from tree_sitter import Node

TEXTS: Final = 10  # in one another
EFFORT: Final = 512 * 1024  # characters of all texts that are read for one line, each with what it costs besides:
PER_TEXT: Final = 200
PER_SAID: Final = 2_000  # of one of which it is found out what it writes
TOO_DEEP: Final = "it is nested too deeply"
MADE: Final = r"(?:\$\(|`|<\()\s*(?:(?:echo|printf)\b[^|)`$]*\||\w+(?:\s+-[\w-]+)*\s*<<<\s*['\"\w])"
MADE_BY: Final = re.compile(rf"\"?{MADE}")  # a text that a pipe makes of one that stands in the line
MADE_IN: Final = re.compile(r"(?:\$\(|`)\s*(?:(?:echo|printf)\b|[^)`]*<<<)")  # what is known, or made of what is

ReadText = Callable[[Any, str, tuple[str, ...]], None]


class Effort:
    """What may still be done for a line, whoever does it."""

    def __init__(self) -> None:
        self._left = EFFORT

    def spend(self, count: int) -> None:
        """Raises Exhausted."""
        self._left -= count
        if self._left < 0:
            raise Exhausted("it takes too long to read")


class SaidInLine(KnownInLine):
    """The commands that are found, and what the texts among them are known to write. `read` finds those of a text that
    `through` runs and adds them; `effort`: that of the line for which this one is read."""

    def __init__(self, read: ReadText, effort: Effort | None = None) -> None:
        super().__init__()
        self._effort = effort or Effort()
        self.found: list[SimpleCommand] = []
        self.written = OwnFiles(self._said_in_file, self._effort.spend)
        self.calling: list[Node] = []  # which functions run just now
        self.feed: Fed | None = None  # what is the input of the text that is being read
        self._read = read
        self._texts = 1  # which is being read

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

    def gives_in_turn(self, variable: str, values: Sequence[ShellWord]) -> None:
        """What a loop gives to its variable, one after the other: where there is one, that, else all together."""
        alone = values[0] if len(values) == 1 else None
        self.variables[variable] = alone.text if alone is not None and not alone.glob else None
        texts = [each.text or self.said_value(variable, each.whole, each.source) or UNKNOWN for each in values]
        if (said := partly("\n".join(texts))) and UNKNOWN not in said:
            self.given_values[variable] = said
            self.gives_also(variable, *(each for each in texts if UNKNOWN not in each))

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

    def _calls(self, source: str) -> bool:
        """May it call a function of the line?"""
        return any(map(source.__contains__, self.functions))

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
        line = type(self)(self._read, self._effort)
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


@lru_cache(1)
def _unknown_in(source: str) -> Sequence[re.Match[str]]:
    """The substitutions in it of which nobody knows at once what they write."""
    return [each for each in substitutions_of(source) if substituted(each[0], quoted=True) == UNKNOWN]
