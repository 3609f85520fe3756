"""Core forms in, values by the oracle out; wrong forms in, complaints with place out."""

from __future__ import annotations

import sys

import pytest

from chibi_hooks.scheme.core import Call, Define, GlobalRef, If, Lambda, Let, LocalRef, Node, Unit
from chibi_hooks.scheme.expanding.expander import NESTING
from chibi_hooks.scheme.expanding.imports import import_text
from chibi_hooks.scheme.expanding.programs import expand_program
from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.libraries.library import Libraries
from chibi_hooks.scheme.reading.reader import read_source
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText
from tests.halves import dealt
from tests.oracle import Oracle


def value(text: str) -> str:
    """The last value of a program, written."""
    return write_text(Oracle().run(text))


def top_level() -> TopLevel:
    """A top level with `(scheme base)` and case-lambda."""
    top = TopLevel(Libraries())
    import_text("(scheme base) (scheme case-lambda)", top)
    return top


def expand(text: str, top: TopLevel | None = None) -> Unit:
    """A program as core nodes."""
    return expand_program(read_source(SourceText("x.scm", text)), top or top_level())


def complaint(text: str) -> SchemeError:
    """What the expander says against a program."""
    with pytest.raises(SchemeError) as caught:
        expand(text)
    return caught.value


