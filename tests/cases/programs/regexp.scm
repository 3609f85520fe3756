;;; Regular expressions compiled to closures; going back over a choice is calling the next continuation.
(import (scheme base) (scheme cxr) (scheme write))

;; A matcher takes the position, what to do with the position after it, and what to do if there is none.
(define (char-matcher ok?)
  (lambda (text at yes no)
    (if (and (< at (string-length text)) (ok? (string-ref text at)))
        (yes (+ at 1) no)
        (no))))
(define (sequence a b)
  (lambda (text at yes no)
    (a text at (lambda (at no) (b text at yes no)) no)))
(define (choice a b)
  (lambda (text at yes no)
    (a text at yes (lambda () (b text at yes no)))))
(define empty-matcher (lambda (text at yes no) (yes at no)))
(define (many a)
  (define (loop text at yes no)
    (a text at
       (lambda (further no) (if (= further at) (no) (loop text further yes no)))
       (lambda () (yes at no))))
  loop)

;; The parser: alternatives of sequences of pieces, by recursive descent over a list of characters.
(define (parse pattern)
  (define left (string->list pattern))
  (define (peek) (and (pair? left) (car left)))
  (define (take!)
    (let ((c (car left)))
      (set! left (cdr left))
      c))
  (define (alternatives)
    (let loop ((m (branch)))
      (case (peek)
        ((#\|) (take!) (let ((other (branch))) (loop (choice m other))))
        (else m))))
  (define (branch)
    (let loop ((m empty-matcher))
      (if (memv (peek) '(#f #\| #\)))
          m
          (loop (sequence m (piece))))))
  (define (piece)
    (let loop ((m (atom)))
      (case (peek)
        ((#\*) (take!) (loop (many m)))
        ((#\+) (take!) (loop (sequence m (many m))))
        ((#\?) (take!) (loop (choice m empty-matcher)))
        (else m))))
  (define (atom)
    (let ((c (take!)))
      (case c
        ((#\.) (char-matcher (lambda (c) #t)))
        ((#\() (let ((m (alternatives)))
                 (unless (eqv? (peek) #\)) (error "unclosed group in" pattern))
                 (take!)
                 m))
        ((#\[) (class))
        ((#\\) (let ((c (take!))) (char-matcher (lambda (d) (char=? c d)))))
        ((#\* #\+ #\?) (error "nothing to repeat before" c))
        (else (char-matcher (lambda (d) (char=? c d)))))))
  (define (class)
    (let* ((negative? (and (eqv? (peek) #\^) (take!)))
           (members (let loop ((members '()))
                      (case (peek)
                        ((#\]) (take!) members)
                        ((#f) (error "unclosed class in" pattern))
                        (else
                         (let ((low (take!)))
                           (if (and (eqv? (peek) #\-) (pair? (cdr left)) (not (eqv? (cadr left) #\])))
                               (begin (take!) (loop (cons (cons low (take!)) members)))
                               (loop (cons (cons low low) members)))))))))
      (char-matcher
       (lambda (c)
         (let ((inside (let any ((m members))
                         (and (pair? m) (or (char<=? (caar m) c (cdar m)) (any (cdr m)))))))
           (if negative? (not inside) inside))))))
  (let ((m (alternatives)))
    (if (pair? left) (error "unexpected" (car left)))
    m))

(define (matches? pattern text)
  ((parse pattern) text 0
   (lambda (at no) (if (= at (string-length text)) #t (no)))
   (lambda () #f)))

(define (search pattern text)
  (let ((m (parse pattern)))
    (let loop ((start 0))
      (and (<= start (string-length text))
           (m text start
              (lambda (end no) (substring text start end))
              (lambda () (loop (+ start 1))))))))

(define (all-matches pattern text)
  (let ((m (parse pattern)))
    (let loop ((start 0))
      (if (>= start (string-length text))
          '()
          (let ((end (m text start (lambda (end no) end) (lambda () #f))))
            (if (and end (> end start))
                (cons (substring text start end) (loop end))
                (loop (+ start 1))))))))

(map (lambda (text) (matches? "(a|b)*abb" text)) '("abb" "aababb" "ab" "" "abba")) ; => (#t #t #f #f #f)
(map (lambda (text) (matches? "[+-]?[0-9]+(\\.[0-9]*)?" text)) '("12" "-3.5" "+7." ".5" "a")) ; => (#t #t #t #f #f)
(matches? "(x?)(x?)(x?)xxx" "xxx") ; => #t
(matches? "(a*)*b" "aaaaaaaaac") ; => #f
(search "[a-z]+@[a-z]+" "mail to: someone@example now") ; => "someone@example"
(all-matches "[A-Z][^ ]*" "The Quick brown Fox") ; => ("The" "Quick" "Fox")
(matches? "a+" (make-string 3000 #\a)) ; => #t
(parse "(ab") ; error: error: unclosed group
(parse "*a") ; error: error: nothing to repeat before #\*
(parse "a)") ; error: error: unexpected #\)
