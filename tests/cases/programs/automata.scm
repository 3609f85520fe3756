;;; State machines: macros that turn a table into procedures that call each other in tail position.
(import (scheme base) (scheme char) (scheme write))

(define-syntax automaton
  (syntax-rules (: -> end)
    ((_ initial (state : response ...) ...)
     (letrec ((state
               (lambda (input)
                 (step input response ...)))
              ...)
       initial))))

(define-syntax step
  (syntax-rules (-> end)
    ((_ input end) (null? input))
    ((_ input (label -> target) ...)
     (and (pair? input)
          (case (car input)
            ((label) (target (cdr input)))
            ...
            (else #f))))))

(define cadr-word?
  (automaton init
    (init : (c -> more))
    (more : (a -> more) (d -> more) (r -> stop))
    (stop : end)))

(map cadr-word? '((c a d a d d r) (c r) (c a d) (c a r d) ())) ; => (#t #t #f #f #f)
(cadr-word? (let loop ((n 20000) (word '(r))) (if (= n 0) (cons 'c word) (loop (- n 1) (cons 'a word))))) ; => #t

;; Divisible by three, read digit by digit: the states are the remainders.
(define-syntax define-machine
  (syntax-rules (otherwise =>)
    ((_ name start (state (test => target) ... (otherwise => result)) ...)
     (define (name input)
       (define (state input)
         (if (null? input)
             result
             (let ((c (car input)))
               (cond ((test c) (target (cdr input))) ... (else 'stuck)))))
       ...
       (start input)))))
(define-syntax digits
  (syntax-rules () ((_ d ...) (lambda (c) (memv (digit-value c) '(d ...))))))

(define-machine by-three zero
  (zero ((digits 0 3 6 9) => zero) ((digits 1 4 7) => one) ((digits 2 5 8) => two) (otherwise => 'divisible))
  (one ((digits 0 3 6 9) => one) ((digits 1 4 7) => two) ((digits 2 5 8) => zero) (otherwise => 'rest-one))
  (two ((digits 0 3 6 9) => two) ((digits 1 4 7) => zero) ((digits 2 5 8) => one) (otherwise => 'rest-two)))
(map (lambda (n) (by-three (string->list (number->string n)))) (list 12 13 14 (expt 3 50) (+ 1 (expt 3 50)))) ; => (divisible rest-one rest-two divisible rest-one)
(by-three '(#\1 #\x)) ; => stuck

;; A tokenizer whose states hand over the characters read so far.
(define (tokens text)
  (define in (open-input-string text))
  (define (finish chars) (list->string (reverse chars)))
  (define (between found)
    (let ((c (read-char in)))
      (cond ((eof-object? c) (reverse found))
            ((char-whitespace? c) (between found))
            ((char-numeric? c) (in-number (list c) found))
            ((char-alphabetic? c) (in-word (list c) found))
            ((char=? c #\") (in-string '() found))
            (else (between (cons c found))))))
  (define (in-number chars found)
    (let ((c (peek-char in)))
      (if (and (char? c) (char-numeric? c))
          (in-number (cons (read-char in) chars) found)
          (between (cons (string->number (finish chars)) found)))))
  (define (in-word chars found)
    (let ((c (peek-char in)))
      (if (and (char? c) (or (char-alphabetic? c) (char-numeric? c)))
          (in-word (cons (read-char in) chars) found)
          (between (cons (string->symbol (finish chars)) found)))))
  (define (in-string chars found)
    (let ((c (read-char in)))
      (cond ((eof-object? c) (error "unclosed string" (finish chars)))
            ((char=? c #\") (between (cons (finish chars) found)))
            (else (in-string (cons c chars) found)))))
  (between '()))
(tokens "let x1 = 10 + f(\"a b\", 22);") ; => (let x1 #\= 10 #\+ f #\( "a b" #\, 22 #\) #\;)
(length (tokens (make-string 5000 #\+))) ; => 5000
(tokens "a \"b") ; error: error: unclosed string "b"
