"""Macros in, values by the oracle out; wrong rules and wrong uses in, complaints out (R7RS 4.3)."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from tests.oracle import Oracle


def value(text: str) -> str:
    """The last value of a program, written."""
    return write_text(Oracle().run(text))


def rules(*clauses: str, head: str = "()") -> str:
    """`(define-syntax m (syntax-rules head clause …))`."""
    return f"(define-syntax m (syntax-rules {head} {' '.join(clauses)})) "


MATCHES = {
    "no pattern variable": (rules("((_) 1)"), "(m)", "1"),
    "first rule that fits": (
        rules("((_ a) 'one)", "((_ a b) 'two)", "((_ . r) 'many)"),
        "(list (m 1) (m 1 2) (m))",
        "(one two many)",
    ),
    "the keyword has no meaning in a pattern": (rules("((x x) x)"), "(m 5)", "5"),
    "underscore": (rules("((_ _ a _) a)"), "(m 1 2 3)", "2"),
    "ellipsis": (rules("((_ a ...) '(a ...))"), "(list (m) (m 1) (m 1 2))", "(() (1) (1 2))"),
    "ellipsis with a tail": (
        rules("((_ a ... b c) '((a ...) b c))"),
        "(list (m 1 2) (m 1 2 3 4))",
        "((() 1 2) ((1 2) 3 4))",
    ),
    "ellipsis with a dotted tail": (
        rules("((_ a ... b . c) '((a ...) b c))"),
        "(list (m 1 2) (m 1 2 . 3))",
        "(((1) 2 ()) ((1) 2 3))",
    ),
    "dotted pattern": (rules("((_ a . b) '(a b))"), "(list (m 1) (m 1 2 3) (m 1 . 2))", "((1 ()) (1 (2 3)) (1 2))"),
    "nested ellipsis": (rules("((_ (a b ...) ...) '((b ... a) ...))"), "(m (1 2 3) (4) (5 6))", "((2 3 1) (4) (6 5))"),
    "two ellipses flatten": (rules("((_ (a ...) ...) '(a ... ...))"), "(m (1 2) () (3))", "(1 2 3)"),
    "a name beside its list": (
        rules("((_ (k v ...) ...) '((k (k v) ...) ...))"),
        "(m (a 1 2) (b 3))",
        "((a (a 1) (a 2)) (b (b 3)))",
    ),
    "an independent list inside": (
        rules("((_ (a ...) (b ...)) '((a b ...) ...))"),
        "(m (1 2) (x y z))",
        "((1 x y z) (2 x y z))",
    ),
    "vector": (rules("((_ #(a b ...)) '(a #(b ...)))"), "(m #(1 2 3))", "(1 #(2 3))"),
    "datum": (
        rules("((_ 1) 'one)", '((_ "x") \'string)', "((_ #\\a) 'char)", "((_ #t) 'true)", "((_ x) 'other)"),
        '(list (m 1) (m "x") (m #\\a) (m #t) (m 1.0))',
        "(one string char true other)",
    ),
    "custom ellipsis": (rules("((_ a :::) '(a ::: ...))", head="::: ()"), "(m 1 2)", "(1 2 ...)"),
    "ellipsis as literal": (
        rules("((_ ...) 'dots)", "((_ x) 'other)", head="(...)"),
        "(list (m ...) (m 1))",
        "(dots other)",
    ),
    "underscore as literal": (
        rules("((_ _) 'underscore)", "((_ x) 'other)", head="(_)"),
        "(list (m _) (m 1))",
        "(underscore other)",
    ),
    "escaped ellipsis": (rules("((_ a) '(a (... ...)))"), "(m 1)", "(1 ...)"),
    "escaped template": (rules("((_ a) '(... (a ...)))"), "(m 1)", "(1 ...)"),
    "template with a tail": (rules("((_ a b ...) '(b ... . a))"), "(m 1 2 3)", "(2 3 . 1)"),
    "list in the tail of a template": (rules("((_ a . b) '(a . b))"), "(m 1 2 3)", "(1 2 3)"),
    "macro that makes a macro": (
        "(define-syntax be-like-begin (syntax-rules () ((_ name) (define-syntax name (syntax-rules ()"
        " ((name expr (... ...)) (begin expr (... ...))))))))",
        "(be-like-begin sequence) (sequence 1 2 3 4)",
        "4",
    ),
    "macro that makes the rules": (
        "(define-syntax constant (syntax-rules () ((_ x) (syntax-rules () ((_) x)))))",
        "(define-syntax five (constant 5)) (five)",
        "5",
    ),
    "another name for a keyword": ("(define-syntax my-if if)", "(my-if #f 1 2)", "2"),
}


@pytest.mark.parametrize("name", MATCHES)
def test_patterns_match_and_templates_are_filled(name: str) -> None:
    definition, use, expected = MATCHES[name]
    assert value(definition + use) == expected


HYGIENE = {
    "(define-syntax swap! (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))"
    "(let ((tmp 1) (other 2)) (swap! tmp other) (list tmp other))": "(2 1)",
    "(define-syntax my-or (syntax-rules () ((_ a b) (let ((t a)) (if t t b))))) (let ((t 5)) (my-or #f t))": "5",
    "(define-syntax my-or (syntax-rules () ((_ a b) (let ((t a)) (if t t b))))) (let ((if list)) (my-or 1 2))": "1",
    "(define x 'outer) (define-syntax m (syntax-rules () ((_) x))) (let ((x 'inner)) (m))": "outer",
    "(let ((x 'outer)) (let-syntax ((m (syntax-rules () ((m) x)))) (let ((x 'inner)) (m))))": "outer",
    "(let ((x 'outer)) (define-syntax m (syntax-rules () ((_ y) (let ((x 'new)) (list x y))))) (m x))": "(new outer)",
    "(define-syntax m (syntax-rules () ((_ x) (let ((x 1)) x)))) (m y)": "1",
    # literals match by what they mean, also renamed
    "(define-syntax m (syntax-rules (else) ((_ else) 'literal) ((_ x) 'other)))"
    "(list (m else) (let ((else 1)) (m else)))": "(literal other)",
    "(define-syntax m (syntax-rules (word) ((_ word) 'literal) ((_ x) 'other)))"
    "(list (m word) (let ((word 1)) (m word)))": "(literal other)",
    "(import (rename (scheme base) (else otherwise))) (cond (#f 1) (otherwise 2))": "2",
    # names that a macro defines
    "(define-syntax def (syntax-rules () ((_ name v) (begin (define tmp v) (define (name) tmp)))))"
    "(def a 1) (def b 2) (list (a) (b))": "(1 2)",
    "(define-syntax def (syntax-rules () ((_ name v) (begin (define tmp v) (define (name) tmp)))))"
    "(define tmp 'mine) (def a 1) (list (a) tmp)": "(1 mine)",
    "(define-syntax def (syntax-rules () ((_ n) (define counter n)))) (def 5) counter": "5",
    "(define (f) (define-syntax def (syntax-rules () ((_ name v) (begin (define tmp v) (define (name) tmp)))))"
    " (def a 1) (def b 2) (list (a) (b))) (f)": "(1 2)",
    "(define-syntax jabberwocky (syntax-rules () ((_ hatter) (begin (define march-hare 42) (define-syntax hatter"
    " (syntax-rules () ((_) march-hare))))))) (jabberwocky mad-hatter) (mad-hatter)": "42",
    # let-syntax and letrec-syntax
    "(letrec-syntax ((my-or (syntax-rules () ((_) #f) ((_ e) e)"
    " ((_ e1 e2 ...) (let ((temp e1)) (if temp temp (my-or e2 ...)))))))"
    "(let ((x #f) (y 7) (temp 8) (let odd?) (if even?)) (my-or x (let temp) (if y) y)))": "7",
    "(define-syntax m (syntax-rules () ((_) 'outer)))(let-syntax ((m (syntax-rules () ((_ x) (m))))) (m 1))": "outer",
    # a macro of a body sees the body
    "(define (f) (define-syntax m (syntax-rules () ((_) (g)))) (define (g) 'inner) (m)) (f)": "inner",
    "(let loop ((i 0)) (define-syntax next (syntax-rules () ((_) (loop (+ i 1))))) (if (< i 3) (next) i))": "3",
    # quoted names lose their disguise
    "(define-syntax m (syntax-rules () ((_ x) '(x y #(z))))) (m a)": "(a y #(z))",
    # recursion through bodies
    "(define-syntax my-let* (syntax-rules () ((_ () b ...) (let () b ...)) ((_ ((n v) r ...) b ...)"
    " (let ((n v)) (my-let* (r ...) b ...))))) (my-let* ((a 1) (b (+ a 1))) (define c b) (list a c))": "(1 2)",
    "(define-syntax while (syntax-rules () ((_ c b ...) (let loop () (when c b ... (loop))))))"
    "(define i 0) (define (loop) 'mine) (while (< i 3) (set! i (+ i 1)) (loop)) i": "3",
}


@pytest.mark.parametrize("text", HYGIENE)
def test_names_keep_their_meaning(text: str) -> None:
    assert value(text) == HYGIENE[text]


ERRORS = {
    rules("((_ a) 1)") + "\n(m)": "<string>:2:1: m: no pattern fits (m)",
    rules("((_ a ...) (a))"): "a stands for a list of matches: write a ... in the template",
    rules("((_ a) (1 ...))"): "nothing in 1 tells how often its ellipsis repeats",
    rules("((_ a ... b ...) 1)"): "... in a pattern wants a pattern before it, once in a list",
    rules("((_ a) (... ... ...))"): "wanted (... template), got (... ... ...)",
    rules("((_ a a) 1)"): "the pattern has the variable a twice",
    rules("(m 1)"): "wanted a rule ((_ pattern …) template), got (m 1)",
    rules("((_ a))"): "wanted a rule ((_ pattern …) template), got ((_ a))",
    rules(head="5"): "syntax-rules: wanted (syntax-rules [ellipsis] (literal …) (pattern template) …)",
    rules(head="(1)"): "wanted a name as literal, got 1",
    rules("((_ (a ...) (b ...)) '((a b) ...))")
    + "(m (1 2) (3 4 5))": "the parts under one ellipsis matched 2 and 3 things",
    rules("((_) 1)") + "(list m)": "m is a macro: wanted (m …), got m alone",
    rules("((_) 1)") + "(set! m 1)": "set!: m is a keyword, not a variable",
    rules('((_ a) (syntax-error "bad use of m" a))') + "\n(m 5)": "<string>:2:1: m: bad use of m 5",
}


@pytest.mark.parametrize("text", ERRORS)
def test_a_wrong_rule_or_use_is_refused(text: str) -> None:
    with pytest.raises(SchemeError) as caught:
        Oracle().run(text)
    assert ERRORS[text] in str(caught.value)
    assert caught.value.kind == "syntax"


def test_an_error_in_code_from_a_macro_shows_the_use_and_names_the_macro() -> None:
    inner = "(define-syntax inner (syntax-rules () ((_ a) (if a))))"
    outer = "(define-syntax outer (syntax-rules () ((_ a) (inner a))))"
    with pytest.raises(SchemeError) as caught:
        Oracle().run(f"{inner}\n{outer}\n(define (f)\n  (outer 1))")
    assert str(caught.value.place) == "<string>:4:3"
    assert "in the expansion of the macro outer" in caught.value.report()


def test_an_error_in_what_the_user_wrote_inside_a_macro_use_shows_that() -> None:
    with pytest.raises(SchemeError) as caught:
        Oracle().run("(define-syntax m (syntax-rules () ((_ a) (list a))))\n(m (if))")
    assert str(caught.value.place) == "<string>:2:4"
    assert "expansion" not in caught.value.report()


def test_a_use_that_fits_no_pattern_is_shown_the_patterns() -> None:
    with pytest.raises(SchemeError) as caught:
        rules = """((_ a b) 1) ((_ (a ...)) 2) ((_ 1 b . c) (syntax-error "no"))"""
        Oracle().run(f"(define-syntax m (syntax-rules () {rules})) (m)")
    assert caught.value.report().endswith("its patterns are: (m a b)  (m (a ...))")