VALUES = {
    # if, and, or, when, unless, begin
    "(if #f 1)": "#<unspecified>",
    "(list (and) (and 1) (and 1 2) (and #f 2) (or) (or 1) (or #f 2))": "(#t 1 2 #f #f 1 2)",
    "(list (when 1 2 3) (unless #f 4 5))": "(3 5)",
    "(begin 1 2 3)": "3",
    # cond and case
    "(cond (#f 1) (5))": "5",
    "(cond ((assv 2 '((1 . a) (2 . b))) => cdr) (else 'no))": "b",
    "(cond (#f 1) (else 2 3))": "3",
    "(case (* 2 3) ((2 3 5 7) 'prime) ((1 4 6 8 9) 'composite))": "composite",
    "(case 3 ((1 2) 'low) ((3) => list) (else 'no))": "(3)",
    "(case 'z ((a) 1) (else => list))": "(z)",
    '(case "a" (("a") 1) ((()) 2) (else 3))': "3",
    "(case '() ((()) 1) (else 2))": "1",
    # binding
    "(let ((x 2) (y 3)) (let ((x 7) (z (+ x y))) (* z x)))": "35",
    "(let* ((x 1) (x (+ x 1)) (y x)) (list x y))": "(2 2)",
    "(let () 5)": "5",
    "(let loop ((i 0) (l '())) (if (= i 3) l (loop (+ i 1) (cons i l))))": "(2 1 0)",
    "(let f ((f 1)) f)": "1",
    "(letrec ((even? (lambda (n) (if (= n 0) #t (odd? (- n 1))))) (odd? (lambda (n) (if (= n 0) #f (even? (- n 1))))))"
    " (even? 11))": "#f",
    "(letrec* ((a 1) (b (+ a 1))) b)": "2",
    "(do ((i 0 (+ i 1)) (l '() (cons i l)) (k 7)) ((= i 3) (list k l)))": "(7 (2 1 0))",
    "(let-values (((a b . c) (values 1 2 3 4)) (d (values 5 6))) (list a b c d))": "(1 2 (3 4) (5 6))",
    "(let ((a 9)) (let-values (((a) (values 1)) ((b) (values a))) b))": "9",
    "(let*-values (((a) (values 1)) ((b) (values a))) b)": "1",
    # procedures
    "((lambda (a . b) (list a b)) 1 2 3)": "(1 (2 3))",
    "((lambda b b))": "()",
    "(map (case-lambda ((a) 1) ((a b) 2) ((a b . c) 3)) '(x))": "(1)",
    "(define ((adder n) m) (+ n m)) ((adder 1) 2)": "3",
    "(define (f . r) r) (f 1 2)": "(1 2)",
    # definitions
    "(define (f) (define a 1) (define (g) (* a b)) (define b 2) (g)) (f)": "2",
    "(define (f) (define a 1) (set! a 5) (define b a) b) (f)": "5",
    "(let ((x 1)) (define x 2) x)": "2",
    "(define (f) (begin (define a 1) (define b 2)) (+ a b)) (f)": "3",
    "(define-values (a . b) (values 1 2 3)) (list a b)": "(1 (2 3))",
    "(let () (define-values (a b) (values 1 2)) (define-values all (values a b)) all)": "(1 2)",
    "(define x 1) (define x (+ x 1)) x": "2",
    "(begin (define a 1)) (begin) a": "1",
    "(define (f) (g)) (define (g) 'later) (f)": "later",
    # records
    "(define-record-type <point> (make-point x y) point? (x px set-px!) (y py)) (let ((p (make-point 1 2)))"
    " (set-px! p 5) (list (px p) (py p) (point? p) (point? 1)))": "(5 2 #t #f)",
    "(define-record-type point make-point point? (x px) y) (px (make-point 1 2))": "1",
    "(define-record-type point (make-point y) #f (x px) (y py)) (py (make-point 1))": "1",
    "(define-record-type <point> #t #t x) (point? (make-point 1))": "#t",
    "(define (f) (define-record-type p (mk a) p? (a pa)) (pa (mk 4))) (f)": "4",
    # quasi-quote
    "`(1 ,(+ 1 1) ,@(list 3 4) . 5)": "(1 2 3 4 . 5)",
    "`(1 . ,(+ 1 1))": "(1 . 2)",
    "`#(1 ,@(list 2 3) ,(+ 2 2))": "#(1 2 3 4)",
    "`(a `(b ,(foo ,(+ 1 3) d) e) f)": "(a (quasiquote (b (unquote (foo 4 d)) e)) f)",
    "`(1 `,,@(list 2 3))": "(1 (quasiquote (unquote 2 3)))",
    "`(`,(a ,@(list 1 2) ,',(+ 1 2)))": "((quasiquote (unquote (a 1 2 (unquote (+ 1 2))))))",
    "`(,@'() . ,@'x)": "(unquote-splicing (quote x))",
    "(let ((x '(1 2))) (eq? x `(,@x)))": "#t",
    "`(() #() ,'())": "(() #() ())",
    # literal data
    "'#0=(a . #0#)": "#0=(a . #0#)",
    "'(quote a)": "(quote a)",
    "#(a 1)": "#(a 1)",
    "(quote . (a))": "a",
    # cond-expand
    "(cond-expand (r7rs 'yes) (else 'no))": "yes",
    "(cond-expand ((and (library (srfi 1)) (not (library (no such)))) 'yes) (else 'no))": "yes",
    "(cond-expand ((or nonsense full-unicode) (define a 1)) (else (define a 2))) a": "1",
    "(cond-expand (nonsense 1)) 2": "2",
    # words are recognised by what they mean
    "(let ((=> #f)) (cond (#t => 'ok)))": "ok",
    "(let ((else #f)) (cond (else 1) (#t 2)))": "2",
    "(let ((unquote list)) `(1 ,2))": "(1 (unquote 2))",
    "(define (if a b c) (list a b c)) (if 1 2 3)": "(1 2 3)",
    "(let ((quote -)) '5)": "-5",
    "(define list vector) (list 1)": "#(1)",
}


@pytest.mark.parametrize("text", VALUES)
def test_a_program_has_the_value_that_r7rs_says(text: str) -> None:
    assert value(text) == VALUES[text]


