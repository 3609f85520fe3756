"""A key at a step -> the word to go on with: Enter, o, c and q, as the line says that waits for them."""

from __future__ import annotations

from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from chibi_hooks.repl.stepping import GO, NEXT, OVER, STOP

SIGN: Final = "step: Enter next, o over, c go on, q stop "
WORDS: Final = {
    "enter": NEXT, "n": NEXT, "s": NEXT, "space": NEXT, "o": OVER, "c": GO, "q": STOP, "c-c": STOP, "c-d": STOP
}  # fmt: skip


def ask_step() -> str:
    """Wait for one of the keys, on a line that is gone afterwards; others do nothing."""
    session: PromptSession[str] = PromptSession(key_bindings=_keys(), erase_when_done=True)
    return session.prompt(FormattedText([("class:prompt", SIGN)]), handle_sigint=False)


def _keys() -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add("<any>")
    def ignore(event: KeyPressEvent) -> None:
        pass

    for key, word in WORDS.items():

        @bindings.add(key)
        def chosen(event: KeyPressEvent, word: str = word) -> None:
            event.app.exit(result=word)

    return bindings
