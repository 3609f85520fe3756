"""One open hook file: its text as the editor has it -> findings, meanings of its words, the hooks that it registers.

Rules
-----
* The text counts, saved or not. What cannot be expanded right now keeps the meanings of the last text that could.
* The file runs only where a command would run it: not when its project's home is not trusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from chibi_hooks.dialects.knowing import agents_known
from chibi_hooks.docs.names import documentation, kind_of
from chibi_hooks.docs.reference import exporters
from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.lint import lint
from chibi_hooks.hooks.checking.linting.nodes import definitions_in, walk
from chibi_hooks.hooks.checking.linting.registrations import registrations
from chibi_hooks.hooks.checking.testing import home_of
from chibi_hooks.hooks.deciding.fold import can_refuse
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.config import Config, load_config
from chibi_hooks.hooks.homes.home import CONFIG_NAME, HOME_NAME, TEST_ENDING, Surroundings, find_homes
from chibi_hooks.hooks.scripts.script import ThreadScript
from chibi_hooks.lsp.bindings import Bindings
from chibi_hooks.lsp.positions import Lines
from chibi_hooks.repl.structure import NAMES, around
from chibi_hooks.scheme import core
from chibi_hooks.scheme.expanding.imports import import_text
from chibi_hooks.scheme.expanding.programs import expand_program
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.reading.lexer import tokenize
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.running.link import place_of
from chibi_hooks.scheme.values.data import UNDEFINED
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText

MOST: Final = 1_000_000  # characters of a text that is looked at


@dataclass(frozen=True, slots=True)
class HookAt:
    """A hook that the text registers: its point, and the offset where that is said."""

    point: str
    start: int


class Document:
    """An open file; `set_text` at every change."""

    def __init__(self, uri: str, text: str, around: Surroundings, encoding: str = "utf-16") -> None:
        self._encoding = encoding
        self.uri = uri
        self.path = path_of(uri)
        self.around = around
        self.home = _home(self.path)
        self.name = str(self.path.relative_to(self.home)) if self.home is not None else self.path.name
        self.world = ThreadScript(self.name, "unsandboxed", 1.0, None, self._roots()).interpreter
        self.bindings = Bindings(())
        self.hooks: list[HookAt] = []
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """The text is another one now."""
        self.text = text[:MOST]
        self.lines = Lines(self.text, self._encoding)
        self._look()

    @property
    def is_test(self) -> bool:
        """A test, which registers no hook and may ask for more names."""
        return self.path.name.endswith(TEST_ENDING)

    def findings(self, *, load: bool) -> list[Finding]:
        """What is wrong in the text; `load`: what shows only when it is evaluated, too."""
        if self.is_test:
            return []
        load = load and self.is_trusted()
        return lint(
            self.text,
            self.path,
            self.name,
            config=self._config(),
            roots=self._roots(),
            load=load,
            agents=agents_known(),
        )

    def is_trusted(self) -> bool:
        """May the file run? A project's home may when the user trusts it; others are the user's own."""
        if self.home is None or self.home.name != HOME_NAME or self.home.parent == self.around.user_home:
            return True
        homes = find_homes(replace(self.around, directory=self.home.parent)).homes
        return any(each.path.resolve() == self.home for each in homes)

    def word_at(self, offset: int) -> tuple[int, int]:
        """Where the word begins and ends that an offset is in or touches; the same offset twice where there is none."""
        for kind, start, end in tokenize(self.text):
            if kind in NAMES and start <= offset <= end:
                return start, end
        return offset, offset

    def about(self, word: str) -> str:
        """What is known of a word, as markdown; "" when nothing is."""
        usage, told, kind = self._documented(word)
        if not usage and not told:
            return ""
        if kind == "point":
            return f"```text\n{told}\n```"
        return "\n\n".join([f"```scheme\n{chr(10).join(usage or [word])}\n```", *([told] if told else [])])

    def usage(self, word: str) -> list[str]:
        """The ways to call a word."""
        return self._documented(word)[0]

    def call_at(self, offset: int) -> tuple[str, int]:
        """The operator of the innermost call around an offset, and how many operands stand before it."""
        here = around(self.text[:offset])
        for opened in reversed(here.opened):
            head = opened.head(self.text)
            if head and not opened.quoted:
                done = sum(item.end < offset for item in opened.items[1:])
                return head, done
        return "", 0

    def _documented(self, word: str) -> tuple[list[str], str, str | None]:
        meaning = self.world.top_level.meaning(word)
        value = self.world.global_value(meaning) if isinstance(meaning, core.Global) else UNDEFINED
        if meaning is None and word in POINTS:
            return *documentation(word, None, UNDEFINED, None), "point"
        own = self._own_procedure(word)
        if own:
            return [own], f"defined in {self.name}", "procedure"
        if meaning is None and word in exporters():
            return [], f"`{word}` is in {exporters()[word][0]}: `(import {exporters()[word][0]})`", "procedure"
        place = place_of(value)
        return *documentation(word, meaning, value, place), kind_of(word, meaning, value)

    def _own_procedure(self, word: str) -> str:
        """How a procedure of the text is called; "" when the text defines none of that name."""
        for node in self._nodes:
            if isinstance(node, core.Define) and node.location.name == word and isinstance(node.value, core.Lambda):
                rest = [".", node.value.rest.name] if node.value.rest is not None else []
                return f"({' '.join([word, *(each.name for each in node.value.params), *rest])})"
        return ""

    def _look(self) -> None:
        """Expand the text, in a world that has run nothing of it."""
        script = ThreadScript(self.name, "unsandboxed", 1.0, None, self._roots(), directory=self.path.parent)
        world = script.interpreter
        with suppress(SchemeError):
            if self.is_test:
                _prepare_for_tests(world)
            unit = expand_program(read_source(SourceText(self.name, self.text)), world.top_level, self.name)
            nodes = list(walk(unit.body))
            self.world, self._nodes = world, nodes
            self.bindings = Bindings(nodes)
            self.hooks = list(_hooks(nodes))

    _nodes: Sequence[core.Node] = ()

    def _roots(self) -> list[Path]:
        return [self.home / "lib"] if self.home is not None else []

    def _config(self) -> Config:
        if self.home is None:
            return Config()
        try:
            return load_config(self.home / CONFIG_NAME, {wire: can_refuse(point) for wire, point in POINTS.items()})
        except ConfigError:  # `check` and the host tell of it; here the file is looked at
            return Config()


def path_of(uri: str) -> Path:
    """The path of a `file:` URI; of another scheme, its name as a path that nobody opens."""
    return Path(unquote(urlsplit(uri).path)).resolve()


def _home(path: Path) -> Path | None:
    try:
        return home_of(path).resolve()
    except ConfigError:
        return None


def _prepare_for_tests(world: Interpreter) -> None:
    import_text("(chibi test)", world.top_level)


def _hooks(nodes: list[core.Node]) -> list[HookAt]:
    found = []
    for each in registrations(nodes, definitions_in(nodes)):
        if each.point is not None and each.node.place is not None:
            found.append(HookAt(each.point.wire, each.node.place.start))
    return found
