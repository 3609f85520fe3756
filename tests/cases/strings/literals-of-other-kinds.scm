;;; A literal of the wrong kind is none: a character is not its string, nor a string its only character.
(define (is-a? c) (char=? c "a"))
(is-a? #\a) ; error: type: char=?: argument 2: wanted a character, got "a"
(define (begins s) (string=? s #\a))
(begins "a") ; error: type: string=?: argument 2: wanted a string, got #\a
(define (before? c) (char<? "a" c))
(before? #\b) ; error: type: char<?: argument 1: wanted a character, got "a"
(define (between? s) (string<? "a" s #\c))
(between? "b") ; error: type: string<?
(define (after? s) (string>=? s #\a))
(after? "b") ; error: type: string>=?
(define (part s) (string=? (substring s 0 1) #\a))
(part "abc") ; error: type: string=?
(define (count s) (let loop ((l (string->list s)) (n 0)) (if (null? l) n (loop (cdr l) (if (char=? (car l) "a") (+ n 1) n)))))
(count "abca") ; error: type: char=?
(define (find s) (let loop ((i 0)) (cond ((= i (string-length s)) #f) ((char=? (string-ref s i) "c") i) (else (loop (+ i 1))))))
(find "abca") ; error: type: char=?
(string=? "abc" '(1)) ; error: type: string=?
(char=? #\a 'a) ; error: type: char=?
(map (lambda (s) (string=? s "a")) '("a" "b")) ; => (#t #f)
(map (lambda (c) (char=? c #\a)) '(#\a #\b)) ; => (#t #f)
