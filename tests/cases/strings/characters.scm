;;; Lists of a string's characters that are only walked along.
(import (scheme base) (scheme char))
(define (backwards s) (list->string (reverse (string->list s))))
(backwards "abc") ; => "cba"
(backwards "") ; => ""
(backwards 'abc) ; error: type: string->list: argument 1: wanted a string, got abc
(let ((s (string #\a #\b))) (string-set! (list->string (string->list s)) 0 #\x) s) ; => "ab"
(define (upcased s) (list->string (map char-upcase (string->list s))))
(upcased "aßb") ; => "AßB"
(define (codes s) (map (lambda (c) (if (char=? c #\space) 0 (char->integer c))) (reverse (string->list s))))
(codes "a b") ; => (98 0 97)
(define (texts s) (list->string (map (lambda (c) (if (char=? c #\b) "b" c)) (string->list s))))
(texts "aa") ; => "aa"
(texts "ab") ; error: type: list->string: wanted characters only, and element 1 is none, got "b"
(define (count-of s c) (let ((l (string->list s))) (let loop ((l l) (n 0)) (if (null? l) n (loop (cdr l) (if (char=? (car l) c) (+ n 1) n))))))
(count-of "banana" #\a) ; => 3
(count-of "banana" 3) ; error: type: char=?: argument 2: wanted a character, got 3
(define (looks s)
  (let ((l (string->list s)))
    (list (length l) (null? l) (pair? l) (if (pair? l) (car l) 'none) (if (> (length l) 1) (list (cadr l) (list-ref l 1)) 'none))))
(map looks '("" "a" "xyz")) ; => ((0 #t #f none none) (1 #f #t #\a none) (3 #f #t #\x (#\y #\y)))
(define (second s) (let ((l (string->list s))) (cadr l)))
(second "ab") ; => #\b
(second "a") ; error: type: cadr
(define (first s) (let ((l (string->list s))) (car l)))
(first "") ; error: type: car: wanted a pair, got ()
(define (nth s k) (let ((l (string->list s))) (list-ref l k)))
(nth "ab" 1) ; => #\b
(nth "ab" -1) ; error: type: list-ref: argument 2
(nth "ab" 2) ; error: range
;; the list is of the string as it was
(define (seen s)
  (let ((found '()))
    (for-each (lambda (c) (string-fill! s #\z) (set! found (cons c found))) (string->list s))
    found))
(seen (string #\a #\b)) ; => (#\b #\a)
;; both kinds of members, or other uses: lists as ever
(define (either x s) (let ((l (if x (string->list s) (map char-upcase (string->list s))))) (let loop ((l l) (n '())) (if (null? l) n (loop (cdr l) (cons (car l) n))))))
(list (either #t "ab") (either #f "ab")) ; => ((#\b #\a) (#\B #\A))
(let ((l (string->list "ab"))) (set-car! l #\x) l) ; => (#\x #\b)
(let ((l (string->list "abc"))) (memv #\b l)) ; => (#\b #\c)
(let ((l (string->list "ab"))) (list (apply string l) (apply string (cdr l)))) ; => ("ab" "b")
(define (spread s) (let ((l (string->list s))) (if (null? l) 'none (apply char<? l))))
(map spread '("" "ace" "aca")) ; => (none #t #f)
(define (checked s) (let ((l (string->list s))) (if (= (length l) 2) (error "two" l) (length l))))
(guard (e (#t (error-object-irritants e))) (checked "ab")) ; => ((#\a #\b))
(let ((l (map char-upcase (string->list "ab")))) (list->string (reverse l))) ; => "BA"
(guard (e (#t (error-object-irritants e))) (let ((l (map - '(1 2)))) (if (= (length l) 2) (error "two" l) (length l)))) ; => ((-1 -2))
;; a continuation comes back
(define k #f)
(define (again s)
  (let ((n 0))
    (for-each (lambda (c) (call/cc (lambda (back) (if (char=? c #\b) (set! k back)))) (set! n (+ n 1))) (string->list s))
    n))
(define runs 0)
(define result '())
(begin (set! result (cons (again "abc") result)) (set! runs (+ runs 1)) (if (< runs 3) (k #f)) result) ; => (7 5 3)
;; a walk that begins later
(define (after-first s) (let loop ((l (cdr (string->list s))) (n 0)) (if (null? l) n (loop (cdr l) (if (char=? (car l) #\a) (+ n 1) n)))))
(map after-first '("a" "aab" "xbaa")) ; => (0 1 2)
(after-first "") ; error: type: cdr: wanted a pair, got ()
(after-first 5) ; error: type: string->list: argument 1: wanted a string, got 5
(define (from s . range) (let loop ((l (apply string->list s range)) (n 0)) (if (null? l) n (loop (cdr l) (+ n 1)))))
(define (from-start s i) (let loop ((l (string->list s i)) (kept '())) (if (null? l) (reverse kept) (loop (cdr l) (cons (car l) kept)))))
(define (between s i j) (let loop ((l (string->list s i j)) (kept '())) (if (null? l) (list->string (reverse kept)) (loop (cdr l) (cons (car l) kept)))))
(from-start "abc" 1) ; => (#\b #\c)
(from-start "abc" 3) ; => ()
(from-start "abc" 4) ; error: range: string->list: argument 2
(from-start 'abc 1) ; error: type: string->list: argument 1: wanted a string, got abc
(between "abcd" 1 3) ; => "bc"
(between "abcd" 3 1) ; error: range: string->list: argument
(between "abcd" 0 'x) ; error: type: string->list: argument 3
(define (changing s) (let loop ((l (cdr (string->list s))) (kept '())) (if (null? l) (list->string (reverse kept)) (begin (string-set! s 2 #\!) (loop (cdr l) (cons (car l) kept))))))
(changing (string-copy "abcd")) ; => "bcd"
