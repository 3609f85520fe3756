"""Continuations that come back into everything the compiler gives another shape: a table of shapes in, programs out.

Each form that may stand in one of them may capture a continuation, go back to one that was captured, raise, or escape;
top-level forms stand in guards or not, and continuations of one are entered from others.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final

from tests.fuzz.generate import Form, Generator, Scope, template
from tests.fuzz.shapes import lines

IMPORTS: Final = "(import (srfi 1) (srfi 69) (srfi 132) (srfi 158) (only (srfi 133) vector-fold vector-index))"
STATE: Final = """
(define turns 0)
(define kept '())
(define before-kept #f)
(define box (vector 0 0 0))
(define fs '())
(define (again k x) (if (and (procedure? k) (< turns 12)) (begin (set! turns (+ turns 1)) (k x)) x))
(define (keep x) (call/cc (lambda (k) (set! kept (cons k kept)) x)))
(define (back x) (if (pair? kept) (let ((k (car kept))) (set! kept (cdr kept)) (again k x)) x))
(define (oldest x) (if (pair? kept) (again (list-ref kept (- (length kept) 1)) x) x))
(define (keep-values x) (call/cc (lambda (k) (set! kept (cons (lambda (y) (k y 1)) kept)) (values x 2))))
(define (keep-tail x) (call/cc (lambda (k) (set! kept (cons k kept)) (tail-of x))))
(define (tail-of x) (if (number? x) (+ x 1) x))
(define-record-type cell (make-cell v w) cell? (v cell-v set-cell-v!) (w cell-w))
(define (walk f l) (if (pair? l) (begin (f (car l)) (walk f (cdr l))) 'walked))
(define (sum-of l) (let loop ((l l) (s 0)) (if (pair? l) (loop (cdr l) (+ s (if (number? (car l)) (car l) 1))) s)))
(define (drained walker)
  (define return #f)
  (define go-on #f)
  (define (yield x) (call/cc (lambda (k) (set! go-on k) (return x))))
  (define (next)
    (call/cc (lambda (r) (set! return r) (if go-on (go-on turns) (begin (walker yield) (return before-kept))))))
  (set! before-kept (list 'end))
  (let loop ((x (next)) (l '()) (i 0))
    (if (or (eq? x before-kept) (= i 30)) (reverse l) (loop (next) (cons x l) (+ i 1)))))
(define (generator-of walker)
  (define return #f)
  (define go-on #f)
  (define (yield x) (call/cc (lambda (k) (set! go-on k) (return x))))
  (lambda ()
    (call/cc (lambda (r)
      (set! return r)
      (if go-on (go-on turns) (begin (walker yield) (set! go-on (lambda (x) (return x))) (return 'end)))))))
(define (resumed walker)
  (define return #f)
  (define (resume)
    (walker (lambda (x) (call/cc (lambda (k) (set! resume (lambda () (k x))) (return x)))))
    (set! resume (lambda () (return 'over)))
    (resume))
  (lambda () (call/cc (lambda (r) (set! return r) (resume)))))
(define (taken g n) (let loop ((i 0) (l '())) (if (= i n) l (let ((x (g))) (loop (+ i 1) (cons x l))))))
(define (in-turn gs n)
  (let loop ((i 0) (gs gs) (l '()))
    (if (= i n) (reverse l) (loop (+ i 1) (append (cdr gs) (list (car gs))) (cons ((car gs)) l)))))
(define (stream-of l f)
  (call/cc (lambda (return)
    (for-each (lambda (x) (call/cc (lambda (k)
      (return (cons (f x) (lambda () (call/cc (lambda (r) (set! return r) (k #f))))))))) l)
    (return '()))))
(define (zipped a b)
  (let loop ((a a) (b b) (l '()) (n 0))
    (if (or (= n 30) (null? a) (null? b)) (reverse l)
        (loop ((cdr a)) ((cdr b)) (cons (list (car a) (car b)) l) (+ n 1)))))
(define (handed producer n)
  (define consumer-k #f)
  (define producer-k (lambda (x) (producer (lambda (v) (call/cc (lambda (k) (set! producer-k k) (consumer-k v)))))
    (consumer-k 'end)))
  (define (ask x) (call/cc (lambda (k) (set! consumer-k k) (producer-k x))))
  (let loop ((i 0) (v (ask 0)) (l '())) (if (or (= i n) (eq? v 'end)) l (loop (+ i 1) (ask i) (cons v l)))))
(define throwers '())
(define (throw-it x) (if (pair? throwers) (let ((t (car throwers))) (set! throwers (cdr throwers)) (t x)) x))
(define (attempted thunk)
  (let* ((saved throwers)
         (r (call/cc (lambda (k) (set! throwers (cons (lambda (x) (k (list x))) throwers)) (thunk)))))
    (set! throwers saved)
    (if (pair? r) (car r) r)))
(define fuel 0)
(define spent #f)
(define (tick x) (set! fuel (- fuel 1)) (if (<= fuel 0) (spent x)) x)
(define (engine thunk)
  (lambda (done over)
    ((call/cc (lambda (leave)
      (set! fuel 3)
      (set! spent (lambda (x) (call/cc (lambda (k) (leave (lambda () (over (engine (lambda () (k x))))))))))
      (let ((v (thunk))) (leave (lambda () (done v)))))))))
(define (turned engines n)
  (let loop ((q engines) (l '()) (n n))
    (if (or (null? q) (= n 0)) l
        ((car q) (lambda (v) (loop (cdr q) (cons v l) (- n 1)))
                 (lambda (e) (loop (append (cdr q) (list e)) l (- n 1)))))))
(define hand-out #f)
(define (walk-out t n)
  (cond ((pair? t) (walk-out (car t) (+ n 1)) (walk-out (cdr t) n)) ((null? t) n) (else (hand-out (+ n t)))))
(define tree '(1 (2 3) ((4) (5 6 (7))) 8))
(define (int x) (if (and (number? x) (exact-integer? x)) (if (< -1000 x 1000) x (remainder x 1000)) 0))
(define (few x) (if (and (number? x) (exact-integer? x) (<= 0 x 4)) x 2))
(define (table-of l) (let ((t (make-hash-table))) (for-each (lambda (x) (hash-table-set! t x (list x))) l) t))
"""
TABLES: Final[dict[str, str]] = {
    "int": """
        (keep $int)
        (keep $int)
        (keep $int)
        (mark-a $int)
        (mark-b $int)
        (back $int)
        (oldest $int)
        (resume-a $int)
        (resume-b $int)
        (keep-tail $int)
        (int (log $int))
        (+ $int $int)
        (+ $int (keep $int) $int)
        (- (keep $int) $int)
        (* 2 (keep $int))
        (sum-of $list)
        (length $list)
        (if $bool $int $int)
        (if (odd? (int $int)) (keep $int) $int)
        (case (few $int) ((0 1) $int) ((2) (keep 3)) (else $int))
        (cond ((assv $int (list (cons 1 $int) (cons 2 3))) => (lambda (p) (cdr p))) (else $int))
        (let ((x $int)) $int:x)
        (let* ((x $int) (y (keep x))) (set! x (+ x 1)) (+ x y $int:x,y))
        (let ((x $int)) (set! x (+ x (keep $int:x))) x)
        (let loop ((i 0) (x $int)) (set! x (+ x (keep $int:x))) (log x) (if (< i 3) (loop (+ i 1) x) $int:x))
        (do ((i 0 (+ i 1)) (x $int)) ((= i 3) x) (set! x (int (+ x (keep $int:x,i)))))
        (letrec ((f (lambda (n) (if (<= n 0) $int (+ 1 (f (- n 1))))))) (f (few $int)))
        (letrec ((f (lambda (n) (if (<= n 0) 0 (g (- n 1))))) (g (lambda (n) (keep (f n))))) (f (few $int)))
        (call/cc (lambda (k) $int))
        (call/cc (lambda (k) (k $int)))
        (call/cc (lambda (k) (+ 1 (k $int))))
        (call/cc (lambda (k) (for-each (lambda (x) (if (> x 2) (k x))) $list) $int))
        (let ((i 0) (label #f) (s 0)) (let ((x (call/cc (lambda (k) (set! label k) $int))))
          (set! s (+ s (int x))) (set! i (+ i 1)) (if (< i 13) (label $int:i)) (+ s i)))
        (let ((i 0) (label #f)) (call/cc (lambda (k) (set! label k))) (set! i (+ i 1)) $effect
          (if (< i 12) (begin (label (vector-ref box (- i 10))) 5)) (keep i))
        (let ((i 0)) (let ((label (call/cc (lambda (k) k)))) (set! i (+ i 1)) (if (< i 12) (label label)) $int:i))
        (let ((i 0) (label #f)) (dynamic-wind (lambda () (log 'in)) (lambda () (call/cc (lambda (k) (set! label k))))
          (lambda () (log 'out))) (set! i (+ i 1)) (if (< i 11) (label 1)) i)
        (int (call/cc (lambda (k) (set! kept (cons k kept)) (k $int))))
        (let ((k (call/cc (lambda (c) c)))) (if (procedure? k) (k $int) (int k)))
        (guard (e (#t $int)) $int)
        (guard (e ((number? e) (+ 1 e)) ((symbol? e) $int)) $int)
        (guard (e ((number? e) (keep e)) ((string? e) $int)) (raise $int))
        (guard (e ((symbol? e) $int)) (raise 's))
        (guard (e ((string? e) $int)) (raise $obj))
        (guard (e ((string? e) $int) ((keep (symbol? e)) $int)) (+ 1 (raise $obj)))
        (guard (e (#f 1)) (dynamic-wind (lambda () (log 'in)) (lambda () (raise $obj)) (lambda () (log 'out))))
        (guard (e (#t (int e)))
          (dynamic-wind (lambda () (log 'in)) (lambda () (raise $obj)) (lambda () (log (keep 'out)))))
        (guard (e ((number? e) $int) (else (raise e)))
          (dynamic-wind (lambda () (log 'in)) (lambda () (+ 1 (raise $obj))) (lambda () $int)))
        (guard (e ((symbol? e) $int)) (dynamic-wind (lambda () $int) (lambda () (raise $obj)) (lambda () (log 'out))))
        (guard (e (#t $int)) (dynamic-wind (lambda () (log 'in)) (lambda () (vector-ref box 7)) (lambda () $effect)))
        (guard (e ((error-object? e) $int))
          (dynamic-wind (lambda () (log 'in)) (lambda () (car $int)) (lambda () (log (keep 'out)))))
        (guard (e ((string? e) 1) (else $int))
          (dynamic-wind (lambda () $int) (lambda () (int (raise-continuable $obj))) (lambda () (keep 'out))))
        (guard (e (#t (log (describe e)) $int)) (car $int))
        (guard (e (#t (raise $obj))) (raise $obj))
        (guard (e ((error-object? e) $int)) (error "m" $int))
        (guard (e (#t (int e))) (int (raise-continuable $int)))
        (int (raise-continuable $obj))
        (raise $obj)
        (error "bad" $int)
        (vector-ref box (few $int))
        (with-exception-handler (lambda (e) (log 'h) $int) (lambda () $int))
        (with-exception-handler (lambda (e) (log 'h) $int) (lambda () (+ 1 $int)))
        (with-exception-handler (lambda (e) (log (describe e)) (keep $int)) (lambda () (int (raise-continuable $obj))))
        (with-exception-handler (lambda (e) (log (describe e)) $int) (lambda () (+ 1 (raise $obj))))
        (with-exception-handler (lambda (e) (log 'h) $int) (lambda () (guard (e2 ((string? e2) 2)) (raise $obj))))
        (with-exception-handler (lambda (e) (log 'h) $int)
          (lambda () (guard (e2 ((string? e2) 2)) (+ 1 (int (raise-continuable $obj))))))
        (with-exception-handler (lambda (e) (keep $int))
          (lambda () (guard (e2 (#f 2))
            (let loop ((i 0) (s 0)) (if (= i 3) s (loop (+ i 1) (+ s (raise-continuable i))))))))
        (with-exception-handler (lambda (e) (raise-continuable $int)) (lambda () (int (raise-continuable $obj))))
        (with-exception-handler (lambda (e) (raise $obj)) (lambda () $int))
        (call/cc (lambda (k) (with-exception-handler (lambda (e) (k $int)) (lambda () $int))))
        (call/cc (lambda (k) (with-exception-handler (lambda (e) (k (keep $int))) (lambda () (+ 1 (raise $obj))))))
        (dynamic-wind (lambda () (log 'in)) (lambda () $int) (lambda () (log 'out)))
        (dynamic-wind (lambda () (log (keep 'in))) (lambda () $int) (lambda () (log 'out)))
        (dynamic-wind (lambda () (log 'in)) (lambda () (keep $int)) (lambda () (log (back 'out))))
        (parameterize ((param-a $int)) $int)
        (parameterize ((param-a (keep $int)) (param-b $int)) (+ (int (param-a)) (param-b) $int))
        (int (param-a))
        (call-with-values (lambda () (values $int (keep $int))) +)
        (call-with-values (lambda () $values) (lambda (x y) $int:x,y))
        (let-values (((x y) $values) ((z) $int)) (+ x y z))
        (let*-values (((x y) $values) ((z) (keep x))) (list x y z) (+ z y))
        (receive (x . y) $values (+ x (length y)))
        (let () (define-values (x y) $values) (set! x (keep y)) (+ x y))
        (let loop ((i 0) (s 0)) (if (= i 3) s (loop (+ i 1) (+ s $int:i))))
        (let loop ((i 0)) (if (< i 3) (+ (keep i) (loop (+ i 1))) $int))
        (do ((i 0 (+ i 1)) (s 0 (+ s (keep i)))) ((= i 3) s))
        (do ((i 0 (+ i 1)) (v (make-vector 3 0))) ((= i 3) (+ (vector-ref v 0) (vector-ref v 2)))
          (vector-set! v i $int:i))
        (let ((n 0)) (for-each (lambda (x) (set! n (+ n (keep x)))) $list) n)
        (let ((n 0)) (for-each (lambda (x y) (set! n (+ n $int:x,y))) $list $list) n)
        (let ((n 0)) (vector-for-each (lambda (x) (set! n (+ n $int:x))) $vector) n)
        (let ((n 0)) (string-for-each (lambda (c) (set! n (+ n (keep (char->integer c))))) $string) n)
        (let ((c (make-cell $int $int))) (set-cell-v! c (keep $int)) (+ (cell-v c) (cell-w c)))
        (let ((c (make-cell $int 1))) (set-cell-v! c (+ (cell-v c) $int)) (keep (cell-v c)))
        (begin (vector-set! box (few $int) (keep $int)) (vector-ref box 1))
        (let ((p (delay (begin (log 'forced) $int)))) (+ (force p) (force p)))
        (force (delay-force (let ((x $int)) (delay (keep x)))))
        (let ((p (make-parameter $int (lambda (x) (keep x))))) (parameterize ((p $int)) (p)))
        (let ((t (table-of $list))) (let ((n 0)) (hash-table-walk t (lambda (k v) (set! n (+ n (keep k))))) n))
        (let ((t (table-of $list))) (hash-table-update!/default t 1 (lambda (l) (cons $int l)) '())
          (length (hash-table-ref t 1 (lambda () '()))))
        (hash-table-ref (table-of '(1)) (few $int) (lambda () $int))
        (fold (lambda (x s) (+ s $int:x)) 0 $list)
        (fold-right (lambda (x s) (+ (keep x) s)) $int $list)
        (reduce (lambda (x s) (+ (keep x) s)) 0 $list)
        (vector-fold (lambda (s x) (+ s $int:x)) 0 $vector)
        (apply + (map (lambda (x) (keep x)) $list))
        (let ((f (lambda (x) $int:x))) (+ (f $int) (f (keep 1))))
        (let ((f (lambda (x . r) (+ x (length r))))) (+ (f $int) (f (keep 1) 2)))
        (let ((f (case-lambda ((x) $int:x) ((x y) (+ x (keep y)))))) (+ (f $int) (f $int 2)))
        (string-length $string)
        (hash-table-size (table-of $list))
        """,
    "list": """
        (map (lambda (x) $int:x) $list)
        (map (lambda (x) (keep x)) $list)
        (map (lambda (x y) (+ (keep x) y)) $list $list)
        (map (lambda (x) (+ 1 $int:x)) (filter (lambda (x) $bool:x) $list))
        (append-map (lambda (x) (list x (keep x))) $list)
        (filter-map (lambda (x) (and $bool:x (keep x))) $list)
        (filter (lambda (x) $bool:x) $list)
        (delete-duplicates (append $list (list (keep 1) 2)))
        (list $int (keep $int) $int)
        (cons (keep $int) $list)
        (append $list (list (keep $int)) $list)
        (append (list $int) (keep $list))
        (reverse $list)
        (keep $list)
        (list-copy $list)
        (vector->list (vector-map (lambda (x) $int:x) $vector))
        (map (lambda (c) (char->integer c)) (string->list $string))
        (let loop ((i 0) (l '())) (if (= i 3) l (loop (+ i 1) (cons $int:i l))))
        (let loop ((i 0) (l '())) (if (= i 3) (reverse l) (loop (+ i 1) (cons (keep i) l))))
        (let loop ((i 0) (l '())) (if (= i 3) l (loop (+ i 1) (append l (list (keep i))))))
        (let loop ((i 0) (l '())) (cond ((= i 6) (reverse l)) ((odd? (keep i)) (loop (+ i 1) (if (null? l) l (cdr l))))
              (else (loop (+ i 1) (cons (keep i) (cons 7 l))))))
        (let loop ((r $list) (l '())) (if (null? r) (reverse l)
              (loop (cdr r) (cons $int (if (pair? l) (cdr (begin (keep 1) l)) l)))))
        (let loop ((r (append $list '(1 2 3))) (l '())) (cond ((null? r) (reverse l))
              ((and (pair? l) $bool) (loop (cdr r) (cons (+ (car l) (keep (car r))) (cdr l))))
              (else (keep 0) (loop (cdr r) (cons $int l)))))
        (let loop ((l $list)) (if (null? l) '() (cons (keep (car l)) (loop (cdr l)))))
        (let loop ((l $list)) (if (null? l) '() (append (list (keep (car l))) (loop (cdr l)))))
        (let loop ((l $list)) (if (null? l) '() (append (keep l) (loop (cdr l)))))
        (let loop ((l $list)) (cond ((null? l) $list) ((odd? (int (car l))) (loop (cdr l)))
                                    (else (cons $int (loop (cdr l))))))
        (let loop ((l $list) (seen '())) (cond ((null? l) seen) ((memv (keep (car l)) seen) (loop (cdr l) seen))
                                               (else (loop (cdr l) (cons (car l) seen)))))
        (let loop ((l $list) (a '()) (b '())) (cond ((null? l) (append a (reverse b)))
              ((odd? (int (keep (car l)))) (loop (cdr l) (cons (car l) a) b)) (else (loop (cdr l) a (cons (car l) b)))))
        (let ((l (list 1 2 3))) (set-car! l (keep $int)) (set-car! (cdr l) $int) l)
        (let* ((l $list) (m (cons 0 l))) (if (pair? l) (set-car! l (keep $int))) (append m l))
        (let ((l $list)) (for-each (lambda (x) (set-car! l (+ x $int:x))) l) l)
        (let ((r '())) (for-each (lambda (x) (set! r (cons $int:x r))) $list) r)
        (let ((r '())) (walk (lambda (x) (set! r (cons (keep x) r))) $list) r)
        (let ((r '())) (hash-table-walk (table-of (list (few $int))) (lambda (k v) (set! r (cons (keep k) r)))) r)
        (list-sort (lambda (x y) (< (keep x) y)) $list)
        (list-sort (lambda (x y) (log 'cmp) (keep (< x y))) (list 3 $int 1))
        (list-sort < (map (lambda (x) (int $int:x)) $list))
        (call-with-values (lambda () $values) list)
        (call-with-values (lambda () (partition (lambda (x) $bool:x) $list)) append)
        (receive x $values x)
        (generator->list (make-coroutine-generator (lambda (yield) (for-each (lambda (x) (yield $int:x)) $list))))
        (generator->list (make-coroutine-generator (lambda (yield)
          (let loop ((i 0)) (if (< i 3) (begin (yield (keep i)) (loop (+ i 1))))))))
        (generator->list (gmap (lambda (x) $int:x) (list->generator $list)) 4)
        (generator->list (gfilter (lambda (x) (keep $bool:x)) (list->generator $list)) 4)
        (let ((r '())) (generator-for-each (lambda (x) (set! r (cons $int:x r))) (list->generator $list)) r)
        (let ((g (make-coroutine-generator (lambda (yield) (yield $int) (guard (e (#t (yield 9))) (yield $int)) 1))))
          (let* ((a (g)) (b (keep (g))) (c (g))) (list (int a) (int b) (int c))))
        (parameterize ((param-a (keep $int))) (list (int (param-a)) $int))
        (guard (e (#t (list (describe e)))) $list)
        (guard (e ((number? e) (list e)) ((symbol? e) $list)) (list $int (raise $obj)))
        (guard (e ((null? e) '())) (map (lambda (x) (if $bool:x (raise x) x)) $list))
        (with-exception-handler (lambda (e) (log 'h) (keep $int))
          (lambda () (map (lambda (x) (raise-continuable x)) $list)))
        (dynamic-wind (lambda () (log 'in)) (lambda () $list) (lambda () (log 'out)))
        (let ((k #f) (n 0)) (let ((l (map (lambda (x) (call/cc (lambda (c) (if (= n 0) (set! k c)) x))) $list)))
          (set! n (+ n 1)) (if (and k (< n 3)) (k n) l)))
        (let ((fs (map (lambda (x) (lambda () (set! x (+ x (keep 1))) x)) $list))) (map (lambda (f) (f)) fs))
        (quasiquote ((unquote $int) (unquote-splicing $list) (unquote (keep 1))))
        (let-values (((a b) $values)) (let loop ((a a) (l '())) (if (> a 3) l (loop (+ a 1) (cons (+ b (keep a)) l)))))
        (drained (lambda (yield) (let walk ((t tree)) (cond ((pair? t) (walk (car t)) (walk (cdr t)))
                                                            ((null? t) $int) (else (yield $int:t))))))
        (drained (lambda (yield) (let walk ((t tree) (n 0)) (cond
          ((pair? t) (walk (car t) (+ n 1)) $effect (walk (cdr t) n)) ((null? t) n) (else (yield (list t n)) $int:n)))))
        (drained (lambda (yield) (let walk ((t (list tree $int tree))) (if (pair? t)
          (let ((x (walk (car t)))) (set! fs (cons (lambda () x) fs)) (yield (list x)) (walk (cdr t))) $int))))
        (drained (lambda (yield) (set! hand-out yield) (walk-out (list tree $int) 0)))
        (drained (lambda (yield) (define (moves n a b c) (if (> n 0)
          (begin (moves (- n 1) a c b) (yield (+ a (* 10 b))) (moves (- n 1) c b a)))) (moves 4 1 2 3)))
        (drained (lambda (yield) (define (perms l p) (if (null? l) (yield p) (let each ((a '()) (b l)) (if (pair? b)
          (begin (perms (append a (cdr b)) (cons (car b) p)) (each (cons (car b) a) (cdr b))))))) (perms '(1 2 3) '())))
        (drained (lambda (yield) (let loop ((i 0)) (guard (e (#t (yield (describe e)))) (if (< i 14)
          (begin (yield i) (if (= i 5) (raise $obj)) (loop (+ i 1))))))))
        (drained (lambda (yield) (parameterize ((param-a $int)) (let walk ((t tree)) (if (pair? t)
          (begin (walk (car t)) (walk (cdr t))) (yield (list t (int (param-a)))))))))
        (taken (generator-of (lambda (yield) (let walk ((t tree))
          (cond ((pair? t) (walk (car t)) (walk (cdr t))) ((null? t) $int) (else (yield $int:t)))))) 12)
        (taken (resumed (lambda (yield) (for-each (lambda (x) (yield $int:x)) (iota 13)))) 16)
        (in-turn (list (resumed (lambda (yield) (for-each (lambda (x) (yield $int:x)) (iota 12))))
          (generator-of (lambda (yield) (do ((i 0 (+ i 1))) ((= i 9)) (yield (keep i)) $effect))) (lambda () $int)) 36)
        (in-turn (list (resumed (lambda (yield) (for-each (lambda (x) (yield x)) (iota 11))))
          (resumed (lambda (yield) (let loop ((i 0)) (if (< i 12) (begin (yield $int:i) (loop (+ i 1)))))))) 26)
        (let ((g (resumed (lambda (yield) (do ((i 0 (+ i 1))) ((= i 14)) (yield $int:i))))))
          (taken (resumed (lambda (yield)
            (let loop ((x (g))) (if (number? x) (begin (yield (+ x 1)) (loop (g))))))) 17))
        (zipped (stream-of (iota 12) (lambda (x) $int:x)) (stream-of (iota 13) (lambda (x) (keep x))))
        (handed (lambda (give) (do ((i 0 (+ i 1))) ((= i 12)) (set! before-kept (give $int:i)) $effect)) 15)
        (turned (list (engine (lambda () (let loop ((i 0) (s 0)) (if (= i 15) s (loop (tick (+ i 1)) (+ s $int:i))))))
          (engine (lambda () (tick (keep $int)) (tick 2)))) 16)
        (map (lambda (x) (attempted (lambda () (if $bool:x (throw-it $int:x) x)))) (iota 10))
        (map (lambda (f) (int (f))) fs)
        (if $bool $list $list)
        (let ((x $int)) (list x $int:x))
        (vector->list box)
        (list-tail (list 1 2 3 4) (few $int))
        (vector->list (let ((v (vector 1 2 3))) (vector-fill! v (keep $int)) v))
        """,
    "bool": """
        (odd? (int $int))
        (< $int $int)
        (keep #t)
        (keep #f)
        (keep (< $int 3))
        (and $bool (keep $bool))
        (or $bool (odd? (int (keep $int))))
        (not $bool)
        (any (lambda (x) $bool:x) $list)
        (every (lambda (x) (< (keep x) 5)) $list)
        (pair? (member $int $list (lambda (x y) (= (keep x) y))))
        (eqv? $int (keep $int))
        (vector-index (lambda (x) $bool:x) $vector)
        (number? (find (lambda (x) (> (keep x) 1)) $list))
        (null? $list)
        (guard (e (#t #f)) $bool)
        """,
    "vector": """
        (vector $int (keep $int))
        (vector-map (lambda (x) (keep x)) $vector)
        (list->vector $list)
        (let ((v (vector 1 2 3))) (vector-set! v (few $int) $int) v)
        (let ((v (make-vector 3 0))) (let loop ((i 0))
          (if (< i 3) (begin (vector-set! v i (keep i)) (loop (+ i 1))) v)))
        (vector-map (lambda (x y) (+ x $int:y)) $vector (vector 1 2 3))
        """,
    "string": """
        (string #\\a (keep #\\b))
        (string-append $string (keep "x") $string)
        (number->string $int)
        (let ((o (open-output-string))) (write (keep $int) o) (write $int o) (get-output-string o))
        (let ((o (open-output-string))) (for-each (lambda (x) (write $int:x o)) $list) (get-output-string o))
        (let ((o (open-output-string))) (let loop ((i 0)) (if (< i 3) (begin (write (keep i) o) (loop (+ i 1)))))
          (get-output-string o))
        (let loop ((i 0) (s "")) (if (= i 3) s (loop (+ i 1) (string-append s (number->string $int:i)))))
        (let ((p (open-input-string "a(1)2")))
          (let loop ((c (read-char p)) (l '())) (if (eof-object? c) (list->string (reverse l))
            (loop (read-char p) (cons (keep c) l)))))
        (string-map (lambda (c) (keep c)) $string)
        (list->string (map (lambda (c) (keep c)) (string->list $string)))
        (let ((s (string-copy "abc"))) (string-set! s 0 (keep #\\z)) s)
        (apply string-append (map (lambda (x) (number->string $int:x)) $list))
        """,
    "values": """
        (values $int $int)
        (values (keep $int) $int)
        (keep-values $int)
        (let ((x $int)) (values x (keep x)))
        (if $bool (values $int 1) (values 2 $int))
        (call/cc (lambda (k) (set! kept (cons (lambda (x) (k x 0)) kept)) (values $int 2)))
        (dynamic-wind (lambda () (log 'in)) (lambda () (values $int (keep 1))) (lambda () (log 'out)))
        (guard (e (#t (values 0 0))) (values $int (raise $obj)))
        """,
    "obj": """
        $int
        's
        (list $int)
        "text"
        (keep 's)
        (keep $int)
        """,
}
ENDS: Final = {
    "int": ["1", "3", "7", "-2"],
    "list": ["(list 3 1 2)", "'(1 2)", "(list 2 2 1 3)", "'()", "(iota 4)"],
    "bool": ["#t", "#f"],
    "vector": ["(vector 2 1 3)", "#(1 4)"],
    "string": ['"ab"', '(string #\\b #\\a)'],
    "values": ["(values 1 2)"],
    "obj": ["'s", "4", '"t"'],
}
SHAPES: Final = {kind: lines(table) for kind, table in TABLES.items()}
HOLE: Final = re.compile(r"\$(\w+)(?::([\w,]+))?")
FORMS: Final = (
    "(log $any)",
    "(log $any)",
    "(log (list $any $any))",
    "(call/cc (lambda (k) (log $any)))",
    "(call/cc (lambda (k) (set! kept (cons k kept)) (log $any)))",
    "(log (call/cc (lambda (k) $any)))",
    "(begin (log $any) (log (back $any)))",
    "(if $bool (log $any) (log $any))",
    "(log (back $any))",
    "(back 5)",
    "(log (resume-a $int))",
    "(begin (log (oldest $int)) $any)",
    "(dynamic-wind (lambda () (log 'in)) (lambda () (log $any)) (lambda () (log 'out)))",
    "(parameterize ((param-a 3)) (log $any))",
    "(set! before-kept (keep $int))",
    "(for-each (lambda (x) (log $any)) '(1 2))",
    "(let loop ((i 0)) (when (< i 2) (log $any) (loop (+ i 1))))",
    "(with-exception-handler (lambda (e) (log 'top) 1) (lambda () (log $any)))",
    "(vector-set! box 0 (int $any))",
)


class Captures:
    """Grows a program whose continuations come back."""

    def __init__(self, seed: int, size: int) -> None:
        self.random = Random(seed)
        self.generator = Generator(self.random, size)
        self.size = size
        self.left = 0
        self.defined: list[tuple[str, str]] = []  # procedures of one argument, and what they answer

    def program(self) -> list[Form]:
        pick = self.random.choice
        forms: list[Form] = [template(IMPORTS), *list(template(f"(begin {STATE})"))[1:]]
        for _ in range(max(4, self.size // 8)):
            self.left = self.random.randint(10, 45)
            chance = self.random.random()
            if chance < 0.35:
                kind = pick(["int", "int", "list", "list", "string", "bool"])
                name = f"p{len(self.defined)}"
                forms.append(["define", [name, "x"], self.grow(kind, (("x", "int"),), self.random.randint(2, 5))])
                self.defined.append((name, kind))
            elif chance < 0.42 and self.defined:
                name, kind = pick(self.defined)  # at the REPL, this is told to who knew it
                forms.append(["define", [name, "x"], self.grow(kind, (("x", "int"),), 2)])
            elif chance < 0.5:
                forms.append(["define", f"v{len(forms)}", self.grow(pick(["int", "list"]), (), 3)])
            else:
                form = self.fill(pick(FORMS), (), self.random.randint(2, 5))
                guarded = self.random.random() < 0.7
                forms.append(["guard", ["e", ["#t", ["log", ["describe", "e"]]]], form] if guarded else form)
        return forms

    def grow(self, kind: str, scope: Scope, depth: int) -> Form:
        """A form of a kind: of the table, a call of a procedure, or a variable."""
        self.left -= 1
        pick, chance = self.random.choice, self.random.random()
        if kind == "any":
            kind = pick(["int", "int", "list", "list", "string", "bool", "vector"])
        bound = [name for name, its in dict(scope).items() if its == kind]
        if bound and (depth <= 0 or chance < 0.25):
            return pick(bound)
        if depth <= 0 or self.left <= 0:
            return self.fill(pick(ENDS[kind]), scope, 0)
        known = [name for name, its in self.defined if its == kind]
        if known and chance > 0.8:
            return [pick(known), self.grow("int", scope, depth - 2)]
        if chance > 0.76 and kind in ("int", "list", "bool", "string", "vector"):
            self.generator.left = 8
            return self.generator.grow(kind, scope, 2)
        return self.fill(pick(SHAPES[kind]), scope, depth - 1)

    def fill(self, shape: str, scope: Scope, depth: int) -> Form:
        parts: dict[str, Form] = {}

        def hole(found: re.Match[str]) -> str:
            kind, names = found.groups()
            kind = self.random.choice(("int", "list", "bool")) if kind == "effect" else kind
            inner = (*scope, *((each, "int") for each in names.split(","))) if names else scope
            key = f"p{len(parts)}"
            parts[key] = self.grow(kind, inner, depth)
            return f"${key}"

        if HOLE.fullmatch(shape):
            return self.grow(shape[1:], scope, depth)
        filled = HOLE.sub(hole, shape)
        return template(filled, **parts) if filled.startswith("(") else filled


def generate_captures(seed: int, size: int = 250) -> list[Form]:
    """The program of that seed."""
    return Captures(seed, size).program()
