"""Our tokens -> what an editor of prompt_toolkit needs: colours, matching brackets, keys that indent and submit.

Keys: Enter submits a closed form and begins an indented line in an open one; Tab completes, and at the start of a line
indents it; Alt-Enter submits whatever is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput
from prompt_toolkit.layout.utils import explode_text_fragments
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.styles import Style

from chibi_hooks.repl.structure import indentation, is_closed, is_command, partner, split_command
from chibi_hooks.scheme.reading.reader import tokens

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.repl.evaluator import Evaluator

STYLE: Final = Style.from_dict(
    {
        "comment": "#888888 italic",
        "datum-comment": "#888888",
        "string": "ansigreen",
        "character": "ansigreen",
        "number": "ansicyan",
        "boolean": "ansicyan",
        "head": "bold",
        "command": "ansimagenta bold",
        "error": "ansired",
        "prefix": "ansiyellow",
        "match": "reverse",
        "prompt": "ansiblue bold",
    }
)
HIGHLIGHTED: Final = 50_000  # characters up to which every key press may look at the whole text


class SchemeLexer(Lexer):
    """Colours by our own tokens."""

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """The coloured pieces of each line."""
        lines = _lines(document.text)
        return lambda number: lines[number] if number < len(lines) else []


def _lines(text: str) -> list[StyleAndTextTuples]:
    lines: list[StyleAndTextTuples] = [[]]
    for style, piece in _pieces(text):
        first, *more = piece.split("\n")
        lines[-1].append((style, first))
        lines += [[(style, each)] for each in more]
    return lines


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """The text in pieces with their styles, nothing left out."""
    if len(text) > HIGHLIGHTED:
        yield "", text
        return
    word, rest = split_command(text)
    at = len(text.rstrip()) - len(rest) if word else 0
    if at:
        yield "class:command", text[:at]
    after_bracket = False
    for kind, start, end in tokens(text, at):
        if start > at:
            yield "", text[at:start]
        styled = "head" if kind == "name" and after_bracket else kind
        yield f"class:{styled}", text[start:end]
        after_bracket = kind == "open"
        at = end
    yield "", text[at:]


class MatchingBrackets(Processor):
    """Shows the bracket that belongs to the one at the cursor; none that is in a string, a comment, or is `#\\)`."""

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        """Mark both brackets where they are on this line."""
        given = transformation_input
        document = given.document
        pair = partner(document.text, document.cursor_position) if len(document.text) <= HIGHLIGHTED else None
        if pair is None:
            return Transformation(given.fragments)
        fragments = explode_text_fragments(given.fragments)
        for offset in pair:
            line, column = document.translate_index_to_position(offset)
            shown = given.source_to_display(column)
            if line == given.lineno and shown < len(fragments):
                fragments[shown] = (f"{fragments[shown][0]} class:match", fragments[shown][1])
        return Transformation(fragments)


class SessionCompleter(Completer):
    """Asks the session what may be written at the cursor."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The candidates, with what is known about them."""
        text = document.text_before_cursor
        reply = self._evaluator.ask({"complete": text})
        for each in reply.get("completions", ()):
            yield Completion(each["text"], start_position=reply["start"] - len(text), display_meta=each["about"])


class History(FileHistory):
    """Input of earlier sessions, in a file that only the user can read; one that cannot be written is done without."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(0o600)
        except OSError:
            self._broken = True
        else:
            self._broken = False

    def load_history_strings(self) -> Iterable[str]:
        """The newest first."""
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        """Append; what UTF-8 cannot say is replaced."""
        if self._broken:
            return
        try:
            super().store_string(string.encode("utf-8", "replace").decode())
        except OSError:
            self._broken = True


def keys() -> KeyBindings:
    """Enter, Alt-Enter and Tab, as above."""
    bindings = KeyBindings()

    @bindings.add("enter")
    def enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        menu = buffer.complete_state
        if menu is not None and menu.current_completion is not None and len(menu.completions) > 1:
            buffer.complete_state = None  # take what is chosen
        elif is_ready(buffer.document):
            buffer.validate_and_handle()
        else:
            new_line(buffer)

    @bindings.add("escape", "enter")
    def submit(event: KeyPressEvent) -> None:
        event.current_buffer.validate_and_handle()

    @bindings.add("tab")
    def tab(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        before = buffer.document.current_line_before_cursor
        if not before.strip() and "\n" in buffer.document.text_before_cursor:
            indent(buffer)
        elif buffer.complete_state is not None:
            buffer.complete_next()
        else:
            buffer.start_completion(insert_common_part=True)

    return bindings


def is_ready(document: Document) -> bool:
    """Shall Enter submit? A closed form does, with the cursor on its last line."""
    text = document.text
    return (is_closed(text) and document.is_cursor_at_the_end_of_line and document.on_last_line) or (
        "\n" not in text and (is_closed(text) or not text.strip())
    )


def new_line(buffer: Buffer) -> None:
    """Begin a line, indented by what is open; in a string nothing is added."""
    column = indentation(_scheme(buffer.document.text_before_cursor)) or 0
    buffer.insert_text("\n" + " " * column)


def indent(buffer: Buffer) -> None:
    """Indent the line of the cursor as it should be."""
    document = buffer.document
    start = document.cursor_position - len(document.current_line_before_cursor)
    column = indentation(_scheme(document.text[: start - 1]))
    if column is None:
        return
    line = document.current_line.lstrip(" \t")
    end = start + len(document.current_line)
    text = f"{document.text[:start]}{' ' * column}{line}{document.text[end:]}"
    buffer.document = Document(text, start + column)


def _scheme(text: str) -> str:
    """The text with a command's word blanked out: what follows keeps its columns."""
    if not is_command(text):
        return text
    rest = split_command(text)[1]
    return " " * (len(text.rstrip()) - len(rest)) + rest
