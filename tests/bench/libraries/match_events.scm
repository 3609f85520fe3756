;;; (chibi match): events of a session told apart, with runs and records.
(import (scheme base) (chibi match))

(define-record-type point
  (make-point x y)
  point?
  (x point-x)
  (y point-y))

(define events
  (list '(click 10 20)
        '(key (ctrl shift) #\a)
        '(key () #\b)
        (list 'move (make-point 1 2) (make-point 4 6))
        '(batch (click 1 2) (click 3 4) (click 5 6))
        '(text "hello")
        '(wait . 50)
        '#(resize 80 24)
        'quit))

(define (weight event)
  (match event
    (('click x y) (+ x y))
    (('key (modifiers ...) char) (length modifiers))
    (('move ($ point x1 y1) ($ point x2 y2)) (+ (- x2 x1) (- y2 y1)))
    (('batch ('click xs ys) ...) (+ (apply + xs) (apply + ys)))
    (('text (? string? s)) (string-length s))
    (('wait . ms) ms)
    (#('resize w h) (* w h))
    ((or 'quit 'exit) 1)
    (_ 0)))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (apply + (map weight events)))))))
