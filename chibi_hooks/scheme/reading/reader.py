"""Scheme source text in, syntax with places out (`read_source`); or one datum at a time, for ports (`read_datum`).

Rules
-----
* The tree is built on a stack of our own, so depth costs memory and nothing else; 100,000 nested brackets read fine.
* Every complaint is a SchemeError of kind "read" ("limit" for sizes) with a place and, where known, the next step. One
  that more text could mend (an unclosed bracket, string, …) is an `Unfinished`: a REPL then asks for another line.
* The one long function is the loop over the tokens: a call per token would cost a third more (10,000 tokens: 20 ms).

R7RS 7.1.2 (external representations), 2.4 (datum labels), 2.1 (#!fold-case).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from chibi_hooks.scheme.reading.brackets import Misplaced, misplaced_bracket
from chibi_hooks.scheme.reading.lexer import WORD_LENGTH, tokenize
from chibi_hooks.scheme.reading.quotation import Tying, datum_of
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Labelled, Syntax, VectorForm
from chibi_hooks.scheme.values import limits, numerals, spelling
from chibi_hooks.scheme.values.data import EOF, FALSE, TRUE, Bytevector, Value, char, string_of
from chibi_hooks.scheme.values.errors import Condition, ConditionKind, SchemeError
from chibi_hooks.scheme.values.source import Place, SourceText
from chibi_hooks.scheme.values.spelling import Misspelt, cut

__all__ = ["Case", "Unfinished", "datum_of", "misplaced_in", "read_datum", "read_source", "tokens"]


class Unfinished(SchemeError):
    """The text ended inside something that more text could close."""


class Case:
    """Whether names are folded to one case: `#!fold-case` and `#!no-fold-case` change it. A port keeps one for life."""

    __slots__ = ("folded",)

    def __init__(self, folded: bool = False) -> None:
        self.folded = folded


def read_source(source: SourceText, *, fold_case: bool = False) -> list[Syntax]:
    """All data of a source. `fold_case`: begin as if `#!fold-case` stood at the top (`include-ci`).

    A byte order mark and a first line like `#!/usr/bin/env chibi-hooks` are skipped. Raises SchemeError of kind "read";
    where brackets are not in pairs, it is placed by the indentation.
    """
    reader = _TextReader(source, Case(fold_case))
    try:
        return list(reader.read(_start(source.text)))
    except SchemeError as error:
        found = misplaced_in(source, broken=True) if reader.is_unbalanced else None
        if found is None:
            raise
        raise error.__class__(Condition("read", found.message, place=found.place, hint=found.hint)) from None


def misplaced_in(source: SourceText, broken: bool) -> Misplaced | None:
    """Where the indentation of a source says that a bracket is missing or too many; `broken`: it does not read."""
    return misplaced_bracket(source, _start(source.text), broken)


def _start(text: str) -> int:
    """Where the code begins."""
    start = 1 if text.startswith("\ufeff") else 0
    if text.startswith(("#!/", "#! "), start):
        end_of_line = text.find("\n", start)
        start = end_of_line if end_of_line >= 0 else len(text)
    return start


def read_datum(text: str, start: int = 0, *, name: str = "<port>", case: Case | None = None) -> tuple[Value, int]:
    """The next datum from offset `start` on, and the offset just past it; (EOF, length of the text) if there is none.

    Raises SchemeError of kind "read"; `Unfinished`, also of that kind, if the text ends inside the datum.
    """
    reader = _TextReader(SourceText(name, text), case or Case())
    for syntax in reader.read(start):
        return datum_of(syntax), reader.end
    return EOF, len(text)


def tokens(text: str, start: int = 0) -> Iterator[tuple[str, int, int]]:
    """The tokens of any text as (kind, start, end), comments included, to highlight and match brackets. Never raises.

    Kinds: comment, datum-comment, directive, open, close, prefix, dot, name, number, string, character, boolean, label,
    error.
    An unclosed string, |name| or comment is one error token up to the end of the text.
    """
    for kind, begin, end in tokenize(text, start):
        if kind == "NUMERAL":
            yield ("number" if _NUMBER_START.match(text, begin, end) else "name"), begin, end
        else:
            yield _SHOWN_AS.get(kind, "error"), begin, end


# What is open, hence what may come next: up to BYTES members, in DOTTED nothing, from DOT on the datum that completes.
TOP, LIST, VECTOR, BYTES, DOTTED, DOT, COMMENT, LABEL, ABBREVIATION = range(9)
_OPENS: Final = {
    "OPEN": LIST,
    "VECTOR_OPEN": VECTOR,
    "BYTEVECTOR_OPEN": BYTES,
    "QUOTE": ABBREVIATION,
    "QUASIQUOTE": ABBREVIATION,
    "UNQUOTE": ABBREVIATION,
    "UNQUOTE_SPLICING": ABBREVIATION,
    "DATUM_COMMENT": COMMENT,
    "LABEL": LABEL,
    "DOT": DOT,
}
_ABBREVIATED: Final = {"'": "quote", "`": "quasiquote", ",": "unquote", ",@": "unquote-splicing"}

_new: Final = object.__new__
_Frame = tuple[int, list[Syntax], int]  # what is open, its members, and where it opened


class _TextReader:
    """One pass over one text."""

    def __init__(self, source: SourceText, case: Case) -> None:
        self.source = source
        self.text = source.text
        self.case = case
        self.end = 0  # one past the datum handed out last
        self.names: dict[str, str] = {}  # word -> the name it spells; each is checked and folded once
        self.labels: dict[str, Labelled] = {}
        self.tying = Tying()
        self.is_unbalanced = False  # it failed, for brackets that are not in pairs

    def read(self, start: int) -> Iterator[Syntax]:
        """The data from offset `start` on. Raises SchemeError of kind "read"."""
        text, source, names = self.text, self.source, self.names
        stack: list[_Frame] = []
        items: list[Syntax] = []
        mode, at = TOP, start  # with `items`: the innermost open thing
        node: Syntax
        for kind, begin, end in tokenize(text, start):
            if kind == "NAME":
                word = text[begin:end]
                place = _new(Place)  # and filled: two thirds of the price of a constructor
                place.source, place.start, place.end = source, begin, end
                node = _new(Identifier)
                node.name, node.place = names.get(word) or self._name(word, begin), place
            elif kind in _OPENS:
                if len(stack) >= limits.NESTING:
                    raise self._too_deep(begin, end)
                opening = [] if kind == "OPEN" else self._opening(kind, begin, end, mode, items)
                stack.append((mode, items, at))
                mode, items, at = _OPENS[kind], opening, begin
                continue
            elif kind == "CLOSE":
                place = _new(Place)
                place.source, place.start, place.end = source, at, end
                if mode == LIST:
                    node = _new(Form)
                    node.items, node.place, node.tail = items, place, None
                else:
                    node = self._closed(mode, items, place, stack, at, begin)
                mode, items, at = stack.pop()
            elif kind in _LITERALS:
                node = _LITERALS[kind](self, begin, end)
            else:
                self._skip(kind, begin, end)
                continue

            if mode == LIST:
                items.append(node)
                continue
            if mode > BYTES:
                node, (mode, items, at) = self._awaited(node, (mode, items, at), stack, begin, end)
                if node is None:
                    continue
            if mode == TOP:
                self.end = end
                self.labels.clear()
                yield node
                continue
            if mode == BYTES:
                self._check_byte(node, begin, end)
            items.append(node)
        if stack:
            raise self._unclosed([*stack[1:], (mode, items, at)])

    def _awaited(
        self, node: Syntax, inner: _Frame, stack: list[_Frame], begin: int, end: int
    ) -> tuple[Syntax | None, _Frame]:
        """What a datum makes together with all that waited for it, and what is open then; None if it is used up: it was
        commented out, or stands after a dot.
        """
        mode, items, at = inner
        while mode > BYTES:
            if mode == DOTTED:
                raise self._error(begin, end, "more than one datum after the dot", "one may follow it: (a b . rest)")
            around = stack.pop()
            if mode == COMMENT:
                return None, around
            if mode == DOT:
                around[1].append(node)
                return None, (DOTTED, around[1], around[2])
            node = self._completed(mode, items, node, at, end)
            mode, items, at = around
        return node, (mode, items, at)

    def _too_deep(self, begin: int, end: int) -> SchemeError:
        return self._error(begin, end, f"nested more than {limits.NESTING} deep", kind="limit")

    def _closed(self, mode: int, items: list[Syntax], place: Place, stack: list[_Frame], at: int, begin: int) -> Syntax:
        """What a `)` completes, where that is not a plain list."""
        if mode == VECTOR:
            return VectorForm(items, place)
        if mode == BYTES:
            return Bytevector(bytearray(items))
        if mode == DOTTED:
            form = Form(items, place, items.pop())
            if stack[-1][0] != DOT:  # inside another tail the outermost list joins all: joining each would be quadratic
                _join_tails(form)
            return form
        if mode == TOP:
            self.is_unbalanced = True
            hint = "nothing is open here: remove it, or look for a bracket that closes too early before it"
            raise self._error(begin, begin + 1, 'unexpected ")"', hint)
        end = at + len(self._opener(at))
        hint = f'a datum must stand before the ")" at {self._place(begin, begin + 1)}'
        raise self._error(at, end, f'nothing follows "{self.text[at:end]}"', hint)

    def _opening(self, kind: str, begin: int, end: int, mode: int, items: list[Syntax]) -> list[Syntax]:
        """The first members of what opens here."""
        if kind == "DOT" and not (mode == LIST and items):
            raise self._bad_dot(mode, begin, end)
        if kind == "LABEL":
            return [self._new_label(begin, end)]
        if kind in ("QUOTE", "QUASIQUOTE", "UNQUOTE", "UNQUOTE_SPLICING"):
            return [Identifier(_ABBREVIATED[self.text[begin:end]], self._place(begin, end))]
        return []

    def _completed(self, mode: int, prefix: list[Syntax], node: Syntax, at: int, end: int) -> Syntax:
        """What a datum makes together with the abbreviation or label before it."""
        if mode == ABBREVIATION:
            return Form([prefix[0], node], self._place(at, end))
        label: Labelled = prefix[0]
        label.place = self._place(at, end)
        if not self.tying.complete(label, node):
            raise self._error(at, end, "a label that names only itself", "a label stands before a list or a vector")
        return label

    def _skip(self, kind: str, begin: int, end: int) -> None:
        """Comments and directives give no datum; whatever else comes here is no token."""
        if kind == "DIRECTIVE":
            self.case.folded = self.text[begin:end] == "#!fold-case"
            self.names.clear()
        elif kind not in ("COMMENT", "BLOCK_COMMENT"):
            raise self._bad_token(kind, begin, end)

    def _name(self, word: str, begin: int) -> str:
        self._check_length(word, begin)
        fault = spelling.name_fault(word)
        if fault:
            raise self._misspelt(fault, begin)
        self.names[word] = word.casefold() if self.case.folded else word
        return self.names[word]

    def _check_length(self, word: str, begin: int) -> None:
        if len(word) > WORD_LENGTH:
            raise self._error(begin, begin + 1, f"a word of more than {WORD_LENGTH} characters", kind="limit")

    def _numeral(self, begin: int, end: int) -> Syntax:
        """A number, or a peculiar identifier (`+`, `...`, `->x`, `1+`)."""
        word = self.text[begin:end]
        number = self._number(word, begin)
        if number is not None:
            return number
        return Identifier(self.names.get(word) or self._name(word, begin), self._place(begin, end))

    def _number(self, word: str, begin: int) -> Value | None:
        """The number that an unprefixed word spells; None for a peculiar identifier."""
        if len(word) < 19 and word.isascii() and word.isdigit():
            return int(word)
        if not _NUMBER_START.match(word):
            return None
        number = self._parse_number(word, begin)
        if number is not None or not _DIGIT_START.match(word) or _INCREMENT.fullmatch(word):
            return number
        hint = f"if it is meant as a name, write |{cut(word)}|"
        raise self._error(begin, begin + len(word), f'"{cut(word)}" is neither a number nor a name', hint)

    def _parse_number(self, word: str, begin: int) -> Value | None:
        self._check_length(word, begin)
        try:
            return numerals.parse_number(word)
        except SchemeError as error:
            if isinstance(error.payload, Condition) and error.payload.place is None:
                error.place = error.payload.place = self._place(begin, begin + len(word))
            raise

    def _prefixed_number(self, begin: int, end: int) -> Value:
        word = self.text[begin:end]
        number = self._parse_number(word, begin)
        if number is None:
            hint = "a number may begin with #x #o #b #d (radix) and #e #i (exactness): #xff, #e1.5, #b101"
            raise self._error(begin, end, f'"{cut(word)}" is not a number', hint)
        return number

    def _boolean(self, begin: int, end: int) -> Value:
        return TRUE if self.text[begin + 1] in "tT" else FALSE

    def _character(self, begin: int, end: int) -> Value:
        word = self.text[begin + 2 : end]
        folded = word.casefold() if self.case.folded and len(word) > 1 else word
        try:
            return char(spelling.character(folded))
        except Misspelt as fault:
            raise self._misspelt(fault, begin + 2) from None

    def _string(self, begin: int, end: int) -> Value:
        if end - begin > limits.ELEMENTS:
            raise self._error(begin, begin + 1, f"a string of more than {limits.ELEMENTS} characters", kind="limit")
        try:
            return string_of(spelling.string(self.text[begin + 1 : end - 1]))
        except Misspelt as fault:
            raise self._misspelt(fault, begin + 1) from None

    def _bar_name(self, begin: int, end: int) -> Syntax:
        if end - begin > limits.ELEMENTS:
            raise self._error(begin, begin + 1, f"a name of more than {limits.ELEMENTS} characters", kind="limit")
        try:
            return Identifier(spelling.bar_name(self.text[begin + 1 : end - 1]), self._place(begin, end))
        except Misspelt as fault:
            raise self._misspelt(fault, begin + 1) from None

    def _new_label(self, begin: int, end: int) -> Labelled:
        """A number may be used again once its datum is complete: two circles in one form both begin with #0=."""
        number = self.text[begin + 1 : end - 1].lstrip("0")
        if self.labels.get(number) in self.tying.open:
            hint = "give a label inside of another one its own number"
            raise self._error(begin, end, f"label {self.text[begin:end]} is defined twice", hint)
        self.labels[number] = self.tying.begin(self._place(begin, end))
        return self.labels[number]

    def _label_use(self, begin: int, end: int) -> Labelled:
        number = self.text[begin + 1 : end - 1].lstrip("0")
        if number not in self.labels:
            hint = f"{self.text[begin : end - 1]}= must stand before it, in the same datum"
            raise self._error(begin, end, f"label {self.text[begin:end]} is not defined", hint)
        return self.labels[number]

    def _check_byte(self, node: Syntax, begin: int, end: int) -> None:
        if type(node) is not int or not 0 <= node <= 255:
            got = "(…)" if self.text[begin:end] == ")" else cut(self.text[begin:end])
            hint = "a bytevector holds exact integers from 0 to 255"
            raise self._error(begin, end, f'a bytevector cannot hold "{got}"', hint)

    def _bad_dot(self, mode: int, begin: int, end: int) -> SchemeError:
        if mode == LIST:
            return self._error(begin, end, "nothing stands before the dot", "a dotted pair is written (a . b)")
        if mode == DOTTED:
            return self._error(begin, end, "a second dot in one list", "a list has one dot at most: (a b . rest)")
        where = "outside a list" if mode == TOP else "here"
        return self._error(begin, end, f"a dot {where}", "only lists have a dot, before their last datum: (a . b)")

    def _bad_token(self, kind: str, begin: int, end: int) -> SchemeError:
        """Why the token at `begin`, which is none of Scheme's, is wrong."""
        if kind in _UNCLOSED:
            what, closer = _UNCLOSED[kind]
            begin, end = self._turned_round(begin, end) if kind == "UNCLOSED_STRING" else (begin, end)
            return self._error(
                begin,
                begin + len(closer),
                f"unclosed {what} opened at {self._place(begin, end)}",
                f"add the closing {closer}{self._perhaps_before(kind, begin)}",
                more=True,
            )
        word = self.text[begin:end]
        if kind == "RESERVED":
            return self._error(begin, end, f'"{word}" is reserved in R7RS', "lists are written with ( and )")
        if kind == "INVALID":
            hint = "this does not look like text" if word == "\0" else "delete this invisible character"
            return self._error(begin, end, f"an invalid character, {spelling.describe(word)}", hint)
        more = end == len(self.text) and word in ("#", "#\\")
        after = self.text[end : end + 1]
        return self._error(begin, end, f'"{cut(word)}" is not Scheme', _hash_hint(word, after), more=more)

    def _perhaps_before(self, kind: str, begin: int) -> str:
        """Where a string goes over lines before one that is not closed: there the quote may be missing, too."""
        for each, start, end in tokenize(self.text) if kind == "UNCLOSED_STRING" else ():
            if each == "STRING" and start < begin and "\n" in self.text[start:end]:
                return f", or that of {self._place(start, end)}, which goes over several lines"
        return ""

    def _turned_round(self, begin: int, end: int) -> tuple[int, int]:
        """The string that lacks its quote where one that goes over lines ends in the middle of a word: from there on
        what is text stands outside of strings. `begin`, `end`: of the string that is not closed."""
        for each, start, stop in tokenize(self.text):
            if each == "STRING" and start < begin and "\n" in self.text[start:stop] and self.text[stop] not in _AFTER:
                return start, stop
        return begin, end

    def _unclosed(self, frames: list[_Frame]) -> SchemeError:
        """What is still open at the end of the text; the innermost bracket is named, or the prefix if there is none."""
        brackets = [frame[2] for frame in frames if frame[0] in (LIST, VECTOR, BYTES, DOTTED)]
        if not brackets:
            at = frames[-1][2]
            word = self._opener(at)
            return self._error(at, at + len(word), f'nothing follows "{word}"', "the text ends here", more=True)
        self.is_unbalanced = True
        at = brackets[-1]
        word = self._opener(at)
        message = f'unclosed "{word}" opened at {self._place(at, at + len(word))}'
        count = f'{len(brackets)} ")" are' if len(brackets) > 1 else 'one ")" is'
        return self._error(at, at + len(word), message, f"{count} missing at the end of the text", more=True)

    def _opener(self, at: int) -> str:
        match = _OPENER.match(self.text, at)
        return match.group() if match else self.text[at]

    def _misspelt(self, fault: Misspelt, base: int) -> SchemeError:
        return self._error(base + fault.start, base + fault.end, fault.message, fault.hint)

    def _error(
        self,
        begin: int,
        end: int,
        message: str,
        hint: str | None = None,
        *,
        kind: ConditionKind = "read",
        more: bool = False,
    ) -> SchemeError:
        condition = Condition(kind, message, place=self._place(begin, end), hint=hint)
        return Unfinished(condition) if more else SchemeError(condition)

    def _place(self, begin: int, end: int) -> Place:
        return Place(self.source, begin, end)


