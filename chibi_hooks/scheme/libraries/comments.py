"""The text of a library of ours -> what its `;;>` comments say: documented name -> `Comment`.

;;> (string-index s pred) -> the index of the first character that        usage, then what it does
;;> pred takes, or #f
;;> (string-index "ab" char?) => 0                                         an example: not part of the text
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from os import path

from chibi_hooks.scheme.reading.standard_library import DIRECTORY
from chibi_hooks.typenames import Final

MARK: Final = ";;>"
MORE: Final = (", (", " or (")  # between two ways to use it
HEADS: Final = re.compile(r"\), \(([^\s()]+)")  # of further ways, or names, in a list of them
JOINED: Final = (",", " and", " or")  # so a line ends whose sentence goes on
TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|#\\.|[()]')
DEFINING: Final = ("(define ", "(define-syntax ", "(define-values ")


Comment = tuple[str, str]  # how a name is used, and what it does; the second may begin with `-> `


def comments_in(text: str) -> dict[str, Comment]:
    """The comments of a file, in order: by the name that the comment begins with, and by that of the definition that
    follows it."""
    found: dict[str, Comment] = {}
    for name, block in _blocks(text):
        found.setdefault(name, _comment([line.strip() for line in block]))
    return found


def examples_in(text: str) -> dict[str, list[str]]:
    """The lines of the examples in those comments, by the same names; none where there is no example."""
    found: dict[str, list[str]] = {}
    for name, block in _blocks(text):
        told = _told([line.strip() for line in block])
        found.setdefault(name, [line.removeprefix(" ").rstrip() for line in block[told:]])
    return found


def _blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each comment without its marks, for each name that it is known by."""
    block: list[str] = []
    for line in (*text.splitlines(), ""):
        bare = line.strip()
        if bare.startswith(MARK):
            block.append(bare.removeprefix(MARK))
            continue
        if block:
            parts = list(_usages(block))
            found = [(name, part) for part in parts for name in _names(part)]
            if (defined := _defined(bare)) and defined not in dict(found):
                found.append((defined, parts[0]))
            yield from found
        block = []


def _names(part: list[str]) -> list[str]:
    """Whose the comment is: `a` and `b` of `(a x), (b x) -> …`."""
    lines = [line.strip() for line in part]
    usages = HEADS.findall(_comment(lines)[0]) if lines[0].startswith("(") else []
    return list(dict.fromkeys(filter(None, (_first_name(lines[0]), *usages))))


def _usages(block: list[str]) -> Iterator[list[str]]:
    """The parts of a comment that tell of one thing each: another one begins with `(name …) -> ` in a line of its own.
    """
    part: list[str] = []
    for at, line in enumerate(block):
        bare = line.strip()
        after = bare[_end_of_form(bare) :] if bare.startswith("(") else ""
        if part and after.startswith(" -> ") and not part[-1].rstrip().endswith(JOINED):
            yield part
            part = []
        part.append(block[at])
    yield part


def comments_of(file: str) -> dict[str, Comment]:
    """The comments of a file of `scheme_lib`, such as `srfi/1.scm`."""
    with open(path.join(DIRECTORY, file), encoding="utf-8") as stream:
        return comments_in(stream.read())


def examples_of(file: str) -> dict[str, list[str]]:
    """The examples of a file of `scheme_lib`."""
    with open(path.join(DIRECTORY, file), encoding="utf-8") as stream:
        return examples_in(stream.read())


def _comment(block: list[str]) -> Comment:
    """The usage ends with its brackets; several stand before an arrow."""
    text = " ".join(block[: _told(block)])
    usage, arrow, about = text.partition(" -> ")
    if arrow:
        return usage, f"-> {about}"
    end = _end_of_usage(text)
    for more in MORE:
        while text.startswith(more, end):
            end += len(more) - 1
            end += _end_of_usage(text[end:])
    return text[:end].rstrip(), text[end:].lstrip(": ")


def _told(block: list[str]) -> int:
    """How many of the lines are no example: one begins with a form that stands alone, or has its value behind it."""
    for at in range(1, len(block)):
        if block[at].startswith("(") and _end_of_usage(" ".join(block[:at])) and _is_example(block[at:]):
            return at
    return len(block)


def _is_example(lines: list[str]) -> bool:
    text = ""
    for line in lines:
        text = f"{text} {line}".lstrip()
        if end := _end_of_form(text):
            return end == len(text) or text.startswith(" =>", end)
    return False


def _end_of_usage(text: str) -> int:
    """Where the first bracketed expression, or word, ends; 0: it does not."""
    text = text.rstrip()
    depth = 0
    for index, each in enumerate(text):
        depth += (each == "(") - (each == ")")
        if depth == 0 and each in ") ":
            return index + 1
    return 0 if depth else len(text)


def _end_of_form(text: str) -> int:
    """Where the bracketed expression ends with which a text begins; 0: it does not."""
    depth = 0
    for token in TOKEN.finditer(text):
        depth += (token[0] == "(") - (token[0] == ")")
        if depth == 0:
            return token.end()
    return 0


def _first_name(line: str) -> str:
    """`string-index` of `(string-index s pred) -> …`, `%name%` of `%name% is …`."""
    words = line.removeprefix("(").split(None, 1)
    return words[0].rstrip("),:") if words and not words[0].startswith("(") else ""


def _defined(line: str) -> str:
    """The name that a definition defines."""
    for word in DEFINING:
        if line.startswith(word):
            words = line.removeprefix(word).lstrip("(").split(None, 1)
            return words[0].rstrip("),:") if words else ""
    return ""
