"""A text -> its tree by the grammar of bash, or the reason why there is none.

Other shells' texts are told apart by how they begin: what PowerShell and `cmd` would run is not read as if bash did.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from time import thread_time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

LENGTH: Final = 64 * 1024  # bytes of a text that is parsed
TOO_LONG: Final = f"it has more than {LENGTH // 1024} KiB"
SHORT: Final = 2 * 1024  # bytes that the grammar reads in a tenth of a second, whatever they are
PATIENCE: Final = 0.5  # seconds of computing for a longer text; one of 64 KiB that is what it seems takes 0.1
PIPES: Final = 1000  # of a longer text: to go on after a mistake takes the grammar the square of their number, or more
TOKEN: Final = re.compile(  # what may hide pipes from who counts them, and pipes
    rb"\\.|(?:^|(?<=\s))\#[^\n]*|\$'(?:[^'\\]|\\.)*'|'[^']*'|(?P<double>\"(?:[^\"\\]|\\.)*\")"
    rb"|(?<!<)<<-?[ \t]*['\"]?(?P<here>\w+)|(?P<line>\n)|(?P<pipe>\|)",
    re.DOTALL,
)
BOTH_WAYS: Final = re.compile(rb"((?:^|(?<=[\s;&|(]))\d*)<>")
COPROC: Final = re.compile(  # which the grammar takes for a program
    r"(?m)(?:(?<=[;&|(\n{])|^)[ \t]*coproc[ \t]+(?:\w+[ \t]+)?(?=[{(]|(?:while|until|if|for|case|select|\[\[)[ \t\n])"
)
IN_A_WORD: Final = re.compile(r"(?<=[^\s\\])\\\n(?=\S)")  # the grammar takes it for a blank
TOGETHER: Final = "its lines are not told apart"
REPAIRS: Final = 4  # of a tree
LINES: Final = re.compile(rb"\s*\n")
QUOTED_FIRST: Final = b"\n\\"  # a line that begins so the grammar takes for more words of the one before it
POWERSHELL: Final = re.compile(
    r"\s*(?:&\s*)?(?:[A-Z][a-z]+-[A-Z][A-Za-z]+(?:\s|$)|\$env:\w|\$\w+\s*=\s|\[[A-Z][\w.]+\]::|(?:iex(?!\s+-(?:S\s|-))|irm|iwr|gci)\s)"
)
CMD: Final = (
    r"(?is:\s*@?(?:(?:del|erase|rd|rmdir|copy|xcopy|robocopy|move|dir|attrib|format|deltree)\s+(?:\S+\s+)*?/[a-z]\b"
    r"|if\s+(?:not\s+)?exist\s))"
)
OTHER: Final = re.compile(rf"{POWERSHELL.pattern}|{CMD}")  # one look for most
CMD_VARIABLE: Final = re.compile(r"(?is)\s*@?(?:set\s+\w+=[^\n]*%|.*%(?:[A-Z_][A-Z0-9_]{2,}|~\w*\d)%)")


OTHER_SHELLS: Final = ("it is PowerShell", "it is for cmd.exe")


class Unreadable(Exception):
    """The text is not read as commands; the message says why."""


class Exhausted(Unreadable):
    """So is no text of the line: the whole has used up what may be done for one."""


def is_judged_by_what_it_mentions(reason: str) -> bool:
    """Is a text that is not read for that reason most likely another language's? One of bash that is too long, that
    hides what it runs or that the grammar does not know may do anything."""
    is_inner = reason.startswith("the text that")
    return reason.endswith(OTHER_SHELLS) or (is_inner and reason.endswith("it does not parse"))


def refuse_other_shells(text: str) -> None:
    """Raises Unreadable for what bash does not run."""
    if len(text) > LENGTH:
        raise Unreadable(TOO_LONG)
    if "\x00" in text:
        raise Unreadable("it has a zero byte")
    if OTHER.match(text):
        raise Unreadable("it is PowerShell" if POWERSHELL.match(text) else "it is for cmd.exe")
    if "%" in text and CMD_VARIABLE.match(text):
        raise Unreadable("it is for cmd.exe")


def tree_of_shell(text: str) -> tuple[Node, bool]:
    """The root of the tree of a text for bash, and whether >| stands there for <>, which the grammar does not know.
    Raises Unreadable."""
    text = IN_A_WORD.sub("", text)
    encoded = (COPROC.sub(_blanks, text) if "coproc" in text else text).encode("utf-8", "replace")
    if len(encoded) > LENGTH:
        raise Unreadable(TOO_LONG)
    root = _told_apart(encoded)
    if not root.has_error:
        return root, False
    if b"<>" in encoded:
        root = _told_apart(BOTH_WAYS.sub(rb"\1>|", encoded))
        if not root.has_error:
            return root, True
    raise Unreadable("it does not parse")


def _told_apart(text: bytes) -> Node:
    """The root of its tree, in which no line that begins with a \\ is a part of the line before it."""
    for _ in range(REPAIRS):
        root = _parsed(text)
        begins = [*_words_over_lines(root)] if QUOTED_FIRST in text else []
        if not begins:
            return root
        text = b" ".join(text[one:other] for one, other in pairwise((0, *begins, len(text))))
    raise Unreadable(TOGETHER)


def _words_over_lines(root: Node) -> Iterator[int]:
    """Where in the text these are, behind the end of the line."""
    cursor, more = root.walk(), True
    while more:
        node = cursor.node
        if node is not None and node.type == "word" and (begin := LINES.match(node.text or b"")) is not None:
            yield node.start_byte + begin.end()
        more = cursor.goto_first_child() or cursor.goto_next_sibling()
        while not more and cursor.goto_parent():
            more = cursor.goto_next_sibling()


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _parsed(text: bytes) -> Node:
    """The root of its tree, which may have errors. Raises Unreadable for what would hold everybody up: after a mistake
    some texts take the grammar a minute, in one step that nothing ends.

    What is read under a clock gives a slow tree, each node of which asks for its text: a good one is read once more."""
    if len(text) <= SHORT:
        return _parser().parse(text).root_node
    if text.count(b"|") > PIPES and pipes_in(text) > PIPES:
        raise Unreadable(f"it has more than {PIPES} pipes")
    until = thread_time() + PATIENCE
    parser = _made_parser()  # others may come in meanwhile
    try:
        tree = parser.parse(lambda at, _: text[at:], progress_callback=lambda _, failed: thread_time() > until)
    except (ValueError, SystemError):  # the second where a budget's stop hits what hands the text over
        raise Unreadable("it takes too long to read") from None
    return tree.root_node if tree.root_node.has_error else _parser().parse(text).root_node


def pipes_in(text: bytes) -> int:
    """How many pipes there are in a text, outside of quotes, comments and documents; in doubt more."""
    count, at, ends = 0, 0, []
    has_documents = b"((" not in text  # else << may shift
    while (found := TOKEN.search(text, at)) is not None:
        at, kind, token = found.end(), found.lastgroup, found[0]
        if kind == "pipe":
            count += 1
        elif kind == "double" and (b"$" in token or b"`" in token):
            count += token.count(b"|")
        elif kind == "here" and has_documents:
            ends.append(b"\n" + found["here"])
        elif kind == "line":
            for end in ends:
                at = text.find(end, at - 1) + len(end) if text.find(end, at - 1) >= 0 else at
            ends = []
    return count


@cache
def _parser() -> Parser:
    """The one for what is read at a stroke."""
    return _made_parser()


def _made_parser() -> Parser:
    import tree_sitter_bash  # 5 ms that most homes never need
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))