ERRORS = {
    "(if)": "x.scm:1:1: if: wanted (if test then [else]), got (if)",
    "(define (f x)\n  (if x))": "x.scm:2:3: if: wanted (if test then [else]), got (if x)",
    "(let ((x 1) (x 2)) x)": "x.scm:1:14: let: the name x is bound twice here",
    "(lambda (x x) x)": "x.scm:1:12: lambda: the name x is bound twice here",
    "(lambda (x . x) x)": "x.scm:1:14: lambda: the name x is bound twice here",
    "(lambda (1) 2)": "x.scm:1:1: lambda: wanted a name to bind, got 1",
    "(lambda (x))": "x.scm:1:1: lambda: wanted (lambda (parameter …) body …), got (lambda (x))",
    "(let ((x)) x)": "x.scm:1:7: let: wanted (name value), got (x)",
    "(let* ((\"x\" 3)) 1)": "x.scm:1:1: let*: wanted a name to bind, got \"x\"",
    "(let* ((x 1) ((y z) 2)) 1)": "x.scm:1:15: let*: wanted a name to bind, got (y z)",
    "(define-library #t (export a))": "x.scm:1:1: import: wanted a library, got #t",
    "(let 5 x)": "x.scm:1:1: let: wanted bindings ((name value) …), got 5",
    "(do ((i 0)) i)": "x.scm:1:1: do: wanted (do ((variable value [step]) …) (test expression …) command …), got",
    "(let () (define x 1))": "x.scm:1:1: let: the body has no expression",
    "(let () (define x 1)\n (define x 2) x)": "x.scm:2:10: x is defined twice in one body, first on line 1",
    "(let () (define-syntax x (syntax-rules ())) (define x 2) x)": "x is defined twice in one body",
    "(define x 1 2)": "define: wanted (define name value) or (define (name parameter …) body …), got (define x 1 2)",
    "(define 5 1)": "define: wanted (define name value)",
    "(if 1 (define x 2))": "x.scm:1:7: define: a definition may stand only at the top of a file or at",
    "(let () (import (scheme base)) 1)": "imports stand at the top of a file",
    "(list else)": "x.scm:1:7: else is a keyword, not a variable",
    "(list if)": "x.scm:1:7: if is a keyword, not a variable: wanted (if test then [else])",
    "(else 1)": "else: wanted (cond … (else expression …)) or (case key … (else expression …)), got (else 1)",
    "(define-record-type r (make) 5)": "define-record-type: wanted the name of the predicate, got 5",
    "(set! if 1)": "x.scm:1:7: set!: if is a keyword, not a variable",
    "(set! car 1)": "x.scm:1:7: set!: cannot set! car, which is imported",
    "(set! 5 1)": "set!: wanted (set! variable value), got (set! 5 1)",
    "()": "x.scm:1:1: () is no expression",
    "(car . x)": "x.scm:1:1: a dot has no place here: (car . x)",
    "(quote)": "quote: wanted (quote datum), got (quote)",
    "(cond (else 1) (2 3))": "x.scm:1:7: cond: else must be the last clause",
    "(cond 5)": "x.scm:1:1: cond: wanted a clause in parentheses, got 5",
    "(cond (1 =>))": "x.scm:1:7: cond: wanted one expression after =>, got (1 =>)",
    "(case 1 (1 2))": "x.scm:1:9: case: wanted a list of data, got 1",
    "(case-lambda 5)": "case-lambda: wanted ((parameter …) body …), got 5",
    "(define-record-type p (mk z) p? (x px))": "x.scm:1:27: define-record-type: z is no field of the type",
    "(define-record-type p mk p? (x) (x))": "x.scm:1:34: define-record-type: the field x is there twice",
    "#0=(a #0#)": "x.scm:1:1: datum labels that make a circle may stand only inside quoted data",
    '(syntax-error "no good" (a b) 4)': "x.scm:1:1: no good (a b) 4",
    "(define-syntax m 5)": "x.scm:1:1: define-syntax: wanted (syntax-rules …), got 5",
    "(include 5)": 'include: wanted (include "file" …), got (include 5)',
    "(cond-expand 5)": "cond-expand: wanted (requirement form …), got 5",
}


@pytest.mark.parametrize("text", ERRORS)
def test_a_wrong_form_is_refused_with_its_place_and_what_was_wanted(text: str) -> None:
    error = complaint(text)
    assert ERRORS[text] in str(error)
    assert error.place is not None


def test_a_complaint_says_what_to_do_next() -> None:
    assert "(define car …) first makes it a variable of this file" in complaint("(set! car 1)").report()
    assert "put the expressions in (begin …)" in complaint("(if 1 2 3 4)").report()


