"""The part of jq that the examples use, for machines without it: `jq.py [-n] [-c] [-r] [--arg NAME TEXT] FILTER`.

Paths, literals, `{…}`, `[…]`, `|`, `//`, `and`, `or`, `==`, `contains(…)`, `if … then … else … end`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from typing import Any

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\$\w+|\.\w+|//|==|\w+|[][.{}():,|])')
Filter = Callable[[Any], Any]


class Parser:
    """The text of a filter, read from left to right."""

    def __init__(self, text: str, variables: dict[str, str]) -> None:
        self.tokens = TOKEN.findall(text)
        assert not re.sub(r"\s+", "", TOKEN.sub("", text)), "more of jq than the examples use"
        self.variables = variables

    def next(self, *wanted: str) -> str:
        token = self.tokens.pop(0)
        assert not wanted or token in wanted, (token, wanted)
        return token

    def sees(self, token: str) -> bool:
        if self.tokens[:1] == [token]:
            self.tokens.pop(0)
            return True
        return False

    def pipe(self) -> Filter:
        left = self.level(0)
        if not self.sees("|"):
            return left
        right = self.pipe()
        return lambda x: right(left(x))

    def level(self, depth: int) -> Filter:
        """Operators by how weakly they bind: `//`, `or`, `and`, `==`."""
        if depth == len(OPERATORS):
            return self.term()
        sign, combine = OPERATORS[depth]
        left = self.level(depth + 1)
        while self.sees(sign):
            left = self.both(combine, left, self.level(depth + 1))
        return left

    def both(self, combine: Callable[[Any, Any], Any], left: Filter, right: Filter) -> Filter:
        return lambda x: combine(left(x), right(x))

    def term(self) -> Filter:
        token = self.next()
        if token == "(":
            inner = self.pipe()
            self.next(")")
            return inner
        if token == "if":
            return self.choice()
        if token in "{[":
            return self.object() if token == "{" else self.array()
        if token == "contains":
            part = self.term()
            return lambda x: part(x) in x
        return self.path(token) if token[0] == "." else self.literal(token)

    def literal(self, token: str) -> Filter:
        value = self.variables[token[1:]] if token[0] == "$" else json.loads(token)
        return lambda x: value

    def path(self, token: str) -> Filter:
        steps = [token[1:]] if token != "." else []
        while self.tokens and re.fullmatch(r"\.\w+", self.tokens[0]):
            steps.append(self.next()[1:])

        def follow(x: Any) -> Any:
            for step in steps:
                x = None if x is None else x.get(step)
            return x

        return follow

    def choice(self) -> Filter:
        test = self.pipe()
        self.next("then")
        then = self.pipe()
        self.next("else")
        otherwise = self.pipe()
        self.next("end")
        return lambda x: then(x) if test(x) else otherwise(x)

    def object(self) -> Filter:
        members: dict[str, Filter] = {}
        while not self.sees("}"):
            name = self.next()
            self.next(":")
            members[name.strip('"')] = self.level(0)
            self.sees(",")
        return lambda x: {name: member(x) for name, member in members.items()}

    def array(self) -> Filter:
        members: list[Filter] = []
        while not self.sees("]"):
            members.append(self.level(0))
            self.sees(",")
        return lambda x: [member(x) for member in members]


OPERATORS: tuple[tuple[str, Callable[[Any, Any], Any]], ...] = (
    ("//", lambda a, b: b if a in (None, False) else a),
    ("or", lambda a, b: bool(a or b)),
    ("and", lambda a, b: bool(a and b)),
    ("==", lambda a, b: a == b),
)


def main(arguments: list[str]) -> None:
    """What the command does."""
    variables: dict[str, str] = {}
    options = set()
    while arguments[0].startswith("-"):
        option = arguments.pop(0)
        options.add(option)
        if option == "--arg":
            name, text, *arguments = arguments
            variables[name] = text
    made = Parser(arguments[0], variables).pipe()(None if "-n" in options else json.load(sys.stdin))
    if "-r" in options and isinstance(made, str):
        print(made)
    else:
        print(json.dumps(made, separators=(",", ":") if "-c" in options else None, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1:])
