"""A port in, its next datum out: what `read` does (R7RS 6.13.2). More text is asked for only when a datum needs it."""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.reading import reader
from chibi_hooks.scheme.reading.plain_data import plain_datum
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.ports import TextInput

RETRY: Final = 4_096  # characters that `read` tries again from the start when a line is added: 4 ms


def read_next(port: TextInput) -> Value:
    """The next datum of a port, or EOF. Raises a "read" condition; the text that was there is lost then."""
    if port.refill is None and not port.folds_case:
        plain, end, port.ahead = plain_datum(port.buffer, port.position, port.ahead)
        if plain is not None:
            port.position = end
            return plain
    while True:
        case = reader.Case(port.folds_case)
        try:
            datum, end = reader.read_datum(port.buffer, port.position, name=port.label, case=case)
        except SchemeError as error:
            cut = not port.buffer[-1:].isspace()  # the text may have ended inside a word
            if (cut or isinstance(error, reader.Unfinished)) and _grown(port):
                continue
            port.position, port.folds_case = len(port.buffer), case.folded
            raise
        if end < len(port.buffer) or not port.more():  # what ends with the buffer may go on after it
            port.position, port.folds_case = end, case.folded
            return datum


def _grown(port: TextInput) -> bool:
    """Get more text before the next try: a piece if little was tried, half as much again if it was more."""
    tried = len(port.buffer) - port.position
    wanted = tried + tried // 2 if tried > RETRY else 0
    grew = False
    while port.more():
        grew = True
        if len(port.buffer) - port.position >= wanted:
            break
    return grew