# what the compiler gets


def only(unit: Unit) -> Node:
    assert len(unit.body) == 1
    return unit.body[0]


def test_a_procedure_takes_the_name_it_is_defined_under() -> None:
    node = only(expand("(define f (let ((n 0)) (lambda () n)))"))
    assert isinstance(node, Define) and isinstance(node.value, Let) and isinstance(node.value.body, Lambda)
    assert node.value.body.name == "f"


def test_a_variable_is_assigned_only_where_a_set_reaches_it() -> None:
    node = only(expand("(lambda (a b) (set! b a) (define c 1) c)"))
    assert isinstance(node, Lambda)
    assert [variable.assigned for variable in node.params] == [False, True]


def test_a_primitive_is_called_by_its_own_location() -> None:
    node = only(expand("(car '())"))
    assert isinstance(node, Call) and isinstance(node.operator, GlobalRef)
    assert (node.operator.location.key, node.operator.location.primitive is not None) == ("car", True)


def test_a_case_on_a_variable_tests_it_without_a_copy() -> None:
    node = only(expand("(lambda (x) (case x ((a) 1) (else 2)))"))
    assert isinstance(node, Lambda) and isinstance(node.body, If)
    assert isinstance(node.body.test, Call) and isinstance(node.body.test.operands[0], LocalRef)


def test_a_definition_holds_in_the_whole_file() -> None:
    first, second = expand("(define (f) (square 2)) (define (square x) 'mine)").body
    assert isinstance(first, Define) and isinstance(first.value, Lambda) and isinstance(first.value.body, Call)
    assert isinstance(second, Define) and isinstance(first.value.body.operator, GlobalRef)
    assert first.value.body.operator.location is second.location
    assert not second.location.assigned


def test_a_redefined_import_that_is_read_before_keeps_its_old_value_until_then() -> None:
    assert value("(define old car) (define (car x) (list 'mine (old x))) (car '(1))") == "(mine 1)"
    assert value("(define vector-map (let ((old vector-map)) (lambda (f v) (old f v)))) (vector-map - #(1))") == "#(-1)"


# what the top level remembers


def test_a_name_without_definition_is_no_error_but_noted_with_its_place() -> None:
    top = top_level()
    unit = expand("(define (f)\n (frob 1))", top)
    assert len(unit.body) == 1
    assert [(name, str(place)) for name, place in top.unbound] == [("frob", "x.scm:2:3")]


def test_a_later_definition_reaches_code_that_is_expanded_already() -> None:
    top = top_level()
    use = only(expand("(frob)", top))
    definition = only(expand("(define (frob) 1)", top))
    assert isinstance(use, Call) and isinstance(use.operator, GlobalRef) and isinstance(definition, Define)
    assert use.operator.location is definition.location


def test_a_later_import_reaches_code_that_is_expanded_already() -> None:
    oracle = Oracle()
    oracle.run("(define (f) (fold + 0 '(1 2 3)))")
    assert write_text(oracle.run("(import (srfi 1)) (f)")) == "6"


def test_a_failed_input_leaves_the_top_level_as_it_was() -> None:
    oracle = Oracle()
    for text in ("(define (car x) 1) (if)", "(define-syntax list (syntax-rules ())) (if)", "(import (srfi 1)) (if)"):
        with pytest.raises(SchemeError):
            oracle.run(text)
    assert write_text(oracle.run("(list (car '(1)))")) == "(1)"
    assert oracle.top().meaning("fold") is None


def test_a_variable_may_become_a_keyword_and_a_variable_again() -> None:
    oracle = Oracle()
    oracle.run("(define m 1)")
    assert write_text(oracle.run("(define-syntax m (syntax-rules () ((_) 2))) (m)")) == "2"
    assert write_text(oracle.run("(define m 3) m")) == "3"


def test_a_world_cloned_from_a_prelude_has_its_own_definitions() -> None:
    prelude = top_level()
    one, two = prelude.clone(Libraries()), prelude.clone(Libraries())
    expand("(define car 1)", one)
    assert one.meaning("car") is not prelude.meaning("car")
    assert two.meaning("car") is prelude.meaning("car")
    assert not two.names and "car" in set(two.bound_names())


