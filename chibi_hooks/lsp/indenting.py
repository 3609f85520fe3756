"""A text -> the same text with each line where the REPL would begin it. Words, order and blank lines stay; what is
inside of a string or a block comment is not touched."""

from __future__ import annotations

from chibi_hooks.repl.structure import around, indentation


def indented(text: str) -> str:
    """Every line at its column, without blanks at its end."""
    made: list[str] = []
    begin = 0  # the line with which the outermost open form began
    for line in text.split("\n"):
        before = "\n".join([*made[begin:], ""])
        here = around(before)
        if here.inside:
            made.append(line)
            continue
        if not here.opened:
            begin = len(made)
        column = indentation("\n".join([*made[begin:], ""])) or 0
        made.append((" " * column + line.strip()) if line.strip() else "")
    return "\n".join(made)
