;;; Walks over boards: a knight's tour with the fewest ways onward first, eight queens, life, and a maze.
(import (scheme base) (scheme write) (srfi 132))

(define (make-board rows columns fill)
  (let ((board (make-vector rows)))
    (do ((i 0 (+ i 1))) ((= i rows) board)
      (vector-set! board i (make-vector columns fill)))))
(define (board-ref board row column) (vector-ref (vector-ref board row) column))
(define (board-set! board row column x) (vector-set! (vector-ref board row) column x))

(define jumps '((1 . 2) (2 . 1) (-1 . 2) (-2 . 1) (1 . -2) (2 . -1) (-1 . -2) (-2 . -1)))

(define (tour size row column)
  (define board (make-board size size #f))
  (define (free? r c)
    (and (< -1 r size) (< -1 c size) (not (board-ref board r c))))
  (define (moves r c)
    (let loop ((js jumps) (found '()))
      (if (null? js)
          found
          (let ((r2 (+ r (caar js))) (c2 (+ c (cdar js))))
            (loop (cdr js) (if (free? r2 c2) (cons (cons r2 c2) found) found))))))
  (define (onward move) (length (moves (car move) (cdr move))))
  (let step ((r row) (c column) (n 1))
    (board-set! board r c n)
    (if (= n (* size size))
        board
        (let try ((ways (list-sort (lambda (a b) (< (onward a) (onward b))) (moves r c))))
          (cond ((null? ways) (board-set! board r c #f) #f)
                ((step (caar ways) (cdar ways) (+ n 1)))
                (else (try (cdr ways))))))))

(define (tour? board)
  (let* ((size (vector-length board)) (places (make-vector (+ 1 (* size size)) #f)))
    (do ((r 0 (+ r 1))) ((= r size))
      (do ((c 0 (+ c 1))) ((= c size))
        (vector-set! places (board-ref board r c) (cons r c))))
    (let loop ((n 1))
      (or (= n (* size size))
          (let ((a (vector-ref places n)) (b (vector-ref places (+ n 1))))
            (and (= 5 (+ (square (- (car a) (car b))) (square (- (cdr a) (cdr b)))))
                 (loop (+ n 1))))))))

(define (queens n)
  (define (safe? column others)
    (let loop ((others others) (distance 1))
      (or (null? others)
          (and (not (= column (car others)))
               (not (= distance (abs (- column (car others)))))
               (loop (cdr others) (+ distance 1))))))
  (let place ((row 0) (columns '()) (count 0))
    (if (= row n)
        (+ count 1)
        (do ((c 0 (+ c 1))
             (count count (if (safe? c columns) (place (+ row 1) (cons c columns) count) count)))
            ((= c n) count)))))

(define (life-step board)
  (let* ((rows (vector-length board)) (columns (vector-length (vector-ref board 0)))
         (next (make-board rows columns 0)))
    (define (alive r c) (board-ref board (modulo r rows) (modulo c columns)))
    (do ((r 0 (+ r 1))) ((= r rows) next)
      (do ((c 0 (+ c 1))) ((= c columns))
        (let ((around (- (let sum ((dr -1) (dc -1) (n 0))
                           (cond ((> dr 1) n)
                                 ((> dc 1) (sum (+ dr 1) -1 n))
                                 (else (sum dr (+ dc 1) (+ n (alive (+ r dr) (+ c dc)))))))
                         (alive r c))))
          (board-set! next r c
                      (case around ((3) 1) ((2) (alive r c)) (else 0))))))))

(define glider
  (vector (vector 0 1 0 0 0 0) (vector 0 0 1 0 0 0) (vector 1 1 1 0 0 0)
          (vector 0 0 0 0 0 0) (vector 0 0 0 0 0 0) (vector 0 0 0 0 0 0)))
(define (steps n board) (if (= n 0) board (steps (- n 1) (life-step board))))

(define (solve maze)
  (define rows (vector-map string-copy maze))
  (define (at r c) (string-ref (vector-ref rows r) c))
  (define (walk r c path)
    (case (at r c)
      ((#\X) (reverse (cons (list r c) path)))
      ((#\#) #f)
      (else
       (string-set! (vector-ref rows r) c #\#)
       (let ((path (cons (list r c) path)))
         (or (walk r (+ c 1) path) (walk (+ r 1) c path) (walk r (- c 1) path) (walk (- r 1) c path))))))
  (walk 1 1 '()))

(tour? (tour 6 0 0)) ; => #t
(tour? (tour 8 3 4)) ; => #t
(tour 3 0 0) ; => #f
(map queens '(1 2 3 4 5 6)) ; => (1 0 0 2 10 4)
(equal? (steps 24 glider) glider) ; => #t
(steps 4 glider) ; => #(#(0 0 0 0 0 0) #(0 0 1 0 0 0) #(0 0 0 1 0 0) #(0 1 1 1 0 0) #(0 0 0 0 0 0) #(0 0 0 0 0 0))
(solve #("#####" "#  ##" "## ##" "##  X" "#####")) ; => ((1 1) (1 2) (2 2) (3 2) (3 3) (3 4))