# limits

SHAPES = {
    "calls": ("(car ", "1", ")"),
    "lambdas": ("(lambda (x) ", "1", ")"),
    "bodies": ("(let ((x 1)) (define y x) ", "1", ")"),
    "definitions": ("(let () (define (f) ", "1", ") f)"),
    "clauses": ("(cond (1 1 ", "1", "))"),
    "arms": ("(if 1 ", "1", " 2)"),
    "keywords": ("(letrec-syntax ((m (syntax-rules () ((_) 1)))) (m) ", "1", ")"),
    "loops": ("(do ((x 1 (+ x 1))) (#t ", "1", "))"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_nesting_costs_little_of_the_stack(shape: str) -> None:
    before, middle, after = SHAPES[shape]
    depth = NESTING // 2 - 50
    forms = read_source(SourceText("x.scm", before * depth + middle + after * depth))
    top = top_level()
    limit = sys.getrecursionlimit()
    here = len_of_stack()
    try:
        sys.setrecursionlimit(here + 500)
        assert len(expand_program(forms, top).body) == 1
    finally:
        sys.setrecursionlimit(limit)


def len_of_stack() -> int:
    frame, count = sys._getframe(), 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count


HOSTILE = {
    **{
        f"{shape}, endless": before * 20_000 + middle + after * 20_000
        for shape, (before, middle, after) in SHAPES.items()
    },
    "templates, endless": "`" + "(" * 20_000 + ",x" + ")" * 20_000,
    "requirements, endless": "(cond-expand (" + "(not " * 20_000 + "r7rs" + ")" * 20_000 + " 1))",
    "pattern, endless": "(define-syntax m (syntax-rules () ((_ " + "(" * 9_000 + "x" + ")" * 9_000 + ") 1)))",
    "macro that uses itself": "(define-syntax m (syntax-rules () ((_) (m)))) (m)",
    "macro that uses itself inside": "(define-syntax m (syntax-rules () ((_) (car (m))))) (m)",
    "macro that grows": "(define-syntax m (syntax-rules () ((_ x ...) (m x ... x ...)))) (m 1)",
    "macro that doubles quoted data": "(define-syntax m (syntax-rules () ((_ () x) 'x) ((_ (a . r) x) (m r (x x)))))"
    f" (m ({'1 ' * 40}) 1)",
    "macro that doubles a body": "(define-syntax m (syntax-rules () ((_ () x) x) ((_ (a . r) x) (m r (begin x x)))))"
    f" (let () (m ({'1 ' * 40}) 1) 2)",
}


@pytest.mark.parametrize("name", dealt(HOSTILE, 2))
def test_hostile_text_meets_a_limit(name: str) -> None:
    error = complaint(HOSTILE[name])
    assert error.kind in ("limit", "syntax")
    assert "more than" in error.message
    assert error.place is not None


LONG = 5_000
LENGTHS = {
    "operands": "(list " + "1 " * LONG + ")",
    "sequence": "(list (begin " + "1 " * LONG + "))",
    "nested begins": "(begin " * LONG + "1" + ")" * LONG,
    "definitions": "(let () " + " ".join(f"(define x{i} {i})" for i in range(LONG)) + " x0)",
    "sequential bindings": "(let* (" + " ".join(f"(x{i} (+ 1 {i}))" for i in range(LONG)) + ") x0)",
    "clauses": "(cond " + "((car x) 1)" * LONG + ")",
    "keys": "(case x " + "((1 2) 1)" * LONG + ")",
    "template": "`(" + ",x 1 " * LONG + ")",
    "import set": "(import " + "(only " * LONG + "(scheme base)" + ")" * LONG + ") 1",
    "curried definition": "(define " + "(" * LONG + "f" + ")" * LONG + " 1)",
    "quoted data": "'" + "(" * LONG + ")" * LONG,
}


@pytest.mark.parametrize("name", LENGTHS)
def test_length_is_no_nesting(name: str) -> None:
    assert len(expand(LENGTHS[name]).body) == 1
