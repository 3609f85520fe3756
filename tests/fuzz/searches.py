"""Searches by choices, and channels between coroutines: definitions of them in many ways out, and a program that uses
one often enough for its frames to leave Python's stack.

What chooses, demands, fails or hands over is a procedure of the top level, written as one of its ways;
the body makes many choices, in all sorts of places, and random forms stand between them.
"""

from __future__ import annotations

from random import Random
from typing import Final

from tests.fuzz.generate import Form, Generator, Scope, template

BACK: Final = """
    (define (back)
      (set! steps (+ steps 1))
      (if (or (null? choices) (> steps $steps))
          (stop (list 'ended $int))
          (let ((k (car choices))) (set! choices (cdr choices)) $enter)))
"""
BOUNDED: Final = """
    (define (back)
      (set! steps (+ steps 1))
      (cond ((or (null? choices) (> steps $steps)) (stop $int))
            (else (let ((k (car choices))) $effect (set! choices (cdr choices)) $enter))))
"""
CHOOSE: Final = {  # how one goes back to what is kept -> ways to choose
    "(k 'again)": (
        """
        (define (one-of l)
          (call/cc (lambda (return)
            (for-each (lambda (x) (call/cc (lambda (next) (set! choices (cons next choices)) (return x)))) l)
            (back))))
        """,
        """
        (define (one-of l)
          (if (null? l)
              (back)
              (call/cc (lambda (return)
                (call/cc (lambda (retry) (set! choices (cons retry choices)) $effect (return (car l))))
                (return (one-of (cdr l)))))))
        """,
        """
        (define (one-of l)
          (call/cc (lambda (return)
            (let loop ((v l))
              (cond ((null? v) (back))
                    (else (call/cc (lambda (k) (set! choices (cons k choices)) (return (car v))))
                          (loop (cdr v))))))))
        """,
    ),
    "(k k)": (
        """
        (define (one-of l)
          (let ((k (call/cc (lambda (c) c))))
            (if (null? l)
                (back)
                (let ((x (car l))) (set! l (cdr l)) (set! choices (cons k choices)) x))))
        """,
        """
        (define (one-of l)
          (let* ((v l) (k (call/cc (lambda (c) $effect c))))
            (cond ((null? v) (back)) (else (set! choices (cons k choices)) (let ((x (car v))) (set! v (cdr v)) x)))))
        """,
    ),
    "(k)": (
        """
        (define (one-of l)
          (call/cc (lambda (k)
            (let try ((l l))
              (if (null? l) (back) (begin (set! choices (cons (lambda () (try (cdr l))) choices)) (k (car l))))))))
        """,
        """
        (define (one-of l)
          (call/cc (lambda (return)
            (set! choices (append (map (lambda (x) (lambda () (return x))) l) choices))
            (back))))
        """,
    ),
}
BESIDE: Final = (
    "(define (require p) (if $asked (back)))",
    "(define (some-of . l) (one-of l))",
    "(define (pick-one l n) $effect (one-of (cons n l)))",
    "(define (give x) (call/cc (lambda (k) (set! choices (cons (lambda again (k x)) choices)) (taken x))))",
    "(define (taken x) (stop (list 'taken x)))",
    "(define (keep x) (call/cc (lambda (k) (set! kept (cons k kept)) (k (list x (length kept))))))",
    "(define (turn-over x) (call/cc (lambda (here) (handed x (lambda (y) (here (list y $int)))))))",
    "(define (handed x k) (if (number? x) (k (+ x 1)) (k x)))",
)
CHOICES: Final = (
    "(one-of (list $int $int 3))",
    "(one-of (list $few 1 $few))",
    "(one-of '(1 2))",
    "(one-of '(1 2 3))",
    "(some-of 2 $few 1)",
    "(some-of $few)",
    "(pick-one '(3 1) $int)",
    "(+ 1 (one-of '(1 2)))",
    "(let ((x (one-of '(2 1)))) (set! n (+ n x)) x)",
    "(car (map (lambda (x) (one-of (list x $few))) '(1 2)))",
    "(parameterize ((param-a $few)) (one-of (list (param-a) 1)))",
    "(dynamic-wind (lambda () (log 'in)) (lambda () (one-of '(1 $few))) (lambda () (log 'out)))",
    "(guard (e ((symbol? e) 1) ((number? e) e)) (let ((x (one-of '(1 2 3)))) (if (odd? x) (raise x) x)))",
    "(guard (e (#t 2)) (+ 1 (one-of (list 1 'a 2))))",
    "(with-exception-handler (lambda (e) 1) (lambda () (one-of (list 1 (raise-continuable 'c)))))",
    "(let loop ((i 0) (s 0)) (if (= i 2) s (loop (+ i 1) (+ s (one-of (list i 1))))))",
    "(do ((i 0 (+ i 1)) (s 0 (+ s (one-of '(1 0))))) ((= i 2) s))",
    "(let ((made (lambda (x) (one-of (list x 1))))) (made $few))",
    "(apply some-of (list 1 $few))",
    "(if (odd? (one-of '(1 2))) (one-of '(1 4)) (some-of 5 3))",
    "(call/cc (lambda (k) (let ((x (one-of '(1 2)))) (if (odd? x) (k x) (+ x 1)))))",
    "(length (keep $int))",
    "(car (turn-over (one-of '(1 2))))",
    "(car (turn-over $int))",
)
DEMANDS: Final = (
    "(require (odd? $name))",
    "(require (< $name $other))",
    "(require (not (= $name $other)))",
    "(require $bool)",
    "(require (< (+ $name $other) 6))",
    "(if (> $name 2) (back))",
    "(unless (odd? $name) (back))",
    "(log (list $name $other))",
    "(set! n (+ n $name))",
    "(set! $name (+ $name 1))",
    "(set! thunks (cons (lambda () (list $name $other n)) thunks))",
    "(set! thunks (cons (lambda () (set! $name (+ $name 1)) $name) thunks))",
    "(log (keep $name))",
    "(log (turn-over $name))",
    "(for-each (lambda (x) (require (< x 9))) (list $name $other))",
    "(when (= $name 2) (log (give $other)))",
    "(log (car (if (= steps 7) $name (list $name))))",
    "$effect",
)
ENDS: Final = ("$all", "(begin (log $all) (back))", "(begin (log $all) (require (> steps 12)) $all)", "$int")
MANY: Final = """
    (define (again i)
      (set! steps 0) (set! choices '()) (set! thunks '())
      (let ((found (call/cc (lambda (k) (set! stop k) (search i)))))
        (log (list found steps n (length choices) (map (lambda (t) (t)) thunks)))))
"""
FILLING: Final = "(define (filling a b c d e) (let* ((g (list a b)) (h (list c d))) (list (lambda () (list g e)) h)))"
ASKED: Final = ("(not p)", "(begin n (not p))", "(if p #f #t)")