def _join_tails(form: Form) -> None:
    """(a . (b . (c . d))) is (a b c . d)."""
    tail = form.tail
    while type(tail) is Form:
        form.items.extend(tail.items)
        tail = tail.tail
    form.tail = tail


def _hash_hint(word: str, after: str) -> str:
    """What may be meant by a word that begins with # and is not Scheme; `after`: the character behind it."""
    if word == "#":
        return _LONE_HASH.get(after, "a comment begins with ;")
    for beginning, hint in _HASH_HINTS.items():
        if word.lower().startswith(beginning):
            return hint
    return "after # may stand: t, f, true, false, \\ and a character, (, u8(, |, ;, !, a number prefix, or a label"


_AFTER: Final = " \t\r\n()\";"  # what may follow a string
_LONE_HASH: Final = {
    "'": "a procedure goes by its name alone: (map car list)",
    '"': "a pattern is a string: (regexp-search \"rm +-rf\" text)",
    "{": "a set is a list here: '(\"a\" \"b\")",
}
_HASH_HINTS: Final = {
    "#lang": "take this line out: a file is R7RS Scheme as it is",
    "#rx": "a pattern is a string: (regexp-search \"rm +-rf\" text)",
    "#px": "a pattern is a string: (regexp-search \"rm +-rf\" text)",
    "#<": "this is how a value without a written form is shown; it cannot be read back",
    "#!": "the directives are #!fold-case and #!no-fold-case; a #!/… line must be the first",
    "#:": "keywords are not in R7RS; use a symbol",
    "#\\": "a character is written #\\a, #\\space or #\\x41",
    "#t": "did you mean #t or #true?",
    "#f": "did you mean #f or #false?",
    "#v": "R7RS writes a bytevector #u8(1 2 3)",
    "#u": "R7RS writes a bytevector #u8(1 2 3)",
    **{f"#{digit}": "a datum label is set by #0= and used by #0#" for digit in range(10)},
}
_UNCLOSED: Final = {
    "UNCLOSED_STRING": ("string", '"'),
    "UNCLOSED_BAR_NAME": ("|name|", "|"),
    "UNCLOSED_BLOCK_COMMENT": ("block comment", "|#"),
}
_OPENER: Final = re.compile(r"#[uU]8\(|#\(|#;|#[0-9]+=|,@|[(',`.]")
_DIGIT_START: Final = re.compile(r"[+\-]?\.?[0-9]")
_NUMBER_START: Final = re.compile(r"[+\-]?\.?[0-9]|[+\-](?:i\Z|inf\.0|nan\.0)", re.IGNORECASE)
_INCREMENT: Final = re.compile(r"[+\-]?[0-9]+[+\-]")  # `1+`, `-1+`, `1-`: not R7RS, but names in every Scheme
_LITERALS: Final[dict[str, Callable[[_TextReader, int, int], Syntax]]] = {
    "NUMERAL": _TextReader._numeral,
    "STRING": _TextReader._string,
    "BOOLEAN": _TextReader._boolean,
    "CHARACTER": _TextReader._character,
    "PREFIXED_NUMERAL": _TextReader._prefixed_number,
    "BAR_NAME": _TextReader._bar_name,
    "LABEL_USE": _TextReader._label_use,
}
_SHOWN_AS: Final = {
    "COMMENT": "comment",
    "BLOCK_COMMENT": "comment",
    "DATUM_COMMENT": "datum-comment",
    "DIRECTIVE": "directive",
    "OPEN": "open",
    "VECTOR_OPEN": "open",
    "BYTEVECTOR_OPEN": "open",
    "CLOSE": "close",
    "QUOTE": "prefix",
    "QUASIQUOTE": "prefix",
    "UNQUOTE": "prefix",
    "UNQUOTE_SPLICING": "prefix",
    "DOT": "dot",
    "NAME": "name",
    "BAR_NAME": "name",
    "PREFIXED_NUMERAL": "number",
    "STRING": "string",
    "CHARACTER": "character",
    "BOOLEAN": "boolean",
    "LABEL": "label",
    "LABEL_USE": "label",
}
