;;; Floats: how long the points of a grid stay near zero.
(import (scheme base))

(define (escape-time cr ci limit)
  (let loop ((zr 0.0) (zi 0.0) (i 0))
    (let ((zr2 (* zr zr)) (zi2 (* zi zi)))
      (if (or (= i limit) (> (+ zr2 zi2) 4.0))
          i
          (loop (+ (- zr2 zi2) cr) (+ (* 2.0 zr zi) ci) (+ i 1))))))

(define (run n)
  (let rows ((y 0) (total 0))
    (if (= y n)
        total
        (let columns ((x 0) (total total))
          (if (= x n)
              (rows (+ y 1) total)
              (columns (+ x 1)
                       (+ total
                          (escape-time (- (/ (* 3.0 x) n) 2.0)
                                       (- (/ (* 2.0 y) n) 1.0)
                                       50))))))))
