"""What few programs do: tables of shapes in, scenes out, beside those of `shapes`.

Names of the standard that mean something else here, macros that define, continuations that come back into guards,
loops and sorting, generators that wind, data that are shared and changed, keys that are equal and not the same.
"""

from __future__ import annotations

from typing import Final

from tests.fuzz.generate import Form
from tests.fuzz.shapes import SHAPES, Scenes, lines

TABLES: Final[dict[str, str]] = {
    "list": """
        (let ((car cdr)) (if (pair? $list) (list 1) $list))
        (let ((list vector)) (vector->list (list $int $int)))
        (let loop ((cons $few) (l '())) (if (= cons 0) l (loop (- cons 1) (append l (list $int)))))
        (let ((+ -) (l $list)) (map (lambda (x) (+ x 1)) l))
        (let ((null? pair?)) (let loop ((l $list) (n 0)) (if (null? l) (loop (cdr l) (+ n 1)) (list n $int))))
        (do ((vector $list (cdr vector)) (list '() (cons (car vector) list))) ((null? vector) list))
        (let ((map (lambda (f l) (reverse (map f l))))) (map $one $list))
        (let ((not (lambda (x) x))) (filter (lambda (x) (not $bool:x)) $list))
        (let ((if list)) (if $int $int $int))
        (let ((begin list) (quote -)) (begin $int (quote $int)))
        (let ((apply (lambda (f l) (cons 'applied l)))) (apply + $list))
        (letrec ((even? (lambda (n) (if (= n 0) (list 'even) (odd? (- n 1)))))
                 (odd? (lambda (n) (if (= n 0) (list 'odd) (even? (- n 1)))))) (even? $few))
        (let () (define (length l) (if (pair? l) (+ 1 (length (cdr l))) 0)) (list (length $list) (length 5)))
        (let () (define (append a b) (if (null? a) b (cons (car a) (append (cdr a) b)))) (append $list $list))
        (let () (define (list . l) (cons 'mine l)) (list $int $int))
        (let () (define (map f l) (if (null? l) '() (let ((x (f (car l)))) (cons x (map f (cdr l)))))) (map $one $list))
        (let () (define (filter f l) (cond ((null? l) l) ((f (car l)) (cons (car l) (filter f (cdr l))))
                                           (else (filter f (cdr l))))) (filter $test $list))
        (let ((vector-ref list-ref)) (list (vector-ref (list 1 2 3) $few)))
        (let* ((l (list 1 2 3)) (m (cons 0 l)) (n (cons -1 l))) (set-car! (cdr l) $int) (append m n))
        (let* ((l $list) (m (list l l))) (if (pair? l) (set-car! l 99)) (append (car m) (cadr m)))
        (let* ((t (list $int $int)) (a (append $list t)) (b (append $list t))) (set-car! t 55) (append a b))
        (let* ((l (list-copy $list)) (m (list-copy l))) (if (pair? l) (set-cdr! l (list 1))) (append l m))
        (let* ((l (list 1 2 3 4)) (m (cddr l))) (set-cdr! (cdr l) '()) (append l m))
        (let ((l (list 3 1 2))) (for-each (lambda (x) (set-car! l (+ x (car l)))) l) l)
        (let* ((a (list 1 2)) (t (map (lambda (x) a) $list))) (set-car! a $int) (apply append t))
        (let ((l (list 1 2 3)))
          (let loop ((r l)) (if (pair? r) (begin (set-car! r (+ (car r) $int)) (loop (cdr r))) l)))
        (let loop ((i $few) (l '()))
          (if (= i 0) l
              (loop (- i 1) (guard (e ((symbol? e) (cons e l)) ((number? e) (cons e l)))
                              (if $bool:i (raise i) (cons $int:i l))))))
        (let loop ((i $few)) (guard (e ((eqv? e i) (list e))) (if (= i 0) (raise $int) (loop (- i 1)))))
        (let loop ((r $list) (l '()))
          (guard (e ((number? e) (loop (cdr r) (cons e l))))
            (cond ((null? r) l) ($bool (raise (car r))) (else (loop (cdr r) l)))))
        (let ((k #f) (n 0))
          (let ((l (map (lambda (x) (call/cc (lambda (c) (if (= x 2) (set! k c)) x))) $list)))
            (set! n (+ n 1)) (if (and k (< n 3)) (k (* 10 n)) l)))
        (let ((k #f) (n 0) (r '()))
          (for-each (lambda (x) (set! r (cons (call/cc (lambda (c) (set! k c) x)) r))) $list)
          (set! n (+ n 1)) (if (and k (< n 3)) (k n) r))
        (let ((k #f) (n 0))
          (let ((v (guard (e (#t (list 'e e)))
                     (let ((x (call/cc (lambda (c) (set! k c) $int)))) (if (> n 1) (raise x) (list x))))))
            (set! n (+ n 1)) (if (< n 3) (k n) v)))
        (let ((k #f) (n 0))
          (let ((v (parameterize ((param-a $int)) (list (call/cc (lambda (c) (set! k c) 1)) (param-a)))))
            (set! n (+ n 1)) (if (< n 3) (parameterize ((param-a 50)) (k n)) v)))
        (let ((k #f) (n 0) (v (vector 0 0)))
          (let loop ((i 0)) (if (< i 2)
          (begin (vector-set! v i (call/cc (lambda (c) (set! k c) $int))) (loop (+ i 1)))))
          (set! n (+ n 1)) (if (< n 3) (k (* n 100)) (vector->list v)))
        (let ((k #f) (n 0))
          (let ((l (list-sort (lambda (x y) (if (= x 2) (call/cc (lambda (c) (set! k c)))) (< x y)) $list)))
            (set! n (+ n 1)) (if (and k (< n 3)) (k 1) l)))
        (guard (e (#t (list e))) (list-sort (lambda (x y) (if $bool:x,y (raise 'order) (< x y))) $list))
        (call/cc (lambda (k) (list-sort (lambda (x y) (if $bool:x,y (k (list x y)) (< x y))) $list)))
        (guard (e (#t (list (describe e)))) (list-sort < (append $list (list 'a))))
        (let ((g (make-coroutine-generator
                  (lambda (yield) (dynamic-wind (lambda () (log 'in)) (lambda () (yield $int) (yield $int))
                                                (lambda () (log 'out)))))))
          (let* ((a (g)) (b (g))) (list a b)))
        (generator->list (make-coroutine-generator
          (lambda (yield) (guard (e (#t (yield 9))) (for-each (lambda (x) (if $bool:x (raise x) (yield x))) $list)))))
        (let ((g (make-coroutine-generator
                  (lambda (yield) (parameterize ((param-a $int)) (yield (param-a)) (yield (param-a)))))))
          (let* ((a (g)) (b (param-a)) (c (g))) (list a b c)))
        (let ((r '()))
          (dynamic-wind (lambda () (set! r (cons 1 r)))
                        (lambda () (generator->list (gmap (lambda (x) (set! r (cons x r)) x) $gen)))
                        (lambda () (set! r (cons 2 r))))
          r)
        (let ((f (parameterize ((param-a $int)) (lambda () (param-a))))) (list (f) (parameterize ((param-a 7)) (f))))
        (let ((f (lambda (x) (parameterize ((param-b x)) (lambda (y) (+ y (param-b))))))) (map (f $int) $list))
        (parameterize ((param-a $int))
          (let ((k (call/cc (lambda (c) c))))
            (if (procedure? k) (parameterize ((param-a 5)) (k (list (param-a)))) (cons (param-a) k))))
        (quasiquote (1 (unquote $int) (quasiquote (2 (unquote (3 (unquote $int))))) (unquote-splicing $list)))
        (vector->list (quasiquote #(1 (unquote $int) (unquote-splicing $list) #(2 (unquote $int)))))
        (quasiquote ((a unquote $int) #((unquote $int)) unquote $list))
        (let () (define-syntax def (syntax-rules () ((_ n e) (define n e)))) (def p $int) (def q $list) (cons p q))
        (let () (define-syntax defs (syntax-rules () ((_ (n e) ...) (begin (define n e) ...))))
          (defs (p $int) (q $int)) (list p q))
        (let () (define-syntax getter (syntax-rules () ((_ n e) (begin (define tmp e) (define (n) tmp)))))
          (getter p $list) (getter q $list) (append (p) (q)))
        (let () (define-syntax record (syntax-rules () ((_ t m g) (define-record-type t (m v) t? (v g)))))
          (record ta ma ga) (record tb mb gb)
          (list (ga (ma $int)) (gb (mb 2)) (guard (e (#t 'no)) (ga (mb 1)))))
        (let () (define-syntax for (syntax-rules (in) ((_ x in l b ...) (map (lambda (x) b ...) l))))
          (for x in $list $int:x))
        (let () (define-syntax def-syn (syntax-rules () ((_ n v) (define-syntax n (syntax-rules () ((_) v))))))
          (def-syn five $list) (five))
        (let-syntax ((my-if (syntax-rules () ((_ c a b) (cond (c a) (else b))))))
          (let ((else #f)) (my-if $bool (list 1) (list 2))))
        (let ((x $int)) (define-syntax getx (syntax-rules () ((_) x))) (let ((x 'inner)) (list (getx) x)))
        (let ((tmp $int) (other 2)) (swap! tmp other) (list tmp other))
        (let () (define-record-type point (make-point x) point? (x point-x))
          (list (point-x (make-point $int)) (guard (e (#t 'other)) (point-x 5))))
        (let () (define-record-type p (mp a) p? (a pa set-pa!)) (define r (mp $int)) (set-pa! r $int) (list (pa r)))
        (let ((t (make-hash-table equal?)))
          (hash-table-set! t (vector 1 $int) 1) (hash-table-set! t "s" 2) (hash-table-set! t (list "s" 1.5) 3)
          (hash-table-set! t 1.0 4) (hash-table-set! t 1 5) (hash-table-set! t #\\1 6)
          (map (lambda (k) (hash-table-ref/default t k 0))
               (list (vector 1 2) (string #\\s) (list "s" 1.5) 1 1.0 #\\1 (* 1.0 $int))))
        (let ((t (make-hash-table)))
          (for-each (lambda (x) (hash-table-update! t (modulo x 3) (lambda (l) (cons x l)) (lambda () '()))) $list)
          (append (hash-table-ref/default t 0 '()) (hash-table-ref/default t 1 '())))
        (let ((t (make-hash-table)) (l (list 1 2))) (hash-table-set! t l $int)
          (list (hash-table-ref/default t (list 1 2) 0)))
        (map char->integer (string->list (string-append $string "\U0001f600\U0010ffff")))
        (map (lambda (c) (char->integer (char-upcase c))) (string->list "ßéŉ\U00010428"))
        (let ((p (open-input-string $string)) (o (open-output-string)))
          (let loop ((c (read-char p)) (n 0))
            (if (eof-object? c) (list n (get-output-string o))
                (begin (if (= n 2) (write-string "ab" o)) (write-char c o)
                       (if (eqv? (peek-char p) #\\a) (loop (begin (read-char p) (read-char p)) (+ n 1))
                           (loop (read-char p) (+ n $few)))))))
        (let ((o (open-output-string)))
          (let loop ((i $few))
          (if (> i 0) (begin (write (guard (e (#t e)) (if $bool:i (raise i) $int:i)) o) (loop (- i 1)))))
          (list (get-output-string o)))
        (let ((o (open-output-string)))
          (call/cc (lambda (k) (for-each (lambda (x) (if $bool:x (k x)) (write x o)) $list)))
          (list (get-output-string o)))
        (let ((o (open-output-string)) (k #f) (n 0))
          (write (call/cc (lambda (c) (set! k c) $int)) o) (set! n (+ n 1)) (if (< n 3) (k n))
          (list (get-output-string o)))
        (let loop ((i 0) (l '()))
          (cond ((= i $few) (reverse l))
                ((assv i (list (cons 1 $int))) => (lambda (p) (loop (+ i 1) (cons (cdr p) l))))
                (else (loop (+ i 1) l))))
        (let loop ((l $list))
          (if (null? l) '() (let ((f (lambda () (loop (cdr l))))) (if $bool (cons (car l) (f)) (f)))))
        (with-exception-handler (lambda (e) (if (number? e) (+ e 1) 0))
          (lambda () (let loop ((i $few) (l '())) (if (= i 0) l (loop (- i 1) (cons (raise-continuable i) l))))))
        (let ((r '()))
          (guard (e (#t (cons e r)))
            (dynamic-wind (lambda () (set! r (cons 'in r)))
                          (lambda () (let loop ((i $few)) (if (= i 0) r (begin (if $bool:i (raise i)) (loop (- i 1))))))
                          (lambda () (set! r (cons 'out r))))))
        (let ((k #f))
          (let ((l (guard (e ((symbol? e) (list e))) (list (+ 1 (call/cc (lambda (c) (set! k c) $int)))))))
            (if (and (number? (car l)) (< (car l) 50)) (k (+ 60 (car l))) l)))
        (let ((fs (map (lambda (x) (lambda () (set! x (+ x 1)) x)) $list))) (for-each (lambda (f) (f)) fs)
          (map (lambda (f) (f)) fs))
        (let ((fs '())) (do ((i 0 (+ i 1))) ((= i $few)) (set! fs (cons (lambda () (set! i (+ i 10)) i) fs)))
          (map (lambda (f) (f)) fs))
        (let* ((p (delay (begin (log 'forced) $list))) (q (list p p))) (append (force (car q)) (force (cadr q))))
        """,
    "int": """
        (let ((- +)) (- $int $int))
        (let ((= (lambda (x y) #t))) (if (= $int $int) 1 2))
        (let ((abs -)) (abs $int))
        (let ((x 5)) (set! x (let ((y x)) (set! x $int) (+ x y))) x)
        (exact (truncate (* 1.0 $int)))
        (let ((x (/ $int 2))) (if (integer? x) x (numerator x)))
        (string->number (number->string $int 16) 16)
        (let ((s "ab\U0001d11ec")) (+ (string-length s) (char->integer (string-ref s 2))))
        (char->integer (string-ref (string-upcase "ß") 0))
        (let* ((v (vector 1 2 3)) (w v)) (vector-set! v 0 $int) (+ (vector-ref w 0) (vector-ref v 1)))
        (call/cc (lambda (k) (dynamic-wind (lambda () (log 1)) (lambda () (k $int)) (lambda () (log 2)))))
        (let ((n 0)) (define-syntax inc! (syntax-rules () ((_) (set! n (+ n 1))) ((_ x) (set! n (+ n x))))) (inc!)
          (inc! $int) n)
        (let* ((n 0) (f (lambda () (set! n (+ n 1)) n))) (+ (f) (f) n))
        (do ((i 0 (+ i 1)) (car 0 (+ car i))) ((= i $few) car))
        (let loop ((i 0) (n 0))
          (if (< i $few) (loop (+ i 1) (+ n (guard (e ((number? e) e)) (if $bool:i (raise $int:i) i)))) n))
        (vector-length (vector-map (lambda (x) (if $bool:x (raise 'v) x)) (list->vector $list)))
        (let ((t (make-hash-table equal?))) (hash-table-set! t (list $int "a") $int)
          (hash-table-ref/default t (list $int (string #\\a)) 0))
        (let ((t (make-hash-table))) (hash-table-set! t 2 1) (hash-table-set! t 2.0 5)
          (hash-table-ref/default t (* 1.0 2) $int))
        (hash-table-ref (filled $list) $int (lambda () $int))
        (let loop ((i $few)) (if (= i 0) 0 (+ 1 (call/cc (lambda (k) (loop (- i 1)))))))
        (let ((f (case-lambda ((x) $int:x) ((x y) (+ x y)) ((x . y) (length y))))) (+ (f $int) (f $int 2) (f 1 2 3)))
        (let-syntax ((ten (syntax-rules () ((_) 10)))) (define x (ten)) (+ x $int))
        (let*-values (((x y) $values) ((x) (+ x $int))) x)
        """,
    "bool": """
        (eqv? $number (exact $number))
        (equal? (vector 1 (list "a" $int)) (vector 1 (list (string #\\a) $int)))
        (exact? (* 0 $real))
        (eqv? $real (- $real))
        (= $number $real)
        (boolean=? #t $bool $bool)
        (char<? #\\a $char #\\\U0001f600)
        (string<? $string "\U0001d11e")
        (let ((or (lambda (x y) y))) (or $bool $bool))
        (let-syntax ((and (syntax-rules () ((_ x y) (or x y))))) (and $bool $bool))
        (let ((memv member)) (if (memv "a" $strings) #t #f))
        (let ((p (lambda () $int))) (eqv? (p) (p)))
        """,
    "string": """
        (let ((o (open-output-string)))
          (let loop ((c 97)) (if (< c (+ 97 $few)) (begin (write-char (integer->char c) o) (loop (+ c 1)))
          (get-output-string o))))
        (string-map (lambda (c d) (if (char<? c d) c d)) $string "bbbb")
        (let* ((s (string-copy $string)) (t (string-copy s)))
          (string-for-each (lambda (c) (if (char=? c #\\a) (string-set! s 0 #\\\U0001f600))) t) s)
        (let ((string-append (lambda l (car l)))) (string-append $string $string))
        (number->string (/ $int 8.) 2)
        (number->string $number)
        (list->string (map (lambda (n) (integer->char (+ 128512 (abs n)))) $list))
        (let ((p (open-input-string "1 (2 . 3) x -1.50 #t")))
          (let loop ((x (read p)) (s "")) (if (eof-object? x) s (loop (read p) (string-append s (shown x))))))
        (call-with-output-string* (lambda (p)
          (guard (e (#t (display 'caught p))) (for-each (lambda (x) (if $bool:x (raise x)) (write x p)) $list))))
        (symbol->string (string->symbol (string-append "|" $string)))
        (let* ((s (string-copy "ab")) (l (list s s))) (string-set! s 0 $char) (apply string-append l))
        (let ((s (make-string 2 #\\é))) (string-copy! s 0 "\U0001f600") (string-append s $string))
        """,
    "number": """
        (* 1/3 $number)
        (expt $int 1/2)
        (atan $real $number)
        (string->number (number->string $number))
        (exact (* $real 1.0))
        (+ $number (sqrt -4))
        (* $real 0)
        (- $real $real)
        (max $number $real)
        (log (abs $int))
        (exact-integer-sqrt* (* $int $int))
        (rationalize (exact $real) 1/10)
        """,
    "one": """
        (let ((car cdr)) (lambda (x) $int:x))
        (lambda (car) (+ car 1))
        (lambda (x) (let loop ((x x)) (if (> x 3) x (loop (+ x 2)))))
        (let ((k #f)) (lambda (x) (call/cc (lambda (c) (set! k c) x))))
        (lambda (x) (guard (e ((string? e) 0)) (if $bool:x (raise x) $int:x)))
        (lambda (x) (parameterize ((param-a x)) (+ x (param-a))))
        (case-lambda ((x) $int:x) ((x y) y))
        """,
    "test": """
        (lambda (x) (let ((odd? even?)) (odd? x)))
        (lambda (x) (guard (e (#t #f)) (if $bool:x (raise x) #t)))
        (lambda (list) (> list 1))
        """,
}
RARE: Final = {kind: shapes + lines(TABLES[kind]) * 2 if kind in TABLES else shapes for kind, shapes in SHAPES.items()}
"""The usual shapes with the rare ones, of which each counts twice: they stand in the midst of what is compiled well."""
STANDARD: Final = [
    "(define (abs x) (if (number? x) (* 2 x) 0))",
    "(define (square x) (list-ref (list x) 0))",
    "(define (reverse l) (log 'mine) l)",
    "(define (max . l) (apply + l))",
    "(define (filter f l) (if (pair? l) (list (car l)) '()))",
    "(define (append . l) (if (pair? l) (car l) '()))",
    "(define (length l) (log 'counted) 3)",
    "(define (cadr x) (car x))",
    "(define (string-append . l) (if (pair? l) (car l) \"none\"))",
    "(define (fold f x l) (if (null? l) x (fold f (f (car l) x) (cdr l))))",
    "(define (delete-duplicates l . r) l)",
    "(define-syntax when (syntax-rules () ((_ c b ...) (if c (begin b ...) 'no))))",
    "(define (vector->list v . r) (list (vector-length v)))",
    "(define (number->string n . r) \"n\")",
    "(define (raise-continuable x) (list x))",
]
"""What a program may define again for itself."""


def generate_rarities(seed: int, size: int = 250) -> list[Form]:
    """The program of that seed."""
    return Scenes(seed, size, RARE, STANDARD).program()
