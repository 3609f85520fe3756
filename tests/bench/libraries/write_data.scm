;;; write: data as texts.
(import (scheme base) (scheme write))

(define data
  '(config (name "guard \"of\" x") (limits (time 1.5) (memory 256)) (tags a b c d)
           (nested (1 (2 (3 (4 #t #f))))) #(10 20 30) (points (1 . 2) (3 . 4))))

(define (text-of x)
  (let ((port (open-output-string)))
    (write x port)
    (get-output-string port)))

(define (run n)
  (let loop ((i 0) (total 0))
    (if (= i n)
        total
        (loop (+ i 1) (+ total (min 1 (string-length (text-of (list i data)))))))))
