"""A text -> its tree by the grammar of bash, or the reason why there is none.

Other shells' texts are told apart by how they begin: what PowerShell and `cmd` would run is not read as if bash did.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

LENGTH: Final = 64 * 1024  # bytes of a text that is parsed
TOO_LONG: Final = f"it has more than {LENGTH // 1024} KiB"
BOTH_WAYS: Final = re.compile(rb"((?:^|(?<=[\s;&|(]))\d*)<>")
IN_A_WORD: Final = re.compile(r"(?<=[^\s\\])\\\n(?=\S)")  # the grammar takes it for a blank
POWERSHELL: Final = re.compile(
    r"\s*(?:&\s*)?(?:[A-Z][a-z]+-[A-Z][A-Za-z]+(?:\s|$)|\$env:\w|\$\w+\s*=\s|\[[A-Z][\w.]+\]::|(?:iex(?!\s+-(?:S\s|-))|irm|iwr)\s)"
)
CMD: Final = re.compile(
    r"(?is)\s*@?(?:(?:del|erase|rd|rmdir|copy|xcopy|robocopy|move|dir|attrib|format|deltree)\s+(?:\S+\s+)*?/[a-z]\b"
    r"|if\s+(?:not\s+)?exist\s)"
)
CMD_VARIABLE: Final = re.compile(r"(?is)\s*@?(?:set\s+\w+=[^\n]*%|.*%(?:[A-Z_][A-Z0-9_]*|~\w*\d)%)")


class Unreadable(Exception):
    """The text is not read as commands; the message says why."""


def refuse_other_shells(text: str) -> None:
    """Raises Unreadable for what bash does not run."""
    if len(text) > LENGTH:
        raise Unreadable(TOO_LONG)
    if "\x00" in text:
        raise Unreadable("it has a zero byte")
    if POWERSHELL.match(text):
        raise Unreadable("it is PowerShell")
    if CMD.match(text) or ("%" in text and CMD_VARIABLE.match(text)):
        raise Unreadable("it is for cmd.exe")


def tree_of_shell(text: str) -> tuple[Node, bool]:
    """The root of the tree of a text for bash, and whether >| stands there for <>, which the grammar does not know.
    Raises Unreadable."""
    encoded = IN_A_WORD.sub("", text).encode("utf-8", "replace")
    if len(encoded) > LENGTH:
        raise Unreadable(TOO_LONG)
    root = _parser().parse(encoded).root_node
    if not root.has_error:
        return root, False
    if b"<>" in encoded:
        root = _parser().parse(BOTH_WAYS.sub(rb"\1>|", encoded)).root_node
        if not root.has_error:
            return root, True
    raise Unreadable("it does not parse")


@cache
def _parser() -> Parser:
    import tree_sitter_bash  # 5 ms that most homes never need
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))
