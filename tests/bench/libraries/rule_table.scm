;;; A table of 200 rules with string keys: found by assoc and by member.
(import (scheme base) (srfi 1))

(define rules
  (map (lambda (i)
         (list (string-append "tool-" (number->string i))
               (if (even? i) 'allow 'ask)
               (modulo i 7)))
       (iota 200)))

(define dangerous
  (map (lambda (i) (string-append "tool-" (number->string (* i 13)))) (iota 15)))

(define (decide tool)
  (let ((rule (assoc tool rules)))
    (cond ((not rule) 0)
          ((member tool dangerous) -1)
          ((eq? (cadr rule) 'ask) (+ 10 (car (cddr rule))))
          (else (car (cddr rule))))))

(define asked
  (map (lambda (i) (string-append "tool-" (number->string (modulo (* i 17) 230)))) (iota 40)))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (fold (lambda (tool sum) (+ sum (decide tool))) total asked)))))
