"""A node of the tree -> the texts of the substitutions in it that the grammar takes for plain text: those in backquotes
inside of ${…} and of a here-document, and others in patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from chibi_hooks.scheme.shell.text.words import is_literal

if TYPE_CHECKING:
    from tree_sitter import Node

KINDS: Final = ("expansion", "heredoc_body")
SEEN: Final = frozenset({"command_substitution", "process_substitution", "expansion", "heredoc_body"})
FOUND: Final = re.compile(r"\\.|[$<>]\(((?:[^()]|\([^()]*+\))*+)\)|`((?:[^`\\]|\\.)*+)`", re.DOTALL)
ESCAPED: Final = re.compile(r"\\([`$\\])")


def overlooked_in(node: Node) -> Iterator[str]:
    """The texts that a shell runs of them, in order."""
    whole = node.text or b""
    if b"`" not in whole and b"(" not in whole:
        return
    if node.type == "heredoc_body" and is_literal(node):
        return
    left = bytearray(whole)
    for child in _seen(node):  # of the same length
        begin, end = child.start_byte - node.start_byte, child.end_byte - node.start_byte
        left[begin:end] = b" " * (end - begin)
    for found in FOUND.finditer(left.decode("utf-8", "replace")):
        if found[1] is not None and (node.type == "expansion" or found[0][0] == "$"):
            yield found[1]
        elif found[2]:
            yield ESCAPED.sub(r"\1", found[2])


def _seen(node: Node) -> Iterator[Node]:
    """What below it is visited by itself."""
    waiting = [*node.children]
    while waiting:
        child = waiting.pop()
        if child.type in SEEN:
            yield child
        else:
            waiting += child.children
