"""A seed in, a Scheme program out: random, well-formed, nearly always terminating, as nested Python lists of atoms.

Rules
-----
* A program is a list of top-level forms; a form is an atom (`str`) or a list of forms. `text` writes it.
* Expressions are grown by the type they should have ("int", "list", …), so that programs get somewhere; one in forty
  has a wrong type on purpose. Whatever may go wrong is deterministic: errors are part of what is compared.
* Names come from a small pool, so shadowing is the rule; now and then a standard name is bound.
* Each production is one method, named after the type it makes; `PRODUCTIONS` finds them by name.
* Loops count down from small numbers, and procedures call only what was defined before them, except in templates that
  count. The oracle's step limit catches the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

Form = Any  # str | list[Form]; a recursive alias would need casts at every index

PRELUDE = """
(define-syntax receive (syntax-rules () 
  ((_ names values body ...) (call-with-values (lambda () values) (lambda names body ...)))))
(define trace '())
(define fuel 5)
(define small 3)
(define nothing '())
(define first-of car)
(define saved-a #f)
(define saved-b #f)
(define (log x) (set! trace (cons x trace)) x)
(define (mark-a x) (call/cc (lambda (k) (set! saved-a k) x)))
(define (mark-b x) (call/cc (lambda (k) (set! saved-b k) x)))
(define (resume-a x) (if (and saved-a (> fuel 0)) (begin (set! fuel (- fuel 1)) (saved-a x)) x))
(define (resume-b x) (if (and saved-b (> fuel 0)) (begin (set! fuel (- fuel 1)) (saved-b x)) x))
(define (describe e) (if (procedure? e) 'procedure e))
(define (wound thunk) (dynamic-wind (lambda () (log 'around)) thunk (lambda () (log 'unwound))))
(define param-a (make-parameter 10))
(define param-b (make-parameter 1 (lambda (x) (log (list 'convert x)) (if (number? x) (+ x 1) x))))
(define-record-type point (make-point x y) point? (x point-x set-point-x!) (y point-y))
(define (compose f g) (lambda (x) (f (g x))))
(define (hand-on f . l) (apply f l))
(define (pipe x f g) (g (f x)))
(define (choose wanted? f g) (lambda (x) (if (wanted? x) (f x) (g x))))
(define-syntax swap! (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
(define-syntax my-or (syntax-rules () ((_) #f) ((_ e) e) ((_ e r ...) (let ((t e)) (if t t (my-or r ...))))))
(define-syntax while
  (syntax-rules () ((_ test body ...) (let again () (when test body ... (again))))))
(define-syntax repeat
  (syntax-rules () ((_ n body ...) (let again ((i n)) (if (> i 0) (begin body ... (again (- i 1))))))))
"""

NAMES = ["a", "b", "c", "d", "e", "f", "g", "h", "x", "y"]
STANDARD_NAMES = ["list", "car", "+", "not", "vector", "length", "values", "x1", "if", "else"]
TYPES = ["int", "int", "int", "int", "list", "list", "bool", "string", "vector", "proc0", "proc1", "proc2", "any"]
PROCEDURES = {"proc0": 0, "proc1": 1, "proc2": 2}

Scope = tuple[tuple[str, str], ...]  # (name, type), innermost last


def text(form: Form) -> str:
    """A form as Scheme source."""
    if isinstance(form, str):
        return form
    return ("#" + text(form[1:])) if form[:1] == ["#"] else "(" + " ".join(map(text, form)) + ")"


def template(source: str, **parts: Form) -> Form:
    """The form in `source`, with each `$name` replaced by a part."""
    stack: list[list[Form]] = [[]]
    for token in source.replace("'()", "(quote ())").replace("(", " ( ").replace(")", " ) ").split():
        if token == "(":
            vector = stack[-1][-1:] == ["#"] and len(stack[-1]) > 1
            stack.append([stack[-1].pop()] if vector else [])
        elif token == ")":
            closed = stack.pop()
            stack[-1].append(closed)
        else:
            stack[-1].append(parts[token[1:]] if token.startswith("$") else token)
    return stack[0][0]


def program_text(forms: list[Form]) -> str:
    """A program with the definitions that every program starts with."""
    return PRELUDE + "\n".join(map(text, forms)) + "\n"


def generate(seed: int, size: int = 250) -> list[Form]:
    """The program of that seed; `size` is about the number of expressions."""
    return Generator(Random(seed), size).program()


CHARACTER_LOOPS = [
    """
    (let (($in (open-input-string $text)) ($out (open-output-string)))
      (let loop (($c (read-char $in)))
        (cond ((eof-object? $c) (get-output-string $out))
              ($test $special $other (loop (read-char $in)))
              (else (write-char $c $out) (loop (read-char $in))))))
    """,
    """
    (let (($in (open-input-string $text)))
      (let loop (($chars '()))
        (let (($c (read-char $in)))
          (cond ((eof-object? $c) (list->string (reverse $chars)))
                ($test $other (loop $chars))
                ($end (string-append (list->string (reverse $chars)) (if (eof-object? (peek-char $in)) "e" "m")))
                (else (loop (cons $c $chars)))))))
    """,
    """
    (let (($in (open-input-string $text)) ($out (open-output-string)))
      (let loop ()
        (let (($c (peek-char $in)))
          (if (or (eof-object? $c) $end)
              (begin (write $c $out) (get-output-string $out))
              (begin (if $test (begin (read-char $in) $special) (write-char (read-char $in) $out)) (loop))))))
    """,
    """
    (let (($in (open-input-string $text)) ($out (open-output-string)))
      (let loop (($c (read-char $in)) ($chars '()))
        (if (or (eof-object? $c) $end)
            (begin (write (list->string (reverse $chars)) $out) $special (get-output-string $out))
            (loop (read-char $in) (cons $c $chars)))))
    """,
    """
    (let (($out (open-output-string)))
      (string-for-each (lambda ($c) (if $test $special (if $end (write-char $c $out) #f)) (write-char $c $out)) $text)
      (get-output-string $out))
    """,
    """
    (let* (($in $text) (end (string-length $in)))
      (let loop (($out 0) ($chars '()) (found '()) (state #f))
        (if (>= $out end)
            (apply string-append (list->string (reverse $chars)) found)
            (let (($c (string-ref $in $out)))
              (cond ((and state $end) (loop (+ $out 1) '() (cons (list->string (reverse $chars)) found) #f))
                    ((and $test (< (+ $out 1) end) (char=? (string-ref $in (+ $out 1)) #\\1))
                     (loop (+ $out 2) (cons $c $chars) found #t))
                    (state (loop (+ $out 1) (cons $c $chars) found #t))
                    ($test (loop (+ $out 1) $chars found (odd? $out)))
                    (else (loop (+ $out 1) (cons $c $chars) found #f)))))))
    """,
    """
    (let* (($in $text) ($out (if $other "1" "a2")) ($chars (string-length $out)) (end (string-length $in)))
      (let loop (($c 0) (found '()))
        (cond ((> (+ $c $chars) end) (list->string (cons #\\a found)))
              ((string=? (substring $in $c (+ $c $chars)) $out) (loop (+ $c $chars) (cons (string-ref $in $c) found)))
              (else (loop (+ $c 1) found)))))
    """,
    """
    (let (($out (open-output-string)))
      (string-for-each (lambda ($c) (if $test (begin $other $special) (write-char $c $out))) $text)
      (get-output-string $out))
    """,
]


class Generator:
    """Grows one program."""

    def __init__(self, random: Random, size: int) -> None:
        self.random = random
        self.size = size  # expressions left to grow in the program
        self.left = 0  # and in the form at hand

    def program(self) -> list[Form]:
        scope: Scope = ()
        forms: list[Form] = []
        while self.size > 0:
            share = min(self.size, self.random.randint(10, 60))
            self.size -= share
            self.left = share
            if self.chance(0.06):
                forms += self.circle(scope) if self.chance(0.6) else self.states(scope)
            elif self.chance(0.06):
                forms += self.called_back(scope)
            elif self.chance(0.06):
                forms += self.raising(scope)
            elif self.chance(0.06):
                forms += self.cut_and_given(scope)
            elif self.chance(0.05):
                forms += self.coroutine(scope)
            elif self.chance(0.35):
                kind = self.pick(TYPES)
                name = self.fresh() if self.chance(0.2) else f"t{len(scope)}"  # the first may be a second definition
                forms.append(self.definition(name, kind, scope))
                scope = (*scope, (name, kind))
            else:
                form = self.effect(scope, 4) if self.chance(0.3) else ["log", self.grow(self.pick(TYPES), scope, 6)]
                if self.chance(0.8):  # an error that nobody handles ends the program
                    form = ["guard", ["e", ["#t", ["log", ["describe", "e"]]]], form]
                forms.append(form)
        written = text(forms)
        uses = (("69", "make-hash-table"), ("1", "(iota "), ("1", "(append-map "), ("158", "(generator-"))
        needed = sorted({number for number, name in uses if name in written}, reverse=True)
        return [["import", *(["srfi", number] for number in needed)], *forms] if needed else forms

    # ---- choice

    def chance(self, p: float) -> bool:
        return self.random.random() < p

    def pick(self, items: Any) -> Any:
        return self.random.choice(items)

    def number(self, low: int, high: int) -> str:
        return str(self.random.randint(low, high))

    def fresh(self) -> str:
        return str(self.pick(STANDARD_NAMES if self.chance(0.02) else NAMES))

    def names(self, count: int) -> list[str]:
        return self.random.sample(NAMES, count)

    def bound(self, scope: Scope, kind: str) -> list[str]:
        """The visible variables of that type."""
        types = dict(scope)  # the innermost binding of a name wins
        return [name for name, its in types.items() if its == kind]

    def grow(self, kind: str, scope: Scope, depth: int) -> Form:
        """An expression of that type."""
        self.left -= 1
        if self.chance(0.025):
            kind = self.pick(TYPES)
        if depth <= 0 or self.left <= 0:
            return self.leaf(kind, scope)
        escapes = self.bound(scope, "cont")
        if escapes and self.chance(0.12):
            return [self.pick(escapes), self.grow("int", scope, depth - 2)]
        if self.chance(0.08):
            return ["log", self.grow(kind, scope, depth)]
        if self.chance(0.25):
            return self.pick(PRODUCTIONS["shared"])(self, kind, scope, depth - 1)
        return self.pick(PRODUCTIONS[kind])(self, scope, depth - 1)

    def leaf(self, kind: str, scope: Scope) -> Form:
        bound = self.bound(scope, kind)
        if bound and self.chance(0.7):
            return self.pick(bound)
        match kind:
            case "int":
                return "small" if self.chance(0.05) else self.number(-3, 9)
            case "bool":
                return self.pick(["#t", "#f"])
            case "string":
                return self.pick(['""', '"ab"', '"xyz"'])
            case "list":
                some = ["list", self.number(0, 5), "1", "2"]
                return self.pick([some, ["quote", []], "nothing", ["quote", ["3", "4"]]])
            case "vector":
                return ["vector", "1", "2", self.number(0, 5)]
            case "any":
                return self.pick([["quote", "s"], "0", "#\\a", '"t"', ["quote", ["p", ".", "q"]]])
        return ["lambda", self.names(PROCEDURES[kind]), self.number(0, 9)]

    # ---- statements and bodies

    def definition(self, name: str, kind: str, scope: Scope) -> Form:
        """A definition of a variable of that type; a procedure is half the time written in the short form."""
        if kind in PROCEDURES and self.chance(0.6):
            params = self.names(PROCEDURES[kind])
            inner = (*scope, *((each, "int") for each in params))
            return ["define", [name, *params], *self.body("int", inner, 4)]
        return ["define", name, self.grow(kind, scope, 4)]

    def body(self, kind: str, scope: Scope, depth: int) -> list[Form]:
        """The forms of a body: sometimes definitions, sometimes effects, then an expression."""
        forms: list[Form] = []
        if self.chance(0.25):
            names = self.names(self.random.randint(1, 3))
            kinds = [self.pick(TYPES) for _ in names]
            whole = (*scope, *zip(names, kinds, strict=True))
            for name, its in zip(names, kinds, strict=True):
                forward = self.chance(0.2 if its in PROCEDURES else 0.03)  # mutual recursion; use before definition
                forms.append(self.definition(name, its, whole if forward else scope))
                scope = (*scope, (name, its))
        while self.chance(0.35):
            forms.append(self.effect(scope, depth - 1))
        return [*forms, self.grow(kind, scope, depth)]

    def effect(self, scope: Scope, depth: int) -> Form:
        """A form for its effect."""
        self.left -= 1
        return self.pick(PRODUCTIONS["effect"])(self, scope, depth - 1)

    def effect_log(self, scope: Scope, depth: int) -> Form:
        return ["log", self.grow(self.pick(TYPES), scope, depth)]

    def effect_set(self, scope: Scope, depth: int) -> Form:
        kind = self.pick(["int", "int", "int", "list", "proc1", "string"])
        names = self.bound(scope, kind)
        if not names:
            return self.effect_log(scope, depth)
        return ["set!", self.pick(names), self.grow(kind, scope, depth)]

    def effect_increment(self, scope: Scope, depth: int) -> Form:
        names = self.bound(scope, "int")
        if not names:
            return self.effect_log(scope, depth)
        name = self.pick(names)
        return ["set!", name, ["+", name, self.number(1, 3)]]

    def effect_swap(self, scope: Scope, depth: int) -> Form:
        names = self.bound(scope, "int")
        return ["swap!", *self.random.sample(names, 2)] if len(names) > 1 else self.effect_log(scope, depth)

    def effect_when(self, scope: Scope, depth: int) -> Form:
        word = self.pick(["when", "unless"])
        return [word, self.grow("bool", scope, depth), self.effect(scope, depth), self.effect(scope, depth)]

    def effect_for_each(self, scope: Scope, depth: int) -> Form:
        (name,) = self.names(1)
        inner = (*scope, (name, "int"))
        walker = self.pick(["for-each", "for-each", "vector-for-each"])
        data = self.grow("list" if walker == "for-each" else "vector", scope, depth)
        return [walker, ["lambda", [name], *self.body("int", inner, depth)], data]

    def effect_vector_set(self, scope: Scope, depth: int) -> Form:
        vector = self.grow("vector", scope, depth)
        return ["vector-set!", vector, self.number(0, 2), self.grow("int", scope, depth)]

    def effect_resume(self, scope: Scope, depth: int) -> Form:
        return [self.pick(["resume-a", "resume-b"]), self.grow("int", scope, depth)]

    def effect_repeat(self, scope: Scope, depth: int) -> Form:
        return ["repeat", self.number(1, 3), self.effect(scope, depth)]

    def effect_while(self, scope: Scope, depth: int) -> Form:
        (name,) = self.names(1)
        inner = (*scope, (name, "int"))
        step = ["set!", name, ["+", name, "1"]]
        return ["let", [[name, "0"]], ["while", ["<", name, self.number(1, 4)], step, self.effect(inner, depth)]]

    def effect_wind(self, scope: Scope, depth: int) -> Form:
        return self.any_wind("int", scope, depth)

    def effect_begin(self, scope: Scope, depth: int) -> Form:
        return ["begin", self.effect(scope, depth), self.effect(scope, depth)]

    # ---- any type: these are given the type wanted

    def any_if(self, kind: str, scope: Scope, depth: int) -> Form:
        test = self.grow(self.pick(["bool", "bool", "int"]), scope, depth)
        return ["if", test, self.grow(kind, scope, depth), self.grow(kind, scope, depth)]

    def any_cond(self, kind: str, scope: Scope, depth: int) -> Form:
        clauses: list[Form] = [[self.grow("bool", scope, depth), *self.tail_forms(kind, scope, depth)]]
        if self.chance(0.4):
            (name,) = self.names(1)
            receiver = ["lambda", [name], *self.body(kind, (*scope, (name, "int")), depth)]
            clauses.append([["and", self.grow("bool", scope, depth), self.grow("int", scope, depth)], "=>", receiver])
        if kind == "bool" and self.chance(0.4):
            clauses.append([self.grow("bool", scope, depth)])
        return ["cond", *clauses, ["else", *self.tail_forms(kind, scope, depth)]]

    def any_case(self, kind: str, scope: Scope, depth: int) -> Form:
        (name,) = self.names(1)
        inner = (*scope, (name, "int"))
        otherwise: list[Form] = ["else", *self.tail_forms(kind, scope, depth)]
        if self.chance(0.3):
            otherwise = ["else", "=>", ["lambda", [name], *self.body(kind, inner, depth)]]
        return [
            "case",
            self.grow(self.pick(["int", "int", "any"]), scope, depth),
            [["0", "1", "s"], *self.tail_forms(kind, scope, depth)],
            [["2", "3", "#\\a"], "=>", ["lambda", [name], *self.body(kind, inner, depth)]],
            otherwise,
        ]

    def tail_forms(self, kind: str, scope: Scope, depth: int) -> list[Form]:
        forms = [self.effect(scope, depth)] if self.chance(0.3) else []
        return [*forms, self.grow(kind, scope, depth)]

    def any_begin(self, kind: str, scope: Scope, depth: int) -> Form:
        return ["begin", self.effect(scope, depth), self.grow(kind, scope, depth)]

    def any_let(self, kind: str, scope: Scope, depth: int) -> Form:
        names = self.names(self.random.randint(1, 3))
        kinds = [self.pick(TYPES) for _ in names]
        word = self.pick(["let", "let", "let*"])
        bindings: list[Form] = []
        inner = scope
        for name, its in zip(names, kinds, strict=True):
            bindings.append([name, self.grow(its, inner if word == "let*" else scope, depth)])
            inner = (*inner, (name, its))
        return [word, bindings, *self.body(kind, inner, depth)]

    def any_letrec(self, kind: str, scope: Scope, depth: int) -> Form:
        names = self.names(2)
        kinds = [self.pick(["proc0", "proc1", "proc2"]) for _ in names]
        bindings: list[Form] = []
        inner = scope
        for name, its in zip(names, kinds, strict=True):
            params = self.names(PROCEDURES[its])
            visible = (*inner, *((each, "int") for each in params))
            bindings.append([name, ["lambda", params, *self.body("int", visible, depth)]])
            inner = (*inner, (name, its))
        return [self.pick(["letrec", "letrec*"]), bindings, *self.body(kind, inner, depth)]

    def any_block(self, kind: str, scope: Scope, depth: int) -> Form:
        return ["let", [], *self.body(kind, scope, depth)]

    def any_immediate(self, kind: str, scope: Scope, depth: int) -> Form:
        names = self.names(2)
        inner = (*scope, *((name, "int") for name in names))
        values = [self.grow("int", scope, depth) for _ in names]
        return [self.held(["lambda", names, *self.body(kind, inner, depth)]), *values]

    def held(self, procedure: Form) -> Form:
        """An operator: the procedure, or an expression that takes it out of a structure."""
        ways: list[Form] = [
            procedure,
            ["cdr", ["cons", "0", procedure]],
            ["cadr", ["cons", "0", ["cons", procedure, "'()"]]],
            ["vector-ref", ["make-vector", "1", procedure], "0"],
            ["point-x", ["make-point", procedure, "0"]],
        ]
        return self.pick(ways)

    def any_escape(self, kind: str, scope: Scope, depth: int) -> Form:
        (name,) = self.names(1)
        inner = (*scope, (name, "cont"))
        word = self.pick(["call/cc", "call-with-current-continuation"])
        return [word, ["lambda", [name], *self.body(kind, inner, depth)]]

    def any_wind(self, kind: str, scope: Scope, depth: int) -> Form:
        before: Form = ["lambda", [], ["log", ["quote", "in"]]]
        after: Form = ["lambda", [], ["log", ["quote", "out"]]]
        thunk: Form = ["lambda", [], *self.body(kind, scope, depth)]
        if self.chance(0.3):
            return ["wound", thunk]
        if self.chance(0.2):
            after = ["lambda", [], self.effect(scope, depth)]
        if self.chance(0.15):
            wrong = ["if", self.grow("bool", scope, depth), ["raise", self.number(0, 3)], self.effect(scope, depth)]
            before = ["lambda", [], ["log", ["quote", "in"]], wrong]
        return ["dynamic-wind", before, thunk, after]

    def any_light(self, kind: str, scope: Scope, depth: int) -> Form:
        """A guard whose body calls primitives only, and raises from inside a loop."""
        x, y = self.names(2)
        least, word = self.number(0, 4), self.pick(["raise", "error"])
        thrown = [word, x] if word == "raise" else [word, '"no"', x, y]
        loop = ["for-each", ["lambda", [x], ["if", [">", x, least], thrown]], y]
        clauses: list[Form] = [["#t", self.grow(kind, scope, depth)]]
        if self.chance(0.5):
            clauses = [[["number?", "e"], self.grow(kind, scope, depth)]]
        ends = self.pick([[["car", y]], [["vector-ref", ["vector", "1"], ["length", y]]], []])
        body = [loop, *ends, self.leaf(kind, scope)]
        return ["let", [[y, self.grow("list", scope, depth)]], ["guard", ["e", *clauses], *body]]

    def any_join(self, kind: str, scope: Scope, depth: int) -> Form:
        """A procedure of no argument that branches go on with, mostly in tail position."""
        next_, other, x = self.names(3)
        inner = (*scope, (next_, "proc0"))
        steps = [
            "(if $test $value ($next))",
            "(if $test ($next) (if $other $value ($next)))",
            "(let again (($x 3)) (if (> $x 0) (if $test ($next) (again (- $x 1))) $value))",
            "(cond ($test ($next)) ($other (log 1) ($next)) (else $value))",
            "(let (($x (mark-a 1))) (if $test ($next) $value))",
            "(guard (e (#t ($next))) (if $test (raise 1) $value))",
            "(if $test (log ($next)) ($next))",
            "(let (($last (lambda () (if $other $value ($next))))) (if $test ($last) $value))",
            "(if $test (let ((l (list $next))) ((car l))) ($next))",
        ]
        body = template(
            self.pick(steps),
            next=next_,
            last=other,
            x=x,
            test=self.grow("bool", scope, depth),
            other=self.grow("bool", scope, depth),
            value=self.grow(kind, inner, depth),
        )
        return ["let", [[next_, ["lambda", [], *self.body(kind, scope, depth)]]], body]

    def any_jump(self, kind: str, scope: Scope, depth: int) -> Form:
        """A continuation that is mostly only called: from loops, from guards, from inside a dynamic-wind."""
        k, x = self.names(2)
        inner = (*scope, (x, "int"))
        leave = [k, self.grow(kind, inner, depth - 1)]
        step = ["if", self.grow("bool", inner, depth), leave, ["log", x]]
        wound = "(let (($x 2)) (dynamic-wind (lambda () (log 1)) (lambda () $step) (lambda () (log 2))))"
        again = "(let again (($x 3)) (if (> $x 0) (begin $step (again (- $x 1)))))"
        ways: list[Form] = [
            ["for-each", ["lambda", [x], step], self.grow("list", scope, depth)],
            ["let", [[x, "1"]], ["guard", ["e", ["#t", step]], step, ["raise", "1"]]],
            ["let", [[x, "3"]], ["set!", "saved-a", k], step],
            template(wound, x=x, step=step),
            template("(let (($x 2)) (wound (lambda () $step)))", x=x, step=step),
            template(again, x=x, step=step),
        ]
        return ["call/cc", ["lambda", [k], self.pick(ways), self.grow(kind, scope, depth)]]

    def any_guard(self, kind: str, scope: Scope, depth: int) -> Form:
        (name,) = self.names(1)
        inner = (*scope, (name, "any"))
        clauses: list[Form] = []
        if self.chance(0.4):
            clauses.append([["number?", name], *self.tail_forms(kind, (*scope, (name, "int")), depth)])
        if self.chance(0.3):
            (other,) = self.names(1)
            receiver = ["lambda", [other], self.grow(kind, inner, depth)]
            clauses.append([["symbol?", name], "=>", receiver])
        if not clauses or self.chance(0.6):
            note = template("(log (list (quote caught) (describe $name)))", name=name)
            clauses.append(["else", note, self.grow(kind, inner, depth)])
        forms = self.body(kind, scope, depth)
        if self.chance(0.5):
            forms.insert(len(forms) - 1, self.any_raise(kind, scope, depth))
        return ["guard", [name, *clauses], *forms]

    def any_raise(self, kind: str, scope: Scope, depth: int) -> Form:
        wrong: list[Form] = [
            [self.pick(["car", "first-of"]), self.grow("int", scope, 1)],
            ["vector-ref", self.grow("vector", scope, 1), "99"],
            ["no-such-variable", "1"],
            "no-such-variable",
            ["set!", "no-such-variable", "1"],
            [["lambda", ["p"], "p"]],
            [["lambda", ["p", ".", "q"], "q"]],
            ["car", "1", "2"],
            [self.grow("int", scope, 1), "1"],
            ["+", "1", self.grow("string", scope, 1)],
            ["<", self.grow("list", scope, 1), "2"],
            ["quotient", self.grow("int", scope, 1), "0"],
            ["string-length", self.grow("int", scope, 1)],
            ["symbol->string", self.grow("int", scope, 1)],
            ["error", '"message"', self.grow("int", scope, 1)],
            ["raise", ["quote", "boom"]],
            ["raise", self.grow("int", scope, depth)],
            ["raise", ["list", self.grow("int", scope, depth)]],
            ["raise-continuable", self.grow("int", scope, depth)],
            ["letrec", [["p", ["lambda", [], "q"]], ["q", ["p"]]], "q"],
            ["let", [], ["define", "p", "q"], ["define", "q", "1"], "p"],
            ["apply", "car", "1"],
            ["apply", "+", ["quote", ["1", ".", "2"]]],
            ["point-x", self.grow("int", scope, 1)],
        ]
        error = self.pick(wrong)
        if self.chance(0.5):
            return error
        return ["if", self.grow("bool", scope, depth), error, self.grow(kind, scope, depth)]

    def any_handler(self, kind: str, scope: Scope, depth: int) -> Form:
        (name,) = self.names(1)
        inner = (*scope, (name, "any"))
        result = self.grow("int", (*scope, (name, "int")) if self.chance(0.5) else inner, depth)
        handler: Form = ["lambda", [name], ["log", ["list", ["quote", "handler"], ["describe", name]]], result]
        if self.chance(0.5):
            (k,) = self.names(1)
            return ["call/cc", ["lambda", [k], self.handled([*handler[:-1], [k, result]], kind, scope, depth)]]
        return self.handled(handler, kind, scope, depth)

    def handled(self, handler: Form, kind: str, scope: Scope, depth: int) -> Form:
        (name,) = self.names(1)
        inner = (*scope, (name, "int"))
        signal = ["raise-continuable", self.grow("int", scope, depth)]
        if self.chance(0.3):
            signal = self.any_raise("int", scope, depth)
        return [
            "with-exception-handler",
            handler,
            ["lambda", [], ["let", [[name, signal]], *self.body(kind, inner, depth)]],
        ]

    def any_parameterize(self, kind: str, scope: Scope, depth: int) -> Form:
        bindings = [["param-a", self.grow("int", scope, depth)], ["param-b", self.grow("int", scope, depth)]]
        count = self.random.randint(1, 2)
        return ["parameterize", self.random.sample(bindings, count), *self.body(kind, scope, depth)]

    def any_values(self, kind: str, scope: Scope, depth: int) -> Form:
        a, b = self.names(2)
        both = ["values", self.grow("int", scope, depth), self.grow("int", scope, depth)]
        if self.random.random() < 0.4:  # from somewhere else, and not always as many as are wanted
            few = self.random.random() < 0.1
            other = self.grow("int", scope, depth) if few else ["values", "7", self.grow("int", scope, depth)]
            both = ["if", self.grow("bool", scope, depth), both, other]
            both = [self.held(["lambda", [], both])] if self.chance(0.6) else both
        two = self.body(kind, (*scope, (a, "int"), (b, "int")), depth)
        rest = self.body(kind, (*scope, (a, "int"), (b, "list")), depth)
        all_of_them = self.body(kind, (*scope, (b, "list")), depth)
        return self.pick(
            [
                ["call-with-values", ["lambda", [], both], ["lambda", [a, b], *two]],
                ["let-values", [[[a, b], both]], *two],
                ["let*-values", [[[a, ".", b], both]], *rest],
                ["let-values", [[b, both]], *all_of_them],
                ["let", [[b, ["call-with-values", ["lambda", [], both], "list"]]], *all_of_them],
                ["let", [], ["define-values", [a, b], both], ["let", [], *two]],
                ["receive", [a, b], both, *two],
            ]
        )

    def any_rest(self, kind: str, scope: Scope, depth: int) -> Form:
        a, b = self.names(2)
        inner = (*scope, (a, "int"), (b, "list"))
        many = [self.grow("int", scope, depth) for _ in range(self.random.randint(1, 4))]
        procedure = ["lambda", [a, ".", b], *self.body(kind, inner, depth)]
        ways: list[Form] = [
            [self.held(procedure), *many],
            ["apply", procedure, ["list", *many]],
            ["hand-on", procedure, *many],
            ["apply", procedure, "1", self.grow("list", scope, depth)],
        ]
        return self.pick(ways)

    def any_case_lambda(self, kind: str, scope: Scope, depth: int) -> Form:
        a, b = self.names(2)
        clauses = [
            [[a], self.grow(kind, (*scope, (a, "int")), depth)],
            [[a, b], self.grow(kind, (*scope, (a, "int"), (b, "int")), depth)],
            [[a, ".", b], self.grow(kind, (*scope, (a, "int"), (b, "list")), depth)],
        ]
        args = [self.grow("int", scope, depth) for _ in range(self.random.randint(1, 4))]
        return [self.held(["case-lambda", *clauses]), *args]

    def any_reenter(self, kind: str, scope: Scope, depth: int) -> Form:
        """A continuation kept in a variable and entered again a few times."""
        count, k, value = self.names(3)
        inner = (*scope, (count, "int"), (value, "int"))
        return template(
            """
            (let (($count 0) (kept #f))
              (let (($value (+ $start (call/cc (lambda ($k) (set! kept $k) $first)))))
                (set! $count (+ $count 1))
                (log (list $count $value))
                (if (< $count $times) (kept $again) $last)))
            """,
            count=count,
            value=value,
            k=k,
            start=self.grow("int", scope, depth),
            first=self.grow("int", scope, depth),
            times=self.number(2, 3),
            again=self.grow("int", inner, depth),
            last=["let", [], *self.body(kind, inner, depth)],
        )

    def any_generator(self, kind: str, scope: Scope, depth: int) -> Form:
        """A coroutine that is left and entered again more often than it takes for its frames to leave the stack."""
        give, back, resume, i = self.names(4)
        inner = (*scope, (i, "frozen"))
        return template(
            """
            (let (($back #f) ($resume #f))
              (define ($give)
                (call/cc
                  (lambda (return)
                    (set! $back return)
                    (if $resume
                        ($resume 'again)
                        (let yielding (($i 0))
                          (log (call/cc (lambda (k) (set! $resume k) ($back $value))))
                          $effect
                          (yielding (+ $i 1)))))))
              (let taking ((turn 0) (taken '()))
                (if (= turn $turns) (begin (log taken) $last) (taking (+ turn 1) (cons ($give) taken)))))
            """,
            give=give,
            back=back,
            resume=resume,
            i=i,
            value=self.grow("int", inner, 2),
            effect=self.effect(inner, 1),
            turns=self.number(9, 14),
            last=self.grow(kind, scope, depth),
        )

    def any_loop(self, kind: str, scope: Scope, depth: int) -> Form:
        """A named let that counts down; the recursive call stands in a random tail position."""
        loop, counter, value = self.names(3)
        inner = (*scope, (value, "int"))
        step = [["-", counter, "1"], self.grow("int", (*inner, (counter, "int")), depth)]
        again = self.tail_call(loop, step, scope, depth)
        inside = (*inner, (counter, "frozen"))
        forms = [self.effect(inside, depth)] if self.chance(0.5) else []
        return [
            "let",
            loop,
            [[counter, self.number(1, 4)], [value, self.grow("int", scope, depth)]],
            ["if", ["<=", counter, "0"], self.grow(kind, inner, depth), ["begin", *forms, again]],
        ]

    def tail_call(self, name: str, args: list[Form], scope: Scope, depth: int) -> Form:
        call: Form = [name, *args]
        (x,) = self.names(1)
        while name == x or x in str(args):
            x += "z"
        ways: list[Form] = [
            call,
            ["if", "#t", call, "0"],
            ["cond", ["#f", "0"], ["else", call]],
            ["cond", [["list", *args], "=>", ["lambda", [x], ["apply", name, x]]]],
            ["case", "1", [["0"], "0"], [["1"], call]],
            ["case", self.number(0, 3), [["0"], call], ["else", "=>", ["lambda", [x], call]]],
            ["and", "#t", "1", call],
            ["or", "#f", call],
            ["when", "#t", call],
            ["unless", "#f", "1", call],
            ["begin", self.effect(scope, 1), call],
            ["let", [[x, "1"]], call],
            ["let*", [[x, "1"], [x, "2"]], call],
            ["letrec", [[x, ["lambda", [], call]]], [x]],
            ["let", [], ["define", [x], call], [x]],
            ["apply", name, ["list", *args]],
            ["hand-on", name, *args],
            ["apply", name, args[0], ["list", *args[1:]]],
            ["call-with-values", ["lambda", [], ["values", *args]], name],
            ["call/cc", ["lambda", [x], call]],
            ["call/cc", ["lambda", [x], [x, call]]],
            [["lambda", [x], call], "1"],
            ["my-or", "#f", call],
            ["do", [[x, "0", ["+", x, "1"]]], [["=", x, "2"], call]],
            ["force", ["delay", call]],
            ["parameterize", [["param-a", "3"]], call],
            ["guard", ["p", ["#f", "0"]], call],
        ]
        return self.pick(ways)

    def any_mutual(self, kind: str, scope: Scope, depth: int) -> Form:
        """Two procedures that tail-call each other, counting down."""
        ping, pong, n, v = self.names(4)
        first, second, start = self.halves(kind, scope, depth, (ping, pong, n, v))
        if self.chance(0.5):
            return ["letrec", [[ping, first], [pong, second]], start]
        return ["let", [], ["define", [ping, n, v], first[2]], ["define", [pong, n, v], second[2]], start]

    def circle(self, scope: Scope) -> list[Form]:
        """The same at top level, where more may call them."""
        ping, pong = f"ping{self.size}", f"pong{self.size}"
        n, v = self.names(2)
        first, second, start = self.halves("int", scope, 4, (ping, pong, n, v))
        more = ["log", ["guard", ["e", ["#t", "1"]], ["+", start, [ping, self.number(-1, 3), "2"]]]]
        return [["define", [ping, n, v], first[2]], ["define", [pong, n, v], second[2]], more]

    def states(self, scope: Scope) -> list[Form]:
        """Three of them that are larger, of which some are entered by others."""
        names = [f"{name}{self.size}" for name in ("start", "word", "number")]
        forms: list[Form] = []
        for own in names:
            arms: list[Form] = []
            for _ in range(self.random.randint(2, 5)):
                test = self.pick(["(> (car l) 1)", "(= (car l) n)", "(odd? (+ m (car l)))", "(eq? (car l) n)", "$some"])
                way = self.pick(["($next (cdr l) (+ n 1) m)", "($next (cdr l) n $more)", "($next (cdr l) m n)", "$end"])
                inner = (*scope, ("n", "int"), ("m", "int"))
                parts = {"some": self.grow("bool", inner, 2), "more": self.grow("int", inner, 2)}
                parts |= {"next": self.pick([own, *names]), "end": self.pick([["list", "n", "m"], parts["more"]])}
                arms.append([template(test, **parts), template(way, **parts)])
            last = [self.pick(names), ["cdr", "l"], "m", ["+", "n", "1"]]
            body = ["cond", [["null?", "l"], ["cons", "n", "m"]], *arms, ["else", last]]
            forms.append(["define", [own, "l", "n", "m"], body])
        for _ in range(self.random.randint(1, 3)):
            call = [self.pick(names[:2]), self.grow("list", scope, 2), self.number(-1, 3), self.grow("int", scope, 1)]
            forms.append(["log", ["guard", ["e", ["#t", ["describe", "e"]]], call]])
        return forms

    def called_back(self, scope: Scope) -> list[Form]:
        """A procedure of the top level that walks a list and calls what it is given, perhaps by another one, and calls
        of it.
        """
        h = f"walk{self.size}"
        steps = [
            "(cons (f (car l)) ($h f (cdr l) n))",
            "($h f (cdr l) (+ n 1))",
            "($h f (cdr l) (f n))",
            "(cons n (cons (car l) ($h f (cdr l) (f n))))",
            "(if (f (car l)) ($h f (cdr l) n) (cons n ($h f (cdr l) n)))",
            "(let ((y (f (car l)))) (cons y ($h f (cdr l) y)))",
            "(begin (f n) ($h f (cdr l) n))",
            "(and (f n) ($h f (cdr l) n))",
            "(+ 1 ($h f (cdr l) n))",
            "(+ (f (car l)) ($h f (cdr l) n))",
            "(f ($h f (cdr l) n))",
            "(cons ($h f (cdr l) n) ($h f (cddr l) (f n)))",
            "(let ((y ($h f (cdr l) n))) (if (pair? y) (f (car l)) y))",
        ]
        ends = ["n", "'()", "(f n)", "(list n)", "(length (cons f l))"]
        other = f"ask{self.size}" if self.chance(0.4) else ""
        called = f"({other} f (car" if other else "(f (car"
        first, second = (template(self.pick(steps).replace("(f (car", called), h=h) for _ in range(2))
        parts = {"h": h, "first": first, "second": second, "end": template(self.pick(ends))}
        forms = [template("(define ($h f l n) (cond ((null? l) $end) ((> (car l) 2) $first) (else $second)))", **parts)]
        if other:
            ways = [
                "(f x)",
                "(if (> x 1) (f x) x)",
                "(let ((y (f x))) (f y))",
                "(+ 1 (f x))",
                "(begin (f x) ($h f '() x))",
            ]
            forms.insert(0, template("(define ($other f x) $way)", other=other, way=template(self.pick(ways), h=h)))
        for _ in range(self.random.randint(1, 3)):
            (x,) = self.names(1)
            body = self.body("int", (*scope, (x, "int")), 3)
            given = ["lambda", [x], *body] if self.chance(0.8) else self.pick(["-", "list", "resume-a", "mark-b", h])
            call = [h, given, self.grow("list", scope, 2), self.grow("int", scope, 1)]
            forms.append(["log", ["guard", ["e", ["#t", ["describe", "e"]]], call]])
        return forms

    def cut_and_given(self, scope: Scope) -> list[Form]:
        """A procedure of the top level that cuts a string, one that is given the pieces, and what looks at them."""
        cut, take, use = (f"{name}{self.size}" for name in ("cut", "take", "use"))
        parts: dict[str, Form] = {"cut": cut, "take": take, "use": use}
        parts |= {"choice": self.grow("bool", (*scope, ("n", "int")), 1), "more": self.grow("int", scope, 1)}
        endings = ["(reverse (cons (substring s b i) l))", "(cons (substring s b i) l)", "(reverse l)"]
        cutting = """
            (define ($cut s c)
              (let loop ((i 0) (b 0) (l '()))
                (cond ((= i (string-length s)) $end)
                      ((char=? (string-ref s i) c) (loop (+ i 1) (+ i 1) (cons (substring s b i) l)))
                      (else (loop (+ i 1) b l)))))
        """
        forms = [template(cutting, **parts, end=template(self.pick(endings)))]
        looks = [
            '(string=? $x "a")',
            "(string-length $x)",
            "(string->number $x)",
            '(string-append $x "-" $x)',
            "(string-ref $x 0)",
            '(member $x (quote ("a" "b")))',
            "$x",
            "(let ((y $x)) (if $choice (list y y) (string-length y)))",
            "(let ((y (substring $x 0 1))) (if (string=? y $x) y 'other))",
            "(begin (string-set! $x 0 #\\q) $x)",
            "(eq? $x $x)",
            "(string-copy (mark-a $x))",
        ]
        walks = [
            "(define ($take l n) (if (null? l) n (let loop ((l l) (n n)) (if (null? l) n (loop (cdr l) $step)))))",
            "(define ($take l n) (let loop ((l l) (kept '())) (if (pair? l) (loop (cdr l) (cons $one kept)) kept)))",
            "(define ($take l n) (if (pair? l) (list $one $one (length l)) n))",
            "(define ($take l n) (if (null? l) $one (let loop ((r (cdr l)) (s (car l))) (if (null? r) s $join))))",
        ]
        join = '(loop (cdr r) (string-append s ":" (car r)))'
        steps = ["(+ n (string-length (car l)))", '(if (string=? (car l) "b") (begin (log (car l)) 0) (+ n 1))']

        def one(names: list[str]) -> Form:
            return template(self.pick(looks), **parts, x=template(self.pick(names)))

        inside = {"one": one(["(car l)"]), "step": template(self.pick(steps)), "join": template(join)}
        forms.append(template(self.pick(walks), **parts, **inside))
        reads = ["(car l)", "(cadr l)", "(list-ref l 1)", "(car l)"]
        bodies = [
            "(let ((l ($cut s #\\,))) (list $first $second ($take l 0)))",
            "(let ((l ($cut s #\\,))) (if (and (pair? l) (pair? (cdr l))) (list $first $second) (length l)))",
            "($take ($cut s #\\,) 1)",
            "(let* ((l ($cut s #\\,)) (n ($take l 2))) (list n (resume-a 'again) $first))",
        ]
        body = template(self.pick(bodies), **parts, first=one(reads), second=one(reads))
        forms.append(["define", [use, "s", "n"], body])
        for given in self.random.sample(["a,b", "b", "", "12,a,a", "x,,b"], 3):
            call = [use, ["string-copy", f'"{given}"'], self.grow("int", scope, 1)]
            forms.append(["log", ["guard", ["e", ["#t", ["describe", "e"]]], call]])
        return forms

    def raising(self, scope: Scope) -> list[Form]:
        """A procedure of the top level that raises, another one that calls it, and guards around calls of both."""
        f, g = f"risky{self.size}", f"riskier{self.size}"
        light = ["(raise x)", "(raise (list x y))", '(error "no" x)']
        wrong = light if self.chance(0.7) else [*light, "(raise-continuable y)", "(car x)", "(resume-a x)"]
        bodies = [
            "(if $test $wrong (+ x y))",
            "(begin (if $test $wrong) (log x))",
            "(let loop ((x x)) (cond ((> x 6) $wrong) ((< x y) (loop (+ x 1))) (else x)))",
            "(let ((z (if $test $wrong y))) (* z 2))",
            "(or (and $test $wrong) x)",
        ]
        x, y = self.names(2)
        test = self.grow("bool", (*scope, ("x", "int"), ("y", "int")), 1)
        body = template(self.pick(bodies), test=test, wrong=template(self.pick(wrong)))
        forms: list[Form] = [["define", [f, "x", "y"], body]]
        outer = ["(+ 1 ($f x y))", "(let ((z ($f x 1))) ($f z y))", "(if ($f x y) x (raise y))", "($f y x)"]
        forms.append(["define", [g, "x", "y"], template(self.pick(outer), f=f)])
        for _ in range(self.random.randint(1, 3)):
            clauses: list[Form] = [[self.pick(["number?", "pair?"]), "e"], self.grow("int", (*scope, ("e", "any")), 1)]
            kept = [clauses] if self.chance(0.7) else [clauses, ["else", ["describe", "e"]]]
            call = [self.pick([f, g]), self.grow("int", scope, 1), self.grow("int", scope, 1)]
            inside = call if self.chance(0.6) else ["let", [[x, call]], ["list", x, call]]
            guarded = ["guard", ["e", *kept], inside]
            if self.chance(0.4):
                again = "(let again (($y 3)) (if (> $y 0) (begin $guarded (again (- $y 1))) 0))"
                guarded = template(again, y=y, guarded=guarded)
            forms.append(["log", ["guard", ["e", ["#t", ["describe", "e"]]], guarded]])
        return forms

    def coroutine(self, scope: Scope) -> list[Form]:
        """A procedure that makes coroutines, and several of them asked for values: the later ones run otherwise."""
        c, x = f"co{self.size}", self.names(1)[0]
        steps = [
            "(yield $int)",
            "(log (yield $int))",
            "(for-each yield $list)",
            "(map (lambda (z) (yield z) z) $list)",
            "(let loop ((i 0)) (if (< i 3) (begin (yield i) (loop (+ i 1)))))",
            "(let walk ((t $list)) (if (pair? t) (begin (walk (car t)) (yield 'at) (walk (cdr t))) (yield t)))",
            "(let () (define (up n) (if (< n 3) (let ((z (down n))) (yield z) z) 1))"
            " (define (down n) (yield (- n)) (up (+ n 1))) (yield (up 0)))",
            "(let () (define (a n) (if (> n 0) (begin (yield n) (b n)))) (define (b n) (a (- n 1))) (a 3))",
            "(guard (e (#t (yield (describe e)))) (yield 1) $int (raise 2))",
            "(set! n (+ n (if (yield n) 1 2)))",
            "(yield (mark-a $int))",
            "(log (resume-a $int))",
            "(dynamic-wind (lambda () (log 'in)) (lambda () (yield $int)) (lambda () (log 'out)))",
            "(parameterize ((param-a $int)) (yield (param-a)))",
            "(yield (param-a))",
            "(if $bool (yield 1) (yield 2))",
        ]
        inner = (*scope, (x, "int"), ("n", "int"))
        body = [
            template(self.pick(steps), **{kind: self.grow(kind, inner, 2) for kind in ("int", "list", "bool")})
            for _ in range(self.random.randint(1, 4))
        ]
        made = ["make-coroutine-generator", ["lambda", ["yield"], ["let", [["n", x]], *body]]]
        ask = "(let ask ((m 7) (l '())) (let ((z (g))) (if (or (= m 0) (eof-object? z)) (reverse l) $again)))"
        again = self.pick(["(ask (- m 1) (cons z l))", "(ask (- m 1) (cons (mark-b z) l))",
                           "(parameterize ((param-a m)) (ask (- m 1) (cons z l)))"])  # fmt: skip
        asked = template(ask, again=template(again))
        forms = [template("(import (only (srfi 158) make-coroutine-generator))"), ["define", [c, x], made]]
        for _ in range(self.random.randint(2, 4)):
            use = ["let", [["g", [c, self.grow("int", scope, 1)]]], asked]
            forms.append(["log", ["guard", ["e", ["#t", ["describe", "e"]]], use]])
        if self.chance(0.3):
            forms.append(["log", ["guard", ["e", ["#t", ["describe", "e"]]], ["resume-b", "1"]]])
        return forms

    def halves(self, kind: str, scope: Scope, depth: int, names: Sequence[str]) -> tuple[list[Form], list[Form], Form]:
        """Both procedures, and a call of one."""
        ping, pong, n, v = names
        inner = (*scope, (v, "int"))

        def half(me: str, other: str) -> Form:
            step = [["-", n, "1"], self.grow("int", inner, 1)]
            target = other if self.chance(0.8) else me
            return [["<=", n, "0"], self.grow(kind, inner, 1)], self.tail_call(target, step, inner, depth)

        (end1, go1), (end2, go2) = half(ping, pong), half(pong, ping)
        first = ["lambda", [n, v], ["if", *end1, go1]]
        second = ["lambda", [n, v], ["if", *end2, go2]]
        return first, second, [self.pick([ping, pong]), self.number(1, 9), self.grow("int", scope, depth)]

    def any_apply_procedure(self, kind: str, scope: Scope, depth: int) -> Form:
        procedure, name = self.names(2)
        inner = (*scope, (name, "int"))
        argument = self.grow("int", scope, depth)
        ways: list[Form] = [
            [procedure, argument],
            ["apply", procedure, ["list", argument]],
            ["hand-on", procedure, argument],
            ["pipe", argument, procedure, "describe"],
            [procedure, [procedure, argument]],
        ]
        return ["let", [[procedure, ["lambda", [name], *self.body(kind, inner, depth)]]], self.pick(ways)]

    def any_promise(self, kind: str, scope: Scope, depth: int) -> Form:
        (name,) = self.names(1)
        return template(
            "(let (($name ($lazy $value))) (log (promise? $name)) (force $name) (force $name))",
            name=name,
            lazy=self.pick(["delay", "delay", "make-promise"]),
            value=self.grow(kind, scope, depth),
        )

    def any_promises(self, kind: str, scope: Scope, depth: int) -> Form:
        """A chain of promises, forced in any order, and from within; continuations may be kept in each thunk."""
        first, second, third, count = self.names(4)
        names = [first, second, third]
        value = self.grow(kind, (*scope, (count, "int")), depth)
        return template(
            """
            (let (($count 0))
              (letrec (($first (delay-force (begin (log 1) $effect $second)))
                       ($second (delay-force (begin (set! $count (+ $count 1)) (mark-a 2) $inner)))
                       ($third (delay (begin (log (list 3 $count)) $value))))
                (log (list (promise? (force (make-promise $one))) $count))
                $again
                (force $one)
                (force $two)))
            """,
            first=first,
            second=second,
            third=third,
            count=count,
            inner=self.pick([third, third, ["begin", ["force", third], third]]),
            effect=self.effect(scope, 1),
            value=value,
            again=self.pick(["0", ["resume-a", "0"]]),
            one=self.pick(names),
            two=self.pick(names),
        )

    # ---- integers

    def int_arithmetic(self, scope: Scope, depth: int) -> Form:
        operator = self.pick(["+", "+", "-", "-", "max", "min"])
        return [operator, *(self.grow("int", scope, depth) for _ in range(self.random.randint(1, 3)))]

    def int_multiply(self, scope: Scope, depth: int) -> Form:
        return ["*", self.number(-2, 3), self.grow("int", scope, depth)]

    def int_divide(self, scope: Scope, depth: int) -> Form:
        operator = self.pick(["quotient", "remainder", "modulo", "floor-quotient"])
        return [operator, self.grow("int", scope, depth), self.pick(["2", "3", "-4", "7"])]

    def int_list(self, scope: Scope, depth: int) -> Form:
        operator = self.pick(["length", "car", "first-of", "cadr"])
        return [operator, self.grow("list", scope, depth)]

    def int_apply(self, scope: Scope, depth: int) -> Form:
        return ["apply", self.pick(["+", "max", "-"]), self.grow("int", scope, depth), self.grow("list", scope, depth)]

    def int_call(self, scope: Scope, depth: int) -> Form:
        kind = self.pick(["proc0", "proc1", "proc1", "proc2"])
        procedures = self.bound(scope, kind)
        operator = self.pick(procedures) if procedures else self.grow(kind, scope, depth)
        count = PROCEDURES[kind] + (self.chance(0.03) and 1)
        return [operator, *(self.grow("int", scope, depth) for _ in range(count))]

    def int_mark(self, scope: Scope, depth: int) -> Form:
        return [self.pick(["mark-a", "mark-b"]), self.grow("int", scope, depth)]

    def int_parameter(self, scope: Scope, depth: int) -> Form:
        return [self.pick(["param-a", "param-b"])]

    def int_vector(self, scope: Scope, depth: int) -> Form:
        vector = self.grow("vector", scope, depth)
        return self.pick([["vector-length", vector], ["vector-ref", vector, self.number(0, 2)]])

    def int_string(self, scope: Scope, depth: int) -> Form:
        return ["string-length", self.grow("string", scope, depth)]

    def int_record(self, scope: Scope, depth: int) -> Form:
        (name,) = self.names(1)
        point = ["make-point", self.grow("int", scope, depth), self.grow("int", scope, depth)]
        source = "(let (($p $point)) (set-point-x! $p (+ 1 (point-x $p))) (- (point-x $p) (point-y $p)))"
        return template(source, p=name, point=point)

    def int_do(self, scope: Scope, depth: int) -> Form:
        counter, total = self.names(2)
        inner = (*scope, (total, "int"))
        step = ["+", total, self.grow("int", (*inner, (counter, "int")), depth)]
        forms = [self.effect((*inner, (counter, "frozen")), depth)] if self.chance(0.5) else []
        variables = [[counter, "0", ["+", counter, "1"]], [total, self.grow("int", scope, depth), step]]
        return ["do", variables, [["=", counter, self.number(1, 4)], total], *forms]

    def int_recursion(self, scope: Scope, depth: int) -> Form:
        """Recursion that is not a tail call, so that there are frames to capture; now and then of two procedures."""
        name, other, n = self.names(3)
        if self.chance(0.3):
            halves = [[name, self.recursive(other, n, scope, depth)], [other, self.recursive(name, n, scope, depth)]]
            return ["letrec", halves, [self.pick([name, other]), self.number(1, 5)]]
        return ["letrec", [[name, self.recursive(name, n, scope, depth)]], [name, self.number(1, 4)]]

    def recursive(self, called: str, n: str, scope: Scope, depth: int) -> Form:
        """A procedure that calls one and goes on with what that answers."""
        inner = (*scope, (n, "int"))
        again = [called, ["-", n, "1"]]
        term = self.grow("int", inner, depth)
        step: Form = ["+", term, again]
        if self.chance(0.5):
            step = ["let", [["r", again]], self.effect(inner, depth), ["+", "r", term]]
        return ["lambda", [n], ["if", ["<=", n, "0"], self.grow("int", scope, depth), step]]

    def int_closures_in_loop(self, scope: Scope, depth: int) -> Form:
        """Closures made in a loop, each over its own variable, called after the loop."""
        i, made, p = self.names(3)
        inner = (*scope, (i, "int"))
        closure = ["lambda", [], *self.body("int", inner, depth)]
        if self.chance(0.4):
            closure = ["lambda", [], ["set!", i, ["+", i, "1"]], i]
        loops = [
            "(do (($i 0 (+ $i 1)) ($made '() (cons $closure $made))) ((= $i 3) $made))",
            "(let again ((n 0) ($made '())) (if (= n 3) $made (let (($i n)) (again (+ n 1) (cons $closure $made)))))",
        ]
        loop = template(self.pick(loops), i=i, made=made, closure=closure)
        return template("(apply + (log (map (lambda ($p) (+ ($p) ($p))) $loop)))", p=p, loop=loop)

    def int_counter(self, scope: Scope, depth: int) -> Form:
        """An assigned variable shared by closures."""
        n, f = self.names(2)
        inner = (*scope, (n, "int"))
        make = ["lambda", [], ["set!", n, ["+", n, self.grow("int", inner, 1)]], n]
        return template(
            "(let (($n $start)) (let (($f $make)) (+ ($f) ($f) $n $more)))",
            n=n,
            f=f,
            make=make,
            start=self.grow("int", scope, depth),
            more=self.grow("int", (*inner, (f, "proc0")), depth),
        )

    # ---- booleans

    def bool_compare(self, scope: Scope, depth: int) -> Form:
        operator = self.pick(["<", ">", "=", "<=", ">="])
        return [operator, *(self.grow("int", scope, depth) for _ in range(self.random.randint(2, 3)))]

    def bool_logic(self, scope: Scope, depth: int) -> Form:
        word = self.pick(["and", "or", "not", "my-or"])
        count = 1 if word == "not" else self.random.randint(0, 3)
        return [word, *(self.grow("bool", scope, depth) for _ in range(count))]

    def bool_predicate(self, scope: Scope, depth: int) -> Form:
        predicates = "number? pair? null? procedure? symbol? string? vector? boolean? point?"
        return [self.pick(predicates.split()), self.grow(self.pick(TYPES), scope, depth)]

    def bool_same(self, scope: Scope, depth: int) -> Form:
        kind = self.pick(["int", "list", "string", "vector", "any", "bool"])
        operator = self.pick(["equal?", "equal?", "eqv?"]) if kind in ("int", "any", "bool") else "equal?"
        return [operator, self.grow(kind, scope, depth), self.grow(kind, scope, depth)]

    def bool_member(self, scope: Scope, depth: int) -> Form:
        found: Form = [self.pick(["member", "memv"]), self.grow("int", scope, depth), self.grow("list", scope, depth)]
        if self.chance(0.3):
            found = ["member", self.grow("string", scope, depth), ["quote", ['""', '"a"', '"x1"']]]
        return ["if", found, "#t", "#f"]

    # ---- lists, vectors, strings

    def list_make(self, scope: Scope, depth: int) -> Form:
        if self.chance(0.15):
            more = self.pick([[], [self.grow("int", scope, depth)], ["0", self.grow("int", scope, depth)]])
            return ["iota", self.number(0, 4), *more]
        return ["list", *(self.grow("int", scope, depth) for _ in range(self.random.randint(0, 4)))]

    def list_cons(self, scope: Scope, depth: int) -> Form:
        return ["cons", self.grow("int", scope, depth), self.grow("list", scope, depth)]

    def list_quasi(self, scope: Scope, depth: int) -> Form:
        one, many = self.grow("int", scope, depth), self.grow("list", scope, depth)
        return template("(quasiquote (1 (unquote $one) (unquote-splicing $many) 9))", one=one, many=many)

    def list_cut(self, scope: Scope, depth: int) -> Form:
        return [self.pick(["cdr", "reverse", "list-copy"]), self.grow("list", scope, depth)]

    def list_append(self, scope: Scope, depth: int) -> Form:
        return ["append", self.grow("list", scope, depth), self.grow("list", scope, depth)]

    def list_map(self, scope: Scope, depth: int) -> Form:
        """A map whose procedure may be left and entered again."""
        (name,) = self.names(1)
        inner = (*scope, (name, "int"))
        return ["map", ["lambda", [name], *self.body("int", inner, depth)], self.grow("list", scope, depth)]

    def list_map_two(self, scope: Scope, depth: int) -> Form:
        a, b = self.names(2)
        inner = (*scope, (a, "int"), (b, "int"))
        function = ["lambda", [a, b], *self.body("int", inner, depth)]
        return ["map", function, self.grow("list", scope, depth), self.grow("list", scope, depth)]

    def list_by_name(self, scope: Scope, depth: int) -> Form:
        """A local procedure that a walk is given by its name, now and then inside itself; or that is changed."""
        p, x, y = self.names(3)
        inner = (*scope, (x, "int"), (p, "proc1")) if self.chance(0.3) else (*scope, (x, "int"))
        body, given = self.grow("int", inner, depth), self.grow("list", scope, depth)
        ways = [
            "(let (($p (lambda ($x) $body))) (map $p $list))",
            "(letrec (($p (lambda ($x) (if (pair? $x) (map $p $x) $body)))) ($p (list $i (list $i $i) $list)))",
            "(let () (define ($p $x) (if (pair? $x) (begin (for-each $p $x) 0) (log $body))) (list ($p $list) ($p 1)))",
            "(let $p (($x $i)) (if (> $x 2) (list $x) (apply append (map $p (list 3 (+ $x 3) $body 4)))))",
            "(letrec (($p (lambda ($x) $body)) ($y (lambda ($x) (map $p (list $x 1))))) (map $y $list))",
            "(let (($p (lambda ($x) $body))) (for-each (lambda ($y) (if (> $y 1) (set! $p -))) $list) (map $p $list))",
        ]
        return template(self.pick(ways), p=p, x=x, y=y, body=body, list=given, i=self.grow("int", scope, depth - 1))

    def list_of_lists(self, scope: Scope, depth: int) -> Form:
        """Lists that are but appended: just made, of which the members may do, and others."""
        x, y = self.names(2)
        outer = (*scope, (x, "int"))
        body = self.body("int", (*outer, (y, "int")), depth)
        inner, given, other = (self.grow("list", each, depth - 1) for each in (outer, scope, outer))
        mapped = ["map", ["lambda", [y], *body], inner]
        looped = "(let loop (($y (max 0 $x)) (acc '())) (if (> $y 4) (reverse acc) (loop (+ $y 1) (cons $y acc))))"
        copied = "(let (($y $inner)) (if (pair? $y) (vector->list (list->vector $y)) (list $x)))"
        parts: dict[str, Form] = {"x": x, "y": y, "inner": inner}
        chosen = ["if", [">", x, "1"], mapped, other]
        made = self.pick([mapped, chosen, template(looped, **parts), template(copied, **parts)])
        ways = ["(append-map (lambda ($x) $made) $given)", "(apply append (map (lambda ($x) $made) $given))"]
        return template(self.pick(ways), x=x, made=made, given=given)

    def pipeline(self, scope: Scope, depth: int) -> Form:
        """A generator, mostly made of others."""
        (x,) = self.names(1)
        inner = (*scope, (x, "int"))
        sources = ["(list->generator $list)", "(make-range-generator $at (+ $at 4))", "(make-iota-generator 4 $at)"]
        made = template(self.pick(sources), list=self.grow("list", scope, depth - 1), at=self.number(0, 3))
        for _ in range(self.random.randint(0, 3)):
            mapped = ["gmap", ["lambda", [x], *self.body("int", inner, depth - 1)], made]
            chosen = self.pick(["gfilter", "gremove", "gtake-while"])
            some = [chosen, ["lambda", [x], self.grow("bool", inner, depth - 1)], made]
            combined = template("(gcombine (lambda ($x n) (values $x (+ $x n))) 1 $made)", x=x, made=made)
            first = ["gtake", made, self.number(0, 4)]
            made = self.pick([mapped, mapped, some, first, combined, ["gmap", "abs", made]])
        return made

    def list_piped(self, scope: Scope, depth: int) -> Form:
        """What a generator gives, at once or in several parts."""
        g, x = self.names(2)
        ways = [
            "(generator->list $made)",
            "(generator-map->list (lambda ($x) $body) $made)",
            "(let (($g $made)) (generator->list (gfilter (lambda ($x) (log $x) #t) $g)))",
            "(let (($g $made)) (let ((first ($g))) (cons (if (eof-object? first) 'end first) (generator->list $g))))",
            "(let (($g $made)) (append (generator->list $g 2) (generator->list $g)))",
            "(let* (($g $made) (next (lambda () (generator->list $g 1)))) (let* ((a (next)) (b (next))) (append b a)))",
        ]
        body = self.grow("int", (*scope, (x, "int")), depth - 1)
        return template(self.pick(ways), g=g, x=x, body=body, made=self.pipeline(scope, depth - 1))

    def int_piped(self, scope: Scope, depth: int) -> Form:
        """What a generator's values come to."""
        x, y = self.names(2)
        ways = [
            "(generator-fold (lambda ($x $y) $both) $at $made)",
            "(generator-count (lambda ($x) $test) $made)",
            "(let ((n 0)) (generator-for-each (lambda ($x) (set! n (+ n 1)) (log $x)) $made) n)",
            "(or (generator-find (lambda ($x) $test) $made) $at)",
        ]
        inner = (*scope, (x, "int"))
        return template(
            self.pick(ways),
            x=x,
            y=y,
            at=self.number(0, 3),
            both=self.grow("int", (*inner, (y, "int")), depth - 1),
            test=self.grow("bool", inner, depth - 1),
            made=self.pipeline(scope, depth - 1),
        )

    def list_built(self, scope: Scope, depth: int) -> Form:
        """A list that a procedure builds by calling itself; now and then it ends in the value of another call."""
        name, n = self.names(2)
        inner = (*scope, (n, "int"))
        ends = [["quote", []], self.grow("list", inner, depth), ["values", self.grow("list", inner, depth)]]
        item, step = self.grow("int", inner, depth), [name, ["-", n, "1"]]
        consed = ["cons", item, step] if self.chance(0.7) else ["cons", item, ["cons", n, step]]
        skipped = ["if", self.grow("bool", inner, depth), step, consed] if self.chance(0.4) else consed
        body = ["if", ["<=", n, "0"], self.pick(ends), skipped]
        return ["letrec", [[name, ["lambda", [n], body]]], [name, self.number(0, 4)]]

    def int_walked(self, scope: Scope, depth: int) -> Form:
        """A list that was just made, walked along and looked into; now and then something else happens to it."""
        m, x, n = self.names(3)
        inner = (*scope, (x, "int"), (n, "int"))
        ways = [self.list_map, self.list_map, self.list_gathered, self.list_built, self.list_from_vector]
        looks = [
            "(length $m)",
            "(apply max 0 $m)",
            "(if (pair? $m) (begin (log (car $m)) 1) 0)",
            "(begin (log (list-ref $m $at)) $at)",
            "(if (and (pair? $m) (pair? (cdr $m))) (begin (log (cadr $m)) 2) 0)",
            "(begin (for-each (lambda ($x) (log $x) $again) $m) 1)",
            "(length (map (lambda ($x) $again) $m))",
            "(let walk ((l $m) ($n 0)) (if (null? l) $n (let (($x (car l))) (walk (cdr l) $again))))",
            "(let walk ((l $m) ($n 0)) (cond ((pair? l) (let ((rest (cdr l))) (walk rest (+ $n 1)))) (else $n)))",
            "(let walk ((l $m)) (if (or (null? l) (equal? (car l) $from)) (if (null? l) 0 1) (walk (cdr l))))",
        ]
        others = ["(begin (log $m) 0)", "(length (reverse $m))", "(length (cdr $m))", "(begin (log (lambda () $m)) 1)"]
        parts = {"m": m, "x": x, "n": n, "at": self.number(0, 2), "from": self.number(-2, 4)}
        used = [self.pick(looks), self.pick(looks), self.pick(others if self.chance(0.2) else looks)]
        again = [self.grow("int", inner, depth) for _ in used]
        uses = [template(each, again=way, **parts) for each, way in zip(used, again, strict=True)]
        return ["let", [[m, self.pick(ways)(scope, depth)]], ["+", *uses]]

    def list_tabled(self, scope: Scope, depth: int) -> Form:
        """What a hash table holds that was just made; now and then it is captured or assigned, or a key is odd."""
        t, key, c = self.names(3)
        inner = (*scope, (t, "any"), (c, "int"))
        relation = self.pick(["", "equal?", "eqv?", "eq?", "string=?", "string=? string-hash"])
        texts = relation.startswith("string")
        kinds = ["int", "int", "char"] if "q?" in relation else ["int", "string", "list", "char", "two", "two"]
        kinds = ["string"] if texts else kinds
        steps = [
            "(hash-table-set! $t $k $v)",
            "(hash-table-update!/default $t $k (lambda ($c) $v) $d)",
            "(hash-table-update! $t $k (lambda ($c) $v) (lambda () $d))",
            "(log (hash-table-ref/default $t $k $d))",
            "(log (hash-table-exists? $t $k))",
            "(log (hash-table-ref $t $k (lambda () $d)))",
            "(for-each (lambda ($key) (hash-table-set! $t $key $v)) (hash-table-keys $t))",
            "(string-for-each (lambda ($key) (hash-table-update!/default $t $char (lambda ($c) $v) $d)) $text)",
            "(let (($key $two)) (if (hash-table-exists? $t $key) (log $d) (hash-table-set! $t $key $v)))",
            "(let (($key $two)) (hash-table-ref $t $key (lambda () (let (($c $v)) (hash-table-set! $t $key $c) $c))))",
            "(let (($key $two)) (hash-table-set! $t $key $v) (log (cons $d (hash-table-keys $t))))",
            "(set! saved-a (lambda ($c) (hash-table-exists? $t $k)))",
            "(set! $t $t)",
        ]
        if not texts:
            rest = "(lambda $key (let (($c (hash-table-ref $t $key (lambda () $v)))) (log (apply list $key)) $put $c))"
            puts = "(hash-table-set! $t $key $c)", "(if (pair? $key) (hash-table-set! $t (cdr $key) $c))"
            steps.insert(0, f"({rest.replace('$put', self.pick(puts))} $k $d)")
        forms: list[Form] = []
        for _ in range(self.random.randint(1, 5)):
            parts = {
                "t": t,
                "key": key,
                "c": c,
                "k": self.key(self.pick(["int"] if self.chance(0.1) else kinds), inner, depth),
                "v": self.grow("int", inner, depth),
                "d": self.number(0, 3),
                "two": self.key("string", inner, depth) if texts else self.key("two", inner, depth),
                "char": ["string", key] if texts else key,
                "text": self.grow("string", scope, depth),
            }
            forms.append(template(self.pick(steps if self.chance(0.2) else steps[:-2]), **parts))
        made = template(f"(make-hash-table {relation})")
        return ["let", [[t, made]], *forms, ["map", "cdr", ["hash-table->alist", t]]]

    def key(self, kind: str, scope: Scope, depth: int) -> Form:
        """A key of a table."""
        if kind == "char":
            return self.pick(["#\\a", "#\\😀", '(string-ref "a😀" 1)'])
        if kind == "two":
            parts = {"a": self.leaf("int", scope), "b": self.leaf(self.pick(["int", "int", "string"]), scope)}
            ways = ["(list $a $b)", "(list $b $a)", "(cons $a $b)", "(list $a $a $b)", "(cons $b 'k)", "(list 'k $b)"]
            return template(self.pick(ways), **parts)
        return self.leaf(kind, scope) if self.chance(0.5) else self.grow(kind, scope, depth)

    def list_from_vector(self, scope: Scope, depth: int) -> Form:
        start = ["1"] if self.chance(0.1) else []
        return ["vector->list", self.grow("vector", scope, depth), *start]

    def list_generator(self, scope: Scope, depth: int) -> Form:
        """Values taken from a generator that is made of two continuations."""
        (name,) = self.names(1)
        inner = (*scope, (name, "int"))
        step = ["lambda", [name], ["yield", self.grow("int", inner, depth)]]
        produce = ["for-each", step, self.grow("list", scope, depth)]
        return template(
            """
            (letrec ((return #f)
                     (rest #f)
                     (yield (lambda (v) (call/cc (lambda (k) (set! rest k) (return v)))))
                     (next (lambda ()
                             (call/cc (lambda (k)
                                        (set! return k)
                                        (if rest
                                            (rest 0)
                                            (begin $produce (set! rest (lambda (i) (return #f))) (return #f))))))))
              (let collect ((got '()) (left 4))
                (let ((v (next)))
                  (if (and v (> left 0)) (collect (cons v got) (- left 1)) (reverse got)))))
            """,
            produce=produce,
        )

    def int_receivers(self, scope: Scope, depth: int) -> Form:
        """A loop that is captured in each turn, more often than makes a site hot, by receivers that stand there."""
        i, t, k, j = self.names(4)
        inner = (*scope, (i, "int"), (t, "int"), (k, "cont"))
        parts: dict[str, Form] = {"i": i, "t": t, "k": k, "j": j}
        parts["body"] = self.grow("int", inner, depth)
        parts["two"] = self.grow("int", (*inner, (j, "cont")), depth)
        keep = ["(set! saved-b $k)", "(if (odd? $i) (set! saved-b $k))", "(set! kept (cons $k kept))"]
        parts["keep"] = template(self.pick(keep), **parts)
        receivers = [
            "(lambda ($k) $keep $body)",
            "(lambda ($k) $keep $body)",
            "(lambda ($k) $keep (let (($j $i)) (set! $j (+ $j 1)) (mark-a $j)))",
            "(lambda ($k) (call/cc (lambda ($j) (set! saved-a $j) $keep $two)) $body)",
            "(letrec (($j (lambda ($k) $keep (if (number? $k) $k ($j $i))))) $j)",
            "(lambda ($k) $keep (set! $t (+ $t 1)) (set! $k (lambda (x) x)) ($k 3))",
        ]
        parts["receiver"] = template(self.pick(receivers), **parts)
        sums = ["(+ (modulo $t 97) (call/cc $receiver))", "(let ((x (call/cc $receiver))) (+ (modulo $t 97) x))"]
        parts["sum"] = template(self.pick(sums), **parts)
        loop = "(let loop (($i 11) ($t 0)) (if (<= $i 0) (+ $t (length kept)) (loop (- $i 1) $sum)))"
        return template("(let ((kept '())) $loop)", loop=template(loop, **parts))

    def vector_make(self, scope: Scope, depth: int) -> Form:
        return ["vector", *(self.grow("int", scope, depth) for _ in range(3))]

    def vector_map(self, scope: Scope, depth: int) -> Form:
        (name,) = self.names(1)
        inner = (*scope, (name, "int"))
        return ["vector-map", ["lambda", [name], *self.body("int", inner, depth)], self.grow("vector", scope, depth)]

    def vector_from_list(self, scope: Scope, depth: int) -> Form:
        return ["list->vector", self.grow("list", scope, depth)]

    def int_scan(self, scope: Scope, depth: int) -> Form:
        """A loop that looks for a character, from somewhere up to somewhere."""
        s, i, end = self.names(3)
        parts = {"s": s, "i": i, "end": end, "from": self.number(-1, 5), "text": self.grow("string", scope, depth)}
        parts["last"] = self.pick([["string-length", s], ["string-length", s], self.number(0, 6)])
        parts["reached"] = self.pick(["=", ">="])
        ways = [
            """
            (cond (($reached $i $end) n)
                  ((char=? (string-ref $s $i) #\\x) (log $i) (loop (+ $i 1) (+ n 1)))
                  (else (loop (+ $i 1) n)))
            """,
            "(if (or ($reached $i $end) (char=? (string-ref $s $i) #\\x)) $i (loop (+ $i 1) n))",
            "(if (and (< $i $end) (not (char=? (string-ref $s $i) #\\x))) (loop (+ $i 1) n) $i)",
            "(cond ((>= $i (string-length $s)) n) ((char=? (string-ref $s $i) #\\x) $i) (else (loop (+ $i 1) n)))",
        ]
        whole = "(let* (($s $text) ($end $last)) (let loop (($i $from) (n 0)) $body))"
        if self.chance(0.4):  # a procedure that calls itself
            whole = "(let* (($s $text)) (define (loop $i n $end) $body) (+ (loop $from 0 $last) (loop 0 1 $last)))"
            ways = [each.replace("(+ n 1))", "(+ n 1) $end)").replace(" n)", " n $end)") for each in ways]
            ways = [each.replace("$end) n $end)", "$end) n)").replace("$s)) n $end)", "$s)) n)") for each in ways]
        return template(whole, **parts, body=template(self.pick(ways), **parts))

    def int_counted(self, scope: Scope, depth: int) -> Form:
        """A loop that counts up or down to an end that is known when it begins."""
        i, end, n = self.names(3)
        upwards, step = self.chance(0.5), self.number(1, 3)
        signs = [">=", ">"] if upwards else ["<=", "<"]
        last: Form = self.number(0, 8) if self.chance(0.6) else self.pick(["4.0", "7/2", "2.5", "-1", "'(a)"])
        if self.chance(0.3):
            last, signs, step = self.number(0, 3), ["="], "1"
        sign = self.pick(signs)
        opposite = {">=": "<", ">": "<=", "<=": ">", "<": ">="}
        parts: dict[str, Form] = {"i": i, "end": end, "n": n}
        parts["again"] = ["loop", ["+" if upwards else "-", i, step], ["+", n, self.grow("int", scope, depth)]]
        parts["leave"] = self.pick([n, i, ["list", i, n]]) if self.chance(0.3) else n
        inner = (*scope, (n, "int"), (i, "frozen"))
        parts["effect"] = self.effect(inner, depth)
        parts["start"] = "0" if upwards else self.number(3, 8)
        parts["sum"] = self.grow("int", scope, depth)
        ways = [f"(if ({sign} $i $end) $leave (begin $effect $again))"]
        if sign in opposite:
            ways += [
                f"(cond (({opposite[sign]} $i $end) $effect $again) (else $leave))",
                f"(if ({sign} $i $end) $leave (let (($n (+ $i $n))) $effect $again))",
            ]
        parts["body"] = template(self.pick(ways), **parts)
        return template("(let (($end $last)) (let loop (($i $start) ($n $sum)) $body))", **parts, last=last)

    def list_gathered(self, scope: Scope, depth: int) -> Form:
        """A loop that gathers a list, which it reverses in the end."""
        i, acc, n = self.names(3)
        inner = (*scope, (n, "int"), (i, "frozen"))
        items = [self.grow("int", inner, depth) for _ in range(3)]
        others = [self.grow("int", inner, depth) for _ in range(2)]
        ends = [
            "(reverse $acc)",
            "(reverse (cons $item $acc))",
            "(done)",
            "(append (reverse $acc) (list (length $acc)))",
        ]
        steps = ["(cons $item $acc)", "(if $choice (cons $item $acc) $acc)", "(let (($n $item)) (cons $n $acc))", "'()"]
        parts = {"i": i, "acc": acc, "n": n, "choice": self.grow("bool", inner, depth)}
        grown = [template(self.pick(steps), **parts, item=item) for item in items[:2]]
        return template(
            """
            (let loop (($i 0) ($acc '()) ($n $start))
              (define (done) (reverse $acc))
              (cond ((= $i $times) $end)
                    ($test (loop (+ $i 1) $first $other))
                    (else (log (null? $acc)) (loop (+ $i 1) $second $another))))
            """,
            **parts,
            start=self.grow("int", scope, depth),
            times=self.number(0, 4),
            test=self.grow("bool", inner, depth),
            end=template(self.pick(ends), **parts, item=items[2]),
            first=grown[0],
            second=grown[1],
            other=others[0],
            another=self.pick([others[1], ["length", acc]]),
        )

    def string_gathered(self, scope: Scope, depth: int) -> Form:
        """A loop along the characters of a string that gathers words."""
        n, c = self.names(2)
        inner = (*scope, (n, "int"))
        ways = [
            "(cons (char-upcase $c) word)",
            "(cons $c word)",
            "(cons (car l) word)",
            "(if $test (cons #\\a word) word)",
        ]
        parts = {"n": n, "c": c, "test": self.grow("bool", inner, depth)}
        return template(
            """
            (let loop ((l $letters) (word '()) (words '()) ($n $start))
              (if (null? l)
                  (apply string-append (reverse (cons (list->string (reverse word)) words)))
                  (let (($c (car l)) (rest (cdr l)))
                    (cond ((char=? $c #\\x) (loop rest '() (cons (list->string (reverse word)) words) $first))
                          ($test (loop (cdr l) $step words $second))
                          (else (loop rest (cons $c word) words $n))))))
            """,
            **parts,
            letters=self.letters(scope, depth),
            start=self.grow("int", scope, depth),
            first=self.grow("int", inner, depth),
            second=self.grow("int", inner, depth),
            step=template(self.pick(ways), **parts),
        )

    def string_parts(self, scope: Scope, depth: int) -> Form:
        """A loop along a string that gathers strings, which are appended in the end."""
        n, c = self.names(2)
        inner = (*scope, (n, "int"))
        parts = {"c": c, "test": self.character_test(c), "other": self.grow("int", inner, depth)}
        ways = [
            '(cons (if $test "<" (string $c)) parts)',
            '(if $test (cons (string $c) (cons "-" parts)) (cons (number->string $other) parts))',
            "(if $test parts (cons (string $c #\\+) parts))",
            '(cons (string-append (string $c) (number->string $other)) (cons "," parts))',
            '(if (and $test (pair? parts)) (cons "x" (cons (string $c) parts)) parts)',
        ]
        return template(
            """
            (let loop ((l $letters) (parts '()) ($n $start))
              (if (null? l)
                  (apply string-append (reverse parts))
                  (let (($c (car l))) (loop (cdr l) $step (+ $n 1)))))
            """,
            letters=self.letters(scope, depth),
            start=self.grow("int", scope, depth),
            step=template(self.pick(ways), **parts),
            n=n,
            c=c,
        )

    def letters(self, scope: Scope, depth: int) -> Form:
        """The characters of a string, or the later ones."""
        ways = ["(string->list $text)"] * 3 + ["(cdr (string->list $text))", "(string->list $text 1)"]
        return template(self.pick(ways), text=self.grow("string", scope, depth))

    def string_joined(self, scope: Scope, depth: int) -> Form:
        """What a procedure makes of each member of a list, joined at once."""
        x, c = self.names(2)
        inner = (*scope, (x, "int"))
        parts = {"x": x, "c": c, "test": self.character_test(c), "s": self.grow("string", inner, depth)}
        wholes = [
            "(apply string-append (map (lambda ($x) $string) $list))",
            "(apply string-append (map (lambda ($c) (if $test $one (string $c))) (string->list $text)))",
            "(list->string (map (lambda ($c) (if $test #\\- (char-upcase $c))) (string->list $text)))",
            "(number->string (apply + (map (lambda ($x) $number) $list)))",
        ]
        strings = [
            "(number->string $x)",
            '(if (even? $x) "even" $s)',
            '(if (> $x 0) (string-append "<" (number->string $x)) $s)',
            "(let ((s $s)) (if (> (string-length s) $x) s (string-append s s)))",
        ]
        return template(
            self.pick(wholes),
            **parts,
            string=template(self.pick(strings), **parts),
            one=self.pick(['"*"', template('(string-append "\\\\" (string $c))', **parts)]),
            text=self.grow("string", scope, depth),
            list=self.grow("list", scope, depth),
            number=self.grow("int", inner, depth),
        )

    def int_letters(self, scope: Scope, depth: int) -> Form:
        """A loop that counts along a string, and mostly wants nothing of the index but the character."""
        s, i, n, c = self.names(4)
        inner = (*scope, (n, "int"))
        ends = ["(= $i (string-length $s))", "(>= $i end)", "(= $i end)"]
        again = ["$n", "(+ $n 1)", "(- $n $i)", "(if (memv (char-upcase $c) '(#\\A #\\X #\\-)) (+ $n 1) $n)"]
        names = {"s": s, "i": i, "n": n, "c": c}
        return template(
            """
            (let* (($s $text) (end (string-length $s)))
              (let loop (($i 0) ($n $start))
                (if $end $n (let (($c (string-ref $s $i))) (loop (+ $i 1) (if $test $step $again))))))
            """,
            **names,
            text=self.grow("string", scope, depth),
            start=self.grow("int", scope, depth),
            end=template(self.pick(ends), **names),
            test=self.character_test(c),
            step=self.grow("int", inner, depth) if self.chance(0.5) else template(self.pick(again), **names),
            again=template(self.pick(again), **names),
        )

    def string_lines(self, scope: Scope, depth: int) -> Form:
        """Lines out of a port, and whatever into another one."""
        port, out, line = self.names(3)
        inner = (*scope, (line, "string"))
        return template(
            """
            (let (($in (open-input-string (string-append $text $between $more))) ($out (open-output-string)))
              (let loop (($line (read-line $in)))
                (cond ((eof-object? $line) (get-output-string $out))
                      (else (write-string $line $out) ($show $x $out) (display (number->string $n) $out)
                            (loop (read-line $in))))))
            """,
            **{"in": port, "out": out, "line": line},
            text=self.grow("string", scope, depth),
            more=self.grow("string", scope, depth),
            between=self.pick(['"\\n"', '"\\r\\n"', '"\\n\\n"', '"\\r"', '""']),
            show=self.pick(["write", "display"]),
            x=self.grow(self.pick(TYPES[:9]), inner, depth),
            n=self.grow("int", inner, depth),
        )

    def int_place(self, scope: Scope, depth: int) -> Form:
        """What stands at a literal place of a list."""
        place = self.pick(["0", "1", "2", "5"])
        return template(
            "(let ((l $list)) (if (< $place (length l)) (list-ref l $place) (length (list-tail l 0))))",
            list=["map", ["lambda", ["x"], self.grow("int", scope, depth)], self.grow("list", scope, depth)],
            place=place,
        )

    def list_characters(self, scope: Scope, depth: int) -> Form:
        """The characters of a string, which are looked at, walked along and made a string again."""
        chars, c, n = self.names(3)
        inner = (*scope, (n, "int"))
        parts: dict[str, Form] = {"chars": chars, "c": c, "n": n, "choice": self.grow("bool", inner, depth)}
        parts["text"] = self.pick([self.grow("string", scope, depth), '"xaby"'])
        sources = [
            "(string->list $text)",
            "(reverse (string->list $text))",
            "(map (lambda ($c) (log $c) (char-upcase $c)) (string->list $text))",
            "(reverse (map (lambda ($c) (let (($n 1)) (if $choice $c #\\b))) (string->list $text)))",
            "(let (($n 2)) (if $choice (string->list $text) (reverse (string->list $text))))",
        ]
        uses = [
            "(list->string $chars)",
            "(list->string (reverse $chars))",
            "(length $chars)",
            "(if (pair? $chars) (list (car $chars) (null? (cdr $chars))) (null? $chars))",
            "(list-ref $chars 1)",
            "(cadr $chars)",
            "(apply list $chars)",
            "(map (lambda ($c) (if (char=? $c #\\x) (char->integer $c) $c)) $chars)",
            "(let loop ((l $chars) ($n 0)) (if (null? l) $n (loop (cdr l) (if (char<? (car l) #\\m) $next (+ $n 1)))))",
            "(for-each (lambda ($c) (log $c)) $chars)",
            '(guard (e (#t (describe e))) (error "characters" $chars))',
        ]
        parts["next"] = self.grow("int", inner, depth)
        used = [template(self.pick(uses), **parts) for _ in range(self.random.randint(1, 3))]
        return ["let", [[chars, template(self.pick(sources), **parts)]], ["list", *used]]

    def list_split(self, scope: Scope, depth: int) -> Form:
        """A loop that cuts a string where a character is, by itself or with a search for each next one."""
        s, i, start, n, end, char = self.names(6)
        inner = (*scope, (n, "int"))
        piece = template("(substring $s $start $i)", s=s, start=start, i=i)
        parts: dict[str, Form] = {"s": s, "i": i, "start": start, "n": n, "end": end}
        parts["piece"] = self.pick([piece, ["string-length", piece]])
        parts["choice"] = self.grow("bool", inner, depth)
        steps = [
            "(cons $piece found)",
            "(if (< $start $i) (cons $piece found) found)",
            "(if $choice (cons $piece found) (cons (- $i $start) found))",
            "(if (= $i $start) found (cons (list $piece $n) found))",
            "(cons $i found)",
        ]
        ends = ["(cons (substring $s $start $end) found)", "(reverse found)", "(cons $n found)", "(list $start found)"]
        loops = [
            """
            (let loop (($i 0) ($start 0) (found '()) ($n $from))
              (cond ((= $i $end) $last)
                    ((char=? (string-ref $s $i) $c) (loop (+ $i 1) $behind $step $next))
                    (else (loop (+ $i 1) $start found $n))))
            """,
            """
            (let loop (($i 0) ($start 0) (found '()) ($n $from))
              (if (< $i $end)
                  (let ((at (string-ref $s $i)))
                    (if (or (memv at (quote (#\\x #\\a))) (char-whitespace? at) (eqv? at #\\1))
                        (loop (+ $i 1) $behind $step $next)
                        (loop (+ $i 1) $start found $n)))
                  $last))
            """,
            """
            (let loop (($start 0) (found '()) ($n $from))
              (let (($i (let look ((at $start))
                         (if (< at $end) (if (char=? $c (string-ref $s at)) at (look (+ at 1))) #f))))
                (if $i (loop (+ $i 1) $step $next) $last)))
            """,
        ]
        return template(
            "(let* (($s $text) ($end (string-length $s)) ($char $wanted)) $loop)",
            **parts,
            char=char,
            text=self.pick([self.grow("string", scope, depth), '"axbx yx"', '"x1x"']),
            wanted=self.pick(["#\\x", "#\\a", "#\\x", self.grow("any", scope, depth)]),
            loop=template(
                self.pick(loops),
                **parts,
                **{"from": self.grow("int", scope, depth)},
                c=self.pick(["#\\x", "#\\y", "#\\1", char]),
                step=template(self.pick(steps), **parts),
                last=template(self.pick(ends), **parts),
                behind=self.pick([["+", i, "1"]] * 4 + [i]),
                next=self.grow("int", inner, depth),
            ),
        )

    def string_grown(self, scope: Scope, depth: int) -> Form:
        """A loop that makes a string longer."""
        i, s, n = self.names(3)
        inner = (*scope, (n, "int"), (i, "frozen"))
        parts = {"i": i, "s": s, "n": n, "choice": self.grow("bool", inner, depth)}
        parts["more"] = self.grow("string", inner, depth)
        steps = [
            "(string-append $s $more)",
            '(if $choice (string-append $s (number->string $n) "x") $s)',
            '(string-append $s "y")',
            '""',
        ]
        ends = [
            "$s",
            '(string-append $s "z")',
            "(number->string (string-length $s))",
            "(let ((r $s)) (log (string=? r $s)) r)",
        ]
        return template(
            """
            (let loop (($i 0) ($s $begin) ($n $start))
              (cond ((= $i $times) $end)
                    ($test (loop (+ $i 1) $first $other))
                    (else (loop (+ $i 1) $second $another))))
            """,
            **parts,
            begin=self.pick(
                ['""', ["number->string", self.grow("int", scope, depth)], self.grow("string", scope, depth)]
            ),
            start=self.grow("int", scope, depth),
            times=self.number(0, 4),
            test=self.grow("bool", inner, depth),
            end=self.pick([s, s, *[template(each, **parts) for each in ends[1:]]]),
            first=template(self.pick(steps[:3]), **parts),
            second=self.pick([template(each, **parts) for each in steps[:3]] + ['""']),
            other=self.grow("int", inner, depth),
            another=self.grow("int", inner, depth),
        )

    def string_pieces(self, scope: Scope, depth: int) -> Form:
        """Strings that are made for their texts only: parts, repetitions and numerals, appended to each other."""
        (s,) = self.names(1)
        parts = {"s": s, "n": self.grow("int", scope, depth), "from": self.number(-1, 2), "to": self.number(0, 4)}
        pieces = [
            "(substring $s $from $to)",
            "(substring $s $from (string-length $s))",
            "(make-string $to #\\.)",
            "(number->string $n)",
            "(string-append (number->string $n) $s)",
            '(string-append "<" (substring $s 0 1) (string-append $s ">"))',
            "$s",
        ]
        made = [template(self.pick(pieces), **parts) for _ in range(self.random.randint(1, 4))]
        whole: list[Form] = [
            ["string-append", *made],
            ["number->string", ["string-length", ["string-append", *made]]],
            ["if", ["string=?", made[0], made[-1]], s, made[0]],
        ]
        return ["let", [[s, self.grow("string", scope, depth)]], self.pick(whole)]

    def int_inexact(self, scope: Scope, depth: int) -> Form:
        """A loop whose variable is inexact, computed with numbers of any kind."""
        x, i = self.names(2)
        inner = (*scope, (i, "int"))
        steps = ["(* $x $by)", "(/ $x $by)", "(+ $x $by)", "(- (* $x $x) $by)", "(if (> $x 2) (/ $x 3) (* $by 0.5))"]
        step = template(self.pick(steps), x=x, by=self.grow("int", inner, depth))
        return template(
            """
            (let loop (($x 1.5) ($i $times))
              (if (<= $i 0)
                  (if (< -1e9 $x 1e9) (exact (round (* 8 $x))) 7)
                  (loop $step (- $i 1))))
            """,
            x=x,
            i=i,
            step=step,
            times=self.number(1, 4),
        )

    def string_append(self, scope: Scope, depth: int) -> Form:
        return ["string-append", self.grow("string", scope, depth), self.grow("string", scope, depth)]

    def string_from_number(self, scope: Scope, depth: int) -> Form:
        return ["number->string", self.grow("int", scope, depth)]

    def string_port(self, scope: Scope, depth: int) -> Form:
        return template(
            "(let ((port (open-output-string))) (write $first port) (display $second port) (get-output-string port))",
            first=self.grow(self.pick(TYPES[:9]), scope, depth),
            second=self.grow(self.pick(TYPES[:9]), scope, depth),
        )

    def string_characters(self, scope: Scope, depth: int) -> Form:
        """Characters out of a port or a string: most go one way, some another one, on which much may happen."""
        c, port, out, chars, held = self.names(5)
        inner = (*scope, (chars, "list")) if self.chance(0.2) else scope
        special = self.pick(
            [
                template("(write-string $text $out)", text=self.grow("string", scope, depth), out=out),
                template("(write $x $out)", x=self.grow("int", scope, depth), out=out),
            ]
        )
        parts = {
            "c": c,
            "in": port,
            "out": out,
            "chars": chars,
            "text": self.grow("string", scope, depth),
            "test": self.character_test(c, held),
            "end": self.character_test(c, held),
            "special": special,
            "other": self.grow("int", inner, depth),
        }
        holds = self.pick(["#\\a", "#\\2", '(string-ref "a1-" 1)', "'none"])
        return template(
            "(let (($held $holds)) $loop)", held=held, holds=holds, loop=template(self.pick(CHARACTER_LOOPS), **parts)
        )

    def character_test(self, c: str, held: str = "") -> Form:
        """Whether the character is one of a few, or that which is held."""
        tests = ["(char=? $c #\\1)", "(eqv? $c #\\-)", "(memv $c (quote (#\\a #\\2 #\\-)))", "(char-whitespace? $c)"]
        tests += ["(char<? $c #\\-)", "(char-alphabetic? $c)", "(<= 48 (char->integer $c) 50)"]
        tests += ["(char=? $c $held)", "(eqv? $held $c)"] if held else []
        one = template(self.pick(tests), c=c, held=held)
        return ["or", one, template(self.pick(tests), c=c, held=held)] if self.chance(0.3) else one

    # ---- procedures and the rest

    def procedure(self, count: int, scope: Scope, depth: int) -> Form:
        params = self.names(count)
        inner = (*scope, *((name, "int") for name in params))
        return ["lambda", params, *self.body("int", inner, depth)]

    def proc0_lambda(self, scope: Scope, depth: int) -> Form:
        return self.procedure(0, scope, depth)

    def proc1_lambda(self, scope: Scope, depth: int) -> Form:
        return self.procedure(1, scope, depth)

    def proc1_primitive(self, scope: Scope, depth: int) -> Form:
        return self.pick(["-", "abs", "log", "mark-a", "resume-b", "values", "square", "list", "car"])

    def proc1_made(self, scope: Scope, depth: int) -> Form:
        """A procedure that calls in tail position what was there before it: a procedure, or a continuation."""
        escapes = self.bound(scope, "cont")
        last = self.pick(escapes) if escapes and self.chance(0.2) else self.leaf("proc1", scope)
        other = self.grow("proc1", scope, depth)
        if self.chance(0.6):
            return ["compose", last, other]
        return ["choose", self.pick(["odd?", "positive?", "mark-b"]), last, other]

    def proc2_lambda(self, scope: Scope, depth: int) -> Form:
        return self.procedure(2, scope, depth)

    def proc2_primitive(self, scope: Scope, depth: int) -> Form:
        return self.pick(["+", "-", "max", "cons", "quotient", "list", "values"])

    def any_data(self, scope: Scope, depth: int) -> Form:
        return self.grow(self.pick(TYPES[:9]), scope, depth)

    def any_pair(self, scope: Scope, depth: int) -> Form:
        return ["cons", self.grow(self.pick(TYPES[:9]), scope, depth), self.grow(self.pick(TYPES[:9]), scope, depth)]


def _productions() -> dict[str, list[Callable[..., Form]]]:
    """The methods by the type they make; those that make any type are under "shared"."""
    kinds = ["effect", "int", "bool", "list", "vector", "string", "proc0", "proc1", "proc2"]
    found = {kind: [f for name, f in vars(Generator).items() if name.startswith(kind + "_")] for kind in kinds}
    unshared = [Generator.any_data, Generator.any_pair]
    shared = [f for name, f in vars(Generator).items() if name.startswith("any_") and f not in unshared]
    return {**found, "any": unshared, "shared": shared}


PRODUCTIONS = _productions()
