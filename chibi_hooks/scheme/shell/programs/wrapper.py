"""A program that runs another command -> which of its words are that command: the shape of a row in `wrappers.py`,
and of what is found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chibi_hooks.scheme.shell.text.words import ShellWord

ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=")


@dataclass(frozen=True, slots=True)
class Wrapper:
    """`values`: options that take the next word; `operands`: words before the command, `ends`: no options of its own
    stand behind these; `sets`: NAME=value may stand before it; `more`: the run adds words that nobody knows; `text`:
    the words are one text for a shell; `into`: options whose value is the directory where it runs; `named`: options
    whose value is the program, the words behind all options being its arguments; `after`: one of these words stands
    before it, without which there is none; `program`: what it always runs, the words being its arguments; `pairs`: long
    options that take the next two words; `each`: each word is a text for a shell."""

    values: str = ""
    long: tuple[str, ...] = ()
    operands: int = 0
    ends: bool = False
    sets: bool = False
    more: bool = False
    text: bool = False
    into: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    program: str = ""
    after: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()
    each: bool = False


def behind(wrapper: Wrapper, arguments: Sequence[ShellWord]) -> Sequence[ShellWord]:
    """The words behind the wrapper's own options, assignments and operands."""
    at, operands = 0, wrapper.operands
    if wrapper.after:
        at = next((at for at, word in enumerate(arguments, 1) if word.text in wrapper.after), len(arguments))
    if wrapper.program:
        return arguments[at:]
    while at < len(arguments):
        text = arguments[at].known
        if text == "--":
            at += 1
            return arguments[at + operands :]
        if text.startswith("--"):
            at += 3 if text[2:] in wrapper.pairs else 2 if "=" not in text and text[2:] in wrapper.long else 1
        elif text == "-":  # env - …, su - …
            at += 1
        elif text.startswith("-") and len(text) > 1:
            at += 2 if text[-1] in wrapper.values and not any(c in wrapper.values for c in text[1:-1]) else 1
        elif wrapper.sets and ASSIGNMENT.match(text):
            at += 1
        elif operands:
            at, operands = at + 1, operands - 1
            if wrapper.ends and not operands:
                return arguments[at:]
        else:
            return arguments[at:]
    return ()


def up_to(words: Sequence[ShellWord], ends: tuple[str, ...]) -> Sequence[ShellWord]:
    """The words that stand before the first of these."""
    return words[: next((at for at, word in enumerate(words) if word.text in ends), len(words))]


@dataclass(frozen=True, slots=True)
class InnerWords:
    """A command as words; `more`: the run adds some."""

    words: tuple[ShellWord, ...]
    more: bool = False


@dataclass(frozen=True, slots=True)
class InnerText:
    """A text for a shell; None: unknown. `behind`: the words that it finds as $1, $2 …; None: unknown; `zero`: that
    which it finds as $0."""

    text: str | None
    behind: Sequence[ShellWord] | None = None
    zero: ShellWord | None = None


Inner = InnerWords | InnerText
