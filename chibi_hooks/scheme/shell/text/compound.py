"""The rows of a plain text with loops and conditions in it -> its commands, if these stand as the grammar wants them.

What a loop or a condition does with its commands does not tell what they are: so of their words nothing stays but the
variable of a loop; it is only seen that each of them has its place. A test in brackets is no command either. None for
what may be anything else: a pipe into a loop or out of it, redirects of one, no command between two words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

PlainRow = tuple[str, str, str, str, str, str, str, str, "Sequence[list[PlainRow]]"]
"""A command: the words of loops and conditions before it, its assignments, its words as they are written, its first
word, the second one where that is a name like `push`, its redirects, its here-document, what it ends with, and what
stands in its substitutions. A test has no words."""

EACH: Final = re.compile(r"for[ \t]++[A-Za-z_]\w*+[ \t]++in[ \t]++[^\s$][^$]*+", re.ASCII)
DEPTH: Final = 20  # of one in another: deeper ones are for the tree, which has its own limit
ENDS: Final = (";", "\n")  # what may stand before the next word of a compound command
BEHIND: Final = (*ENDS, "&&", "||", "")  # and behind its last one
OPENS: Final = {"if": "if", "while": "loop", "until": "loop"}
FOLLOWS: Final = {  # a word -> the one that is open before it, and the one that is open behind it
    "then": ("if", "then"), "elif": ("then", "if"), "else": ("then", "else"), "do": ("loop", "do"),
}  # fmt: skip
CLOSES: Final = {"done": ("do",), "fi": ("then", "else")}
ALL: Final = frozenset({"in", "!", "for", "case", "esac", *OPENS, *FOLLOWS, *CLOSES})


def commands_of_compounds(rows: Sequence[PlainRow]) -> list[PlainRow] | None:
    """The rows without the words of loops and conditions, but for what names the variable of a loop."""
    found: list[PlainRow] = []
    opened: list[str] = []  # words that wait for another, the last one inside of the others
    before, inside = "\n", 0  # what the row before ended with; how many commands since the last word
    loop = False  # was it `for`? Then `do` comes
    for row in rows:
        keywords, assigned, written, program, _, redirects, document, end, _ = row
        bare = not (assigned or redirects or document)
        words = keywords.split()
        if loop and words[:1] != ["do"]:
            return None
        loop = False
        for word in words:
            if not _has_its_place(word, opened, before, inside):
                return None
            before, inside = "\n", 0
        if "!" in words and not (words.count("!") == 1 and bare and end != "|" and program not in CLOSES):
            return None
        if program in CLOSES:
            whole = bare and not words and written == program and inside and before in ENDS and end in BEHIND
            if not whole or not opened or opened.pop() not in CLOSES[program]:
                return None
        elif program == "for":
            whole = bare and before != "|" and "!" not in words and end in ENDS
            if not whole or EACH.fullmatch(written) is None or not ALL.isdisjoint(written.split()[3:]):
                return None
            loop = True
            opened.append("loop")
            found.append(row)
        elif program:
            found.append(row)
        elif before == "|" or end == "|":  # a test, which is no command
            return None
        inside, before = inside + 1, end
    return None if opened else found


def _has_its_place(word: str, opened: list[str], before: str, inside: int) -> bool:
    """May the word stand here? Then it is open now, in place of the one that it follows."""
    if word == "!":
        return before != "|"
    if word in OPENS:
        opened.append(OPENS[word])
        return before != "|" and len(opened) <= DEPTH
    wanted, now = FOLLOWS[word]
    if not inside or before not in ENDS or not opened or opened[-1] != wanted:
        return False
    opened[-1] = now
    return True
