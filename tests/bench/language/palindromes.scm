;;; Strings and characters: which sentences read the same backwards?
(import (scheme base) (scheme char))

(define sentences
  '("A man, a plan, a canal: Panama!"
    "Was it a car or a cat I saw?"
    "This is no palindrome at all."
    "Never odd or even"))

(define (palindrome? s)
  (let ((letters
         (let loop ((l (string->list s)) (kept '()))
           (cond ((null? l) kept)
                 ((char-alphabetic? (car l))
                  (loop (cdr l) (cons (char-downcase (car l)) kept)))
                 (else (loop (cdr l) kept))))))
    (equal? letters (reverse letters))))

(define (run n)
  (let loop ((i 0) (found 0))
    (if (= i n)
        found
        (loop (+ i 1)
              (+ found
                 (apply + (map (lambda (s) (if (palindrome? s) 1 0))
                               sentences)))))))
