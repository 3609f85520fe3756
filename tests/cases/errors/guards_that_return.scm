;;; A guard around primitives whose value is returned leaves the procedure at once.
(define (quotient-or a b other) (guard (e (#t other)) (if (= b 0) (raise 'zero) (quotient a b))))
(list (quotient-or 7 2 0) (quotient-or 7 0 'none) (quotient-or 'x 2 'none)) ; => (3 none none)

;;; what no clause matches goes on, from the place where it was raised
(define (parsed s)
  (guard (e ((and (pair? e) (eq? (car e) 'empty)) 0))
    (cond ((string=? s "") (raise (list 'empty)))
          ((string->number s))
          (else (raise (list 'no-number s))))))
(map parsed '("12" "" "7")) ; => (12 0 7)
(parsed "x") ; error: raise: raised: (no-number "x")
(guard (e ((pair? e) (cadr e))) (parsed "x")) ; => "x"
(guard (e ((error-object? e) 'error)) (parsed 5)) ; => error
(with-exception-handler (lambda (e) 'handled) (lambda () (map parsed '("1" "")))) ; => (1 0)

;;; a loop inside it that returns, that raises, and that fails
(define (first-number l)
  (guard (e ((symbol? e) (list 'no e)))
    (let loop ((l l))
      (cond ((null? l) (raise 'end))
            ((symbol? (car l)) (raise (car l)))
            ((number? (car l)) (car l))
            (else (loop (cdr l)))))))
(map first-number '(("a" 1) () ("a" b 1))) ; => (1 (no end) (no b))
(first-number '("a" . "b")) ; error: type: car: wanted a pair, got "b"

;;; in a loop outside, in whose tail position it stands
(define (sum l total)
  (let loop ((l l) (total total))
    (if (pair? l)
        (loop (cdr l) (+ total (car l)))
        (guard (e ((string? e) (string-append e "!")) (else 'other))
          (if (null? l) total (if (symbol? l) (car l) (raise l)))))))
(map (lambda (l) (sum l 0)) '((1 2) (1 . "end") (1 . x) (1 . 2))) ; => (3 "end!" other other)

;;; one inside the other, of which one or both return
(define (twice x)
  (guard (e (#t (list 'outer e)))
    (guard (e ((symbol? e) (if (eq? e 'again) (raise 'raised-by-clause) (list 'inner e))))
      (cond ((number? x) (* x 2)) ((string? x) (raise x)) (else (raise x))))))
(map twice '(4 "s" a again)) ; => (8 (outer "s") (inner a) (outer raised-by-clause))

;;; a procedure made in it keeps what it was made with
(define (adders l)
  (define (adder n)
    (guard (e (#t (lambda () (list n e)))) (if (even? n) (raise (* n n)) (lambda () n))))
  (map adder l))
(map (lambda (f) (f)) (adders '(1 2 3))) ; => (1 (2 4) 3)

;;; more ways to raise than choices stand inside each other
(define (named n)
  (guard (e ((symbol? e) (list e)))
    (let ((r (cond ((= n 0) (raise 'a)) ((= n 1) (raise 'b)) ((= n 2) (raise 'c))
                   ((= n 3) (raise 'd)) ((= n 4) (raise 'e)) ((= n 5) (raise 'f))
                   ((= n 6) (raise 'g)) ((= n 7) (raise 'h)) ((= n 8) (raise 'i))
                   ((= n 9) (raise 'j)) (else n))))
      (+ r 1))))
(map named '(0 3 8 9 10)) ; => ((a) (d) (i) (j) 11)

;;; what goes on past several guards, and where it was raised
(define (checked x)
  (guard (e ((symbol? e) (list 'inner e)))
    (guard (e ((string? e) (string-append "inner " e)))
      (guard (e ((char? e) e))
        (cond ((number? x) (raise (* x 10)))
              ((pair? x) (raise (car x)))
              (else (raise x)))))))
(map checked (list "s" 'y '(#\c))) ; => ("inner s" (inner y) #\c)
(checked 4) ; error: raise: raised: 40
(guard (e ((number? e) e)) (checked 4)) ; => 40
(guard (e ((vector? e) e)) (let ((x (list (checked (vector 1))))) x)) ; => #(1)
(define (stored x)
  (let ((found (guard (e ((symbol? e) e)) (if (pair? x) (raise (car x)) (* x 2)))))
    (list found)))
(map stored '(4 (y))) ; => ((8) (y))
(stored '("z")) ; error: raise: raised: "z"
(guard (e (#t e)) (stored '(9))) ; => 9
