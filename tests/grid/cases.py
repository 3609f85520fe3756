"""A row of `good/`, which is a call with the value that its specification gives -> the test of that value, and every
call that the grid makes of the procedure, as Scheme text.

A row is `(procedure argument …) [observer …] => value`. The observer is an expression of what is compared: `x` is the
value (and the observer where none is written), `xs` the list of all values, `e` what was raised, `a b c d e5 f6` the
arguments afterwards; `exits` alone: the program ends, with that code. What several libraries export under one name
needs a row in one of their files.

position x kind   each argument in turn replaced by each kind
count             none to one too many arguments
form              how the call stands: in tail position, as an operand, a test, applied, mapped, guarded, …
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Final, NamedTuple

from chibi_hooks.scheme.libraries.catalogue import exports_of, standard_libraries
from chibi_hooks.scheme.libraries.finding import SCHEME_LIB, library_path
from chibi_hooks.scheme.reading.reader import read_datum
from chibi_hooks.scheme.values.data import EOF, intern
from tests.grid.kinds import FAILING, KINDS

FOLDER: Final = Path(__file__).parent / "good"
PROBE: Final = "1"  # what stands in for a missing or superfluous argument
OF_FAILING: Final = 5  # of the forms
FORMS: Final = {
    "tail": "({f} {args})",
    "operand": "(list ({f} {args}))",
    "effect": "(begin ({f} {args}) 1)",
    "test": "(if ({f} {args}) 1 2)",
    "negated": "(if (not ({f} {args})) 1 2)",
    "bound": "(let ((x ({f} {args}))) (of-one x))",
    "value": "((of-any {f}) {args})",
    "apply": "(apply {f} (list {args}))",
    "map": "(map {f} {lists})",
    "guard": "(guard (e (#t (list 'handled (error-object? e)))) ({f} {args}))",
    "guard without else": "(guard (e ((symbol? e) e) ((error-object? e) (error-object-message e))) ({f} {args}))",
    "handler": "(escaping (lambda (k) (with-exception-handler (lambda (e) (k 'handled)) (lambda () ({f} {args})))))",
    "wound": "(dynamic-wind of-none (lambda () ({f} {args})) of-none)",
    "several": "(call-with-values (lambda () ({f} {args})) list)",
}
HANDLED: Final = ("(guard (e (#t", "(escaping ")  # what begins so lets no error out but a limit
SYNTAX: Final = (
    "(if {x} 1 2)",
    "(let ((x {x})) x)",
    "(let* ((x {x}) (y x)) y)",
    "(letrec ((x {x})) x)",
    "(cond ({x} => of-one) (else 1))",
    "(cond (#f 1) ({x}))",
    "(case {x} ((1 a) 1) (else => of-one))",
    "(when {x} 1)",
    "(unless {x} 1)",
    "(and 1 {x})",
    "(or #f {x})",
    "(do ((i 0 (+ i 1))) ((= i 2) {x}) {x})",
    "(do ((i 0 (+ i {x}))) ((> i 2) i))",
    "`(1 ,{x} ,@{x})",
    "`#(1 ,@{x})",
    "(let-values (((a b) {x})) a)",
    "(let*-values (((a . b) {x})) b)",
    "(define-values (a b) {x})",
    "(receive (a) {x} a)",
    "(parameterize (({x} {x})) 1)",
    "(parameterize (((make-parameter 1) {x})) 1)",
    "(guard (e ({x} 1)) (raise 1))",
    "(guard (e (#f 1)) {x})",
    "(force (delay {x}))",
    "(force (delay-force {x}))",
    "((case-lambda ((a) 1) ((a b) 2)) {x})",
    "(let loop ((i {x})) (if (eqv? i 1) i (if (eqv? i 2) (loop 1) 3)))",
    "({x} 1)",
    "({x})",
    "(set! a-record {x})",
    "(begin {x} 1)",
    "(let () (define y {x}) y)",
    "(let-syntax ((m (syntax-rules () ((_ a) (list a a))))) (m {x}))",
    "(cond-expand (r7rs {x}))",
    "(call/cc {x})",
    "(call-with-values {x} {x})",
    "(dynamic-wind {x} {x} {x})",
    "(with-exception-handler {x} {x})",
    "(raise {x})",
    "(let-values (((a . b) (values 1 {x}))) b)",
    "(case-lambda ((a) {x}))",
    "(named-lambda (f x) {x})",
)
"""Forms with a hole for each kind."""


PLACES: Final = ("a", "b", "c", "d", "e5", "f6")  # what an observer calls the arguments
OBSERVED: Final = """(let* ({bound})
  (call-with-values (lambda () {call}) (lambda xs (let ((x (if (pair? xs) (car xs) 'none))) {observer}))))"""
RAISED: Final = "(let* ({bound}) (guard (e (#t {observer})) {call} 'nothing-was-raised))"
ARROW: Final = intern("=>")


class Row(NamedTuple):
    """A line of a file in `good/`; all parts are text."""

    name: str
    arguments: tuple[str, ...]
    observer: str
    value: str

    def call(self) -> str:
        """The call alone."""
        return f"(|{self.name}| {' '.join(self.arguments)})"

    def test(self) -> str:
        """An expression of what the specification says about the value."""
        bound = " ".join(f"({place} {text})" for place, text in zip(PLACES, self.arguments, strict=False))
        call = f"(|{self.name}| {' '.join(PLACES[: len(self.arguments)])})"
        if len(self.arguments) > len(PLACES):
            bound, call = "", self.call()
        shape = RAISED if re.search(r"(?<![\w-])e(?![\w-])", self.observer) else OBSERVED
        return shape.format(bound=bound, call=call, observer=self.observer)


def rows_of(library: str) -> list[Row]:
    """The rows for what a library exports: its own, and for names that have none there those of another file."""
    own = list(rows_in(FOLDER.joinpath(*library[1:-1].split(" ")).with_suffix(".scm")))
    missing = set(exports_of(library)) - {row.name for row in own}
    for path in sorted(FOLDER.glob("*/*.scm"), key=lambda path: (path.parent.name != "scheme", path)):
        rows = rows_in(path)
        own += [row for row in rows if row.name in missing]
        missing -= {row.name for row in rows}
    return own


def libraries() -> list[str]:
    """The libraries with procedures of their own: without those that are another name of theirs."""
    found = []
    for name in standard_libraries():
        path = library_path(name, SCHEME_LIB)
        if path is not None and "(alias-for" not in path.read_text("utf-8"):
            found.append(name)
    return found


def good_calls(library: str) -> list[Row]:
    """The first row of each procedure: the grid is made around it."""
    return list({row.name: row for row in reversed(rows_of(library))}.values())


@cache
def rows_in(path: Path) -> tuple[Row, ...]:
    """The rows of a file; none if there is no such file."""
    text = path.read_text("utf-8") if path.is_file() else ""
    return tuple(_row(line) for line in text.splitlines() if line and not line.startswith(";"))


def _row(line: str) -> Row:
    parts = _data(line, 0)
    at = next(place for place, (_, datum) in enumerate(parts) if datum is ARROW)
    call, *observer = [text for text, _ in parts[:at]]
    ((value, _),) = parts[at + 1 :]
    (name, _), *arguments = _data(call[1:-1], 0)
    return Row(name, tuple(text for text, _ in arguments), _joined(observer), value)


def _joined(observer: list[str]) -> str:
    return "x" if not observer else observer[0] if len(observer) == 1 else f"(begin {' '.join(observer)})"


def _data(text: str, start: int) -> list[tuple[str, object]]:
    """Each datum of a text, as text and as it is."""
    found = []
    while True:
        datum, end = read_datum(text, start)
        if datum is EOF:
            return found
        found.append((text[start:end].strip(), datum))
        start = end


def calls(good: Row) -> Iterator[str]:
    """The calls of one procedure: of the good call every form, of a call with an operand that fails `OF_FAILING` forms,
    of any other one; which, goes round.
    """
    failing = set(FAILING.values())
    yield from (written(good.name, good.arguments, form) for form in FORMS if good.arguments or form != "map")
    forms = cycle(FORMS)
    for texts in _arguments(good.arguments):
        for _ in range(OF_FAILING if failing.intersection(texts) else 1):
            yield written(good.name, texts, next(forms))


def written(name: str, texts: tuple[str, ...], form: str) -> str:
    """One call as text."""
    lists = " ".join(f"(list {each})" for each in texts) or "'()"
    return FORMS[form].format(f=f"|{name}|", args=" ".join(texts), lists=lists)


def _arguments(texts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for position in range(len(texts)):
        for kind in KINDS.values():
            yield (*texts[:position], kind, *texts[position + 1 :])
    for count in range(len(texts) + 2):
        yield (*texts[:count], *[PROBE] * (count - len(texts)))


def syntax() -> list[str]:
    """The forms, with each kind in each hole."""
    return [form.replace("{x}", each) for form in SYNTAX for each in KINDS.values()]
