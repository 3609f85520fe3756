;;; Puzzles solved by going back to an earlier choice: amb as a macro over a stack of continuations.
(import (scheme base) (scheme write))

(define choices '())

(define (fail)
  (if (null? choices)
      (error "amb: no choice is left")
      (let ((back (car choices)))
        (set! choices (cdr choices))
        (back))))

(define-syntax amb
  (syntax-rules ()
    ((_) (fail))
    ((_ alternative ...)
     (let ((saved choices))
       (call/cc
        (lambda (return)
          (call/cc
           (lambda (next)
             (set! choices (cons (lambda () (next #f)) choices))
             (return alternative)))
          ...
          (set! choices saved)
          (fail)))))))

(define-syntax all-of
  (syntax-rules ()
    ((_ expression)
     (let ((found '()) (saved choices))
       (call/cc
        (lambda (done)
          (set! choices (list (lambda () (done #f))))
          (set! found (cons expression found))
          (fail)))
       (set! choices saved)
       (reverse found)))))

(define-syntax assert-that
  (syntax-rules ()
    ((_ condition ...) (begin (if (not condition) (amb)) ...))))

(define (one-of list)
  (if (null? list)
      (amb)
      (amb (car list) (one-of (cdr list)))))

(define (distinct? list)
  (or (null? list)
      (and (not (member (car list) (cdr list)))
           (distinct? (cdr list)))))

;; Five people, five floors.
(define (dwellings)
  (let* ((cooper (amb 2 3 4 5))
         (fletcher (amb 2 3 4))
         (miller (one-of '(1 2 3 4 5))))
    (assert-that (> miller cooper)
                 (not (= 1 (abs (- fletcher cooper)))))
    (let ((baker (amb 1 2 3 4))
          (smith (one-of '(1 2 3 4 5))))
      (assert-that (not (= 1 (abs (- smith fletcher))))
                   (distinct? (list baker cooper fletcher miller smith)))
      `((baker ,baker) (cooper ,cooper) (fletcher ,fletcher) (miller ,miller) (smith ,smith)))))

(define (triples limit)
  (define (between low high)
    (assert-that (<= low high))
    (amb low (between (+ low 1) high)))
  (let* ((a (between 1 limit)) (b (between a limit)) (c (between b limit)))
    (assert-that (= (* c c) (+ (* a a) (* b b))))
    (list a b c)))

(dwellings) ; => ((baker 3) (cooper 2) (fletcher 4) (miller 5) (smith 1))
(all-of (triples 13)) ; => ((3 4 5) (5 12 13) (6 8 10))
(all-of (let ((x (amb 1 2 3)) (y (amb 'a 'b))) (list x y))) ; => ((1 a) (1 b) (2 a) (2 b) (3 a) (3 b))

;; A map to be coloured; neighbours differ.
(define borders '((a b c) (b a c d) (c a b d e) (d b c e) (e c d)))
(define (colouring)
  (let loop ((left borders) (done '()))
    (if (null? left)
        (reverse done)
        (let ((colour (amb 'red 'green 'blue)))
          (for-each (lambda (neighbour)
                      (let ((known (assq neighbour done)))
                        (assert-that (not (and known (eq? (cdr known) colour))))))
                    (cdar left))
          (loop (cdr left) (cons (cons (caar left) colour) done))))))
(colouring) ; => ((a . red) (b . green) (c . blue) (d . red) (e . green))

(set! choices '())
(amb) ; error: error: amb: no choice is left
(guard (e ((error-object? e) (error-object-message e)))
  (let ((x (amb 1 3 5)))
    (assert-that (even? x)))) ; => "amb: no choice is left"
