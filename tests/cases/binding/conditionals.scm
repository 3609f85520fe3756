;;; R7RS 4.1.5, 4.2.1.
(if #f 1 2) ; => 2
(if 0 'true 'false) ; => true
(cond ((> 3 2) 'greater) ((< 3 2) 'less)) ; => greater
(cond ((> 3 3) 'greater) (else 'equal)) ; => equal
(cond ((assv 'b '((a 1) (b 2))) => cadr) (else #f)) ; => 2
(cond (#f 1) (5)) ; => 5
(case (* 2 3) ((2 3 5 7) 'prime) ((1 4 6 8 9) 'composite)) ; => composite
(case (car '(c d)) ((a e i o u) 'vowel) ((w y) 'semivowel) (else => (lambda (x) x))) ; => c
(case 'b ((a b) => (lambda (x) (list x))) (else 'no)) ; => (b)
(case "a" (("a") 'yes) (else 'no)) ; => no
(case 2.0 ((2) 'exact) (else 'other)) ; => other
(case #\a ((#\a) 1)) ; => 1
(and) ; => #t
(and 1 2 'c '(f g)) ; => (f g)
(and 1 #f 2) ; => #f
(or) ; => #f
(or #f #f 3) ; => 3
(or (memq 'b '(a b c)) (/ 3 0)) ; => (b c)
(when (> 1 0) 'a 'b) ; => b
(unless #f 'a 'b) ; => b
(let ((=> #f)) (cond (#t => 'ok))) ; => ok
(let ((else #f)) (cond (else 'no) (#t 'yes))) ; => yes
(let ((if list)) (if 1 2 3)) ; => (1 2 3)
;; A procedure that is true
(list (procedure? (or (lambda () 1) #t)) ((or (lambda (x) x) #f) 5)) ; => (#t 5)
(case 0 (else (procedure? (or #f (lambda () 1) #t)))) ; => #t
((or (case-lambda ((a) 'one) ((a b) 'two)) #f) 1 2) ; => two
(vector-ref (vector 1 2) ((or (lambda () 1) #f))) ; => 2