class Searches:
    """Grows a program that searches."""

    def __init__(self, seed: int, size: int) -> None:
        self.random = Random(seed)
        self.generator = Generator(self.random, size)
        self.count = max(3, min(14, size // 12))

    def program(self) -> list[Form]:
        pick = self.random.choice
        enter = pick(list(CHOOSE))
        helping = [
            self.fill(pick((BACK, BOUNDED)), (), enter=template(enter), steps=str(self.random.randint(15, 60))),
            self.fill(pick(CHOOSE[enter]), ()),
            *[self.fill(each, (("x", "int"),) if "(x" in each or " x)" in each else ()) for each in BESIDE],
        ]
        self.random.shuffle(helping)
        names = [f"c{i}" for i in range(self.random.randint(3, self.count))]
        state: list[Form] = [template(f"(define {each} '())") for each in ("choices", "kept", "thunks")]
        state += [template(each) for each in ("(define steps 0)", "(define n 0)", "(define stop #f)")]
        whole = [*self.body(names)]
        search: Form = ["define", ["search", "i"], *(helping if self.chance(0.15) else []), *whole]
        if self.chance(0.5):  # they stand in other parts of the unit, then
            helping.insert(self.random.randint(0, len(helping)), template(FILLING))
        forms = [*state, *helping, search, template(MANY)]
        forms += [self.called(["again", str(i)]) for i in range(self.random.randint(1, 4))]
        return forms

    def body(self, names: list[str]) -> list[Form]:
        """Choices, one after the other, with what is demanded between them."""
        scope: Scope = ()
        rest: Form = []
        steps: list[tuple[str, Form, list[Form]]] = []
        for name in names:
            choice = self.fill(self.random.choice(CHOICES), scope)
            scope = (*scope, (name, "int"))
            demands = [self.demand(scope) for _ in range(self.random.choice((0, 0, 1, 1, 2)))]
            steps.append((name, choice, demands))
        rest = [self.fill(self.random.choice(ENDS), scope, all=["list", *names])]
        for name, choice, demands in reversed(steps):
            rest = [["let", [[name, choice]], *demands, *rest]]
        return rest

    def demand(self, scope: Scope) -> Form:
        name, other = (self.random.choice(scope)[0] for _ in range(2))
        return self.fill(self.random.choice(DEMANDS), scope, name=name, other=other)

    def fill(self, shape: str, scope: Scope, **parts: Form) -> Form:
        for kind in ("int", "bool"):
            if f"${kind}" in shape:
                self.generator.left = 6
                parts[kind] = self.generator.grow(kind, scope, 2)
        if "$asked" in shape:
            parts["asked"] = template(self.random.choice(ASKED))
        if "$few" in shape:
            parts["few"] = str(self.random.randint(0, 4))
        if "$effect" in shape:
            self.generator.left = 6
            parts["effect"] = self.generator.effect(scope, 1)
        return template(shape, **parts)

    def called(self, call: Form) -> Form:
        ways = ("$call", "$call", "(parameterize ((param-a 3)) $call)", "(map (lambda (x) $call) '(1 2))")
        whole = template(self.random.choice(ways), call=call)
        return ["guard", ["e", ["#t", ["log", ["describe", "e"]]]], whole] if self.chance(0.7) else whole

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability


def generate_searches(seed: int, size: int = 250) -> list[Form]:
    """The program of that seed."""
    return Searches(seed, size).program()
