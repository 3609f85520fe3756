"""What a command's name tells of its parts is what looking for them finds."""

from __future__ import annotations

from collections.abc import Sequence

from chibi_hooks.scheme.shell.code import code_of
from chibi_hooks.scheme.shell.simple import SimpleCommand
from chibi_hooks.scheme.shell.subcommands import subcommand_of
from chibi_hooks.scheme.shell.values import PARTS, commands_in, shell_part
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.printer import write_text
from tests.scheme.shell.test_commands import HIDDEN, ONLY_TEXT
from tests.scheme.shell.test_plain import composed, labelled, made


def mistold(text: str) -> list[tuple[str, int]]:
    """The commands and the numbers of their parts that are told otherwise than they are found."""
    found = commands_in(text)
    return [
        (each.source, number)
        for each in ([] if isinstance(found, str) else found)
        for number, part in enumerate(_told(each))
        if part is not None and write_text(part) != write_text(PARTS[number](each))
    ]


def _told(command: SimpleCommand) -> Sequence[Value]:
    """All that is told once the name was asked for."""
    shell_part(command, 0)
    return command.shell_parts


TEXTS = (*labelled(), *HIDDEN, *ONLY_TEXT, *made(61, 1_000), *composed(61, 500))


def test_no_part_is_told_that_is_another() -> None:
    assert [(text, mistold(text)) for text in TEXTS if mistold(text)] == []


def test_what_is_seen_at_once_is_what_all_words_say() -> None:
    texts, verbs = 0, 0
    for text in TEXTS:
        for seen in commands_in(text):
            if isinstance(seen, str):
                break
            at_once, verb, code = seen.texts, seen.verb, seen.code
            words = seen.words
            assert at_once is None or at_once == [each.text for each in words], text
            told = subcommand_of(seen.name, words[1:], [each.known for each in words[1:]])
            assert verb is None or verb == words[1].text == told[0].text, text
            assert code == code_of(seen.name, words, seen.input), text
            texts += at_once is not None
            verbs += verb is not None
    assert texts > 1_500 and verbs > 400
