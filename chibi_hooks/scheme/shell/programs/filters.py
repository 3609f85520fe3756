"""What programs make of their input, where that is easily told: a text that is to be run is hidden behind these."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

LETTERS: Final = {"[:lower:]": "a-z", "[:upper:]": "A-Z", "[:alpha:]": "A-Za-z", "[:digit:]": "0-9"}
LONGEST: Final = 64 * 1024  # characters of a text: no longer one is run
LETTERS_WRITTEN: Final = 256  # of a set of tr, and of a range in it
RANGE: Final = re.compile(r"(.)-(.)", re.DOTALL)
COMMANDS: Final = 20  # of one sed
EFFORT: Final = 16 * 1024  # characters that several of them look at
EDITS: Final = re.compile(
    r"(?:s(?P<mark>[/|,#:@!_])(?P<old>(?:(?!(?P=mark))[^\\.*+?^$\[\]&\n])+)(?P=mark)"
    r"(?P<new>(?:(?!(?P=mark))[^\\&\n])*)(?P=mark)(?P<all>g?)"
    r"|/(?P<gone>[^\\.*+?^$\[\]&\n/]+)/[ \t]*d)[ \t]*(?:[;\n][ \t;\n]*|\Z)"
)
"""A command of sed that puts one text in place of another, or deletes the lines that have it; no text has a sign with a
meaning of its own."""

Filter = Callable[[str, Sequence[str]], "str | None"]


def _reversed_lines(text: str, arguments: Sequence[str]) -> str | None:
    return None if arguments else "\n".join(line[::-1] for line in text.split("\n"))


def _lines_reversed(text: str, arguments: Sequence[str]) -> str | None:
    return None if arguments else "\n".join(reversed(text.rstrip("\n").split("\n")))


def _translated(text: str, arguments: Sequence[str]) -> str | None:
    if len(arguments) == 2 and arguments[0] in ("-d", "--delete"):
        gone = _set(arguments[1])
        return None if gone is None else text.translate(dict.fromkeys(map(ord, gone)))
    if len(arguments) != 2 or arguments[0][:1] == "-":
        return None
    one, other = map(_set, arguments)
    if not one or not other:
        return None
    return text.translate(str.maketrans(one, other.ljust(len(one), other[-1])[: len(one)]))


def _set(written: str) -> str | None:
    """The characters of a set of tr; None for what is no plain one."""
    for name, letters in LETTERS.items():
        written = written.replace(name, letters)
    if "\\" in written or "[" in written or len(written) > LETTERS_WRITTEN:
        return None
    if any(ord(other) - ord(one) > LETTERS_WRITTEN for one, other in RANGE.findall(written)):
        return None
    return RANGE.sub(lambda found: "".join(map(chr, range(ord(found[1]), ord(found[2]) + 1))), written)


def _replaced(text: str, arguments: Sequence[str]) -> str | None:
    """One after the other, each in all lines: no command looks at another line than its own."""
    scripts = arguments[1::2]
    if len(arguments) == 1:
        scripts = arguments
    elif len(arguments) % 2 or any(each != "-e" for each in arguments[::2]):
        return None
    program, at = "\n".join(scripts), 0
    for count in range(1, COMMANDS):
        found = EDITS.match(program, at)
        if found is None or (count > 1 and count * len(text) > EFFORT):
            return None
        old, new = found["old"], found["new"]
        if old is None:
            text = "\n".join(line for line in text.split("\n") if found["gone"] not in line)
        elif len(text) + text.count(old) * len(new) > LONGEST:
            return None
        else:
            text = "\n".join(line.replace(old, new, -1 if found["all"] else 1) for line in text.split("\n"))
        at = found.end()
        if at == len(program):
            return text
    return None


def _from_hex(text: str, arguments: Sequence[str]) -> str | None:
    digits = re.sub(r"\s", "", text)
    if not {"".join(arguments)} & {"-r-p", "-rp", "-p-r"} or re.fullmatch(r"(?:[0-9A-Fa-f]{2})*", digits) is None:
        return None
    return bytes.fromhex(digits).decode("utf-8", "replace")


FILTERS: Final[Mapping[str, Filter]] = {
    "rev": _reversed_lines, "tac": _lines_reversed, "tr": _translated, "sed": _replaced, "xxd": _from_hex,
}  # fmt: skip
