"""What programs do with the procedures of libraries: tables of shapes in, scenes of random programs out.

A shape is Scheme text with holes, `$kind` or `$kind:names`: a form of that kind, in which these names are integers
besides. What is no kind here is grown by the generator. A new shape is a line.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final

from tests.fuzz.generate import Form, Generator, Scope, generate, template

IMPORTS: Final = """(import (srfi 1) (srfi 69) (srfi 132)
 (only (srfi 130) string-join string-index string-trim string-trim-both string-prefix? string-suffix? string-contains)
 (only (chibi string) string-split))"""
TABLES: Final[dict[str, str]] = {
    "list": """
        (iota $few)
        (iota $few $int)
        (iota $few $int $step)
        (vector->list $vector)
        (vector->list $vector 1)
        (map $one $list)
        (map $one $list)
        (map $two $list $list)
        (map $three $list $list $list)
        (map (lambda (x y z n) $int:x,y,z,n) $list $list $list $list)
        (filter $test $list)
        (remove $test $list)
        (list-sort $less $list)
        (list-sort $less $list)
        (list-stable-sort (lambda (x y) (< $int:x $int:y)) $list)
        (list-sort (lambda (x y) (or (> (abs x) (abs y)) (and (= (abs x) (abs y)) (< x y)))) $list)
        (list-merge < (list-sort < $list) (list-sort < $list))
        (append $list $list)
        (append $list $list $list)
        (append '() $list)
        (append-map (lambda (x) (list x $int:x)) $list)
        (append-map (lambda (x y) (if $bool:x,y (list x) (list y x))) $list $list)
        (filter-map (lambda (x) (and $bool:x $int:x)) $list)
        (delete $int $list)
        (delete-duplicates $list)
        (delete-duplicates $list (lambda (x y) (= (abs x) (abs y))))
        (lset-union = $list $list)
        (lset-intersection eqv? $list $list)
        (lset-difference = $list $list)
        (lset-adjoin eqv? $list $int)
        (lset-xor = $list $list)
        (reverse $list)
        (list-copy $list)
        (take-while $test $list)
        (drop-while $test $list)
        (let ((l $list)) (take l (quotient (length l) 2)))
        (let ((l $list)) (drop l (quotient (length l) 2)))
        (take $list $few)
        (list-head $list $few)
        (call-with-values (lambda () (partition $test $list)) append)
        (call-with-values (lambda () (span $test $list)) (lambda (l r) (append r l)))
        (list-tabulate $few $one)
        (unfold (lambda (x) (> x 5)) $one (lambda (x) (+ x 2)) $int)
        (concatenate (list $list $list))
        (cons* $int $int $list)
        (fold cons '() $list)
        (fold (lambda (x l) (if $bool:x (cons x l) l)) '() $list)
        (fold-right cons $list $list)
        (fold-right (lambda (x l) (cons $int:x l)) '() $list)
        (reduce-right append '() (list $list $list))
        (hash-table-keys $table)
        (hash-table-values $table)
        (map car (hash-table->alist $table))
        (map (lambda (p) (+ (car p) (cdr p))) (hash-table->alist $table))
        (list-sort < (hash-table-keys $table))
        (map string-length $strings)
        (map (lambda (s) (or (string->number s) $int)) $strings)
        (map char->integer (string->list $string))
        (let loop ((i 0) (l '())) (if (= i $few) l (loop (+ i 1) (cons $int:i l))))
        (let loop ((r $list) (l '())) (if (null? r) (reverse l) (loop (cdr r) (if $bool (cons (car r) l) l))))
        (let loop ((r $list)) (cond ((null? r) '()) ($bool (loop (cdr r))) (else (cons (car r) (loop (cdr r))))))
        (do ((i 0 (+ i 1)) (l '() (cons (* i i) l))) ((= i $few) l))
        (let ((l $list)) (if (pair? l) (cdr l) l))
        (let ((l $list)) (set-car! l $int) l)
        (let* ((l $list) (m l)) (if (pair? l) (set-cdr! l '())) m)
        (let* ((l $list) (m (append l $list))) (if (pair? m) (set-car! m 77)) (append l m))
        (begin (set! kept $list) kept)
        (let ((l $list)) (list-ref l $few) l)
        (parameterize ((param-a $int)) $list)
        (dynamic-wind (lambda () (log 'in)) (lambda () $list) (lambda () (log 'out)))
        (guard (e (#t (log (describe e)) '(7))) $list)
        (guard (e ((number? e) (list e))) $list)
        (call/cc (lambda (k) (map (lambda (x) (if $bool:x (k (list x)) $int:x)) $list)))
        (call/cc (lambda (k) (with-exception-handler (lambda (e) (k '(5))) (lambda () $list))))
        (force (delay $list))
        (if $bool $list $list)
        (cons $int $list)
        (list $int $int)
        (assv-ref-all $int (map (lambda (x) (cons x $int:x)) $list))
        (apply list $list)
        (apply map list (list $list))
        (call-with-values (lambda () (apply values $list)) list)
        (vector->list (vector-map $one (list->vector $list)))
        (quasiquote ((unquote $int) (unquote-splicing $list)))
        (string-map-list $one $string)
        (read (open-input-string (shown $list)))
        """,
    "int": """
        (length $list)
        (apply + $list)
        (apply max 0 $list)
        (fold + 0 $list)
        (fold (lambda (x n) (+ n $int:x,n)) 0 $list)
        (fold (lambda (x y n) (+ n $int:x,y)) 0 $list $list)
        (fold (lambda (x y z n) (+ n $int:x,y)) 0 $list $list $list)
        (reduce + 0 $list)
        (reduce (lambda (x y) $int:x,y) 0 $list)
        (count $test $list)
        (count (lambda (x y) $bool:x,y) $list $list)
        (or (list-index $test $list) -1)
        (or (find $test $list) 0)
        (or (any (lambda (x) (and $bool:x $int:x)) $list) 3)
        (or (any (lambda (x y z) (and $bool:x $int:y)) $list $list $list) 3)
        (or (every (lambda (x) (and $bool:x $int:x)) $list) 4)
        (let ((l (find-tail $test $list))) (if l (length l) 9))
        (let loop ((l $list) (n 0)) (if (null? l) n (loop (cdr l) (+ n (car l)))))
        (let loop ((l $list) (n 0)) (if (pair? l) (loop (cdr l) (if $bool (+ n 1) $int:n)) n))
        (let ((n 0)) (for-each (lambda (x) (set! n (+ n $int:x))) $list) n)
        (let ((n 0)) (for-each (lambda (x y) (set! n (+ n (* x y)))) $list $list) n)
        (let ((n 0)) (for-each (lambda (x y z) (set! n (+ n $int:x,y,z))) $list $list $list) n)
        (hash-table-ref/default $table $int $int)
        (hash-table-size $table)
        (vector-length (list->vector $list))
        (last (cons $int $list))
        (list-ref $list $few)
        (string-length $string)
        (length $strings)
        (param-a)
        (exact (round $number))
        (exact (floor (* 2 $real)))
        (let ((l $list) (n $int)) (if (memv n l) 1 (if (member n l) 2 3)))
        (let ((p (assv $int (map cons $list $list)))) (if p (cdr p) 0))
        (let ((l $list)) (define (go l n) (if (null? l) n (go (cdr l) (+ n $int:n)))) (go l 0))
        (let ((l $list)) (define (go l) (if (null? l) 0 (+ $int (go (cdr l))))) (go l))
        (let () (define (walk t n) (if (pair? t) (walk (car t) (walk (cdr t) n)) (+ n 1))) (walk (list $list $list) 0))
        (let ((l $list)) (mark-a 1) (length l))
        (force (make-promise $int))
        (force (let loop ((i $few)) (if (= i 0) (delay $int) (delay-force (loop (- i 1))))))
        (char->integer (string-ref $string 0))
        (begin (string-set! $string 0 #\\z) 1)
        (let ((l $list)) (list-ref l $int))
        (let ((l $list) (s $string)) (if $bool (list-ref l s) (list-ref l l)))
        (let ((v $vector) (l $list)) (vector-ref v l))
        """,
    "bool": """
        (null? $list)
        (pair? $list)
        (equal? $list $list)
        (every $test $list)
        (any $test $list)
        (any (lambda (x y) $bool:x,y) $list $list)
        (lset<= = $list $list)
        (string=? $string $string)
        (equal? $strings $strings)
        (eq? $list $list)
        (let ((l $list)) (eq? l l))
        (let ((s $string)) (eq? s s))
        (list-sorted? < $list)
        (= $number $number)
        (< $number $int)
        (exact? $number)
        (string<? $string $string)
        (member $string $strings)
        (and (memv $int $list) #t)
        (not (string-index $string #\\a))
        (string-prefix? $string $string)
        (hash-table-exists? $table $int)
        (eqv? $number $number)
        (char=? $char #\\a)
        (char<? $char #\\b $char)
        (char=? $char $string)
        (string=? $string "a")
        (string=? "a" $char)
        (memv $char (string->list $string))
        """,
    "char": """
        (string-ref $string 0)
        (string-ref $string $few)
        (car (string->list $string))
        #\\a
        #\\b
        "a"
        (integer->char (+ 97 (abs $int)))
        (char-upcase $char)
        (read-char (open-input-string $string))
        """,
    "number": """
        (/ $int 2)
        (/ $int (+ 1 (* $int $int)))
        (/ (apply + $list) (max 1 (length $list)))
        (inexact (/ $int $int))
        (round (/ $int $int))
        (floor (/ $int 4))
        (truncate (/ $number 3))
        (ceiling (/ $number 2))
        (round $number)
        (* $number $number)
        (+ $number $number)
        (- $number)
        (max $number $int)
        (min $number $real)
        (abs $number)
        (exact->inexact $number)
        (quotient (* $int 100) 7)
        (modulo $int (+ 1 (* $int $int)))
        (exact-integer-sqrt* $int)
        (square $number)
        (expt $number $few)
        (numerator $number)
        (denominator $number)
        $real
        """,
    "real": """
        1.5
        -0.0
        0.25
        1e300
        +inf.0
        +nan.0
        (/ 1. $int)
        (sqrt $int)
        (inexact $int)
        (/ (inexact $int) 0)
        (* 2. $int)
        (inexact (/ $int 3))
        """,
    "string": """
        (string-append $string $string)
        (string-append $string "-" $string "/")
        (apply string-append $strings)
        (string-join $strings)
        (string-join $strings ",")
        (string-join (map (lambda (s) (string-append s "!")) $strings) ";")
        (substring $string 0 1)
        (substring $string 1 (string-length $string))
        (string-copy $string)
        (list->string (string->list $string))
        (list->string (reverse (string->list $string)))
        (list->string (map char-upcase (string->list $string)))
        (list->string (filter (lambda (c) (not (char=? c #\\a))) (string->list $string)))
        (string-upcase $string)
        (string-map (lambda (c) (if (char=? c #\\a) #\\b c)) $string)
        (string-trim $string)
        (string-trim-both $string)
        (number->string $int)
        (number->string $number)
        (shown $list)
        (shown $strings)
        (let ((s $string)) (if (> (string-length s) 0) (string-set! s 0 #\\q)) s)
        (let* ((s (string-copy $string)) (p s)) (string-fill! s #\\o) p)
        (let ((s (string-append $string "x"))) (string-set! s 0 #\\Q) s)
        (let ((l $strings)) (if (pair? l) (car l) "none"))
        (let ((l $strings)) (if (and (pair? l) (pair? (cdr l))) (cadr l) "one"))
        (let ((l $strings)) (if (pair? l) (begin (string-set! (car l) 0 #\\w) (car l)) ""))
        (let loop ((l $strings) (s "")) (if (null? l) s (loop (cdr l) (string-append s (car l)))))
        (let loop ((i 0) (s "")) (if (= i $few) s (loop (+ i 1) (string-append s (number->string $int:i)))))
        (call/cc (lambda (k) (for-each (lambda (s) (if (string=? s "a") (k (string-append s "k")))) $strings) "no"))
        (let ((p (open-output-string))) (for-each (lambda (x) (write x p) $int:x) $list) (get-output-string p))
        (let ((p (open-output-string))) (for-each (lambda (s) (display s p)) $strings) (get-output-string p))
        (let ((p (open-input-string $string))) (read-line p) (let ((s (read-line p))) (if (string? s) s "end")))
        (guard (e (#t (log (describe e)) "caught")) $string)
        (parameterize ((param-a $int)) $string)
        (make-string $few #\\a)
        (string #\\a (string-ref $string 0))
        (symbol->string (string->symbol $string))
        (if $bool $string $string)
        "a b"
        "e\u0301 \U0001f600a"
        (string-copy "a,b,,cc")
        (string-copy " x ")
        """,
    "strings": """
        (string-split $string)
        (string-split $string #\\,)
        (split $string #\\,)
        (split $string #\\a)
        (split $string #\\space)
        (filter (lambda (s) (not (string=? s ""))) $strings)
        (map (lambda (s) (substring s 0 1)) (filter (lambda (s) (> (string-length s) 0)) $strings))
        (map string-copy $strings)
        (map (lambda (s) (string-append s "k")) $strings)
        (map number->string $list)
        (list-sort string<? $strings)
        (list-sort (lambda (x y) (< (string-length x) (string-length y))) $strings)
        (delete-duplicates $strings)
        (delete "a" $strings)
        (reverse $strings)
        (append $strings $strings)
        (list $string $string)
        (list (string-copy "a") (string-copy "bb") (string-copy "a"))
        (map (lambda (s) (mark-b s)) $strings)
        (map (lambda (c) (string c)) (string->list $string))
        (let ((l $strings)) (for-each (lambda (s) (if (> (string-length s) 1) (string-set! s 1 #\\u))) l) l)
        (let ((l $strings)) (if (pair? l) (string-set! (car l) 0 #\\v)) (append l l))
        (let ((l $strings)) (resume-b 1) l)
        """,
    "one": """
        (lambda (x) $int:x)
        (lambda (x) $int:x)
        (lambda (x) (log x) $int:x)
        (lambda (x) (mark-a $int:x))
        (lambda (x) (mark-b x) (resume-a x))
        (lambda (x) (if $bool:x (raise x) $int:x))
        (lambda (x) (if $bool:x (error "no" x) $int:x))
        (lambda (x) (guard (e (#t $int:x)) (if $bool:x (raise x) (car x))))
        (lambda (x) (raise-continuable x))
        (lambda (x) (+ (param-a) x))
        (let ((n 0)) (lambda (x) (set! n (+ n 1)) (+ n x)))
        (lambda (x) (set! kept (cons x kept)) (length kept))
        (lambda x (apply + x))
        (lambda (x . y) x)
        -
        abs
        square
        helper
        (compose helper -)
        (values helper)
        """,
    "two": """
        (lambda (x y) $int:x,y)
        (lambda (x y) (mark-a $int:x,y))
        (lambda (x . y) (apply + x y))
        (lambda (x y) (if $bool:x,y (raise y) x))
        +
        max
        (lambda x (length x))
        """,
    "three": """
        (lambda (x y z) $int:x,y,z)
        (lambda (x y . z) (+ x y (length z)))
        (lambda (x y z) (mark-b $int:x,y,z))
        +
        (lambda x (apply max x))
        """,
    "test": """
        odd?
        positive?
        (lambda (x) $bool:x)
        (lambda (x) (> x $int))
        (lambda (x) (mark-a $bool:x))
        (lambda (x) (log x) $bool:x)
        (lambda (x) (memv x kept))
        wanted?
        (lambda (x) (if (= x 3) (raise 'three) (even? x)))
        """,
    "less": """
        <
        >
        <=
        (lambda (x y) (< x y))
        (lambda (x y) (< (abs x) (abs y)))
        (lambda (x y) (log 'asked) (< x y))
        (lambda (x y) (> (modulo x 3) (modulo y 3)))
        before?
        (lambda (x y) (if (= x y 3) (raise 'same) (< x y)))
        """,
    "table": """
        (filled $list)
        (filled (list $int $int 3))
        (let ((t (make-hash-table))) (for-each (lambda (x) (hash-table-set! t x $int:x)) $list) t)
        (alist->hash-table (map (lambda (x) (cons x $int:x)) $list))
        (let ((t (filled $list))) (hash-table-update!/default t $int (lambda (x) $int:x) 0) t)
        (let ((t (filled $list))) (hash-table-delete! t $int) t)
        (let ((t (filled $list))) (hash-table-walk t (lambda (x y) (log (list x y)))) t)
        (let ((t (make-hash-table equal?))) (hash-table-set! t (list 1 $int) 2) (hash-table-set! t $int $int) t)
        """,
    "vector": """
        (list->vector $list)
        (vector-map $one (list->vector $list))
        (vector $int $int 7)
        (make-vector $few $int)
        (let ((v (vector 1 2 3))) (vector-set! v $few $int) v)
        (vector-append (vector 1) (list->vector $list))
        """,
}
SHAPES: Final = {kind: [each.strip() for each in table.strip().split("\n")] for kind, table in TABLES.items()}
OWN: Final = ("char", "one", "two", "three", "test", "less", "table", "vector", "strings", "number", "real")
"""Kinds that the generator does not know."""
ENDS: Final = {
    "strings": ['(list (string #\\a) "b")'],
    "table": ["(filled '(1 2))"],
    "vector": ["(vector 1 2 3)"],
    "char": ["#\\a", "#\\space", '"a"'],
    "number": ["1/2", "-7/3", "2.5", "6"],
}
"""Where there is no room for more."""
EARLY: Final = """
(define kept '())
(define (helper x) (+ x 1))
(define (wanted? x) (> x 1))
(define (before? x y) (> x y))
(define (shown x) (let ((p (open-output-string))) (write x p) (get-output-string p)))
(define (filled l) (let ((t (make-hash-table))) (for-each (lambda (x) (hash-table-set! t x (* 10 x))) l) t))
(define (split s c)
  (let loop ((i 0) (b 0) (l '()))
    (cond ((= i (string-length s)) (reverse (cons (substring s b i) l)))
          ((char=? (string-ref s i) c) (loop (+ i 1) (+ i 1) (cons (substring s b i) l)))
          (else (loop (+ i 1) b l)))))
(define (assv-ref-all n l)
  (cond ((null? l) '())
        ((= n (caar l)) (cons (cdar l) (assv-ref-all n (cdr l))))
        (else (assv-ref-all n (cdr l)))))
(define (string-map-list f s) (map (lambda (c) (f (char->integer c))) (string->list s)))
(define (exact-integer-sqrt* n) (call-with-values (lambda () (exact-integer-sqrt n)) (lambda (s r) (+ s r))))
(define (list-head l n) (if (= n 0) '() (cons (car l) (list-head (cdr l) (- n 1)))))
"""
HOLE: Final = re.compile(r"\$(\w+)(?::([\w,]+))?")
REDEFINED: Final = [
    "(define (helper x) $int:x)",
    "(define (helper x) (mark-a (* 2 x)))",
    "(set! helper (lambda (x) $int:x))",
    "(define (wanted? x) $bool:x)",
    "(set! before? (lambda (x y) (< x y)))",
    "(define (split s c) (list s (string c)))",
    "(set! split (lambda (s c) (raise 'split)))",
    "(define (filled l) (make-hash-table))",
    "(define (list-head l n) (if (pair? l) (list (car l)) l))",
    "(set! kept (list 1 2 3))",
]


class Scenes:
    """Grows a program of procedures that use libraries, and of their calls."""

    def __init__(self, seed: int, size: int) -> None:
        self.random = Random(seed)
        self.generator = Generator(self.random, size)
        self.left = 0
        self.size = size

    def program(self) -> list[Form]:
        forms: list[Form] = [template(IMPORTS), *_forms(EARLY)]
        names: list[tuple[str, str]] = []
        while self.size > 0:
            share = min(self.size, self.random.randint(8, 40))
            self.size -= share
            self.left = share
            if names and self.random.random() < 0.15:
                forms.append(self.fill(self.random.choice(REDEFINED), (), 3))
                forms += [self.called(*self.random.choice(names)) for _ in range(2)]
                continue
            name = f"scene{len(names)}"
            kind = self.random.choice(["list", "list", "int", "string", "strings", "bool", "number"])
            scope: Scope = (("l", "list"), ("s", "string"), ("n", "int"))
            body = self.grow(kind, scope, self.random.randint(2, 6))
            forms.append(["define", [name, "l", "s", "n"], body])
            names.append((name, kind))
            forms += [self.called(name, kind) for _ in range(self.random.randint(1, 3))]
        return forms

    def called(self, name: str, kind: str) -> Form:
        """A call of one of the procedures, now and then with what it does not expect."""
        pick = self.random.choice
        lists = ["(list 3 1 2)", "'()", "(list 5)", "(list 1 2 3 4)", "(list 2 2 1)", "(iota 9)", "(list -1 0 3)"]
        odd = ["(cons 1 2)", "5", "(list 1 (quote a))", "(list 1.5 2)", "(list 1/2 2)"]
        strings = ['(string-copy "a b")', "(string #\\a)", '(string-copy "a,b,,c")', "(string)", '(string-copy " x1 ")']
        given = pick(odd) if self.random.random() < 0.1 else pick(lists)
        word = "5" if self.random.random() < 0.05 else pick(strings)
        call = template(f"({name} {given} {word} $n)", n=self.generator.number(-3, 9))
        ways = [
            "(log $call)",
            "(log $call)",
            "(log (list (param-a) $call))",
            "(dynamic-wind (lambda () (log 'in)) (lambda () (log $call)) (lambda () (log 'out)))",
            "(log (parameterize ((param-a 3)) $call))",
            "(log (call/cc (lambda (k) (with-exception-handler (lambda (e) (k (describe e))) (lambda () $call)))))",
            "(log (with-exception-handler (lambda (e) 4) (lambda () $call)))",
            "(log (map (lambda (again) $call) (list 1 2)))",
            "(begin (log $call) (resume-a 2))",
            "(begin (log $call) (resume-b 3))",
        ]
        whole = template(pick(ways), call=call)
        return ["guard", ["e", ["#t", ["log", ["describe", "e"]]]], whole]

    def grow(self, kind: str, scope: Scope, depth: int) -> Form:
        """A form of a kind: of the tables, of the generator, or a variable."""
        self.left -= 1
        bound = [name for name, its in dict(scope).items() if its == kind]
        if kind in OWN:
            shapes = ENDS.get(kind, SHAPES[kind]) if depth <= 0 else SHAPES[kind]
            return self.fill(self.random.choice(shapes), scope, depth - 1)
        if kind == "few":
            return self.generator.number(0, 4) if self.random.random() < 0.95 else self.generator.leaf("int", scope)
        if kind == "step":
            return self.random.choice(["1", "2", "-1", "0", "1/2", "0.5"])
        if bound and self.random.random() < (0.35 if depth > 0 else 0.9):
            return self.random.choice(bound)
        if depth <= 0 or self.left <= 0:
            return self.generator.leaf(kind, scope)
        if self.random.random() < 0.12:
            self.generator.left = 12
            return self.generator.grow(kind, scope, 2)
        if kind not in SHAPES:
            return self.generator.leaf(kind, scope)
        return self.fill(self.random.choice(SHAPES[kind]), scope, depth - 1)

    def fill(self, shape: str, scope: Scope, depth: int) -> Form:
        parts: dict[str, Form] = {}

        def hole(found: re.Match[str]) -> str:
            kind, names = found.groups()
            inner = (*scope, *((each, "int") for each in names.split(","))) if names else scope
            key = f"p{len(parts)}"
            parts[key] = self.grow(kind, inner, depth)
            return f"${key}"

        if shape.startswith("$") and HOLE.fullmatch(shape):
            return self.grow(shape[1:], scope, depth)
        filled = HOLE.sub(hole, shape)
        if not filled.startswith("("):
            return filled
        return template(_atoms(filled), **parts)


def _atoms(shape: str) -> str:
    """The shape with spaces in texts as hexadecimal escapes: templates are split at spaces and brackets."""
    return re.sub(r'"[^"]*"', lambda text: text[0].replace(" ", "\\x20;"), shape)


def _forms(source: str) -> list[Form]:
    return list(template(f"(begin {source})"))[1:]


def generate_scenes(seed: int, size: int = 250) -> list[Form]:
    """The program of that seed."""
    return Scenes(seed, size).program()


KINDS: Final = {"programs": generate, "scenes": generate_scenes}
"""What makes a program of a seed and a size."""
