;;; Cooperative threads with channels, and generators that stop in the middle of a walk.
(import (scheme base) (scheme write))

;; A queue as a record with head and tail pointers.
(define-record-type queue (%make-queue front rear) queue?
  (front queue-front set-queue-front!)
  (rear queue-rear set-queue-rear!))

(define (make-queue) (%make-queue '() '()))
(define (queue-empty? q) (null? (queue-front q)))
(define (enqueue! q x)
  (let ((cell (list x)))
    (if (queue-empty? q)
        (set-queue-front! q cell)
        (set-cdr! (queue-rear q) cell))
    (set-queue-rear! q cell)))
(define (dequeue! q)
  (let ((x (car (queue-front q))))
    (set-queue-front! q (cdr (queue-front q)))
    x))

(define ready (make-queue))

(define (spawn thunk)
  (enqueue! ready (lambda (ignored) (thunk) (run-next))))

(define scheduler-exit #f)

(define (run-next)
  (if (queue-empty? ready)
      (scheduler-exit 'all-done)
      ((dequeue! ready) #f)))

(define (yield)
  (call/cc (lambda (k) (enqueue! ready k) (run-next))))

(define (run-all)
  (call/cc (lambda (k) (set! scheduler-exit k) (run-next))))

(define-record-type <channel> (%channel values takers) channel?
  (values channel-values)
  (takers channel-takers))
(define (make-channel) (%channel (make-queue) (make-queue)))

(define (send channel value)
  (if (queue-empty? (channel-takers channel))
      (enqueue! (channel-values channel) value)
      (let ((taker (dequeue! (channel-takers channel))))
        (enqueue! ready (lambda (ignored) (taker value)))))
  (yield))

(define (receive channel)
  (if (queue-empty? (channel-values channel))
      (call/cc (lambda (k) (enqueue! (channel-takers channel) k) (run-next)))
      (dequeue! (channel-values channel))))

(define (talker name count)
  (lambda ()
    (do ((i 0 (+ i 1))) ((= i count))
      (display name) (display i) (display " ")
      (yield))))

(spawn (talker 'a 3))
(spawn (talker 'b 2))
(spawn (talker 'c 1))
(run-all)
; => all-done
; output: a0 b0 c0 a1 b1 a2 

;; A pipeline of three threads: numbers, squares, sum.
(define (pipeline n)
  (let ((numbers (make-channel)) (squares (make-channel)) (total 0))
    (spawn (lambda ()
             (let loop ((i 1))
               (cond ((<= i n) (send numbers i) (loop (+ i 1)))
                     (else (send numbers 'end))))))
    (spawn (lambda ()
             (let loop ((x (receive numbers)))
               (cond ((eq? x 'end) (send squares 'end))
                     (else (send squares (* x x)) (loop (receive numbers)))))))
    (spawn (lambda ()
             (let loop ((x (receive squares)))
               (unless (eq? x 'end)
                 (set! total (+ total x))
                 (loop (receive squares))))))
    (run-all)
    total))
(pipeline 10) ; => 385
(pipeline 100) ; => 338350

;; Generators: each call goes on where the last one stopped.
(define-syntax define-generator
  (syntax-rules ()
    ((_ (name . formals) give body ...)
     (define (name . formals)
       (define return #f)
       (define (give value)
         (call/cc (lambda (rest)
                    (set! resume rest)
                    (return value))))
       (define resume
         (lambda (ignored)
           body ...
           (return (eof-object))))
       (lambda ()
         (call/cc (lambda (k)
                    (set! return k)
                    (resume #f))))))))

(define-generator (leaves tree) give
  (let walk ((t tree))
    (cond ((null? t) #f)
          ((pair? t) (walk (car t)) (walk (cdr t)))
          (else (give t)))))

(define-generator (counting from) give
  (let loop ((i from)) (give i) (loop (+ i 1))))

(define (same-fringe? a b)
  (let ((next-a (leaves a)) (next-b (leaves b)))
    (let loop ()
      (let ((x (next-a)) (y (next-b)))
        (cond ((and (eof-object? x) (eof-object? y)) #t)
              ((eqv? x y) (loop))
              (else #f))))))
(same-fringe? '(1 (2 3) 4) '((1 2) (3 (4)))) ; => #t
(same-fringe? '(1 (2 3) 4) '((1 2) (4 (3)))) ; => #f
(let ((a (counting 10)) (b (counting 20)))
  (let* ((w (a)) (x (b)) (y (a)) (z (b))) (list w x y z))) ; => (10 20 11 21)
