;;; (srfi 115): replacing by what a procedure says of each match, known to the compiler or not.
(import (scheme base) (scheme char) (srfi 115))
(define (text m) (regexp-match-submatch m 0))
(define p (vector (lambda (m) (string-append "<" (text m) ">")) text (lambda (m) 0)))
(define words "ab 12 cd")
(define (up s) (regexp-replace-all '(+ alpha) s (lambda (m) (string-upcase (text m)))))
(define (numbers s)
  (regexp-replace-all '($ (+ num)) s (lambda (m) (number->string (* 2 (string->number (text m)))))))
(define (mixed s)
  (let ((n 0))
    (regexp-replace-all '(+ alpha) s (lambda (m) (set! n (+ n 1)) (if (odd? n) "x" '(pre 0 post))))))
(define (nothing s) (regexp-replace-all '(+ alpha) s (lambda (m) 'no-such-group)))
(define (stopped s)
  (call/cc (lambda (out) (regexp-replace-all 'num s (lambda (m) (out (text m)))))))
(define again #f)
(define (entered s)
  (let* ((times 0)
         (made (regexp-replace-all
                'num s (lambda (m) (call/cc (lambda (k) (if (equal? (text m) "2") (set! again k)) (text m)))))))
    (set! times (+ times 1))
    (if (< times 3) (again (string-append "<" (number->string times) ">")) made)))
(up words) ; => "AB 12 CD"
(up "") ; => ""
(up "12") ; => "12"
(numbers "a1b20") ; => "a2b40"
(mixed words) ; => "x 12 ab 12 cd"
(nothing words) ; error: error:
(nothing "12") ; => "12"
(stopped "a1b2") ; => "1"
(entered "1,2,3") ; => "1,<2>,3"
(regexp-replace-all 'alpha "a1" (vector-ref p 0)) ; => "<a>1"
(regexp-replace-all 'alpha "a1b" (vector-ref p 1)) ; => "a1b"
(regexp-replace-all 'alpha "a1b" (vector-ref p 2)) ; => "a1b"
(regexp-replace-all '(+ alpha) "ab1cd" text) ; => "ab1cd"
(regexp-replace-all '(+ alpha) "ab1cd" regexp-match-submatch) ; => "ab1cd"
(regexp-replace-all 'alpha "" (lambda (m) "x")) ; => ""
(regexp-replace-all '(* "a") "baac" (lambda (m) "-")) ; => "-b-c-"
(regexp-replace-all '(* "a") "baac" "-") ; => "-b-c-"
