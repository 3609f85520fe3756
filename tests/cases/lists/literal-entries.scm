;;; assq, assv and assoc in association lists that stand in the program.
(define (of-symbol x) (assq x '((a . 1) (b . 2) (a . 3))))
(map of-symbol '(a b c "a" 1 #\a)) ; => ((a . 1) (b . 2) #f #f #f #f)
(define (of-char x) (assv x '((#\a . 1) (#\λ . 2) (#\a . 3))))
(map of-char '(#\a #\λ #\b "a" a 97)) ; => ((#\a . 1) (#\λ . 2) #f #f #f #f)
(define (of-integer x) (assv x '((1 . one) (2 . two) (1 . again))))
(map of-integer (list 1 2 3 1.0 2.0 #t "1" #\1)) ; => ((1 . one) (2 . two) #f #f #f #f #f #f)
(define (of-string x) (assoc x '(("a" . 1) ("b" . 2) ("a" . 3))))
(map of-string (list "a" (string #\b) "c" 'a #\a 1)) ; => (("a" . 1) ("b" . 2) #f #f #f #f)
(assv "a" '(("a" . 1))) ; => #f
(define (odd x) (assv x '((#\🙂 . 1) (#\a . 2))))
(list (odd (string-ref "🙂" 0)) (odd #\a)) ; => ((#\🙂 . 1) (#\a . 2))
;; of a text, one letter after the other; what is written for it
(define (morse s)
  (let loop ((l (string->list s)) (r ""))
    (if (null? l) r
        (let ((e (assv (car l) '((#\a . ".-") (#\b . "-...")))))
          (loop (cdr l) (string-append r (if e (cdr e) "/") " "))))))
(morse "abca") ; => ".- -... / .- "
(define (next in) (assv (read-char in) '((#\a . 1) (#\b . 2))))
(let ((in (open-input-string "bxa"))) (let* ((a (next in)) (b (next in)) (c (next in))) (list a b c (next in)))) ; => ((#\b . 2) #f (#\a . 1) #f)
(define (read-symbol in) (assq (read-char in) '((a . 1))))
(let ((in (open-input-string "ab"))) (list (read-symbol in) (read-char in))) ; => (#f #\b)
;; the very entry, which nobody can change
(define table '((a . 1) (b . 2)))
(define (entry x) (assq x table))
(eq? (entry 'b) (cadr table)) ; => #t
(set-cdr! (entry 'a) 5) ; error: type: wanted a pair that can be changed
(define (value x) (cond ((assq x table) => cdr) (else 'none)))
(map value '(a b c)) ; => (1 2 none)
(define (missing x) (cdr (assq x table)))
(missing 'c) ; error: type: cdr
;; what is no such list
(assq 'c '((a . 1) b)) ; error: type: assq
(assq 'a '((a . 1) b)) ; => (a . 1)
(assv 1 '((1 . a) . b)) ; => (1 . a)
(assv 2 '((1 . a) . b)) ; error: type: assv
(define (mixed x) (assoc x '((a . 1) ("a" . 2) (1 . 3) (1.5 . 4))))
(map mixed '(a "a" 1 1.5 1.0)) ; => ((a . 1) ("a" . 2) (1 . 3) (1.5 . 4) #f)
(define (given-twice x y) (list (assv (car x) '((1 . a))) (assoc (cdr x) '(("a" . 1))) (assoc y '(("a" . 1)))))
(given-twice '(1 . "a") "b") ; => ((1 . a) ("a" . 1) #f)
(assq 'a '()) ; => #f
(define (assigned x) (set! x 2) (assv x '((1 . a) (2 . b))))
(assigned 1) ; => (2 . b)
(define (held-text s) (let ((t (string-append s "b"))) (cons (assoc t '(("ab" . 1))) (string-length t))))
(held-text "a") ; => (("ab" . 1) . 2)
