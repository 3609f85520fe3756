"""What a command's name tells of its parts is what looking for them finds."""

from __future__ import annotations

from chibi_hooks.scheme.shell.values import PARTS, shell_value
from chibi_hooks.scheme.values.data import String, from_list
from chibi_hooks.scheme.values.printer import write_text
from tests.scheme.shell.test_commands import HIDDEN, ONLY_TEXT
from tests.scheme.shell.test_plain import labelled, made


def mistold(text: str) -> list[tuple[str, int]]:
    """The commands and the numbers of their parts that are told otherwise than they are found."""
    found = shell_value(text)
    return [
        (each.source, number)
        for each in ([] if isinstance(found, String) else from_list(found))
        for number, part in enumerate(each.shell_parts)
        if part is not None and write_text(part) != write_text(PARTS[number](each))
    ]


def test_no_part_is_told_that_is_another() -> None:
    texts = (*labelled(), *HIDDEN, *ONLY_TEXT, *made(61, 1_000))
    assert [(text, mistold(text)) for text in texts if mistold(text)] == []
