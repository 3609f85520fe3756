"""The text of a Makefile, a justfile or a package.json -> the command lines that such a program runs of it: data, one
line a program.

A rule is a name, a colon, the names of rules that come before it, and lines that stand further in. What its variables
and `$(shell …)` would give is UNKNOWN where the text does not say it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from chibi_hooks.scheme.shell.syntax import TOO_LONG, Unreadable
from chibi_hooks.scheme.shell.words import UNKNOWN, unescaped

LONGEST: Final = 64 * 1024  # characters that all variables may make of a line
PASSES: Final = 10  # variables in the values of others
ASSIGNED: Final = re.compile(r"^(?:export\s+|override\s+)*([\w.-]+)\s*(?:[:?+!]|::)?=[ \t]*(.*)$", re.MULTILINE)
RULE: Final = re.compile(r"^@?([^\s#:=][^#:=\n]*?)\s*::?(?!=)([^=;\n]*)(?:;(.*))?$")
CALLED: Final = re.compile(r"\$\(shell\s++((?:[^()]|\([^()]*+\))*+)\)")
VARIABLE: Final = re.compile(r"\$\$|\$[({]([\w.-]+)[)}]|\$[({][^(){}]*[)}]|\$[^\s$]|\{\{[^{}]*\}\}")
FIRST: Final = re.compile(r"[ \t]*[@+-]*")
SCRIPTS: Final = re.compile(r'"scripts"\s*:\s*\{((?:[^"{}]|"(?:[^"\\]|\\.)*")*+)\}')
_STRING: Final = r'"((?:[^"\\]|\\.)*+)"'
SCRIPT: Final = re.compile(rf"{_STRING}(?:\s*+:\s*+{_STRING})?+")  # or a string alone, which is passed by as a whole
LIFECYCLE: Final = ("preinstall", "install", "postinstall", "prepare")
INSTALLS: Final = frozenset({"install", "i", "ci", "add", ""})


class Recipes(NamedTuple):
    """`files`: where its rules stand; `options` that name another one; `lines`: what of a text runs for these words."""

    files: tuple[str, ...]
    options: tuple[str, ...]
    lines: Callable[[str, Sequence[str]], str]


class _Rule(NamedTuple):
    before: Sequence[str]
    lines: list[str]


def rules_run(text: str, wanted: Sequence[str]) -> str:
    """The lines of the rules of these names, or of the first one, and of those before them."""
    text = text.replace("\\\n", " ")
    values = dict(ASSIGNED.findall(text))
    rules: dict[str, _Rule] = {}
    opened: list[_Rule] = []
    for line in text.split("\n"):
        if line[:1] in ("\t", " "):
            for rule in opened:
                rule.lines.append(FIRST.sub("", line, count=1))
        elif (found := RULE.match(line)) is not None:
            rule = _Rule(found[2].split(), [found[3]] if found[3] else [])
            opened = [rules.setdefault(name, rule) for name in _expanded(found[1], values).split()]
            for each in opened if found[3] else ():
                each.lines[:0] = [] if each is rule else [found[3]]
    names = [each for each in wanted if each[:1] != "-" and "=" not in each]
    first = next((name for name in rules if name[0] != "."), "")
    names = names if names and all(name in rules for name in names) else [*rules] if names else [first]
    chosen: dict[str, None] = dict.fromkeys(each for each in rules if "%" in each or each[0] == ".")
    while names:
        name = names.pop()
        if name not in chosen and name in rules:
            chosen[name] = None
            names += rules[name].before
    lines = [_expanded(line, values) for name in chosen for line in rules[name].lines]
    return "\n".join([*(_expanded(each, values) for each in CALLED.findall(text)), *lines])


def _expanded(text: str, values: Mapping[str, str]) -> str:
    """A text with what its variables stand for. Raises Unreadable where that is too long."""
    left = LONGEST

    def one(found: re.Match[str]) -> str:
        nonlocal left
        made = "$$" if found[0] == "$$" else values.get(found[1] or "", UNKNOWN)
        left -= len(made)
        if left < 0:
            raise Unreadable(TOO_LONG)
        return made

    text = CALLED.sub(UNKNOWN, text)
    for _ in range(PASSES):
        made = VARIABLE.sub(one, text)
        if made == text:
            break
        text = made
    return text.replace("$$", "$")


def scripts_run(text: str, wanted: Sequence[str]) -> str:
    """The scripts of a package.json that these words name, or that run where it is installed."""
    found = SCRIPTS.search(text)
    pairs = SCRIPT.findall(found[1]) if found is not None else ()
    scripts = {name: unescaped(script) for name, script in pairs if script}
    verb = next((each for each in wanted if each[:1] != "-"), "")
    names = [name for each in wanted for name in (f"pre{each}", each, f"post{each}")]
    names += LIFECYCLE if verb in INSTALLS else ()
    return "\n".join(scripts[name] for name in names if name in scripts)


_MAKE: Final = Recipes(("GNUmakefile", "makefile", "Makefile"), ("-f", "--file", "--makefile"), rules_run)
_PACKAGE: Final = Recipes(("package.json",), (), scripts_run)
RECIPES: Final[Mapping[str, Recipes]] = {
    **dict.fromkeys(("make", "gmake", "nmake", "bmake"), _MAKE),
    **dict.fromkeys(("npm", "yarn", "pnpm", "bun"), _PACKAGE),
    "just": Recipes(("justfile", "Justfile", ".justfile"), ("-f", "--justfile"), rules_run),
}  # fmt: skip
