;;; Floats and records: planets pull at each other.
(import (scheme base) (scheme inexact))

(define-record-type body
  (make-body x y vx vy mass)
  body?
  (x body-x set-body-x!)
  (y body-y set-body-y!)
  (vx body-vx set-body-vx!)
  (vy body-vy set-body-vy!)
  (mass body-mass))

(define (system)
  (list (make-body 0.0 0.0 0.0 0.0 1000.0)
        (make-body 100.0 0.0 0.0 3.0 1.0)
        (make-body 0.0 200.0 -2.2 0.0 2.0)
        (make-body -300.0 0.0 0.0 -1.8 0.5)))

(define (pull! a b dt)
  (let* ((dx (- (body-x b) (body-x a)))
         (dy (- (body-y b) (body-y a)))
         (d2 (+ (* dx dx) (* dy dy)))
         (force (/ (body-mass b) (* d2 (sqrt d2)))))
    (set-body-vx! a (+ (body-vx a) (* dt dx force)))
    (set-body-vy! a (+ (body-vy a) (* dt dy force)))))

(define (move! b dt)
  (set-body-x! b (+ (body-x b) (* dt (body-vx b))))
  (set-body-y! b (+ (body-y b) (* dt (body-vy b)))))

(define (energy bodies)
  (let loop ((l bodies) (total 0.0))
    (if (null? l)
        total
        (let ((b (car l)))
          (loop (cdr l)
                (+ total
                   (* 0.5 (body-mass b)
                      (+ (* (body-vx b) (body-vx b))
                         (* (body-vy b) (body-vy b))))))))))

(define (run n)
  (let ((bodies (system)))
    (do ((i 0 (+ i 1)))
        ((= i n) (energy bodies))
      (for-each
       (lambda (a)
         (for-each
          (lambda (b) (unless (eq? a b) (pull! a b 0.01)))
          bodies))
       bodies)
      (for-each (lambda (b) (move! b 0.01)) bodies))))
