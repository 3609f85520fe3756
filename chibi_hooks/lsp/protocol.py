"""pygls's protocol, where it says too little to the editor and too much to people: `HookProtocol`, `tell_people`.

Rules
-----
* A request whose parameters are none is answered with what is wrong in them; the library leaves its editor waiting.
* Before `initialize` nothing is known, and after `shutdown` nothing is done: requests are refused, notifications are
  dropped, as the protocol has it.
* What goes wrong is one line on stderr, where editors keep a log. Only a fault of ours shows our code.
"""

from __future__ import annotations

import logging
import traceback
from asyncio import CancelledError
from collections.abc import Callable
from typing import Any, Final

from cattrs import Converter, transform_error
from lsprotocol import types as lsp
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, default_converter

BEFORE: Final = (lsp.INITIALIZE, lsp.EXIT)  # what may come first
TOLD: Final = 3  # mistakes in the parameters of one message
ANSWERED: Final = "Unable to deserialize message"  # the library's words for what is told here with its reason


class Refused:
    """In place of a message that was answered already."""


class HookProtocol(LanguageServerProtocol):
    """The protocol, with an answer to everything that waits for one."""

    begun = False
    is_cut_off = False  # was it told to exit before it was told to shut down?

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message as the type of its method; `Refused` for one that does not fit it."""
        is_answer = "method" not in data and ("result" in data or "error" in data)
        if not is_answer and self.get_message_type(data.get("method", "")) is None:
            data.setdefault("params", None)  # the library's own types for what it does not know want them
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            waits = "id" in data and not is_answer
            self.refuse(JsonRpcInvalidParams.CODE, _reason(data, error.__cause__), data.get("id"), waits)
            return Refused()

    def handle_message(self, message: Any) -> None:
        """Have a message done."""
        if isinstance(message, Refused):
            return
        method = getattr(message, "method", None)
        if method == lsp.EXIT:
            self.is_cut_off = not self._shutdown
        if refusal := self._refusal(method):
            if method is not None and hasattr(message, "id"):
                self.refuse(*refusal, message.id)
        else:
            self.begun = self.begun or method == lsp.INITIALIZE
            super().handle_message(message)

    def _refusal(self, method: str | None) -> tuple[int, str] | None:
        """Why a message is not done now, by its method."""
        if not self.begun and method not in BEFORE:
            return JsonRpcServerNotInitialized.CODE, f"{method}: wanted initialize first"
        if self.begun and method == lsp.INITIALIZE:
            return JsonRpcInvalidRequest.CODE, f"{method}: wanted once"
        if self._shutdown and method != lsp.EXIT:
            return JsonRpcInvalidRequest.CODE, f"{method}: wanted nothing but exit after shutdown"
        return None

    def refuse(self, code: int, text: str, name: Any, answer: bool = True) -> None:
        """Tell what is wrong with a message: the editor, where it waits for an answer to `name`, and people."""
        logging.getLogger("pygls").warning(text)
        if answer:  # not as the library's own type, which leaves out an id that is null
            self._send_data({"jsonrpc": self.VERSION, "id": name, "error": {"code": code, "message": text}})


def strict_converter() -> Converter:
    """The library's reader of messages, which takes anything where a text is wanted, and makes one of it."""
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    converter.register_structure_hook(str, _text)
    return converter


def _text(value: Any, _: type) -> str:
    if not isinstance(value, str):
        raise ValueError("wanted a string")
    return value


def _reason(data: dict[str, Any], cause: BaseException | None) -> str:
    """What does not fit, with its place in the message."""
    told = [str(each) for each in transform_error(cause)[:TOLD]] if cause is not None else []
    return f"{data.get('method')}: {'; '.join(told) or 'its parameters do not fit'}"


def tell_people(note: Callable[[str], None]) -> None:
    """Have what the library, and the loop that it runs in, log told in lines of ours."""
    for name in ("pygls", "asyncio"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.WARNING)
        logger.propagate = False
        logger.handlers = [_Telling(note)]


class _Telling(logging.Handler):
    def __init__(self, note: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._note = note

    def emit(self, record: logging.LogRecord) -> None:
        """Tell one record."""
        text = record.getMessage()
        if text.startswith(ANSWERED):
            return
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, CancelledError):  # the conversation ended meanwhile
            return
        if error is None or isinstance(error, JsonRpcException):
            self._note(f"chibi-hooks lsp: {' '.join(filter(None, [text.partition(chr(10))[0], str(error or '')]))}")
        else:
            page = "".join(traceback.format_exception(error))
            self._note(f"chibi-hooks lsp: an error of ours, please report it: {text}\n{page}")
