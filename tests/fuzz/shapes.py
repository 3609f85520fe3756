"""What programs do with the procedures of libraries: tables of shapes in, scenes of random programs out.

A shape is Scheme text with holes, `$kind` or `$kind:names`: a form of that kind, in which these names are integers
besides. What is no kind here is grown by the generator. A new shape is a line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Final

from tests.fuzz.generate import Form, Generator, Scope, template

IMPORTS: Final = """(import (srfi 1) (srfi 69) (srfi 132) (srfi 158)
 (only (srfi 133) vector-fold vector-count vector-index vector-any vector-every vector-swap! vector-reverse!
  reverse-vector->list vector-concatenate vector-unfold)
 (only (srfi 130) string-join string-index string-trim string-trim-both string-prefix? string-suffix? string-contains)
 (only (chibi string) string-split))"""
TABLES: Final[dict[str, str]] = {
    "list": """
        (heads $few $one)
        (heads-of $list $int)
        (let ((l (heads $few $one))) (cons (length l) (map $one l)))
        (let ((l (heads-of $list $few))) (append l (reverse l)))
        (beside-all $int $int)
        (apply beside-all $list)
        (generator->list $gen)
        (generator->list $gen $few)
        (generator-map->list $one $gen)
        (generator-map->list $two $gen $gen)
        (generator-fold (lambda (x y l) (cons $int:x,y l)) '() $gen $gen)
        (let ((l '())) (generator-for-each (lambda (x y) (set! l (cons $int:x,y l))) $gen $gen) l)
        (generator-fold cons '() $gen)
        (generator-fold (lambda (x l) (if $bool:x (cons x l) l)) '() $gen)
        (let ((g $gen)) (append (generator->list g 2) (generator->list g)))
        (let ((g $gen) (l '())) (generator-for-each (lambda (x) (set! l (cons $int:x l))) g) l)
        (let* ((g $gen) (h (gmap $one g)) (a (generator->list h 1))) (append a (generator->list g)))
        (let loop ((g $gen) (l '())) (let ((x (g))) (if (eof-object? x) (reverse l) (loop g (cons $int:x l)))))
        (stream-head $stream $few)
        (stream-head (stream-cdr $stream) 2)
        (let ((s $stream)) (append (stream-head s 2) (stream-head s $few)))
        (call-with-values (lambda () $values) list)
        (call-with-values (lambda () $values) (lambda (x y) (list x $int:x,y)))
        (let-values (((x . y) $values)) (cons $int:x y))
        (let*-values (((x y) $values) ((y z) (values y $int:x,y))) (list x y z))
        (let () (define-values (x y) $values) (list y x))
        (receive (x y) $values (list x y))
        (receive x $values x)
        (let loop ((r $list) (l '())) (cond ((null? r) (reverse l)) ($bool (loop (cdr r) (if (null? l) '() (cdr l))))
              (else (loop (cdr r) (cons (car r) l)))))
        (let loop ((r (append $list '(3 3 0 1))) (l '())) (cond ((null? r) (reverse l))
              ((eqv? (car r) 3) (loop (cdr r) (cdr l))) ($bool (loop (cdr r) (cons $int (cdr l))))
              (else (loop (cdr r) (cons (car r) l)))))
        (let loop ((r (append $list '(1 2 2 4))) (l '())) (cond ((null? r) (reverse (cons 0 l)))
              ((and (pair? l) (= (car l) (car r))) (loop (cdr r) (cons (+ (car l) $int) (cdr l))))
              (else (loop (cdr r) (cons $int l)))))
        (let loop ((r (append '(5) $list)) (l '())) (if (null? r) (list (length l) (reverse l))
              (loop (cdr r) (cons (call/cc (lambda (k) (if $bool (k $int) $int))) (if (pair? l) (cdr l) l)))))
        (append $list (list $int) $list)
        (append $list (map $one $list) (list $int $int))
        (let ((l (append $list $list))) (cons (length l) (map $one l)))
        (let loop ((i $few) (l '())) (if (= i 0) l (loop (- i 1) (append l (list $int:i)))))
        (let loop ((l (append $list $list '(1 2.0 1))) (seen '())) (cond ((null? l) (reverse seen))
              ((member (car l) seen) (loop (cdr l) seen)) (else (loop (cdr l) (cons (car l) seen)))))
        (map (lambda (x) (if (memv x numbers*) (length (memv x numbers*)) 0)) (cons $int $list))
        (map (lambda (x) (if (memv x (append $list numbers*)) 1 0)) (list $int $int))
        (let loop ((q (list $int 2)) (n 0) (out '())) (cond ((or (null? q) (= n 7)) (cons (length q) out))
              ((even? (car q)) (loop (append (cdr q) (list (quotient (car q) 2) (+ n 1))) (+ n 1) (cons (car q) out)))
              (else (loop (append (cdr q) $list) (+ n 1) out))))
        (let loop ((q (cons $int '())) (n 0)) (if (= n 4) (reverse q)
              (loop (append (if $bool (cdr q) q) (map $one (list (car q) n))) (+ n 1))))
        (let loop ((l (append $list (iota 12) $list)) (seen (list $int)) (n 0)) (if (null? l) (cons n seen)
              (let ((x (mark-a (car l)))) (if (not (memv x seen)) (loop (cdr l) (cons x seen) n)
                                              (loop (cdr l) seen $int:n,x)))))
        (let loop ((l (append $list $list)) (seen '()) (out '())) (if (or (null? l) (and (memv $int seen) $bool)) out
              (loop (cdr l) (if (memv (car l) seen) '() (cons (car l) seen)) (cons (length seen) out))))
        (let loop ((l (map number->string (append (iota 12) $list))) (seen '())) (if (null? l) (length seen)
              (loop (cdr l) (if (member (car l) seen) seen (begin (string-set! (car l) 0 #\\1) (cons (car l) seen))))))
        (let ((l (append (iota 30) $list))) (let loop ((i 0) (n 0)) (if (= i 90) (list n (length l))
              (begin (if (memv i '(50 70))
                       (if $bool:i,n (set-car! (list-tail l 20) $int:i) (set-cdr! (list-tail l 9) $list)))
                     (loop (+ i 1) (if (memv (modulo (* i 7) 40) l) (+ n 1) n))))))
        (let ((l (map (lambda (i) (cons (number->string i) i)) (iota 30)))) (let loop ((i 0) (n '())) (if (= i 90) n
              (let ((found (assoc (number->string (modulo i 35)) l)))
                (if (and found (= i 60)) (begin (set-car! found "7") (set-cdr! found $int:i)))
                (loop (+ i 1) (if (and found (> i 66)) (cons (cdr found) n) n))))))
        (map (lambda (n) (let loop ((n n) (i 0))
              (cond ((or (= i 5) (= n 1)) i) ((even? n) (loop (quotient n 2) (+ i 1))) (else (loop $int:n,i (+ i 1))))))
             (append $list (list 8.0 $int)))
        (map (lambda (n) (let loop ((i 0) (s 0)) (if (= i 4) s
               (loop (+ i 1) (let in ((j i) (s s)) (if (or (= j 6) (= (modulo (+ j 7) 5) n)) s
                                                       (in (+ j 1) (+ s (* n $int:j))))))))) (list $int 3.0 $int))
        (let ((v $vector)) (map (lambda (j) (let loop ((i j) (n 0))
               (if (or (< i 0) (>= i (vector-length v)) (= n 3)) n (begin (vector-ref v i) (loop $int:i,n (+ n 1))))))
             (append $list '(0))))
        (let ((l (map (lambda (m) (let loop ((i m) (n 0)) (if (or (= i 0) (= n 4)) n
                (loop (quotient (mark-a i) 2) (+ n 1))))) (append $list (list 9 6.0))))) (log (resume-a $few)) l)
        (let () (define (f a b n) (if (or (= b 0) (= n 6)) (list a n)
                                    (f b (if $bool:a (remainder a b) $int:b) (+ n 1))))
          (append (f $int $int 0) (f 12.0 $int 0) (f 12 $few 0)))
        (let () (define (f n k) (cond ((<= n 0) (list k)) ((= n k) (list n)) ((even? n) (cons n (f (quotient n 2) k)))
                                      (else (append (f (- n 1) k) (list n))))) (append (f $few $int) (f 4.0 $int)))
        (let loop ((r $list) (l '())) (if (null? r) l (loop (cdr r) (append l (if $bool (list (car r) $int) '())))))
        (let loop ((r $list) (q (list $int))) (if (null? r) q (loop (cdr r) (append (cdr q) (list (car q) $int)))))
        (let loop ((i $few) (q (list $list))) (cond ((null? q) '()) ((= i 0) (car q))
          (else (loop (- i 1) (append (cdr q) (map (lambda (x) (list x $int:x)) (car q)))))))
        (let loop ((i $few) (q '())) (if (= i 0) (if $bool (map $one q) q) (loop (- i 1) (append q (map $one $list)))))
        (reverse (let loop ((r $list) (l '())) (if (null? r) (if $bool l $list) (loop (cdr r) (cons $int l)))))
        (let () (define (walk r l) (if (null? r) l (walk (cdr r) (cons $int l)))) (cons 1 (reverse (walk $list '()))))
        (let () (define (h x) (> x $int)) (define (a r l) (cond ((null? r) l) ((h (car r)) (b (cdr r) l)) (else
          (a (cdr r) (cons (car r) l))))) (define (b r l) (if (null? r) (cons 0 l) (a (cdr r) (cons $int l))))
          (reverse (a $list '())))
        (let tree ((n $few)) (if (= n 0) (list $int:n) (append (tree (- n 1)) (list n) (tree (- n 1)))))
        (let () (define (f l) (if (null? l) '() (g (cdr l) (car l)))) (define (g l x) (cons x (f l))) (f $list))
        (let () (define (f l) (if (null? l) '() (if $bool (g l) (cons 1 (g l))))) (define (g l) (f (cdr l))) (f $list))
        (let up ((n $few)) (if (= n 0) $list (cons $int:n (up (- n 1)))))
        (let up ((l $list)) (if (null? l) (list $int) (if $bool (cons $int (cdr l)) (cons (car l) (up (cdr l))))))
        (parameterize ((param-a $int) (param-b $int)) (list (param-a) (param-b) $int))
        (parameterize ((param-b $int)) (map (lambda (x) (+ x (param-b) (param-a))) $list))
        (map (lambda (x) (parameterize ((param-a x)) $int:x)) $list)
        (reverse-vector->list $vector)
        (vector->list (vector-concatenate (list $vector $vector)))
        (map (lambda (x) (quotient $int:x 2)) $list)
        (map (lambda (p) (floor (/ (car p) 3))) (map list $list))
        (map point-x (map (lambda (x) (make-point $int:x x)) $list))
        (let ((p (make-point $int $list))) (set-point-x! p (cons $int (point-y p))) (point-x p))
        (let ((l $list)) (sort! l) l)
        (bytevector->list (bytevector 1 2 (abs (modulo $int 256))))
        (let ((l $list)) (do ((r l (cdr r)) (m '() (cons $int m))) ((null? r) m)))
        (let ((l (list $int 2 3))) (set-car! (cdr l) $int) (append l (list-tail l 1)))
        (guard (e ((pair? e) e) ((symbol? e) '(8))) (map (lambda (x) (if $bool:x (raise (list x)) x)) $list))
        (with-exception-handler (lambda (e) $int) (lambda () (map (lambda (x) (raise-continuable x)) $list)))
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
        (let* ((a (let loop ((i $few) (l '())) (if (= i 0) l (loop (- i 1) (cons $int:i l))))) (b (reverse a)))
          (cons (length a) (append a b)))
        (let ((l (let loop ((r $list) (l '())) (if (null? r) l (loop (cdr r) (if $bool (cons $int l) l))))))
          (let walk ((m (append l (map $one $list))) (n 0) (o '())) (cond ((null? m) (cons n (append o l)))
            ((= (car m) $int) (walk (cdr m) $int:n o)) (else (walk (cdr m) (+ n 1) (cons (car m) o))))))
        (map $one (let loop ((i $few) (l '()) (m '())) (if (= i 0) (if $bool l m)
          (loop (- i 1) (cons (mark-a $int:i) l) (cons $int:i m)))))
        (let ((l (let loop ((i $few) (l '())) (if (= i 0) l (loop (- i 1) (if $bool:i (cons $int:i l) '()))))))
          (log (length l)) (let ((m (reverse (append l $list)))) (if (pair? l) (cons (car l) m) m)))
        (let ((l (let loop ((r $list) (l '())) (if (null? r) l (let in ((i 2) (l l)) (if (= i 0) (loop (cdr r) l)
          (in (- i 1) (cons $int:i l))))))) (n 0)) (for-each (lambda (x) (set! n (+ n x))) l) (list n (length l)))
        (let loop ((r $list) (q '())) (if (null? r) q (loop (cdr r) (put-in q $int))))
        (fold (lambda (x q) (put-in q x)) '() $list)
        (fold (lambda (x q) (cons x (remove (lambda (y) (= x y)) q))) '() $list)
        (fold (lambda (x q) (cons x (filter (lambda (y) $bool:x,y) q))) '() $list)
        (fold (lambda (x q) (if $bool:x (map (lambda (y) (if (= x y) $int:x,y y)) q) (cons x q))) '() $list)
        (let loop ((r $list) (q '())) (if (null? r) q (loop (cdr r)
          (if (memv (car r) q) (map (lambda (y) (if (= y (car r)) (+ y 1) y)) q) (cons (car r) q)))))
        (let loop ((r $list) (q '()) (p '())) (if (null? r) (append p q) (loop (cdr r)
          (cons (car r) (filter (lambda (y) (not (= y (car r)))) q)) (if $bool q p))))
        (both-ways (lambda (x) $int:x) $few)
        (let ((l (both-ways $one $few))) (cons (length l) (map $one l)))
        (spread (list $int $list (cons $list $int)))
        (let walk ((l $list)) (if (null? l) '() (append (list 1) $list (if $bool (walk (cdr l)) '()) (walk (cdr l)))))
        (let next ((i $few)) (cond ((= i 0) '()) ($bool:i (append $list (next (- i 1)))) (else (next (- i 1)))))
        (let () (define (f l n) (cond ((null? l) (list n)) ((odd? n) (append (f (cdr l) $int:n) (f (cdr l) 2)))
          (else (cons (length (f (cdr l) 1)) (f (cdr l) 3))))) (f $list $int))
        (let loop ((r $list) (q '()) (n 0)) (if (null? r) (cons n q) (loop (cdr r) (put-in q (car r)) $int:n)))
        (let loop ((r $list) (q '()) (o '())) (if (null? r) (append o q) (loop (cdr r) (put-in q (car r)) $list)))
        (let loop ((r $list) (q '())) (if (null? r) (begin (set! kept q) q)
          (loop (cdr r) (if $bool (cons 1 q) (put-in q 2)))))
        (let loop ((r $list) (q '()) (p '())) (if (null? r) (append p q)
          (loop (cdr r) (put-in q (car r)) (if $bool q p))))
        (let loop ((r $list) (q '())) (if (null? r) q (let ((p (put-in q (car r))))
          (if $bool (loop (cdr r) p) (append p q)))))
        (map cdr (fold (lambda (x t) (cons (cons x $int:x) (remove (lambda (p) (eqv? (car p) x)) t))) '() $list))
        (map cdr (fold (lambda (x t) (if (assv x t) (map (lambda (p) (if (eqv? (car p) x) (cons x $int:x) p)) t)
          (cons (cons x 1) t))) '() $list))
        (let loop ((r $list) (q '())) (if (null? r) q
          (loop (cdr r) (filter (lambda (y) (or (< y 2) $bool:y)) (cons (car r) q)))))
        (let loop ((r $list) (l '())) (if (null? r) (reverse (cons 0 l)) (loop (cdr r) (cons $int (cons $int l)))))
        (let loop ((r $list) (l '())) (if (null? r) (reverse l)
          (loop (cdr r) (cons $int (cons (car r) (cons $int l))))))
        (let ((n $few)) (let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons $int:i l)))))
        (let ((n (/ $few 2))) (let loop ((i n) (l '())) (if (<= i 0) l (loop (- i 1) (cons (floor i) l)))))
        (let ((n (* $few 1.0))) (do ((i n (+ i 1)) (l '() (cons (exact i) l))) ((>= i 5) l)))
        (list-sort $less (map $one $list))
        (map $one (list-sort < (map $one $list)))
        (let ((l (list-sort > (filter $test $list)))) (if (equal? l (reverse l)) (list (length l)) l))
        (map char->integer (list-sort char<? (string->list $string)))
        (let ((l (map $one $list))) (for-each (lambda (x) (log $int:x)) (list-tail l $few)) (list (length l)))
        (let ((l (let loop ((r $list) (k '())) (if (null? r) k (loop (cdr r) (if $bool (cons (car r) k) k))))))
          (if (equal? l (reverse l)) (reverse l) (list (length l))))
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
        (lset-union eqv? $list $list $list $list)
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
        (take (drop $list $few) $int)
        (map helper (take $list $few))
        (each (lambda (x) (help $int:x)) $list)
        (each help (rest* (cons $int $list)))
        (map first* (map list $list $list))
        (car (member (list $int 2) (map (lambda (x) (list x 2)) (cons $int $list))))
        (cdr (assoc (cons $int $few) (map (lambda (x) (list (cons x 1) x)) $list)))
        (map car (alist-delete $int (map list $list)))
        (map car (alist-delete $int (map list $list) (lambda (x y) (< $int:x $int:y))))
        (delete $int $list (lambda (x y) (= $int:x y)))
        (map (lambda (x) (if (eq? x 'a) 1 2)) (lset-union eq? (list 'a (string->symbol $string)) (list 'b 'a)))
        (map (lambda (x) (if (equal? x $string) 1 2)) (lset-difference equal? $strings (cons 'a $strings)))
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
        (let ((l (map $one $list))) (let loop ((r (cdr l)) (n 0)) (if (pair? r) (loop (cdr r) (+ n (car r))) n)))
        (apply + (heads $few $one))
        (let loop ((l (heads-of $list $few)) (n 0)) (if (null? l) n (loop (cdr l) (+ n (* $int (car l))))))
        (let loop ((l (let up ((i $few) (l '())) (if (= i 0) l (up (- i 1) (cons $int:i l))))) (n 0))
          (if (null? l) n (loop (cdr l) (+ n (car l)))))
        (apply + (let up ((i $few) (l '())) (if (<= i 0) l (up (- i 1) (cons $int:i l)))))
        (apply + (let up ((i $few) (l '())) (if (<= i 0) (looked-at l) (up (- i 1) (cons $int:i l)))))
        (apply + (let up ((i $few) (l '())) (let ((f (lambda (x) (if (and (<= i 0) (log (list? x))) x
          (up (- i 1) (cons $int:i x)))))) (f l))))
        (let up ((l $list)) (cond ((null? l) $int) ((equal? (car l) $int) (+ (up (cdr l)) 3)) (else (up (cdr l)))))
        (let up ((n $few)) (if (= n 0) $int (+ 1 (up (- n 1)))))
        (let* ((s $string) (e (string-length s)))
          (define (a i n)
            (cond ((= i e) n) ((char<? (string-ref s i) #\\b) (b (+ i 1) (+ n $int:i))) (else (a (+ i 1) n))))
          (define (b i n)
            (cond ((= i e) (- n)) ((char-alphabetic? (string-ref s i)) (a (+ i 1) n)) (else (b (+ i 1) n))))
          (a 0 $int))
        (generator-fold + 0 $gen)
        (generator-count $test $gen)
        (or (generator-find $test $gen) $int)
        (let ((x ($gen))) (if (eof-object? x) $int x))
        (stream-ref* $stream $few)
        (call-with-values (lambda () $values) +)
        (call-with-values (lambda () $values) (lambda (x y) $int:x,y))
        (let-values (((x y) $values) (z $values)) (+ x y (length z)))
        (call-with-values (lambda () (floor/ $int 4)) (lambda (q r) (+ (* 10 q) r)))
        (let-values (((q r) (truncate/ $int 3))) (if $bool q (- r)))
        (parameterize ((param-a $int) (param-b $int)) (+ (param-a) $int))
        (exact (floor (/ $int 3)))
        (exact (round (/ $int $int)))
        (truncate (/ (* $int $int) 5))
        (let () (define (f n) (if (= n 0) $int (g (- n 1)))) (define (g n) (if (= n 0) $int:n (f (- n 1)))) (f $few))
        (let () (define (f x) (if (> x 6) x (g (+ x 1) $int:x))) (define (g x y) (+ y (f (+ x 1)))) (+ (f 1) (g 2 3)))
        (let () (define (f x) $int:x) (define (g x) (f (f x))) (define (h f x) (f x)) (h g (h f $int)))
        (vector-fold (lambda (n x) (+ n $int:n,x)) 0 $vector)
        (vector-count $test $vector)
        (or (vector-index $test $vector) -1)
        (let ((v $vector)) (vector-ref v (- (vector-length v) 1)))
        (let ((v $vector)) (vector-for-each (lambda (x) (log $int:x)) v) (vector-length v))
        (let ((v (bytevector 3 1 2))) (bytevector-u8-set! v 1 (abs $int)) (bytevector-u8-ref v 1))
        (case $int ((1 2 3) $int) ((5 -1 7) => (lambda (x) $int:x)) (else 0))
        (case (string-ref* $string) ((#\\a #\\b) 1) ((#\\space) $int) (else 3))
        (if (memv $int '(1 2 3 5 8 13 21 34 55 89)) $int 2)
        (if (member $string '("a" "b" "ab" "x1" "a,b" "" "q" "none" "one" "a b")) $int 2)
        (if (assoc $string '(("a" . 1) ("b" . 2) ("" . 3))) 1 $int)
        (point-x (make-point $int $list))
        (let ((p (make-point 1 $int))) (set-point-x! p (point-y p)) (+ (point-x p) $int))
        (let ((k (call/cc (lambda (k) k)))) (if (procedure? k) (k $int) k))
        (+ 1 (call/cc (lambda (k) (+ 2 (if $bool (k $int) $int)))))
        (let loop ((i $few) (n 0)) (if (= i 0) n (loop (- i 1) (+ n (call/cc (lambda (k) (if $bool:i (k i) $int)))))))
        (let ((x $int)) (set! x (+ x 1)) (let ((f (lambda () x))) (set! x (* 2 x)) (f)))
        (force (delay-force (if $bool (delay $int) (make-promise $int))))
        (force (delay-force (let ((n $int)) (if $bool:n (delay $int:n) (make-promise (car (list n)))))))
        (force (seek $test $few $stream))
        (let ((p (seek $test 9 $stream))) (+ (force p) (force p)))
        (force (seek-or $test $stream (delay $int) $few))
        (letrec ((f (lambda (i) (delay-force (if (<= i 0) (delay $int) (f (begin (log i) (- i 1))))))))
          (force (f $few)))
        (let* ((n 0) (p (delay (begin (set! n (+ n 1)) (+ n $int))))) (force p) (+ n (force p)))
        (string->number* $string)
        (string-count* $string)
        (read-ints (open-input-string (shown $list)))
        (char->integer (char-upcase (string-ref $string 0)))
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
        (or (any (lambda (x) (let t ((i 0)) (if (= i 2) (and $bool:x $int:x) (t (+ i 1))))) $list) 3)
        (or (any (lambda (x y) (let t ((l $list:x)) (and (pair? l) (if $bool:x,y (car l) (t (cdr l)))))) $list $list) 3)
        (or (every (lambda (x) (find (lambda (y) (and (< y x) $bool:x,y)) $list:x)) $list) 4)
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
        (last (append (iota 20) $list))
        (first* (rest* (cons 1 $list)))
        (help (first* $list))
        (fold-right (lambda (x n) (+ n $int:x)) 0 $list)
        (list-ref $list $few)
        (string-length $string)
        (length $strings)
        (param-a)
        (exact (round $number))
        (exact (floor (* 2 $real)))
        (let ((l $list) (n $int)) (if (memv n l) 1 (if (member n l) 2 3)))
        (let ((p (assv $int (map cons $list $list)))) (if p (cdr p) 0))
        (let* ((x $int) (p (assv x '((0 . 7) (1 . 8) (2 . 9) (1 . 6))))) (if p (cdr p) x))
        (cond ((assv (string-ref* $string) '((#\\a . 1) (#\\b . 2) (#\\space . 3))) => cdr) (else $int))
        (let loop ((l (string->list $string)) (n 0)) (if (null? l) n
          (loop (cdr l) (cond ((assq (car l) '((#\\a . 1) (#\\, . 5))) => (lambda (p) (+ n (cdr p)))) (else n)))))
        (let* ((s $string) (p (assoc s '(("a" . 1) ("b" . 2) ("" . 3))))) (if p (cdr p) (string-length s)))
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
        (equal? (map $one $list) (reverse (map $one $list)))
        (let ((l (string->list $string))) (equal? l (reverse l)))
        (member $string '("a" "b" "ab" "x1" "a,b"))
        (let ((s $string)) (or (string=? s "a") (string=? s "b") (string=? s "ab") (string=? "x" s)))
        (memv (string-ref $string 0) '(#\\a #\\b #\\space #\\,))
        (memq (string->symbol $string) '(a b c))
        (vector-any $test $vector)
        (vector-every $test $vector)
        (equal? $vector $vector)
        (generator-any $test $gen)
        (generator-every $test $gen)
        (char-numeric? (string-ref $string 0))
        (eof-object? ($gen))
        (string? (if $bool $string $list))
        (let ((s $string)) (string=? (symbol->string (string->symbol s)) s))
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
        (let ((s $string)) (any (lambda (x) (string-suffix? x s)) '("a" "bc" ",")))
        (let ((s $string)) (if (any (lambda (x) (string-prefix? x s)) '("ab" "x")) $bool $bool))
        (let ((s $string)) (any (lambda (x) (string-prefix? x s)) '("b" "")))
        (let ((s (if $bool $string $int))) (any (lambda (x) (string-suffix? x s)) '("a" "1" "")))
        (let ((s $string)) (any (lambda (x) (string-suffix? s x)) '("ab" "1a")))
        (let ((s $string)) (or (string-prefix? "a" s) (string-prefix? "b" s) $bool (string-suffix? "a" s)))
        (let ((s (if $bool $string $int))) (if (or $bool (string-suffix? "a" s) (string-suffix? "" s)) $bool 3))
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
        (floor (/ $number 3))
        (quotient $int (if (= 0 $int) 1 3))
        (exact-integer-sqrt* (abs $int))
        (exact (truncate $number))
        (floor/ $int 3)
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
        (inexact $number)
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
        (string-join (cons $string (string-split $string #\\b)) ",")
        (let ((w (string-split $string #\\a))) (string-join (cons "rg" (cdr w)) $string))
        (let* ((w (string-split $string #\\a)) (x (car w))) (if $bool (string-join (cons x (cdr w)) "-") x))
        (let ((w (string-split $string #\\a))) (if (string=? (car w) "b") (string-join (append (cdr w) (list "-q")) " ")
              (string-join (append (list $string (car w)) w) ",")))
        (string-join (append (string-split $string #\\b) (list $string "z")) "a")
        (string-join (cons (if $bool $string $int) (string-split $string #\\a)))
        (string-join (cons $string (map (lambda (x) $string:x) $list)) ";")
        (let ((w $strings)) (string-join (cons (car w) (cdr w)) "+"))
        (strung $list $string)
        (let ((x (strung (append $list (list $int)) $string))) (if (string? x) x "none"))
        (let put ((l $list) (s $string)) (if (or (null? l) $bool) s
              (string-append s (number->string $int) (put (cdr l) (if (odd? (car l)) s "b")))))
        (let put ((l (append $list $list)))
          (cond ((null? l) ".") ((odd? (car l)) (string-append (begin (log (quote put)) $string) (put (cdr l))))
                (else (put (cdr l)))))
        (let put ((l $list)) (if (null? l) $string (string-append (if (= (car l) 2) 'b $string) (put (cdr l)))))
        (cadr (string-split (string-append $string "," $string) #\\,))
        (list-ref (string-split $string #\\,) $few)
        (let* ((l (string-split $string #\\,)) (s (car l))) (string-append s (caddr (append l l l))))
        (let loop ((l (string-split $string #\\,)) (m (list $string)))
          (cond ((null? l) (apply string-append m))
                ((string=? (car l) "a") (loop (cdr l) (cons "k" m)))
                (else (loop (cdr l) (cons (car l) m)))))
        (let ((n ""))
          (for-each (lambda (x) (if (string<? x "b") (set! n (string-append x n)) (set! n x)))
                    (string-split $string #\\,))
          n)
        (apply string-append (map (lambda (x) (if $bool (string-upcase x) x)) (string-split $string #\\,)))
        (let* ((s $string) (n (string-length s)))
          (let loop ((i 0) (start #f) (l (list $string)))
            (cond ((= i n) (apply string-append (if start (cons (substring s start i) l) l)))
                  ((memv (string-ref s i) '(#\\, #\\a))
                   (loop (+ i 1) #f (if start (cons (substring s start i) l) l)))
                  (else (loop (+ i 1) $begun l)))))
        (let ((p (open-input-string (string-append $string "," $string))))
          (let loop ((l '()))
            (let ((c (peek-char p)))
              (if (or (eof-object? c) (char=? c #\\,) (char-whitespace? c))
                  (list->string (if (null? l) (list #\\k) (reverse l)))
                  (loop (cons (if $bool (read-char p) (begin (read-char p) c)) l))))))
        (let* ((s $string) (n (string-length s)))
          (let loop ((i 0) (start 0) (l '()))
            (define (add) (if (< start i) (cons (substring s start i) l) l))
            (cond ((= i n) (apply string-append (add)))
                  ((char=? (string-ref s i) #\\,) (loop (+ i 1) (+ i 1) (add)))
                  (else (loop (+ i 1) start l)))))
        (let loop ((c (string->list $string)) (w '()) (l '()))
          (define (end) (if (null? w) l (cons (list->string (reverse w)) l)))
          (cond ((null? c) (apply string-append $string (end)))
                ((char-whitespace? (car c)) (loop (cdr c) '() (end)))
                (else (loop (cdr c) (cons (car c) w) l))))
        ((lambda r (let ((s (car r))) (if (string=? s "a") (cadr r) (string-append s (cadr r))))) $string $string)
        ((lambda r (apply string-append (map (lambda (s) (string-append " " s)) r))) $string $string)
        (list->string (list-sort char<? (string->list $string)))
        (list->string (list-sort char>? (reverse (string->list $string))))
        (call-with-values (lambda () (values $string $string)) string-append)
        (receive (s t) (if $bool (values $string $string) (values "l" $string)) (string-append t s))
        (let ((s $string)) (cond ((string->number s) => number->string) ((member s '("a")) s) (else (string-copy s))))
        (backwards (open-input-string $string))
        (call-with-output-string* (lambda (p) (write $int p) (write-char #\\space p) (display $string p)))
        (second-line (open-input-string (string-append $string "\\n" $string)))
        (let loop ((i 0) (l '())) (if (= i (string-length $string)) (list->string l) (loop (+ i 1) (cons #\\k l))))
        (let ((s $string)) (do ((i 0 (+ i 1)) (t "" (string-append (substring s 0 i) t))) ((= i (string-length s)) t)))
        (utf8->string (string->utf8 $string))
        (vector->string (string->vector $string))
        (symbol->string (string->symbol (string-append $string "s")))
        (let* ((s (string-copy $string)) (t (string-append s ""))) (string-fill! s #\\g) (string-append s t))
        (string-downcase (string-upcase $string))
        (replaced $string "a" "bb")
        (replaced (string-append $string "a,") "a," $string)
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
        (adding $int)
        (adding 3)
        (calling helper)
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
        (ordered $one $less)
        (ordered abs <)
        (first-by $less $less)
        (first-by (ordered (lambda (x) (modulo x 3)) >) (ordered $one $less))
        (first-by before? (ordered - <))
        (turned-round $less)
        (lambda (x y) (cond ((before? x y) #t) ((before? y x) #f) (else (< (modulo x 4) (modulo y 4)))))
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
        (let ((v $vector)) (if (> (vector-length v) 1) (vector-swap! v 0 1)) v)
        (let ((v (vector-copy $vector))) (vector-reverse! v) v)
        (vector-unfold (lambda (i) $int:i) $few)
        (vector-map (lambda (x y) $int:x,y) $vector $vector)
        (let ((v (make-vector $few 0))) (do ((i 0 (+ i 1))) ((= i (vector-length v)) v) (vector-set! v i $int:i)))
        (generator->vector* $gen)
        (vector-copy $vector 1)
        (let ((v $vector)) (vector-fill! v $int 1) v)
        (list->vector $list)
        (vector-map $one (list->vector $list))
        (vector $int $int 7)
        (make-vector $few $int)
        (let ((v (vector 1 2 3))) (vector-set! v $few $int) v)
        (vector-append (vector 1) (list->vector $list))
        """,
    "gen": """
        (list->generator $list)
        (list->generator $list)
        (make-range-generator 0 $few)
        (make-range-generator $int 6 2)
        (make-iota-generator $few $int)
        (generator $int $int $int)
        (vector->generator $vector)
        (reverse-vector->generator $vector)
        (gmap $one $gen)
        (gmap $two $gen $gen)
        (gmap + $gen $gen $gen)
        (gtake (circular-generator $int $int) $few)
        (gappend $gen (vector->generator $vector) $gen)
        (gdrop (vector->generator $vector) $few)
        (gcons* $int $int (list->generator $list))
        (gindex $gen (make-range-generator 0))
        (gselect $gen (circular-generator #t #f))
        (gmap (lambda (l) (apply + l)) (ggroup (vector->generator $vector) 2))
        (gmap length (ggroup $gen 3))
        (gdelete $int $gen =)
        (gdelete-neighbor-dups $gen =)
        (gfilter $test $gen)
        (gremove $test $gen)
        (gtake $gen $few)
        (gdrop $gen $few)
        (gtake-while $test $gen)
        (gdrop-while $test $gen)
        (gappend $gen $gen)
        (gcons* $int $gen)
        (gdelete $int $gen)
        (gdelete-neighbor-dups $gen)
        (gflatten (list->generator (list $gen $gen)))
        (ggroup-sum $gen)
        (evens-to $few)
        (gmap + (evens-to $few) $gen)
        (gstate-filter (lambda (x n) (values (not $bool:x) (+ n 1))) 0 $gen)
        (make-coroutine-generator (lambda (yield) (for-each (lambda (x) (yield $int:x)) $list)))
        (make-coroutine-generator (lambda (yield) (yield $int) (log 'between) (yield $int)))
        (let ((n $few)) (lambda () (if (= n 0) (eof-object) (begin (set! n (- n 1)) $int:n))))
        (let ((g $gen)) (g) g)
        (begin (log 'made) $gen)
        """,
    "stream": """
        (counting $int)
        (stream-map* $one $stream)
        (stream-filter* $test (counting $int))
        (let loop ((i $int)) (cons i (delay (loop (+ i $int:i)))))
        (let loop ((l $list)) (if (null? l) (counting 1) (cons (car l) (delay (loop (cdr l))))))
        (cons $int (delay $stream))
        (cons $int (delay-force (delay $stream)))
        (cons $int (skip $test $few $stream))
        (stream-cdr $stream)
        """,
    "values": """
        (values $int $int)
        (values $int $int)
        (if $bool (values $int $int) (values $int 2))
        (let ((x $int)) (values x (+ x 1)))
        (begin (log 'both) (values $int $int))
        (cond ($bool (values 1 $int)) ($bool (values $int 2)) (else (floor/ $int 3)))
        (call/cc (lambda (k) (k $int $int)))
        (call/cc (lambda (k) (if $bool (k $int 1) (values 2 $int))))
        (dynamic-wind (lambda () (log 'in)) (lambda () (values $int $int)) (lambda () (log 'out)))
        (parameterize ((param-a $int)) (values (param-a) $int))
        (let loop ((i $few) (n 0)) (if (= i 0) (values n $int:n) (loop (- i 1) (+ n i))))
        (guard (e (#t (values 1 2))) (if $bool (raise 'both) (values $int $int)))
        (pair-of $int)
        (exact-integer-sqrt (abs $int))
        (partition-sums $test $list)
        (values $int)
        (apply values $list)
        """,
}


def lines(table: str) -> list[str]:
    """The shapes of a table: one a line; what is indented more belongs to the line before."""
    return [each.strip() for each in re.sub(r"\n {9,}", " ", table).strip().split("\n")]


SHAPES: Final = {kind: lines(table) for kind, table in TABLES.items()}
OWN: Final = tuple(kind for kind in TABLES if kind not in ("list", "int", "bool", "string"))
"""Kinds that the generator does not know, or not as these do."""
ENDS: Final = {
    "strings": ['(list (string #\\a) "b")'],
    "table": ["(filled '(1 2))"],
    "gen": ["(list->generator '(4 1))", "(generator 2 3)"],
    "stream": ["(counting 1)"],
    "values": ["(values 1 2)", "(pair-of 4)"],
    "vector": ["(vector 1 2 3)"],
    "char": ["#\\a", "#\\space", '"a"'],
    "number": ["1/2", "-7/3", "2.5", "6"],
}
"""Where there is no room for more."""
EARLY: Final = """
(define kept '())
(define (helper x) (+ x 1))
(define first* car)
(define rest* cdr)
(define help helper)
(define each map)
(define (wanted? x) (> x 1))
(define (before? x y) (> x y))
(define (ordered key less?) (lambda (x y) (less? (key x) (key y))))
(define (first-by one? two?) (lambda (x y) (cond ((one? x y) #t) ((one? y x) #f) (else (two? x y)))))
(define (turned-round less?) (lambda (x y) (less? y x)))
(define (shown x) (let ((p (open-output-string))) (write x p) (get-output-string p)))
(define (filled l) (let ((t (make-hash-table))) (for-each (lambda (x) (hash-table-set! t x (* 10 x))) l) t))
(define (adding n) (lambda (x) (+ x n)))
(define (calling f) (lambda (x . more) (+ (f x) (length more))))
(define (split s c)
  (let loop ((i 0) (b 0) (l '()))
    (cond ((= i (string-length s)) (reverse (cons (substring s b i) l)))
          ((char=? (string-ref s i) c) (loop (+ i 1) (+ i 1) (cons (substring s b i) l)))
          (else (loop (+ i 1) b l)))))
(define (replaced s w x)
  (let* ((n (string-length s)) (m (string-length w)) (k (- n m)))
    (let loop ((i 0) (o ""))
      (cond ((> i k) (string-append o (substring s i n)))
            ((string=? (substring s i (+ i m)) w) (loop (+ i m) (string-append o x)))
            (else (loop (+ i 1) (string-append o (string (string-ref s i)))))))))
(define (assv-ref-all n l)
  (cond ((null? l) '())
        ((= n (caar l)) (cons (cdar l) (assv-ref-all n (cdr l))))
        (else (assv-ref-all n (cdr l)))))
(define (heads n f) (let loop ((i n) (l '())) (if (<= i 0) l (loop (- i 1) (cons (f i) l)))))
(define (heads-of l n)
  (if (null? l) '() (let loop ((l l) (o '())) (cond ((null? l) o) ((> (car l) n) (loop (cdr l) (cons (car l) o)))
                                                    ((= (car l) n) (heads n (adding n))) (else (loop (cdr l) o))))))
(define (beside-all . r) (let ((m (append r (reverse r) (heads 2 -)))) (list (length m) (car m) (length (append r r)))))
(define (looked-at l) (if (> (length l) 2) l l))
(define (put-in l x)
  (cond ((null? l) (list x))
        ((< x (car l)) (cons x l))
        ((= x (car l)) (cons (+ x 1) (cdr l)))
        (else (cons (car l) (put-in (cdr l) x)))))
(define (both-ways f n)
  (if (<= n 0) '() (append (both-ways f (- n 1)) (list (f n) n) '(0) (both-ways f (- n 2)))))
(define (spread t)
  (cond ((null? t) '()) ((pair? t) (append (spread (car t)) (spread (cdr t)))) (else (list t))))
(define (string-map-list f s) (map (lambda (c) (f (char->integer c))) (string->list s)))
(define (exact-integer-sqrt* n) (call-with-values (lambda () (exact-integer-sqrt n)) (lambda (s r) (+ s r))))
(define (counting n) (cons n (delay (counting (+ n 1)))))
(define (stream-cdr s) (force (cdr s)))
(define (stream-head s n) (if (= n 0) '() (cons (car s) (stream-head (stream-cdr s) (- n 1)))))
(define (stream-ref* s n) (if (<= n 0) (car s) (stream-ref* (stream-cdr s) (- n 1))))
(define (stream-map* f s) (cons (f (car s)) (delay (stream-map* f (stream-cdr s)))))
(define (stream-filter* f s)
  (let loop ((s s) (n 9))
    (if (or (= n 0) (f (car s))) (cons (car s) (delay (stream-filter* f (stream-cdr s))))
        (loop (stream-cdr s) (- n 1)))))
(define (seek f n s)
  (delay-force
    (cond ((= n 0) (make-promise 0))
          ((f (car s)) (delay (begin (log 'sought) (car s))))
          (else (seek f (- n 1) (stream-cdr s))))))
(define (seek-or f s p n)
  (delay-force
    (cond ((= n 0) p) ((f (car s)) (delay (car s))) (else (seek-or f (stream-cdr s) p (- n 1))))))
(define (skip f n s) (delay-force (if (or (= n 0) (f (car s))) (make-promise s) (skip f (- n 1) (stream-cdr s)))))
(define (pair-of n) (if (odd? n) (values n 1) (values 2 n)))
(define (partition-sums f l)
  (let loop ((l l) (a 0) (b 0))
    (cond ((null? l) (values a b)) ((f (car l)) (loop (cdr l) (+ a (car l)) b)) (else (loop (cdr l) a (+ b (car l)))))))
(define (evens-to n) (gfilter even? (gmap (lambda (x) (* x n)) (make-range-generator 0 n))))
(define (ggroup-sum g) (gmap (lambda (l) (apply + l)) (ggroup g 2)))
(define (generator->vector* g) (list->vector (generator->list g 4)))
(define (string-ref* s) (if (string=? s "") #\\z (string-ref s 0)))
(define (string->number* s) (let ((n (string->number s))) (if (and n (exact-integer? n)) n -1)))
(define (string-count* s)
  (let loop ((i 0) (n 0))
    (if (= i (string-length s)) n (loop (+ i 1) (if (char=? (string-ref s i) #\\a) (+ n 1) n)))))
(define (read-ints p)
  (let loop ((n 0))
    (let ((x (read p))) (cond ((eof-object? x) n) ((pair? x) (loop (+ n (length x)))) (else (loop n))))))
(define (backwards p)
  (let loop ((c (read-char p)) (l '()))
    (if (eof-object? c) (list->string l) (loop (read-char p) (cons c l)))))
(define (second-line p)
  (let* ((s (read-line p)) (t (read-line p))) (if (string? t) (string-append t s) s)))
(define (call-with-output-string* f) (let ((p (open-output-string))) (f p) (get-output-string p)))
(define (bytevector->list b)
  (let loop ((i (bytevector-length b)) (l '()))
    (if (= i 0) l (loop (- i 1) (cons (bytevector-u8-ref b (- i 1)) l)))))
(define (sort! l)
  (if (and (pair? l) (pair? (cdr l)) (> (car l) (cadr l)))
      (let ((x (car l))) (set-car! l (cadr l)) (set-car! (cdr l) x))))
(define numbers* '(5 0 2 -1 1 2 3 9))
(define (strung l s)
  (cond ((null? l) "") ((> (car l) 40) (car l)) ((null? (cdr l)) s)
        (else (string-append s "," (strung (cdr l) (if (odd? (car l)) "c" s))))))
(define (list-head l n) (if (= n 0) '() (cons (car l) (list-head (cdr l) (- n 1)))))
"""
HOLE: Final = re.compile(r"\$(\w+)(?::([\w,]+))?")
REDEFINED: Final = [
    "(define (helper x) $int:x)",
    "(define (helper x) (mark-a (* 2 x)))",
    "(set! helper (lambda (x) $int:x))",
    "(define (wanted? x) $bool:x)",
    "(define (first* l) $int)",
    "(define first* (lambda (l) (mark-a (car l))))",
    "(set! help (lambda (x) $int:x))",
    "(define each for-each)",
    "(define (adding n) (lambda (x) $int:x))",
    "(set! before? (lambda (x y) (< x y)))",
    "(define (ordered key less?) (lambda (x y) (less? (key y) (key x))))",
    "(define (evens-to n) (list->generator (list n)))",
    "(define (split s c) (list s (string c)))",
    "(set! split (lambda (s c) (raise 'split)))",
    "(define (filled l) (make-hash-table))",
    "(define (replaced s w x) (mark-a (string-append x w s)))",
    "(define (list-head l n) (if (pair? l) (list (car l)) l))",
    "(set! kept (list 1 2 3))",
    "(define (heads n f) (list n (f n)))",
    "(define (put-in l x) (if (pair? l) (cons x (cdr l)) (mark-a (list x))))",
    "(define (both-ways f n) (list (f n) $int:n))",
    "(define (spread t) (if (pair? t) (append (mark-a (cdr t)) '(7)) (list $int)))",
]


class Scenes:
    """Grows a program of procedures that use libraries, and of their calls."""

    def __init__(self, seed: int, size: int, shapes: dict[str, list[str]] = SHAPES, own: Sequence[str] = ()) -> None:
        self.random = Random(seed)
        self.generator = Generator(self.random, size)
        self.shapes = shapes
        self.own = own  # definitions of names that are the standard's, for some programs
        self.left = 0
        self.size = size

    def program(self) -> list[Form]:
        forms: list[Form] = [template(IMPORTS), *_forms(EARLY)]
        if self.own and self.random.random() < 0.3:
            forms += [self.fill(each, (), 3) for each in self.random.sample(self.own, self.random.randint(1, 3))]
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
            shapes = ENDS.get(kind, SHAPES[kind]) if depth <= 0 else self.shapes[kind]
            return self.fill(self.random.choice(shapes), scope, depth - 1)
        if kind == "few":
            return self.generator.number(0, 4) if self.random.random() < 0.95 else self.generator.leaf("int", scope)
        if kind == "step":
            return self.random.choice(["1", "2", "-1", "0", "1/2", "0.5"])
        if kind == "begun":
            return self.random.choice([["or", "start", "i"], ["if", "start", "start", "i"], "i", "start", "#f"])
        if bound and self.random.random() < (0.35 if depth > 0 else 0.9):
            return self.random.choice(bound)
        if depth <= 0 or self.left <= 0:
            return self.generator.leaf(kind, scope)
        if self.random.random() < 0.12:
            self.generator.left = 12
            return self.generator.grow(kind, scope, 2)
        if kind not in self.shapes:
            return self.generator.leaf(kind, scope)
        return self.fill(self.random.choice(self.shapes[kind]), scope, depth - 1)

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
