;;; Re-entrant continuations: do two trees have the same leaves? Each walk is
;;; a coroutine.
(import (scheme base))

(define (tree->generator tree)
  (define caller #f)
  (define (walk)
    (let loop ((t tree))
      (cond ((null? t) #f)
            ((pair? t) (loop (car t)) (loop (cdr t)))
            (else
             (call/cc
              (lambda (rest)
                (set! walk (lambda () (rest #f)))
                (caller t))))))
    (caller '*end*))
  (lambda ()
    (call/cc (lambda (k) (set! caller k) (walk)))))

(define (same-fringe? a b)
  (let ((next-a (tree->generator a))
        (next-b (tree->generator b)))
    (let loop ()
      (let ((x (next-a)) (y (next-b)))
        (cond ((not (eqv? x y)) #f)
              ((eq? x '*end*) #t)
              (else (loop)))))))

(define (left n)
  (let loop ((i 0) (t '()))
    (if (= i n) t (loop (+ i 1) (cons t (list i))))))

(define (pairs n)
  (let loop ((i 0) (l '()))
    (if (>= i n)
        (reverse l)
        (loop (+ i 2) (cons (list i (+ i 1)) l)))))

(define (run n) (same-fringe? (left n) (pairs n)))
