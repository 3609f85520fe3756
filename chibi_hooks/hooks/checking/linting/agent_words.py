"""What a file compares and looks up -> names of tools and arguments as an agent calls them, where hooks see others.

    (equal? tool-name "Bash")                         hooks see "shell_exec" for it, whatever the agent
    (payload-ref arguments "file_path" "")            they see "path"

Only where the file does not name ours as well: some tools keep their own words, those of MCP servers for one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from chibi_hooks.hooks.checking.linting.answers import Shortcomings, nobody
from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.nodes import narrowed, spot
from chibi_hooks.hooks.checking.linting.payload_flow import LOOKUPS, steps_of
from chibi_hooks.hooks.checking.linting.shapes import Shape
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import Pair, String, Value
from chibi_hooks.scheme.values.source import SourceText

COMPARING: Final = frozenset({"equal?", "member", "string=?", "string-ci=?", "string-prefix?", "assoc"})
MCP: Final = re.compile(r"mcp__(?P<server>[^_].*?)(?:__(?P<tool>.*))?")
SHORTEST: Final = 4  # letters of a key that may be a slip
WORDS: Final = frozenset({"patch"})  # that are near one of ours, and mean something else
FIRST: Final = 1000  # members of a list that are looked at


@dataclass(frozen=True, slots=True)
class AgentWords:
    """What agents call tools, keys of their arguments and events -> what hooks see, and the points that fire then; and
    all the keys that hooks see."""

    tools: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    ours: Sequence[str] = ()
    events: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AgentsKnown:
    """What is known of agents: what those in use make of an answer, and how all of them call things, once somebody
    needs it."""

    shortcomings: Shortcomings = nobody
    words: Callable[[], AgentWords] = AgentWords


NO_AGENTS: Final = AgentsKnown()


class ForeignWords:
    """The search in one file."""

    def __init__(self, nodes: Iterable[core.Node], source: SourceText, words: Callable[[], AgentWords]) -> None:
        self.source = source
        self.words = words
        self.literals = {text for node in nodes if isinstance(node, core.Const) for text in _strings(node.value)}

    def findings(self, name: str, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        """What is wrong with a call; `shapes` are those of its operands."""
        if name in COMPARING:
            yield from self._tool(node, shapes)
        if len(node.operands) < 2 or name not in (*LOOKUPS, "payload-ref"):
            return
        at_key = 1 if name == "payload-ref" else 0
        key, of = node.operands[at_key], shapes[1 - at_key]
        if of is not None and isinstance(key, core.Const) and isinstance(key.value, String):
            path = ".".join(filter(None, (of.path, *steps_of(of, key.value.s))))
            head, _, last = path.rpartition(".")
            if head == "arguments":
                yield from self._argument(last, node)

    def _tool(self, node: core.Call, shapes: Sequence[Shape | None]) -> Iterator[Finding]:
        if not any(each is not None and each.path == "tool_name" for each in shapes):
            return
        for text in (text for each in node.operands for text in _written(each)):
            if found := MCP.fullmatch(text):
                ours = f"mcp:{found['server']}/{found['tool'] or ''}"
            elif text == text.lower() or not (ours := self.words().tools.get(text, "")):
                continue
            if ours not in self.literals:
                yield self._told(node, text, f'no hook sees the tool "{text}": it is "{ours}" here', ours)

    def _argument(self, key: str, node: core.Call) -> Iterator[Finding]:
        words = self.words()
        ours = words.keys.get(key, "")
        if ours and ours not in self.literals:
            yield self._told(node, key, f'"{key}" is "{ours}" here, whatever the agent calls it', ours)
        elif not ours and key not in words.ours and (near := _slip(key, words.ours)) and near not in self.literals:
            yield self._told(node, key, f'no tool that is known has an argument "{key}": did you mean "{near}"?', near)

    def _told(self, node: core.Call, text: str, message: str, ours: str) -> Finding:
        where = spot(narrowed(node.place, f'"{text}"'), self.source)
        return Finding(where, "warning", message, "agent-word", f'write "{ours}"')


def _written(node: core.Node) -> Iterator[str]:
    """The texts of a constant, or of `(list "a" "b")`."""
    for each in node.operands if isinstance(node, core.Call) else (node,):
        if isinstance(each, core.Const):
            yield from _strings(each.value)


def _strings(value: Value) -> Iterator[str]:
    """The texts that a constant is, or that a list or the keys of an alist are."""
    if isinstance(value, String):
        yield value.s
    for _ in range(FIRST):
        if not isinstance(value, Pair):
            return
        first = value.car.car if isinstance(value.car, Pair) else value.car
        if isinstance(first, String):
            yield first.s
        value = value.cdr


def _slip(key: str, words: Sequence[str]) -> str:
    """The word that is meant, where a letter is missing or too many, or two are exchanged; no plural or compound."""
    for word in words:
        long, short = (key, word) if len(key) > len(word) else (word, key)
        if len(long) == len(short):
            made = {f"{key[:at]}{key[at + 1]}{key[at]}{key[at + 2 :]}" for at in range(len(key) - 1)}
        else:
            made = {f"{long[:at]}{long[at + 1 :]}" for at in range(len(long) - 1)}  # an end is an ending
        if len(key) >= SHORTEST and key not in WORDS and (word if len(long) == len(short) else short) in made:
            return word
    return ""
