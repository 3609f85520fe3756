;;; Other names for procedures: what was defined once as `car` is `car`.
(define early (lambda (x) (key x)))
(early '(1)) ; error: unbound: key
(define key car)
(define left cadr)
(define last-of-three caddr)
(define build list)
(define (swap t) (build (key t) (last-of-three t) (left t)))
(swap '(1 2 3)) ; => (1 3 2)
(early '(1)) ; => 1
(map key '((1) (2))) ; => (1 2)
(eq? key car) ; => #t
(key 5) ; error: type: car: wanted a pair, got 5
(key '(1) '(2)) ; error: arity: car
(define also key)
(define (also-first l) (also l))
(also-first '(a b)) ; => a
(define (double x) (* 2 x))
(define twice double)
(define (twice-all l) (map twice l))
(twice-all '(1 2)) ; => (2 4)
(define each map)
(define again #f)
(define runs 0)
(let ((r (each (lambda (x) (if (= x 2) (call/cc (lambda (k) (set! again k) x)) x)) '(1 2 3)))) (set! runs (+ runs 1)) (if (< runs 3) (again (* 10 runs)) (list runs r))) ; => (3 (1 20 3))
(define changing car)
(define (through x) (changing x))
(through '(1 2)) ; => 1
(set! changing cdr)
(through '(1 2)) ; => (2)
(define (down t) (if (null? t) 0 (+ 1 (down (below t)))))
(define below cdr)
(down '(1 2 3)) ; => 3
(define me (lambda (n) (if (= n 0) 'done (me2 (- n 1)))))
(define me2 me)
(me 100000) ; => done
