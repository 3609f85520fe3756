;;; SRFIs that R7RS has taken in, by their own names, and small ones beside them.
(import (only (scheme base) + = - * / < if lambda let let* define quote list cons car cdr null? set! values define-syntax cond-expand)
        (srfi 0) (srfi 6) (srfi 11) (srfi 16) (srfi 23) (srfi 30) (srfi 31) (srfi 34) (srfi 38) (srfi 45) (srfi 46)
        (srfi 62) (srfi 87) (srfi 111) (srfi 145))
(cond-expand ((and srfi-0 srfi-6 srfi-11 srfi-16 srfi-23 srfi-30 srfi-34 srfi-46 srfi-62 srfi-87) 'all) (else 'not)) ; => all
(let ((out (open-output-string))) (write/ss '(1) out) (get-output-string out)) ; => "(1)"
(let-values (((a b) (values 1 2)) ((c) (values 3))) (list a b c)) ; => (1 2 3)
(let*-values (((a) (values 1)) ((b) (values (+ a 1)))) (list a b)) ; => (1 2)
((case-lambda ((a) 'one) ((a . rest) rest)) 1 2) ; => (2)
(guard (e (#t 'caught)) (error "no" 1)) ; => caught
(guard (e ((= e 1) => (lambda (x) (list x e))) (else 'other)) (raise 1)) ; => (#t 1)
(+ (with-exception-handler (lambda (e) 1) (lambda () (guard (e2 ((null? e2) 5)) (raise '()))))  1) ; => 6
(case 5 ((1 5) => (lambda (x) (* x 2))) (else 'no)) ; => 10
((rec (f n) (if (= n 0) 1 (* n (f (- n 1))))) 5) ; => 120
(let ((p ((rec r (lambda () (cons r 1)))))) (cdr ((car p)))) ; => 1
(let ((p (read-with-shared-structure (open-input-string "(#0=(1) #0#)"))) (out (open-output-string))) (write-with-shared-structure p out 'ignored) (get-output-string out)) ; => "(#0=(1) #0#)"
(define-syntax my-list (syntax-rules ::: () ((_ x :::) (list x :::))))
(my-list 1 2) ; => (1 2)
#| a #| nested |# comment |# (list 1 #;2 3) ; => (1 3)
(let loop ((n 1000) (p (lazy (delay 'end)))) (if (= n 0) (force p) (loop (- n 1) (lazy p)))) ; => end
(force (eager (+ 1 2))) ; => 3
(force (force (eager (delay 3)))) ; => 3
(let* ((n 0) (p (eager (delay (let () (set! n (+ n 1)) n))))) (force p) n) ; => 0
(let ((b (box 1))) (set-box! b 2) (list (box? b) (box? 1) (unbox b))) ; => (#t #f 2)
(unbox 1) ; error: type
(assume (+ 1 2) "never") ; => 3
(assume (null? '(1)) "not empty:" '(1)) ; error: error: assume: it is false: (null? (quote (1))) "not empty:" (1)
